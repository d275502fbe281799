import { type Kind, runOpenLoop, type Sent } from './load/open-loop.ts'
import { quantilesOf } from './load/report.ts'
import type { Cores } from './support/machine.ts'
import { atMost, type BenchRow, baseRow, median, rowBeside, type Say } from './support/report.ts'
import { API_CASES, requestsOf } from './support/requests.ts'
import { type Server, startApiServer, startPlainServer } from './support/servers.ts'
import type { Local } from './support/stack.ts'

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

export type LatencyPlan = {
  readonly rates: readonly number[]
  readonly runs: number
  readonly seconds: number
  readonly warmUpSeconds: number
}
const FULL: LatencyPlan = { rates: [...MOST_MS.keys()], runs: 5, seconds: 10, warmUpSeconds: 10 }

/**
 * Latency from the planned time of each request (open loop), at fixed rates, 70 of 100 of them calculations: the median
 * over several runs of the 99th percentile, compared with bare Fastify at the same rate; and in the first five seconds
 * of a process. Throws if an answer is not 200.
 */
export async function benchLatency(
  local: Local,
  keys: readonly string[],
  cores: Cores,
  say: Say,
  plan: LatencyPlan = FULL,
): Promise<BenchRow[]> {
  const kinds = Object.entries(SHARES).map(([name, share]): Kind => {
    const measured = API_CASES.find((each) => each.name === name)
    if (measured === undefined) throw new Error(`${name} is not measured`)
    return { name, share, keeps: false, requests: requestsOf(measured, keys) }
  })
  const hello: Kind = { name: 'hello', share: 100, keeps: false, requests: [{ method: 'GET', path: '/', headers: {} }] }
  const rows: BenchRow[] = []
  for (const rate of plan.rates) {
    const most = MOST_MS.get(rate)
    const p99 = async ({ origin }: Server, of: readonly Kind[], seconds: number, seed: number): Promise<number> => {
      const loop = { origin, seconds, rate, seed, keys, connections: CONNECTIONS, keepEvery: 1, kinds: of }
      return lateOf((await runOpenLoop(loop)).sent)
    }
    const repeated = async (server: Server, of: readonly Kind[]): Promise<number> => {
      await p99(server, of, plan.warmUpSeconds, 0)
      const runs: number[] = []
      for (let run = 1; run <= plan.runs; run += 1) runs.push(await p99(server, of, plan.seconds, run))
      return median(runs)
    }
    const bare = await startPlainServer('bare', local, cores)
    const base = await repeated(bare, [hello]).finally(bare.stop)
    const baseline = baseRow(`${rate} requests a second of bare Fastify`, base, 'ms')
    say(`${rate} a second: bare Fastify`)
    const server = await startApiServer(local, keys[0] ?? '', cores)
    try {
      const first = await p99(server, kinds, Math.min(5, plan.seconds), 99)
      const settled = await repeated(server, kinds)
      say(`${rate} a second: the API`)
      const target = (times: number) =>
        most === undefined ? null : atMost(times === 1 ? settled : first, most * times)
      rows.push(
        baseline,
        rowBeside(baseline, `${rate} requests a second, 99th percentile`, settled, { target: target(1) }),
        rowBeside(baseline, `${rate} a second in the first five seconds`, first, { target: target(AFTER_START) }),
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
