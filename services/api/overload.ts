import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { sendError } from './envelope.ts'
import type { Services } from './services.ts'

const RESOLUTION_MS = 10
const SAMPLE_MS = 1_000
const NS_PER_MS = 1e6

/** What a delay histogram of perf_hooks has counted since it was enabled: how many ticks, and their mean length in ns. */
export type Ticks = { readonly count: number; readonly mean: number }

/**
 * Each call gives the mean delay of the event loop since the call before, in milliseconds. The histogram must never be reset:
 * its first tick after a reset is not counted, so a loop that is blocked in every turn would show no tick at all. Where
 * none was counted nothing is known, and the last measure stays; it is 0 at first.
 */
export function delayMeter(ticks: Ticks): () => number {
  let count = 0
  let sum = 0
  let delayMs = 0
  return () => {
    const counted = ticks.count - count
    if (counted > 0) {
      const total = ticks.count * ticks.mean
      delayMs = Math.max(0, (total - sum) / counted / NS_PER_MS - RESOLUTION_MS)
      count = ticks.count
      sum = total
    }
    return delayMs
  }
}

/** Turns new requests away while the event loop was later than `limitMs` on average over the last sample. */
export function registerOverloadGuard(app: FastifyInstance, services: Pick<Services, 'log'>, limitMs: number): void {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  const measure = delayMeter(histogram)
  let delayMs = 0
  histogram.enable()
  const timer = setInterval(() => {
    delayMs = measure()
  }, SAMPLE_MS).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    histogram.disable()
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (delayMs <= limitMs) return done()
    services.log.warn({ request_id: request.id, delay_ms: Math.round(delayMs) }, 'overloaded')
    sendError(reply, 'SERVICE_OVERLOADED')
  })
}
