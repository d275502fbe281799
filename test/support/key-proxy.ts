import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of an API that adds a key, for tools that cannot send one. */
export type KeyProxy = { readonly origin: string; close(): Promise<void> }

/** Starts one on a free loopback port. Host, Origin and everything else are passed on unchanged. */
export async function startKeyProxy(target: string, key: string): Promise<KeyProxy> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const passed = request(
      { hostname, port, method, path: url, headers: { ...headers, 'x-api-key': key } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
