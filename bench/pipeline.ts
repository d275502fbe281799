import { readFileSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { append } from '../pipeline/event-log/append.ts'
import { type ShippedRecord, STATES, shippedRecords } from '../scripts/shipped-records.ts'
import { type BenchRow, baseRow, rowBeside, type Say } from './support/report.ts'
import { type Local, serveDefinition, withPool, withWorker } from './support/stack.ts'

const WRITERS = 16

/**
 * From opening a definition to its promotion, all 29 gates through the real worker, queue and operations: the first
 * shipped definition in a new worker, then again and the others. Time per row says whether a larger one costs more than
 * its size.
 */
export function benchReleaseRun(local: Local, say: Say, definitions = Number.POSITIVE_INFINITY): Promise<BenchRow[]> {
  return withWorker(local, async (pool) => {
    // A release that cites a document which is not shipped cannot pass.
    const whole = (await shippedRecords()).filter(({ wanted }) => wanted.length === 0).slice(0, definitions)
    const run = async (shipped: ShippedRecord, path = join(STATES, shipped.folder)) => {
      const { folder, record } = shipped
      say(folder)
      const ms = await millisecondsOf(() => serveDefinition(pool, path, local.home))
      return { seconds: ms / 1000, note: `${sizeText(shipped)}; ${Math.round(ms / record.rows.length)} ms a row` }
    }
    const [first] = whole
    if (first === undefined) throw new Error('no definition is shipped')
    const cold = await run(first)
    const base = baseRow(`${first.folder}, first in a new worker`, cold.seconds, 's', { note: cold.note })
    const rows: BenchRow[] = [base]
    // A release in service is not opened again, so the first one runs again with another name.
    const again = join(local.home, 'again')
    await cp(join(STATES, first.folder), again, { recursive: true })
    const named = join(again, 'release.yaml')
    await writeFile(named, (await readFile(named, 'utf8')).replace(/^release_id: .*/m, '$&-AGAIN'))
    for (const shipped of whole) {
      const { seconds, note } = await run(shipped, shipped === first ? again : undefined)
      rows.push(rowBeside(base, `${shipped.folder}, opened to promoted`, seconds, { note }))
    }
    return rows
  })
}

function sizeText({ folder, record }: ShippedRecord): string {
  const bytes = readFileSync(join(STATES, folder, 'rows.csv')).byteLength
  return `${record.rows.length} rows (${Math.round(bytes / 1000)} KB), ${record.cases.length} cases, 29 gates`
}

/**
 * The event log on a migrated database: appends by 16 concurrent writers compared with as many writers of bare INSERTs,
 * and a batch. Leaves its events in the log.
 */
export async function benchEventLog(
  local: Pick<Local, 'ownerUrl' | 'pipelineUrl'>,
  say: Say,
  { each = 125, batch = 1_000 } = {},
): Promise<BenchRow[]> {
  say('bare inserts')
  const inserts = await withPool(local.ownerUrl, WRITERS, (pool) => bareInserts(pool, each))
  const base = baseRow('bare INSERT', inserts, 'per s', { note: `${WRITERS} writers, one row a transaction, no chain` })
  return withPool(local.pipelineUrl, WRITERS, async (pool) => {
    const run = crypto.randomUUID()
    say('appends')
    const appends = await perSecondOf(WRITERS * each, () =>
      everyWriter((writer) => repeat(each, (version) => appendEvents(pool, `bench/${run}/${writer}`, version, 1))),
    )
    // A release engineer waits for one event per transaction; an import for a batch.
    const batched = await perSecondOf(batch, () => appendEvents(pool, `bench/${run}/batch`, 0, batch))
    const appended = rowBeside(base, 'append', appends, { note: `${WRITERS} writers, one event a transaction` })
    return [
      base,
      appended,
      rowBeside(appended, 'append of a batch', batched, { note: `events; one transaction of ${batch}` }),
    ]
  })
}

/** Time of a commit in plain Postgres: the same payload, writers and connections, without our code. */
async function bareInserts(pool: Pool, each: number): Promise<number> {
  await pool.query('CREATE TABLE bench_insert (id bigserial PRIMARY KEY, payload text NOT NULL)')
  try {
    const text = JSON.stringify(payload())
    const insert = async (): Promise<void> =>
      void (await pool.query('INSERT INTO bench_insert (payload) VALUES ($1)', [text]))
    return await perSecondOf(WRITERS * each, () => everyWriter(() => repeat(each, insert)))
  } finally {
    await pool.query('DROP TABLE bench_insert')
  }
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

const everyWriter = (write: (writer: number) => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))

async function repeat(times: number, work: (index: number) => Promise<void>): Promise<void> {
  for (let index = 0; index < times; index += 1) await work(index)
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const perSecondOf = async (count: number, work: () => Promise<unknown>): Promise<number> =>
  (count * 1000) / (await millisecondsOf(work))
