import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ReleaseRecord } from '../releases/record/record.ts'
import { shippedRecords } from '../scripts/shipped-records.ts'
import { nodeBinary } from '../services/platform/node-process.ts'
import { loadSigningKey } from '../services/platform/signing-key.ts'
import { type LoadRequest, putUnderLoad } from './support/load.ts'
import { type Cores, residentMb } from './support/machine.ts'
import { atMost, type BenchRow, baseRow, median, numberText, rowBeside, type Say } from './support/report.ts'
import { API_CASES, requestsOf } from './support/requests.ts'
import { type Server, startApiServer, startPlainServer } from './support/servers.ts'
import type { SnapshotSize } from './support/snapshot-process.ts'
import { type Local, withPool } from './support/stack.ts'
import { serveRecord, signLog, syntheticRecords } from './support/synthetic.ts'

const CONNECTIONS = 32
const MOST_MB = 160
/** Counts as flat if 100,000 requests add no more than this in the second half. */
const MOST_GROWTH_MB = 2
const MOST_RELEASE_MB = 1
const MOST_START_S = 3
const SNAPSHOT_PROCESS = fileURLToPath(new URL('./support/snapshot-process.ts', import.meta.url))

/**
 * Resident memory of one API process after 100,000 answered requests, and the growth over the next 100,000, compared
 * with a bare Fastify process after as many. The requests are calculations and catalogue answers in equal parts. No
 * rows without /proc. `slice`: number of requests between two measurements.
 */
export async function benchMemory(
  local: Local,
  keys: readonly string[],
  cores: Cores,
  say: Say,
  { slice, slices } = { slice: 10_000, slices: 20 },
): Promise<BenchRow[]> {
  const answered = API_CASES.filter(({ status }) => status === 200).map((each) => requestsOf(each, keys))
  const mixed = keys.flatMap((_, index) => answered.flatMap((requests) => requests[index] ?? []))
  const hello: LoadRequest[] = [{ method: 'GET', path: '/', headers: {} }]
  const half = Math.floor(slices / 2)
  const bare = await watched(await startPlainServer('bare', local, cores), hello, slice, half, say)
  const api = await watched(await startApiServer(local, keys[0] ?? '', cores), mixed, slice, slices, say)
  const [bareMb, apiMb] = [bare.at(-1), api[half - 1]]
  if (bareMb === undefined || apiMb === undefined) return []
  const requests = (half * slice).toLocaleString('en')
  const growth = slopeOf(api.slice(half - 1)) * (100_000 / slice)
  const base = baseRow('bare Fastify, resident', bareMb, 'MB', { note: `after ${requests} requests` })
  const resident = rowBeside(base, 'API, resident', apiMb, {
    target: atMost(apiMb, MOST_MB),
    note: `after ${requests} requests; every ${slice.toLocaleString('en')}: ${api.map(Math.round).join(' ')}`,
  })
  const growing = rowBeside(resident, 'API, growth per 100,000 requests', growth, {
    target: atMost(growth, MOST_GROWTH_MB),
    note: `slope from ${requests} to ${(slice * slices).toLocaleString('en')} requests`,
  })
  return [base, resident, growing]
}

/** Resident memory after each slice of requests, in MB. Stops the server. */
async function watched(
  server: Server,
  requests: readonly LoadRequest[],
  slice: number,
  slices: number,
  say: Say,
): Promise<number[]> {
  try {
    const seen: number[] = []
    for (let index = 1; index <= slices; index += 1) {
      const size = { amount: slice }
      await putUnderLoad({ origin: server.origin, requests, connections: CONNECTIONS, size }, 200)
      const resident = residentMb(server.pid)
      if (resident !== null) seen.push(resident)
      say(`${index * slice} requests: ${resident === null ? 'no /proc' : `${Math.round(resident)} MB`}`)
    }
    return seen
  } finally {
    await server.stop()
  }
}

/** Least squares: the mean growth from one value to the next. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let [above, below] = [0, 0]
  for (const [index, value] of values.entries()) {
    above += (index - middle) * (value - mean)
    below += (index - middle) ** 2
  }
  return above / below
}

export type ReleasesPlan = {
  /** Maximum number of shipped releases in service. */
  readonly shipped: number
  /** Number of synthetic releases, and their size as a multiple of Bihar's 34 rows with their categories and cases. */
  readonly count: number
  readonly times: number
  /** Number of API starts. */
  readonly starts: number
}
const FULL: ReleasesPlan = { shipped: Number.POSITIVE_INFINITY, count: 200, times: 15, starts: 3 }

/**
 * Memory of the snapshot of the shipped releases and start time of an API with them, then the same with `count` large
 * synthetic releases added. `local` must be migrated and empty.
 */
export function benchReleases(local: Local, cores: Cores, say: Say, plan: ReleasesPlan = FULL): Promise<BenchRow[]> {
  return withPool(local.pipelineUrl, CONNECTIONS, async (pool) => {
    const signer = await loadSigningKey(join(local.home, 'signing-key.pem'))
    const served = { releases: 0, rows: 0, bytes: 0 }
    const serve = async (record: ReleaseRecord): Promise<void> => {
      served.bytes += await serveRecord(pool, local.home, signer, record)
      served.rows += record.rows.length
      served.releases += 1
    }
    const measured = async () => {
      await signLog(pool, local.home, signer)
      const heldBytes = await heldBy(local, served.releases)
      return { ...served, heldBytes, ...(await startOf(local, cores, plan.starts)) }
    }
    // A release that cites a document which is not shipped does not serve after `npm start` either.
    const shipped = (await shippedRecords()).filter(({ wanted }) => wanted.length === 0).slice(0, plan.shipped)
    const [model] = shipped
    if (model === undefined) throw new Error('no definition is shipped')
    for (const { record } of shipped) await serve(record)
    say(`${served.releases} shipped releases serve`)
    const few = await measured()
    const states = new Set(shipped.map(({ record }) => record.state_code))
    for (const record of syntheticRecords(model.record, plan.count, plan.times, states)) await serve(record)
    say(`${plan.count} synthetic releases serve beside them`)
    const all = await measured()

    const own = few.heldBytes / few.releases / 1e6
    const made = all.releases - few.releases
    const each = (all.heldBytes - few.heldBytes) / made / 1e6
    const content = `each ${numberText((all.rows - few.rows) / made)} rows, ${numberText((all.bytes - few.bytes) / made / 1e6)} MB of record`
    const base = baseRow(`${few.releases} shipped releases, held by each`, own, 'MB', {
      target: atMost(own, MOST_RELEASE_MB),
      note: 'heap and buffers after collection',
    })
    const start = baseRow(`API start with ${few.releases} shipped releases`, few.startS, 's', {
      note: `to a 200 of /readyz, median of ${plan.starts}; ${numberText(few.startCpuS)} s of processor`,
    })
    return [
      base,
      rowBeside(base, `${made} synthetic releases, held by each`, each, {
        target: atMost(each, MOST_RELEASE_MB),
        note: `${content}; signed and logged, but no gate judged them`,
      }),
      start,
      rowBeside(start, `API start with ${made} synthetic releases more`, all.startS, {
        target: atMost(all.startS, MOST_START_S),
        note: `every record hashed, its signature verified; ${numberText(all.startCpuS)} s of processor`,
      }),
    ]
  })
}

/** Memory in bytes of a separate process once it has loaded all releases. Throws unless `expected` releases serve. */
async function heldBy({ apiUrl, home }: Local, expected: number): Promise<number> {
  const { stdout } = await promisify(execFile)(nodeBinary(), ['--expose-gc', SNAPSHOT_PROCESS, apiUrl, home])
  const { releases, problems, heldBytes } = JSON.parse(stdout) as SnapshotSize
  if (releases !== expected || problems > 0) {
    throw new Error(`${releases} of ${expected} releases were loaded, ${problems} refused`)
  }
  return heldBytes
}

async function startOf(local: Local, cores: Cores, times: number): Promise<{ startS: number; startCpuS: number }> {
  const servers: Server[] = []
  for (let index = 0; index < times; index += 1) {
    const server = await startApiServer(local, null, cores)
    servers.push(server)
    await server.stop()
  }
  const seconds = (of: (server: Server) => number): number => median(servers.map(of)) / 1000
  return { startS: seconds(({ startMs }) => startMs), startCpuS: seconds(({ startCpuMs }) => startCpuMs) }
}
