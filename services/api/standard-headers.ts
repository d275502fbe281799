import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import fastify from 'fastify'

/** Headers for plug-ins and browsers of the past, or that the policy below says already. docs/headers.md has the others. */
const NO_REASON_TO_SEND = {
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const

/** What an answer has anyway. */
const OF_ANY_ANSWER = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive'])

/**
 * The security headers of every answer. helmet works them out anew for each request, which takes longer than the whole
 * of a bare answer; they never differ, so it is asked once. `hsts`: only where TLS ends at a proxy
 * (docs/design/contract.md#addresses).
 */
async function securityHeaders(hsts: boolean): Promise<Readonly<Record<string, string>>> {
  const options: FastifyHelmetOptions = {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    hsts,
    ...NO_REASON_TO_SEND,
  }
  const probe = fastify()
  await probe.register(helmet, options)
  probe.get('/', async () => '')
  const { headers } = await probe.inject('/')
  await probe.close()
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      OF_ANY_ANSWER.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  )
}

/**
 * The headers of every answer, whoever writes it (docs/headers.md "On every answer"), besides its id and date. They never
 * differ, but for what an answer itself says of how long it may be kept. `hsts`: only where TLS ends at a proxy.
 */
export async function standardHeaders(hsts: boolean): Promise<Readonly<Record<string, string>>> {
  return {
    ...(await securityHeaders(hsts)),
    // Small answers too: whoever caches must not take one for the answer to every encoding. Lower case, as the plugin looks for it.
    vary: 'accept-encoding, Authorization, X-API-Key, Origin',
    'cache-control': 'no-store',
  }
}

/** The content policy of a page: scripts, styles and data of this origin alone; `images` says where icons may come from. */
export function pagePolicy(images: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${images}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
