import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import type { Logger } from '../../platform/logger.ts'
import { LIMIT_PREFIX } from '../../platform/redis.ts'
import { CODE_VERSION } from '../../platform/start.ts'

export type ApiParts = {
  readonly databaseUrl: string
  /** The setting that it comes from, for messages; default API_DATABASE_URL. */
  readonly databaseSetting?: string
  readonly redisUrl: string
  /** Prefix of limit keys in Redis; the same for all instances of one deployment. */
  readonly prefix: string
  readonly host: string
  readonly port: number
  readonly metricsPort: number
  readonly trustProxy: boolean
  /** Maximum age of the newest signed note if the database is a replica. */
  readonly replicaMaxAgeMs: number
  /** Whether the site and the log are public; default true. */
  readonly isPublic?: boolean
  /** The deployment's trust file; without it nothing is served. */
  readonly trustPath: string
  /** Where this instance stores the signed state it has seen. */
  readonly seenPath: string
  readonly codeVersion: string
  readonly log: Logger
  /** Where traces are sent; null or absent: no traces. */
  readonly otlpEndpoint?: string | null
  /** Timeout of the limiter's Redis commands. */
  readonly limiterTimeoutMs?: number
  /** Timeout of Postgres, for connecting and for an answer, if different from production. */
  readonly queryTimeoutMs?: number
  /** Maximum time for a request to arrive, if different from production. */
  readonly requestTimeoutMs?: number
  /** Maximum number of client connections, if different from the limit that file descriptors allow. */
  readonly connectionsAtMost?: number
  /** How often to look for a newly signed state to recompute, if different from production. */
  readonly recomputeEveryMs?: number
  /** Milliseconds since 1970 by a clock that cannot be set, if not this process's own. */
  readonly steadyMs?: () => number
  /** Maximum time that a request may wait to be read before it is rejected, if different from production. */
  readonly overloadedDelayMs?: number
  /** Maximum time for the first requests of its own, before it listens; absent: it answers none. */
  readonly rehearsalMs?: number
  /** Whether this process has work that is more urgent than preparing for rare requests; absent: never. */
  readonly isBusy?: () => boolean
}

/** Settings of an API instance, the same in `npm run api` and `npm start`. */
export function apiParts(
  config: Config & { readonly apiDatabaseUrl: string; readonly redisUrl: string },
  log: Logger,
): ApiParts {
  const { redisUrl, host, port, metricsPort, trustProxy, replicaMaxAgeMs, isPublic, trustPath, otlpEndpoint } = config
  return {
    ...{ redisUrl, host, port, metricsPort, trustProxy, replicaMaxAgeMs, isPublic, trustPath, otlpEndpoint },
    databaseUrl: config.apiDatabaseUrl,
    databaseSetting: config.apiSetting,
    prefix: LIMIT_PREFIX,
    seenPath: join(config.home, 'api-seen.json'),
    codeVersion: CODE_VERSION,
    log,
  }
}
