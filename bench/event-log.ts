import { performance } from 'node:perf_hooks'
import type { Pool } from 'pg'
import { append } from '../pipeline/event-log/append.ts'
import { verifyChain } from '../pipeline/event-log/verify-chain.ts'

const WRITERS = 16
const APPENDS_EACH = 125
/** One event a transaction is what a release engineer waits for; a batch is what an import waits for. */
const BATCH = 1_000

export type EventLogFigures = {
  readonly writers: number
  /** Transactions of one event, each on a stream of its writer, a second. */
  readonly appendsPerSecond: number
  /** Milliseconds for one transaction of 1,000 events. */
  readonly batchOf1000Ms: number
  /** Events verified a second, over the whole log. */
  readonly verifiedPerSecond: number
  readonly events: number
}

/**
 * Measures the event log on a migrated database: appends by 16 writers at once, a batch, and verification of all of
 * it. Leaves its events in the log. `pipeline` needs at least 16 connections. Throws when the log does not verify.
 */
export async function benchEventLog(pools: { readonly pipeline: Pool }): Promise<EventLogFigures> {
  const run = crypto.randomUUID()
  const write = async (writer: number) => {
    for (let version = 0; version < APPENDS_EACH; version += 1) {
      await appendEvents(pools.pipeline, `bench/${run}/${writer}`, version, 1)
    }
  }
  const appendMs = await elapsedMs(() => Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))))
  const batchOf1000Ms = await elapsedMs(() => appendEvents(pools.pipeline, `bench/${run}/batch`, 0, BATCH))
  let events = 0
  const verifyMs = await elapsedMs(async () => {
    const verdict = await verifyChain(pools.pipeline)
    if (!verdict.ok) throw new Error(`the log is broken at ${verdict.first_bad.position}: ${verdict.first_bad.reason}`)
    events = verdict.events
  })
  return {
    writers: WRITERS,
    appendsPerSecond: Math.round((WRITERS * APPENDS_EACH * 1_000) / appendMs),
    batchOf1000Ms: Math.round(batchOf1000Ms),
    verifiedPerSecond: Math.round((events * 1_000) / verifyMs),
    events,
  }
}

async function appendEvents(pool: Pool, stream: string, version: number, count: number): Promise<void> {
  const payload = { gate: 'source.cited', passed: true, checked: 120, findings: [], padding: 'x'.repeat(200) }
  const result = await append(pool, {
    stream,
    expectedVersion: version,
    events: Array.from({ length: count }, () => ({ type: 'GateChecked', schemaVersion: 1, payload })),
    actor: 'bench',
    commandId: null,
    now: new Date(),
  })
  if (!result.ok) throw new Error(`conflict on ${stream} at ${result.actualVersion}`)
}

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
