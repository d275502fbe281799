import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Counter, Gauge, type Registry } from 'prom-client'
import { createServer } from './http.ts'
import { listening } from './listen-refusal.ts'

const HOST = '127.0.0.1'
const MOST_CONNECTIONS = 16
const REQUEST_TIMEOUT_MS = 5_000

/**
 * Metrics have a separate listener on loopback: they need no key and must not be public
 * (docs/design/contract.md#addresses). Throws ConfigError if the port is not available.
 */
export async function listenMetrics(
  registry: { readonly contentType: string; metrics(): Promise<string> },
  port: number,
): Promise<{ readonly port: number; close(): void }> {
  const limits = { requestTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: REQUEST_TIMEOUT_MS / 5 }
  const server = createServer(limits, (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.maxConnections = MOST_CONNECTIONS
  const open = once(server, 'listening')
  server.listen(port, HOST)
  await listening('METRICS_PORT', HOST, port, () => open)
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Metrics of any process, measured when requested. */
export function registerProcessMetrics(registry: Registry): void {
  const registers = [registry]
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of this process',
    registers,
    collect() {
      try {
        this.set(process.memoryUsage.rss())
      } catch {
        // Reading it needs a file descriptor; if none is left, the last value stays.
      }
    },
  })
  let seconds = 0
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of this process, user and system',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      const now = (user + system) / 1e6
      this.inc(Math.max(0, now - seconds))
      seconds = now
    },
  })
}
