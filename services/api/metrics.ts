import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { registerProcessMetrics } from '../platform/metrics-listener.ts'

/** Metrics of an API instance (Prometheus). */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  registerProcessMetrics(registry)
  const sinceSigned = { read: () => 0 }
  new Gauge({
    name: 'pramaan_signed_note_age_seconds',
    aggregator: 'max',
    help: 'Time since the newest signed note of the log; a worker signs one every minute',
    registers,
    collect() {
      this.set(sinceSigned.read())
    },
  })
  return {
    registry,
    /** Read at each scrape. */
    sinceSigned,
    requests: new Counter({
      name: 'pramaan_requests_total',
      help: 'Answered requests',
      labelNames: ['route', 'status'],
      registers,
    }),
    seconds: new Histogram({
      name: 'pramaan_request_seconds',
      help: 'Time to answer',
      labelNames: ['route'],
      buckets: [0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 2],
      registers,
    }),
    refused: new Counter({ name: 'pramaan_refusals_total', help: 'Typed refusals', labelNames: ['code'], registers }),
    connections: new Gauge({ name: 'pramaan_connections', help: 'Open connections of clients', registers }),
    connectionsRefused: new Counter({
      name: 'pramaan_connections_refused_total',
      help: 'Connections closed unread because the limit of open connections, or of one address, was reached',
      labelNames: ['reason'],
      registers,
    }),
    postgresAnswers: new Gauge({
      name: 'pramaan_postgres_answers',
      aggregator: 'min',
      help: '1: Postgres answered the last poll; 0: it did not, and keys cannot be confirmed',
      registers,
    }),
    limiterRedis: new Gauge({
      name: 'pramaan_limiter_redis',
      aggregator: 'min',
      help: '1: Redis decides the limits; 0: this process does',
      registers,
    }),
    releases: new Gauge({
      name: 'pramaan_releases_serving',
      aggregator: 'min',
      help: 'Releases in service',
      registers,
    }),
    problems: new Gauge({
      name: 'pramaan_release_problems',
      aggregator: 'max',
      help: 'Releases refused at load',
      registers,
    }),
  }
}
