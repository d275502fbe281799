import type { LocalBills } from './local-bills.ts'
import type { LocalLimiter } from './local-limiter.ts'
import type { Admission, Allowance, BillAdmission } from './window.ts'

export type LimiterParts = {
  readonly redis: (keyId: string, allowance: Allowance) => Promise<Admission>
  /** The node of a cluster that counts for a key. Absent: a single Redis. */
  readonly nodeOf?: (keyId: string) => string
  readonly local: LocalLimiter
  /** The same for bills: all of a batch or none. */
  readonly redisBills: (keyId: string, bills: number, limit: number) => Promise<BillAdmission>
  readonly localBills: LocalBills
  readonly nowMs: () => number
  /**
   * Called once per change: false when limits move into the process, true when Redis decides again. `reason`: the
   * error.
   */
  readonly onChange: (redisDecides: boolean, reason: string | null) => void
}

type Decided = { readonly admitted: boolean; readonly nowUs: number }

/** A limiter that counts in Redis or in this process. `enter` records a request admitted elsewhere. */
type Question<A extends Decided> = {
  readonly admit: () => A
  readonly peek: () => A
  readonly redis: () => Promise<A>
  readonly enter: (atUs: number) => void
}

const FAILURES_TO_OPEN = 3
const OPEN_MS = 1_000
/** After this time without use, because another node counts for its keys, a node is ignored. */
const FORGOTTEN_MS = 10_000

type Node = { failures: number; openUntilMs: number; trying: boolean }

/**
 * Limits in Redis, and in this process while Redis is unreachable: never unlimited, never a 500. Circuit breaker: after
 * three consecutive failures a node is skipped for a second at a time, then tried by one request; the others do not
 * wait. The nodes of a cluster are judged separately, so that losing one does not reset the counts of the others. Each
 * admitted request is also recorded in the local log, and a request refused there is not sent to Redis: neither losing
 * Redis nor an empty Redis gives a fresh allowance. The local log never refuses a request that Redis would admit, since
 * it contains only admitted requests, at their original times.
 */
export class Limiter {
  readonly #parts: LimiterParts
  readonly #failing = new Map<string, Node>()
  #redisDecides = true

  constructor(parts: LimiterParts) {
    this.#parts = parts
  }

  admit(keyId: string, allowance: Allowance): Promise<Admission> {
    const { redis, local } = this.#parts
    return this.#decide(keyId, {
      admit: () => local.admit(keyId, allowance),
      peek: () => local.peek(keyId, allowance),
      redis: () => redis(keyId, allowance),
      enter: (atUs) => local.enter(keyId, atUs),
    })
  }

  /** Bills of a key, all or none; `limit`: the number allowed in a minute. */
  admitBills(keyId: string, bills: number, limit: number): Promise<BillAdmission> {
    const { redisBills, localBills } = this.#parts
    return this.#decide(keyId, {
      admit: () => localBills.admit(keyId, bills, limit),
      peek: () => localBills.peek(keyId, bills, limit),
      redis: () => redisBills(keyId, bills, limit),
      enter: (atUs) => localBills.enter(keyId, bills, atUs),
    })
  }

  async #decide<A extends Decided>(keyId: string, { admit, peek, redis, enter }: Question<A>): Promise<A> {
    const { nodeOf, nowMs } = this.#parts
    const name = nodeOf === undefined ? '' : nodeOf(keyId)
    const node = this.#failing.get(name)
    const open = node !== undefined && node.failures >= FAILURES_TO_OPEN
    if (open && (node.trying || nowMs() < node.openUntilMs)) return admit()
    const own = peek()
    if (!own.admitted) return own
    if (open) node.trying = true
    try {
      const admission = await redis()
      if (!this.#redisDecides) this.#recovered(name)
      if (admission.admitted) enter(own.nowUs)
      return admission
    } catch (error) {
      this.#failed(name, error instanceof Error ? error.message : String(error))
      return admit()
    } finally {
      if (open) node.trying = false
    }
  }

  #failed(name: string, reason: string): void {
    const node = this.#failing.get(name) ?? { failures: 0, openUntilMs: 0, trying: false }
    node.failures += 1
    node.openUntilMs = this.#parts.nowMs() + OPEN_MS
    this.#failing.set(name, node)
    this.#change(false, reason)
  }

  #recovered(name: string): void {
    this.#failing.delete(name)
    const since = this.#parts.nowMs() - FORGOTTEN_MS
    for (const [other, { openUntilMs }] of this.#failing) if (openUntilMs < since) this.#failing.delete(other)
    if (this.#failing.size === 0) this.#change(true, null)
  }

  #change(redisDecides: boolean, reason: string | null): void {
    if (this.#redisDecides === redisDecides) return
    this.#redisDecides = redisDecides
    this.#parts.onChange(redisDecides, reason)
  }
}
