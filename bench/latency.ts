import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { promote } from '../services/operations/lifecycle.ts'
import { nameOf } from '../services/operations/release-view.ts'
import { localPeople } from '../services/platform/trust-file.ts'
import { type Kind, runOpenLoop, type Sent } from './load/open-loop.ts'
import { quantilesOf } from './load/report.ts'
import { atMost, type BenchRow, baseRow, median, rowBeside } from './support/report.ts'
import { API_CASES, requestsOf } from './support/requests.ts'
import { type Server, startApiServer, startPlainServer } from './support/servers.ts'
import { approveRevision, BIHAR, type Setup, withWorker } from './support/stack.ts'

/** Target for the 99th percentile in ms, by requests a second. */
const MOST_MS = new Map([
  [1_000, 8],
  [3_000, 20],
])
/** Requests by kind, per hundred. */
const SHARES: Readonly<Record<string, number>> = {
  'POST /calculate': 70,
  'GET /states': 10,
  'GET /categories': 10,
  'GET /tariffs, filtered': 10,
}
const CONNECTIONS = 64
/** Target for the first seconds after a start. */
const AFTER_START = 2

const FULL = { rates: [...MOST_MS.keys()], runs: 5, seconds: 10, warmUpSeconds: 10 }

/**
 * Latency from the planned time of each request (open loop), at fixed rates, 70 of 100 of them calculations: the median
 * over several runs of the 99th percentile, compared with bare Fastify at the same rate; the same with a promotion of
 * the requested release in the middle of each run; and the first five seconds of a process. Throws if an answer is not
 * 200. Bihar must serve.
 */
export async function benchLatency({ local, keys, cores, say }: Setup, plan = FULL): Promise<BenchRow[]> {
  const kinds = Object.entries(SHARES).map(([name, share]): Kind => {
    const measured = API_CASES.find((each) => each.name === name)
    if (measured === undefined) throw new Error(`${name} is not measured`)
    return { name, share, keeps: false, requests: requestsOf(measured, keys) }
  })
  const hello: Kind = { name: 'hello', share: 100, keeps: false, requests: [{ method: 'GET', path: '/', headers: {} }] }
  const rows: BenchRow[] = []
  const revisions = await withWorker(local, (pool) => bothRevisions(pool, local.home))
  for (const rate of plan.rates) {
    const most = MOST_MS.get(rate)
    const p99 = async ({ origin }: Server, of: readonly Kind[], seconds: number, seed: number): Promise<number> => {
      const loop = { origin, seconds, rate, seed, keys, connections: CONNECTIONS, keepEvery: 1, kinds: of }
      return lateOf((await runOpenLoop(loop)).sent)
    }
    const repeated = async (
      server: Server,
      of: readonly Kind[],
      meanwhile: (run: number) => Promise<void> = async () => {},
    ): Promise<number[]> => {
      await p99(server, of, plan.warmUpSeconds, 0)
      return Array.fromAsync({ length: plan.runs }, async (_, index) => {
        const [one] = await Promise.all([p99(server, of, plan.seconds, index + 1), meanwhile(index + 1)])
        return one
      })
    }
    const bare = await startPlainServer('bare', local, cores)
    const base = median(await repeated(bare, [hello]).finally(bare.stop))
    const baseline = baseRow(`${rate} requests a second of bare Fastify`, base, 'ms')
    say(`${rate} a second: bare Fastify`)
    const server = await startApiServer(local, keys[0] ?? '', cores)
    try {
      const first = await p99(server, kinds, Math.min(5, plan.seconds), 99)
      const runs = await repeated(server, kinds)
      say(`${rate} a second: the API`)
      const promoted = await withWorker(local, async (pool) => {
        const { person: by } = await localPeople(local.home, 'bench')
        return repeated(server, kinds, async (run) => {
          await setTimeout((plan.seconds * 1000) / 2)
          await promote({ pool, by, now: () => new Date() }, revisions[run % 2] ?? '', null, 'reference')
        })
      })
      say(`${rate} a second: the API, with a promotion in each run`)
      const settled = rowBeside(baseline, `${rate} requests a second, 99th percentile`, median(runs), {
        target: most === undefined ? null : atMost(median(runs), most),
      })
      const between = median(promoted)
      rows.push(
        baseline,
        settled,
        rowBeside(settled, `${rate} a second with a promotion in between`, between, {
          target: atMost(between, Math.max(...runs)),
          note: 'target: the slowest run without one',
        }),
        rowBeside(baseline, `${rate} a second in the first five seconds`, first, {
          target: most === undefined ? null : atMost(first, most * AFTER_START),
        }),
      )
    } finally {
      await server.stop()
    }
  }
  return rows
}

/** The 99th percentile of latency, from the planned times. */
function lateOf(sent: readonly Sent[]): number {
  const failed = sent.find(({ status }) => status !== 200)
  if (failed !== undefined) throw new Error(`${failed.kind}: ${failed.status} ${failed.code}`)
  return quantilesOf(sent).p99
}

const SENTENCE = 'No levy is included in any amount.'

/** Bihar's revision in service, and one that differs in a sentence, both approved. */
async function bothRevisions(pool: Pool, home: string): Promise<readonly [string, string]> {
  const folder = join(home, 'bihar')
  await cp(BIHAR, folder, { recursive: true })
  const path = join(folder, 'release.yaml')
  const text = await readFile(path, 'utf8')
  if (!text.includes(SENTENCE)) throw new Error(`${path} has no sentence “${SENTENCE}”`)
  await writeFile(path, text.replace(SENTENCE, `${SENTENCE} None was found.`))
  const { person: by, approver } = await localPeople(home, 'bench')
  const { release_id, revision } = await approveRevision(
    { pool, by, approver, now: () => new Date(), sourcesPath: folder },
    folder,
  )
  return [nameOf({ release_id, revision: revision - 1 }), nameOf({ release_id, revision })]
}
