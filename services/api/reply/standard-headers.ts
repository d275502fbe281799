import { Socket } from 'node:net'
import helmet from 'helmet'
import { IncomingMessage, ServerResponse } from '../../platform/http.ts'

/** Headers that are obsolete or already covered by the policy below. docs/headers.md has the others. */
const NO_REASON_TO_SEND = {
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const

/**
 * The security headers of every answer. helmet computes them for each request, which takes longer than the rest of a
 * minimal answer; they never differ, so it is called once. `hsts`: only if TLS ends at a proxy
 * (docs/design/contract.md#addresses).
 */
function securityHeaders(hsts: boolean): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  const policy = { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } }
  let isDone = false
  helmet({ contentSecurityPolicy: policy, strictTransportSecurity: hsts, ...NO_REASON_TO_SEND })(
    request,
    answer,
    (error) => {
      if (error !== undefined) throw error
      isDone = true
    },
  )
  if (!isDone) throw new Error('helmet does not set its headers at once')
  return Object.fromEntries(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]))
}

/**
 * The headers of every answer (docs/headers.md "On every answer"), except its id and date. They never differ, except
 * for caching. `hsts`: only if TLS ends at a proxy.
 */
export function standardHeaders(hsts: boolean): Readonly<Record<string, string>> {
  return {
    ...securityHeaders(hsts),
    // Small answers too: a cache must not use one for every encoding. Lower case, as the plugin expects.
    vary: 'accept-encoding, Authorization, X-API-Key, Origin',
    'cache-control': 'no-store',
  }
}

/** The content policy of a page: scripts, styles and data only from this origin; `images`: allowed sources of icons. */
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
