import { performance } from 'node:perf_hooks'
import type { Pool } from 'pg'
import { append } from '../pipeline/event-log/append.ts'
import { readAll } from '../pipeline/event-log/read.ts'
import { verifyChain } from '../pipeline/event-log/verify-chain.ts'
import { type Local, withPool } from './support/local.ts'
import type { BenchRow, Say } from './support/row.ts'

const WRITERS = 16
/** One event a transaction is what a release engineer waits for; a batch is what an import waits for. */
const BATCH = 1_000
const PAGE = 1_000

/**
 * Measures the event log on a migrated database: appends by 16 writers at once beside bare INSERTs by as many, a batch,
 * and the verification of all of it beside mere reading. Leaves its events in the log. Throws when it does not verify.
 */
export async function benchEventLog(
  local: Pick<Local, 'ownerUrl' | 'pipelineUrl'>,
  say: Say,
  { each = 125, batch = BATCH } = {},
): Promise<BenchRow[]> {
  say('bare inserts')
  const inserts = await withPool(local.ownerUrl, WRITERS, (pool) => bareInserts(pool, each))
  return withPool(local.pipelineUrl, WRITERS, async (pool) => {
    const run = crypto.randomUUID()
    say('appends')
    const appends = await perSecondOf(WRITERS * each, () =>
      everyWriter((writer) => repeat(each, (version) => appendEvents(pool, `bench/${run}/${writer}`, version, 1))),
    )
    const batched = await perSecondOf(batch, () => appendEvents(pool, `bench/${run}/batch`, 0, batch))
    say('verification')
    const { events, readPerSecond } = await readEverything(pool)
    const verified = await perSecondOf(events, async () => {
      const verdict = await verifyChain(pool)
      if (!verdict.ok)
        throw new Error(`the log is broken at ${verdict.first_bad.position}: ${verdict.first_bad.reason}`)
    })
    const row = (name: string, value: number, baseline: string, of: number | null, note: string): BenchRow => {
      const ratio = of === null ? null : value / of
      return { part: 'log', name, value, unit: 'per s', baseline, ratio, target: null, note }
    }
    return [
      row('bare INSERT', inserts, 'is one', null, `${WRITERS} writers, one row a transaction, no chain`),
      row('append', appends, 'bare INSERT', inserts, `${WRITERS} writers, one event a transaction`),
      row('append of a batch', batched, 'append', appends, `events; one transaction of ${batch}`),
      row('read', readPerSecond, 'is one', null, `${events} events, pages of ${PAGE}`),
      row('verifyChain', verified, 'read', readPerSecond, `${events} events, every column through its hash`),
    ]
  })
}

/** What Postgres takes for a commit: the same payload, writers and connections, and nothing of ours. */
function bareInserts(pool: Pool, each: number): Promise<number> {
  const work = async (): Promise<number> => {
    await pool.query('CREATE TABLE bench_insert (id bigserial PRIMARY KEY, payload text NOT NULL)')
    const text = JSON.stringify(payload())
    return perSecondOf(WRITERS * each, () =>
      everyWriter(() =>
        repeat(each, async () => void (await pool.query('INSERT INTO bench_insert (payload) VALUES ($1)', [text]))),
      ),
    )
  }
  return work().finally(() => pool.query('DROP TABLE IF EXISTS bench_insert'))
}

const payload = () => ({ gate: 'source.cited', passed: true, checked: 120, findings: [], padding: 'x'.repeat(200) })

async function appendEvents(pool: Pool, stream: string, version: number, count: number): Promise<void> {
  const result = await append(pool, {
    stream,
    expectedVersion: version,
    events: Array.from({ length: count }, () => ({ type: 'GateChecked', schemaVersion: 1, payload: payload() })),
    actor: 'bench',
    commandId: null,
    now: new Date(),
  })
  if (!result.ok) throw new Error(`${stream}: ${result.reason}`)
}

async function readEverything(pool: Pool): Promise<{ events: number; readPerSecond: number }> {
  let events = 0
  const start = performance.now()
  for (;;) {
    const page = await readAll(pool, { after: events, limit: PAGE })
    events += page.length
    if (page.length < PAGE) return { events, readPerSecond: (events * 1000) / (performance.now() - start) }
  }
}

const everyWriter = (write: (writer: number) => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))

async function repeat(times: number, work: (index: number) => Promise<void>): Promise<void> {
  for (let index = 0; index < times; index += 1) await work(index)
}

async function perSecondOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (count * 1000) / (performance.now() - start)
}
