import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The name in a Host header, without port and brackets; null: it is none. */
function nameOf(host: string): string | null {
  const url = URL.parse(`http://${host}`)
  if (url === null || url.pathname !== '/' || url.username !== '' || url.search !== '' || url.hash !== '') return null
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/**
 * Whether a request came by a name that is ours. A page that has its own name resolve to this machine (DNS rebinding)
 * sends that name, which is neither loopback, nor an address in digits, nor the configured host. What came through a
 * trusted proxy came by a name that the proxy serves.
 */
export function isOwnHost({ headers }: Pick<FastifyRequest, 'headers'>, host: string, trustProxy: boolean): boolean {
  if (trustProxy && headers['x-forwarded-for'] !== undefined) return true
  const name = nameOf(headers.host ?? '')
  if (name === null) return false
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || name === host.toLowerCase()
}
