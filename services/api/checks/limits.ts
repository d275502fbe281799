import ipaddr from 'ipaddr.js'
import type { ApiKey } from '../../keys/key.ts'
import { type Refused, refuse } from '../contract/responses/error-details.ts'
import {
  type Admission,
  type Allowance,
  BURST_US,
  billViewOf,
  type LimitView,
  MINUTE_US,
  viewOf,
} from '../limits/window.ts'
import { sendError } from '../reply/envelope.ts'
import type { ApiReply } from '../reply/exchange.ts'
import type { Services } from '../services.ts'

const ANONYMOUS = { perMinute: 60, burst: 60 }

const BURST_SECONDS = BURST_US / 1_000_000
const MINUTE_SECONDS = MINUTE_US / 1_000_000

/** RateLimit-Policy of a key: at most q requests in any w seconds, for both windows. */
function keyPolicies({ perMinute, burst }: Allowance): string {
  return `"burst";q=${burst};w=${BURST_SECONDS}, "minute";q=${perMinute};w=${MINUTE_SECONDS}`
}

function addressPolicy(perMinute: number): string {
  return `"address";q=${perMinute};w=${MINUTE_SECONDS}`
}

/**
 * The limits of an answer: X-RateLimit-* as the specification has them (spec: Limits), and the fields of
 * draft-ietf-httpapi-ratelimit-headers-10. `binding` names the policy with the least room; `t` is the seconds until it has
 * more.
 */
function setLimitHeaders(reply: ApiReply, view: LimitView, policies: string, binding: string): void {
  reply
    .header('x-ratelimit-limit', String(view.limit))
    .header('x-ratelimit-remaining', String(view.remaining))
    .header('x-ratelimit-reset', String(view.resetEpoch))
    .header('ratelimit-policy', policies)
    .header('ratelimit', `"${binding}";r=${view.remaining};t=${view.retryAfterSeconds}`)
}

function detailsOf({ limit, remaining, resetEpoch, retryAfterSeconds, reason }: LimitView) {
  return { limit, remaining, reset_epoch: resetEpoch, retry_after_seconds: retryAfterSeconds, reason }
}

function sendRefusal(reply: ApiReply, view: LimitView): void {
  reply.header('retry-after', String(view.retryAfterSeconds))
  sendError(reply, 'RATE_LIMIT_EXCEEDED', detailsOf(view))
}

/** Takes one unit of the key's allowance, or answers 429 (spec: Limits). True: the request may go on. */
export async function limit(services: Services, key: ApiKey, reply: ApiReply): Promise<boolean> {
  const allowance = { perMinute: key.perMinute, burst: key.burst }
  const admission = await services.limiter.admit(key.keyId, allowance)
  const view = viewOf(allowance, admission)
  setLimitHeaders(reply, view, keyPolicies(allowance), view.reason === 'burst_limit' ? 'burst' : 'minute')
  if (!admission.admitted) sendRefusal(reply, view)
  return admission.admitted
}

/** Headers with the bills that a key has left in a minute (docs/design/contract.md#batches). */
function billHeaders({ limit, remaining, resetEpoch }: LimitView): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-bills-limit': String(limit),
    'x-ratelimit-bills-remaining': String(remaining),
    'x-ratelimit-bills-reset': String(resetEpoch),
  }
}

/** Takes a number of bills from the key's allowance, all or none: returns the headers to send, or the refusal. */
export async function takeBills(
  { limiter }: Services,
  { keyId, billsPerMinute }: ApiKey,
  bills: number,
): Promise<{ readonly ok: true; readonly headers: Readonly<Record<string, string>> } | Refused<'RATE_LIMIT_EXCEEDED'>> {
  const admission = await limiter.admitBills(keyId, bills, billsPerMinute)
  const view = billViewOf(billsPerMinute, admission)
  const headers = billHeaders(view)
  if (admission.admitted) return { ok: true, headers }
  return {
    ...refuse('RATE_LIMIT_EXCEEDED', detailsOf(view)),
    headers: { ...headers, 'retry-after': String(view.retryAfterSeconds) },
  }
}

/** What some proxies put after the address in X-Forwarded-For: the port of the client, which differs in every connection. */
const WITH_PORT = /^(?:\[([0-9a-f:.]+)\](?::\d+)?|([\d.]+):\d+)$/i

/**
 * The address by which requests are counted, in one spelling and without a port. An IPv6 client may use all of its /64,
 * which counts as one address.
 */
export function networkOf(given: string): string {
  const [, inBrackets, beforeColon] = WITH_PORT.exec(given) ?? []
  const ip = inBrackets ?? beforeColon ?? given
  if (!ipaddr.isValid(ip)) return given
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const network = address.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** Limits requests without a valid key to 60 a minute for each address. True: a 429 was sent. */
export function limitAnonymous(services: Services, reply: ApiReply): boolean {
  return refuseBeyond(reply, services.anonymous.admit(networkOf(reply.request.ip), ANONYMOUS))
}

/**
 * Limits keys that are unknown here and need a query to Postgres, to the same number a minute for each address, counted
 * before the query. Separate from the limit above, so that requests without a key do not lock out callers with one.
 */
export function admitLookUp(services: Services, ip: string): Admission {
  return services.lookUps.admit(networkOf(ip), ANONYMOUS)
}

/** The key is valid after all, or its state is unknown: the request is not counted. */
export function takeLookUpBack(services: Services, ip: string, { nowUs }: Admission): void {
  services.lookUps.takeBack(networkOf(ip), nowUs)
}

/** True if a 429 was sent because of an address's limit. */
export function refuseBeyond(reply: ApiReply, admission: Admission, allowance: Allowance = ANONYMOUS): boolean {
  if (admission.admitted) return false
  const view = viewOf(allowance, admission)
  setLimitHeaders(reply, view, addressPolicy(allowance.perMinute), 'address')
  sendRefusal(reply, view)
  return true
}
