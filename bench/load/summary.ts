import type { Limits } from '../support/stack.ts'
import { judge, type Verdict } from './mix.ts'
import type { Sent } from './open-loop.ts'

/** Quantiles of latency in milliseconds. */
export type Quantiles = {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly most: number
}

/** From the planned time to the last byte of the answer, by nearest rank. */
export function quantilesOf(sent: readonly Sent[]): Quantiles {
  const took = sent.map(({ plannedMs, answeredMs }) => answeredMs - plannedMs).sort((a, b) => a - b)
  const at = (share: number): number => took[Math.max(0, Math.ceil(took.length * share) - 1)] ?? Number.NaN
  return { count: took.length, p50: at(0.5), p99: at(0.99), p999: at(0.999), most: at(1) }
}

/** How late requests were sent: the load generator's own share of the latencies. */
export function latenessOf(sent: readonly Sent[]): Quantiles {
  return quantilesOf(sent.map((each) => ({ ...each, answeredMs: each.sentMs })))
}

/** Counts of answers by kind, status and code. */
export type Answered = {
  readonly kind: string
  readonly status: number
  readonly code: string | null
  readonly count: number
  readonly verdict: Verdict
}

export function answersOf(sent: readonly Sent[]): Answered[] {
  const groups = Map.groupBy(sent, ({ kind, status, code }) => JSON.stringify([kind, status, code]))
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { kind, status, code } = first
    return [{ kind, status, code, count: 1 + others.length, verdict: judge(kind, status, code) }]
  })
}

const MINUTE_MS = 60_000
const BURST_MS = 10_000

/**
 * How often a key was admitted more than its limit allows, as far as its caller can tell. Each request was decided
 * between its sending and its answer. So of `limit` + 1 consecutive admitted requests, the first must have been sent at
 * least a window before the last was answered; otherwise more than the limit were admitted in one window.
 */
export function overLimit(sent: readonly Sent[], { perMinute, burst }: Limits): number {
  const admitted = sent.filter(({ status }) => status === 200)
  const sentAt = admitted.map(({ sentMs }) => sentMs).sort((a, b) => a - b)
  const answeredAt = admitted.map(({ answeredMs }) => answeredMs).sort((a, b) => a - b)
  const over = (limit: number, windowMs: number): number =>
    sentAt.filter((at, index) => {
      const last = answeredAt[index + limit]
      return last !== undefined && last - at < windowMs
    }).length
  return over(perMinute, MINUTE_MS) + over(burst, BURST_MS)
}
