import closeWithGrace from 'close-with-grace'
import { startApi } from '../../services/api/start-api.ts'
import { CODE_VERSION, REDIS_PREFIX } from '../../services/platform/code-version.ts'
import { loadConfig, required } from '../../services/platform/config.ts'
import { createLogger } from '../../services/platform/logger.ts'

// services/api/main.ts with a limiter that waits for Redis as long as a busy machine may take: what is tested with it is
// that Redis decides alone, not when an instance gives it up.

const config = loadConfig()
const log = createLogger('api', config.logLevel)
const api = await startApi({
  databaseUrl: required(config.apiDatabaseUrl, 'API_DATABASE_URL', 'the test gives it'),
  redisUrl: required(config.redisUrl, 'REDIS_URL', 'the test gives it'),
  prefix: REDIS_PREFIX,
  host: config.host,
  port: config.port,
  metricsPort: config.metricsPort,
  trustProxy: config.trustProxy,
  codeVersion: CODE_VERSION,
  log,
  limiterTimeoutMs: 5_000,
})
log.info({ port: api.port }, 'listening')
closeWithGrace({ delay: 10_000, logger: log }, async () => api.close())
