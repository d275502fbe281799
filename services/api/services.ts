import type { Pool } from 'pg'
import type { KeyRegistry } from '../keys/lookup.ts'
import type { Logger } from '../platform/logger.ts'
import type { Tracing } from '../platform/tracing.ts'
import type { Limiter } from './limits/limiter.ts'
import type { LocalLimiter } from './limits/local-limiter.ts'
import type { Metrics } from './metrics.ts'
import type { Snapshot } from './snapshot/serving-release.ts'
import type { SignedState } from './snapshot/signed-state.ts'

/** Services for handlers and plugins, passed in once so that tests can pass in their own. */
export type Services = {
  readonly snapshot: () => Snapshot
  /** Whom the log is trusted to be signed by, and its newest note. */
  readonly signed: Pick<SignedState, 'newest' | 'note' | 'servingText' | 'size' | 'trust'>
  /** How long ago the log's key last said that the log is in order, in ms; before the first time, since this instance began. */
  readonly sinceSignedMs: () => number
  /**
   * How many minutes the database, a replica, has heard of no signed note, where that is too long to go by its keys; null:
   * not too long, or no replica.
   */
  readonly replicaTooOldMinutes: () => number | null
  readonly keys: KeyRegistry
  readonly limiter: Limiter
  /** For requests without a valid key: 60 a minute for each client address. */
  readonly anonymous: LocalLimiter
  /** For asking Postgres about keys that were never known here: as many for each client address. */
  readonly lookUps: LocalLimiter
  readonly pool: Pool
  /** Whether Postgres answered when it was last asked what serves: while it does not, no key can be confirmed. */
  readonly postgresAnswers: () => boolean
  /** Null: nothing is traced. */
  readonly tracing: Tracing | null
  readonly log: Logger
  readonly metrics: Metrics
  readonly codeVersion: string
  readonly trustProxy: boolean
  /** Whether the site, releases in service and the log are given without a key. */
  readonly isPublic: boolean
  /** The configured name or address to listen at. */
  readonly host: string
  readonly nowMs: () => number
}
