import { sendError } from '../reply/envelope.ts'
import type { ApiReply, ApiRequest } from '../reply/exchange.ts'
import type { Services } from '../services.ts'

const TICK_MS = 20
const SAY_EVERY_MS = 1_000

/**
 * How long a request may have waited before it was read, as far as this process can tell: the larger of two measures. A
 * request waited at least as long as the current turn of the event loop has taken. And if the last two ticks were both
 * late, the loop is late in every turn; a single stall makes only one tick late and refuses nobody. Nothing is
 * averaged, so missing measurements have no effect: without ticks and requests the result is 0.
 */
export class Lateness {
  readonly #nowMs: () => number
  #ticked: number
  #late: readonly [number, number] = [0, 0]
  #turnBegan: number | null = null

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
    this.#ticked = nowMs()
  }

  /** Must be called every TICK_MS. */
  tick(): void {
    const now = this.#nowMs()
    this.#late = [Math.max(0, now - this.#ticked - TICK_MS), this.#late[0]]
    this.#ticked = now
  }

  /** Must be called for each request read; `atTurnsEnd` runs its argument at the end of the event loop turn. */
  readMs(atTurnsEnd: (end: () => void) => void): number {
    const now = this.#nowMs()
    if (this.#turnBegan === null) {
      this.#turnBegan = now
      atTurnsEnd(() => {
        this.#turnBegan = null
      })
    }
    return Math.max(now - this.#turnBegan, Math.min(...this.#late))
  }
}

export type OverloadGuard = {
  /** True: the request may go on. */
  check(request: ApiRequest, reply: ApiReply): boolean
  stop(): void
}

/** Rejects, before any work is done for them, requests that may have waited longer than `limitMs`. */
export function startOverloadGuard({ log, nowMs }: Pick<Services, 'log' | 'nowMs'>, limitMs: number): OverloadGuard {
  const lateness = new Lateness(nowMs)
  const timer = setInterval(() => lateness.tick(), TICK_MS).unref()
  let saidMs = Number.NEGATIVE_INFINITY
  let unsaid = 0
  const check = (request: ApiRequest, reply: ApiReply): boolean => {
    const lateMs = lateness.readMs(setImmediate)
    if (lateMs <= limitMs) return true
    unsaid += 1
    if (nowMs() - saidMs >= SAY_EVERY_MS) {
      log.warn({ request_id: request.id, late_ms: Math.round(lateMs), turned_away: unsaid }, 'overloaded')
      saidMs = nowMs()
      unsaid = 0
    }
    sendError(reply, 'SERVICE_OVERLOADED')
    return false
  }
  return { check, stop: () => clearInterval(timer) }
}
