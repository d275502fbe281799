import { securityHeaders } from './security-headers.ts'

/**
 * The headers of every answer, whoever writes it (docs/headers.md "On every answer"), besides its id and date. They never
 * differ, but for what an answer itself says of how long it may be kept. `hsts`: only where TLS ends at a proxy.
 */
export async function headersOfEveryAnswer(hsts: boolean): Promise<Readonly<Record<string, string>>> {
  return {
    ...(await securityHeaders(hsts)),
    // Small answers too: whoever caches must not take one for the answer to every encoding. Lower case, as the plugin looks for it.
    vary: 'accept-encoding, Authorization, X-API-Key, Origin',
    'cache-control': 'no-store',
  }
}
