import closeWithGrace from 'close-with-grace'
import { loadConfigFor } from '../platform/config.ts'
import { createLogger } from '../platform/logger.ts'
import { runMain } from '../platform/start.ts'
import { apiParts, startApi } from './start-api.ts'

/** One API instance. It migrates nothing and writes nothing. */
async function main(): Promise<void> {
  const config = loadConfigFor(['apiDatabaseUrl', 'redisUrl'])
  const log = createLogger('api', config.logLevel)
  const api = await startApi(apiParts(config, log))
  log.info({ port: api.port }, 'listening')
  closeWithGrace({ delay: 10_000, logger: log }, async () => api.close())
}

await runMain(main)
