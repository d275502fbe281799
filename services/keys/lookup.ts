import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { gradeSchema } from '../../releases/record/grade.ts'
import { askedBy } from '../platform/postgres.ts'
import type { ApiKey } from './key.ts'

export type KeyLookup =
  | { readonly status: 'known'; readonly key: ApiKey }
  | { readonly status: 'unknown' }
  /**
   * Postgres is unreachable and the cached result is too old; a stale confirmation is never used
   * (docs/design/architecture.md#api-keys).
   */
  | { readonly status: 'unavailable' }

const POSITIVE_TTL_MS = 10_000
const NEGATIVE_TTL_MS = 5_000
const MOST_REMEMBERED = 10_000

type Row = {
  key_id: string
  scopes: string[]
  states: string[]
  origins: string[]
  per_minute: number
  burst: number
  bills_per_minute: number
  evidence_floor: string
  ends_at: Date | null
}
type Remembered = { readonly key: ApiKey | null; readonly until: number }

function toKey(row: Row): ApiKey {
  return {
    keyId: row.key_id,
    scopes: new Set(row.scopes),
    states: new Set(row.states),
    origins: new Set(row.origins),
    perMinute: row.per_minute,
    burst: row.burst,
    billsPerMinute: row.bills_per_minute,
    evidenceFloor: gradeSchema.parse(row.evidence_floor),
    endsAtMs: row.ends_at === null ? null : row.ends_at.getTime(),
  }
}

/**
 * Looks up keys by hash: first in a bounded cache (10 s for known keys, 5 s for unknown ones), then by the unique
 * index. `forget` clears the cache: on notification of a change, and when the connection that listens for changes
 * breaks.
 */
export class KeyRegistry {
  readonly #pool: Pool
  readonly #now: () => number
  readonly #steady: () => number
  readonly #memory = new Map<string, Remembered>()
  readonly #asking = new Map<string, Promise<KeyLookup>>()
  /** Hashes that were known before: not a confirmation, but worth a query. */
  readonly #met = new LRUCache<string, true>({ max: MOST_REMEMBERED })
  #generation = 0

  /** `now` decides when a key expires; `steady`, a monotonic clock, how old a cached result is. */
  constructor(pool: Pool, now: () => number, steady = now) {
    this.#pool = pool
    this.#now = now
    this.#steady = steady
  }

  /** Results of queries started before this time are neither cached nor shared. */
  forget(): void {
    this.#generation += 1
    this.#memory.clear()
    this.#asking.clear()
  }

  /** Whether `find` would query Postgres for a hash that was never known here: anyone can make up such keys. */
  isNew(hash: string): boolean {
    const remembered = this.#memory.get(hash)
    if (remembered !== undefined && this.#steady() < remembered.until) return false
    return !this.#met.has(hash) && !this.#asking.has(hash)
  }

  /**
   * The key with that hash, if it is currently valid. `requestId`: of the caller; for concurrent callers, of the first.
   */
  find(hash: string, requestId: string): KeyLookup | Promise<KeyLookup> {
    const remembered = this.#memory.get(hash)
    if (remembered !== undefined && this.#steady() < remembered.until) return this.#judge(remembered.key)
    const asking = this.#asking.get(hash)
    if (asking !== undefined) return asking
    const asked = this.#ask(hash, this.#generation, requestId).finally(() => {
      if (this.#asking.get(hash) === asked) this.#asking.delete(hash)
    })
    this.#asking.set(hash, asked)
    return asked
  }

  /** Whether some valid key names this browser origin. A preflight, which carries no key, may learn this. */
  async allowsOrigin(origin: string, requestId: string): Promise<'yes' | 'no' | 'unavailable'> {
    try {
      const found = await askedBy(this.#pool, requestId).query(
        `SELECT 1 FROM read.api_keys WHERE $1 = ANY(origins) AND revoked_at IS NULL
         AND coalesce(least(expires_at, valid_until) > now(), true) LIMIT 1`,
        [origin],
      )
      return found.rowCount === 1 ? 'yes' : 'no'
    } catch {
      return 'unavailable'
    }
  }

  #judge(key: ApiKey | null): KeyLookup {
    if (key === null || (key.endsAtMs !== null && key.endsAtMs <= this.#now())) return { status: 'unknown' }
    return { status: 'known', key }
  }

  async #ask(hash: string, generation: number, requestId: string): Promise<KeyLookup> {
    let rows: Row[]
    try {
      const found = await askedBy(this.#pool, requestId).query<Row>(
        `SELECT key_id, scopes, states, origins, per_minute, burst, bills_per_minute, evidence_floor,
                least(expires_at, valid_until) AS ends_at
         FROM read.api_keys WHERE key_sha256 = $1 AND revoked_at IS NULL`,
        [hash],
      )
      rows = found.rows
    } catch {
      return { status: 'unavailable' }
    }
    const [row] = rows
    const key = row === undefined ? null : toKey(row)
    if (key !== null) this.#met.set(hash, true)
    if (generation === this.#generation) this.#remember(hash, key)
    return this.#judge(key)
  }

  #remember(hash: string, key: ApiKey | null): void {
    if (this.#memory.size >= MOST_REMEMBERED) {
      const oldest = this.#memory.keys().next().value
      if (oldest !== undefined) this.#memory.delete(oldest)
    }
    this.#memory.set(hash, { key, until: this.#steady() + (key === null ? NEGATIVE_TTL_MS : POSITIVE_TTL_MS) })
  }
}
