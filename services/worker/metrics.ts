import type { Queue } from 'bullmq'
import { Counter, Gauge, Registry } from 'prom-client'
import type { QueueName } from '../../pipeline/relay/jobs.ts'
import { registerProcessMetrics } from '../platform/metrics-listener.ts'

/** Waiting jobs of one queue. */
const STATES = ['waiting', 'active', 'delayed', 'waiting-children'] as const

/** `queues`: returns the numbers of jobs, called at each scrape. */
export function createWorkerMetrics(queues: () => Readonly<Partial<Record<QueueName, Queue>>>) {
  const registry = new Registry()
  const registers = [registry]
  registerProcessMetrics(registry)
  new Gauge({
    name: 'pramaan_queue_jobs',
    help: 'Jobs in a queue by state, of all workers together',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      for (const [name, queue] of Object.entries(queues())) {
        // If a queue cannot be queried, no value is shown instead of an old one.
        const counts = await queue.getJobCounts(...STATES).catch(() => null)
        for (const state of STATES) {
          if (counts === null) this.remove({ queue: name, state })
          else this.set({ queue: name, state }, counts[state] ?? 0)
        }
      }
    },
  })
  return {
    registry,
    jobs: new Counter({
      name: 'pramaan_jobs_total',
      help: 'Jobs finished by this worker; failed means an infrastructure fault, not a failed gate',
      labelNames: ['queue', 'outcome'],
      registers,
    }),
    reconciled: new Counter({
      name: 'pramaan_jobs_reconciled_total',
      help: 'Jobs without a verdict that were enqueued again',
      registers,
    }),
    loopFailures: new Counter({
      name: 'pramaan_loop_failures_total',
      help: 'Rounds of relay, lapses, reconciler or heartbeat that failed',
      labelNames: ['loop'],
      registers,
    }),
    relayed: new Gauge({
      name: 'pramaan_relayed_timestamp_seconds',
      help: 'When this worker last found every event queued, projected and covered by a checkpoint',
      registers,
    }),
  }
}
