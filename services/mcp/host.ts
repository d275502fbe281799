import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The name in a Host header, without port and brackets; null if it is not valid. */
function nameOf(host: string): string | null {
  const url = URL.parse(`http://${host}`)
  if (url === null || url.pathname !== '/' || url.username !== '' || url.search !== '' || url.hash !== '') return null
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/**
 * Whether the Host of a request is one of ours. With DNS rebinding, a page's own name resolves to this machine; such a
 * name is neither loopback, nor a numeric address, nor the configured host. A trusted proxy checks the name itself.
 */
export function isOwnHost({ headers }: Pick<FastifyRequest, 'headers'>, host: string, trustProxy: boolean): boolean {
  if (trustProxy && headers['x-forwarded-for'] !== undefined) return true
  const name = nameOf(headers.host ?? '')
  if (name === null) return false
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || name === host.toLowerCase()
}
