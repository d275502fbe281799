import { type Load, type LoadRequest, putUnderLoad } from './support/load.ts'
import { cpuMs } from './support/machine.ts'
import { atLeast, type BenchRow, baseRow, median, rowBeside } from './support/report.ts'
import { API_CASES, type ApiCase, type Bounds, requestsOf } from './support/requests.ts'
import { exchange, type Server, startApiServer, startPlainServer } from './support/servers.ts'
import type { Setup } from './support/stack.ts'

/**
 * Size and number of slices for each kind of request: the kinds alternate, so that a slow moment affects all alike.
 */
export type LoadPlan = {
  readonly rounds: number
  readonly size: Load['size']
  /** Warm-up for each kind: a calculation only reaches its final cost after about ten seconds of load. */
  readonly warmUpSeconds: number
  readonly connections: number
  readonly cases: readonly ApiCase[]
}
const FULL: LoadPlan = { rounds: 3, size: { duration: 4 }, warmUpSeconds: 10, connections: 32, cases: API_CASES }

type Subject = {
  readonly name: string
  readonly bounds: Bounds | null
  readonly server: Server
  readonly requests: readonly LoadRequest[]
  readonly status: number
  readonly perSecond: number[]
  cpuMs: number
  wallMs: number
  answered: number
}

function subject(
  server: Server,
  name: string,
  requests: readonly LoadRequest[],
  status = 200,
  bounds: Bounds | null = null,
): Subject {
  return { name, bounds, server, requests, status, perSecond: [], cpuMs: 0, wallMs: 0, answered: 0 }
}

/**
 * Requests a second and processor time per request, for one API process on a separate core, compared with a bare
 * Fastify route on the same core in the same run. A bare answer with as many bytes and headers shows the part due to
 * HTTP, a bare route behind the limits the part due to Redis, and the minimal server what would remain without a
 * framework. Throws if an answer has an unexpected status.
 */
export async function benchApi({ local, keys, cores, say }: Setup, plan: LoadPlan = FULL): Promise<BenchRow[]> {
  const bareServer = await startPlainServer('bare', local, cores)
  const leastServer = await startPlainServer('least', local, cores)
  const apiServer = await startApiServer(local, keys[0] ?? '', cores)
  const withKeys = (request: LoadRequest): LoadRequest[] =>
    keys.map((key) => ({ ...request, headers: { ...request.headers, 'x-api-key': key } }))
  try {
    const bare = subject(bareServer, 'bare Fastify {hello}', [{ method: 'GET', path: '/', headers: {} }])
    const limited = withKeys({ method: 'GET', path: '/limited', headers: {} })
    const beside = [subject(bareServer, 'bare, behind the limits', limited)]
    for (const each of plan.cases) {
      const { name, status, bounds } = each
      const [plain] = requestsOf(each, keys)
      const etag = status === 304 && plain !== undefined ? await etagOf(apiServer.origin, plain) : null
      const requests = requestsOf(each, keys, etag)
      beside.push(subject(apiServer, name, requests, status, bounds))
      if (!each.besideLike || requests[0] === undefined) continue
      const like = await likeness(apiServer.origin, requests[0])
      beside.push(
        subject(bareServer, `bare, as long as ${name}`, [like], status),
        subject(leastServer, `the least for ${name}`, withKeys(like), status),
      )
    }
    const subjects = [bare, ...beside]
    say('warming up')
    if (plan.warmUpSeconds > 0)
      for (const each of subjects) await load(each, plan.connections, { duration: plan.warmUpSeconds })
    for (const each of subjects) Object.assign(each, { perSecond: [], cpuMs: 0, wallMs: 0, answered: 0 })
    for (let round = 1; round <= plan.rounds; round += 1) {
      for (const each of subjects) await load(each, plan.connections, plan.size)
      say(`round ${round} of ${plan.rounds}`)
    }
    const base = baseRow(bare.name, median(bare.perSecond), 'req/s', { note: busy(bare) })
    const cpuBase = baseRow(`${bare.name}, processor`, microseconds(bare), 'µs/req')
    const rows = beside.flatMap((each) => rowsOf(each, base, cpuBase))
    // Processor time is unknown without /proc, and too short to be counted after a few requests.
    const isCompared = ({ value, baseline }: BenchRow): boolean =>
      value > 0 && (baseline !== cpuBase.name || cpuBase.value > 0)
    return [base, cpuBase, ...rows].filter(isCompared)
  } finally {
    await Promise.all([apiServer.stop(), leastServer.stop(), bareServer.stop()])
  }
}

async function load(each: Subject, connections: number, size: Load['size']): Promise<void> {
  const { server, requests, status } = each
  const before = cpuMs(server.pid)
  const result = await putUnderLoad({ origin: server.origin, requests, connections, size }, status)
  each.cpuMs += cpuMs(server.pid) - before
  each.wallMs += result.seconds * 1000
  each.answered += result.requests
  each.perSecond.push(result.requests / result.seconds)
}

const microseconds = ({ cpuMs: ms, answered }: Subject): number => (ms * 1000) / answered
const busy = ({ cpuMs: ms, wallMs }: Subject): string => `its core ${Math.round((ms / wallMs) * 100)} % busy`

function rowsOf(own: Subject, base: BenchRow, cpuBase: BenchRow): BenchRow[] {
  const { name, bounds } = own
  const perSecond = median(own.perSecond)
  const used = microseconds(own)
  const target = bounds === null ? null : atLeast(perSecond / base.value, bounds.requests)
  const ratio = cpuBase.value / used
  const cpuTarget = bounds === null ? null : atLeast(ratio, bounds.cpu)
  return [
    rowBeside(base, name, perSecond, { target, note: busy(own) }),
    rowBeside(cpuBase, `${name}, processor`, used, { ratio, target: cpuTarget, note: 'ratio: bare / ours' }),
  ]
}

/** Headers that the framework adds to any answer, in addition to those above. */
const OWN = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive'])

/** The request to a plain server whose answer has the same status, length and number of headers. */
async function likeness(origin: string, sent: LoadRequest): Promise<LoadRequest> {
  const { statusCode, headers } = await exchange(origin, sent)
  const added = Object.keys(headers).filter((name) => !OWN.has(name)).length
  const query = `status=${statusCode}&bytes=${headers['content-length'] ?? 0}&headers=${added}`
  return { ...sent, path: `/like?${query}` }
}

/** The present entity tag of a path. */
async function etagOf(origin: string, sent: LoadRequest): Promise<string> {
  const { etag } = (await exchange(origin, sent)).headers
  if (etag === undefined) throw new Error(`${sent.path} has no ETag`)
  return etag
}
