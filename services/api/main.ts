import closeWithGrace from 'close-with-grace'
import { CODE_VERSION, REDIS_PREFIX } from '../platform/code-version.ts'
import { loadConfigFor } from '../platform/config.ts'
import { createLogger } from '../platform/logger.ts'
import { runMain } from '../platform/run-main.ts'
import { startApi } from './start-api.ts'

/** One API instance. It migrates nothing and writes nothing. */
async function main(): Promise<void> {
  const config = loadConfigFor(['apiDatabaseUrl', 'redisUrl'])
  const log = createLogger('api', config.logLevel)
  const api = await startApi({
    databaseUrl: config.apiDatabaseUrl,
    redisUrl: config.redisUrl,
    prefix: REDIS_PREFIX,
    host: config.host,
    port: config.port,
    metricsPort: config.metricsPort,
    trustProxy: config.trustProxy,
    codeVersion: CODE_VERSION,
    log,
  })
  log.info({ port: api.port }, 'listening')
  closeWithGrace({ delay: 10_000, logger: log }, async () => api.close())
}

await runMain(main)
