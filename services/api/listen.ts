import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenRefusal } from '../platform/listen-refusal.ts'
import type { Metrics } from './metrics.ts'

/** Listens, or says which setting keeps it from that. */
export async function listen<T>(
  setting: 'PORT' | 'METRICS_PORT',
  host: string,
  port: number,
  begin: () => Promise<T>,
): Promise<T> {
  try {
    return await begin()
  } catch (error) {
    throw listenRefusal(setting, host, port, error)
  }
}

const METRICS_HOST = '127.0.0.1'

/** Metrics have a listener of their own, on loopback: they need no key and must not be public (contract 2.1). */
export async function listenMetrics(
  { registry }: Metrics,
  port: number,
): Promise<{ server: ReturnType<typeof createServer>; port: number }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  const listening = once(server, 'listening')
  server.listen(port, METRICS_HOST)
  await listen('METRICS_PORT', METRICS_HOST, port, () => listening)
  return { server, port: (server.address() as AddressInfo).port }
}
