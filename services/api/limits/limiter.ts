import type { LocalLimiter } from './local-limiter.ts'
import type { Admission, Allowance } from './window.ts'

export type LimiterParts = {
  readonly redis: (keyId: string, allowance: Allowance) => Promise<Admission>
  readonly local: LocalLimiter
  readonly nowMs: () => number
  /** Told once for each change: false when limits go in-process, true when Redis decides again. */
  readonly onChange: (redisDecides: boolean) => void
}

const FAILURES_TO_OPEN = 3
const OPEN_MS = 1_000

/**
 * Limits by Redis, and by this process while Redis is unreachable: never unlimited, never a 500. After three failures in
 * a row Redis is left alone for a second at a time, and then asked by one request: the others do not wait. Each admitted request
 * is entered in the local log as well, and what that log refuses Redis is not asked: neither losing Redis nor one that
 * comes back empty hands out a fresh allowance. It never refuses what Redis would admit, since it
 * holds nothing but what was admitted, at the time it was asked for.
 */
export class Limiter {
  readonly #parts: LimiterParts
  #failures = 0
  #openUntilMs = 0
  #redisDecides = true
  #trying = false

  constructor(parts: LimiterParts) {
    this.#parts = parts
  }

  async admit(keyId: string, allowance: Allowance): Promise<Admission> {
    const { redis, local, nowMs } = this.#parts
    const open = this.#failures >= FAILURES_TO_OPEN
    if (open && (this.#trying || nowMs() < this.#openUntilMs)) return local.admit(keyId, allowance)
    const own = local.peek(keyId, allowance)
    if (!own.admitted) return own
    if (open) this.#trying = true
    try {
      const admission = await redis(keyId, allowance)
      this.#failures = 0
      this.#change(true)
      if (admission.admitted) local.enter(keyId, own.nowUs)
      return admission
    } catch {
      this.#failures += 1
      if (this.#failures >= FAILURES_TO_OPEN) this.#openUntilMs = nowMs() + OPEN_MS
      this.#change(false)
      return local.admit(keyId, allowance)
    } finally {
      if (open) this.#trying = false
    }
  }

  #change(redisDecides: boolean): void {
    if (this.#redisDecides === redisDecides) return
    this.#redisDecides = redisDecides
    this.#parts.onChange(redisDecides)
  }
}
