import type { Pool } from 'pg'
import type { KeyRegistry } from '../keys/lookup.ts'
import type { Logger } from '../platform/logger.ts'
import type { Tracing } from '../platform/tracing.ts'
import type { Limiter } from './limits/limiter.ts'
import type { LocalLimiter } from './limits/local-limiter.ts'
import type { Metrics } from './metrics.ts'
import type { ResponseCache } from './reply/response-suffix.ts'
import type { Snapshot } from './snapshot/serving-release.ts'
import type { SignedState } from './snapshot/signed-state.ts'

/** Services for handlers and plugins, passed in so that tests can replace them. */
export type Services = {
  readonly snapshot: () => Snapshot
  /** Who is trusted to sign the log, and its newest note. */
  readonly signed: Pick<SignedState, 'newest' | 'trust'>
  /**
   * Time since the log's key last signed that the log is intact, in ms; before the first time, since this instance
   * started.
   */
  readonly sinceSignedMs: () => number
  /**
   * For a replica: minutes since its newest signed note, if that is too long to trust its keys; null: not too long, or
   * not a replica.
   */
  readonly replicaTooOldMinutes: () => number | null
  readonly keys: Pick<KeyRegistry, 'allowsOrigin' | 'find' | 'isNew'>
  readonly limiter: Limiter
  /** For requests without a valid key: 60 a minute for each client address. */
  readonly anonymous: LocalLimiter
  /** For queries to Postgres about keys unknown here: the same number for each client address. */
  readonly lookUps: LocalLimiter
  readonly pool: Pool
  /** Whether Postgres answered the last query for the releases in service; if not, no key can be confirmed. */
  readonly postgresAnswers: () => boolean
  readonly tracing: Tracing | null
  readonly log: Logger
  readonly metrics: Metrics
  readonly codeVersion: string
  readonly trustProxy: boolean
  /** Whether the site, releases in service and the log are given without a key. */
  readonly isPublic: boolean
  /** The configured name or address to listen on. */
  readonly host: string
  readonly nowMs: () => number
}

/** The same for what sends answers: with the cache of the server that they belong to. */
export type Answering = Services & { readonly responseCache: ResponseCache }
