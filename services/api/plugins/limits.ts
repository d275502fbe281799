import { isIPv6 } from 'node:net'
import type { FastifyReply } from 'fastify'
import type { ApiKey } from '../../keys/key.ts'
import { sendError } from '../envelope.ts'
import { addressPolicy, keyPolicies, setLimitHeaders } from '../limits/headers.ts'
import { type LimitView, viewOf } from '../limits/window.ts'
import type { Services } from '../services.ts'

const ANONYMOUS = { perMinute: 60, burst: 60 }

function refuse(reply: FastifyReply, view: LimitView): void {
  reply.header('retry-after', String(view.retryAfterSeconds))
  sendError(reply, 'RATE_LIMIT_EXCEEDED', {
    limit: view.limit,
    remaining: view.remaining,
    reset_epoch: view.resetEpoch,
    retry_after_seconds: view.retryAfterSeconds,
    reason: view.reason,
  })
}

/** Takes one unit of the key's allowance, or answers 429 (spec: Limits). True: the request may go on. */
export async function limit(services: Services, key: ApiKey, reply: FastifyReply): Promise<boolean> {
  const allowance = { perMinute: key.perMinute, burst: key.burst }
  const admission = await services.limiter.admit(key.keyId, allowance)
  const view = viewOf(allowance, admission)
  setLimitHeaders(reply, view, keyPolicies(allowance), view.reason === 'burst_limit' ? 'burst' : 'minute')
  if (!admission.admitted) refuse(reply, view)
  return admission.admitted
}

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** The address limits count by: an IPv6 client may have all of its /64. However it is written, it is one address. */
export function clientAddress({ ip }: { readonly ip: string }): string {
  const inner = IPV4_IN_IPV6.exec(ip)?.[1]
  if (inner !== undefined) return inner
  if (!isIPv6(ip)) return ip
  const [head = ''] = ip.split('%')
  const [left = '', right] = head.split('::')
  const groups = left.split(':').filter((group) => group !== '')
  const tail = right === undefined ? [] : right.split(':').filter((group) => group !== '')
  const zeros = right === undefined ? 0 : 8 - groups.length - tail.length
  const full = [...groups, ...Array<string>(zeros).fill('0'), ...tail]
  const network = full.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

/** Requests without a valid key: 60 a minute for each address. True: a 429 was sent. */
export function limitAnonymous(services: Services, reply: FastifyReply): boolean {
  const admission = services.anonymous.admit(clientAddress(reply.request), ANONYMOUS)
  if (admission.admitted) return false
  const view = viewOf(ANONYMOUS, admission)
  setLimitHeaders(reply, view, addressPolicy(ANONYMOUS.perMinute), 'address')
  refuse(reply, view)
  return true
}
