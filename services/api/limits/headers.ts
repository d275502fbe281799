import type { FastifyReply } from 'fastify'
import { type Allowance, BURST_US, type LimitView, MINUTE_US } from './window.ts'

const BURST_SECONDS = BURST_US / 1_000_000
const MINUTE_SECONDS = MINUTE_US / 1_000_000

/** What RateLimit-Policy says of a key: at most q requests in any w seconds, for both windows. */
export function keyPolicies({ perMinute, burst }: Allowance): string {
  return `"burst";q=${burst};w=${BURST_SECONDS}, "minute";q=${perMinute};w=${MINUTE_SECONDS}`
}

/** The same of an address without a key. */
export function addressPolicy(perMinute: number): string {
  return `"address";q=${perMinute};w=${MINUTE_SECONDS}`
}

/**
 * The limits of an answer: X-RateLimit-* as the specification has them (spec: Limits), and the fields of
 * draft-ietf-httpapi-ratelimit-headers-10. `binding` names the policy with the least room; `t` is the seconds until it has
 * more.
 */
export function setLimitHeaders(reply: FastifyReply, view: LimitView, policies: string, binding: string): void {
  reply
    .header('x-ratelimit-limit', String(view.limit))
    .header('x-ratelimit-remaining', String(view.remaining))
    .header('x-ratelimit-reset', String(view.resetEpoch))
    .header('ratelimit-policy', policies)
    .header('ratelimit', `"${binding}";r=${view.remaining};t=${view.retryAfterSeconds}`)
}
