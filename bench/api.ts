import { request } from 'node:http'
import { API_CASES, type ApiCase, requestsOf } from './api/cases.ts'
import { likeness } from './api/like.ts'
import { type LoadRequest, putUnderLoad } from './api/load.ts'
import { type Server, startApiServer, startBareServer, startLeastServer } from './api/servers.ts'
import type { Cores } from './support/cores.ts'
import type { Local } from './support/local.ts'
import { cpuMs } from './support/process-stat.ts'
import { atLeast, type BenchRow, median, type Say } from './support/row.ts'

const BARE = 'bare Fastify {hello}'
const BARE_REQUESTS: readonly LoadRequest[] = [{ method: 'GET', path: '/', headers: {} }]

const limitedRequest = (key: string): LoadRequest => {
  return { method: 'GET', path: '/limited', headers: { 'x-api-key': key } }
}

const withKeys = (request: LoadRequest, keys: readonly string[]): LoadRequest[] =>
  keys.map((key) => ({ ...request, headers: { ...request.headers, 'x-api-key': key } }))

/** How long and how often each kind of request is sent: the kinds take turns, so that a slow moment meets all alike. */
export type LoadPlan = {
  readonly rounds: number
  readonly seconds: number
  /** Requests of each kind before anything is measured: code is compiled by use. */
  readonly warmUp: number
  readonly connections: number
  readonly cases: readonly ApiCase[]
}
const FULL: LoadPlan = { rounds: 3, seconds: 4, warmUp: 10_000, connections: 32, cases: API_CASES }

type Subject = {
  readonly server: Server
  readonly requests: readonly LoadRequest[]
  readonly status: number
  readonly perSecond: number[]
  cpuMs: number
  wallMs: number
  answered: number
}

/**
 * Requests a second and processor time a request, for one API process on a core of its own, beside a bare Fastify route
 * on the same core in the same run. A key of its own limit, a validated body and an exact answer are what the bare route
 * leaves out; a bare answer with as many bytes and headers says what part of the distance is HTTP's, a bare route behind
 * the limits what part is Redis's, and the least server what would be left without any framework. Throws when an answer has another status than the one meant.
 */
export async function benchApi(
  local: Local,
  keys: readonly string[],
  cores: Cores,
  say: Say,
  plan: LoadPlan = FULL,
): Promise<BenchRow[]> {
  const bareServer = await startBareServer(local, cores)
  const leastServer = await startLeastServer(local, cores)
  const apiServer = await startApiServer(local, keys[0] ?? '', cores)
  try {
    const bare = subject(bareServer, BARE_REQUESTS, 200)
    const limited = subject(bareServer, keys.map(limitedRequest), 200)
    const cases: { each: ApiCase; subject: Subject; beside: [name: string, subject: Subject][] }[] = []
    for (const each of plan.cases) {
      const etag = each.status === 304 ? await etagOf(apiServer.origin, each.path, keys[0] ?? '') : null
      const requests = requestsOf(each, keys, etag)
      const like = each.besideLike && requests[0] !== undefined ? await likeness(apiServer.origin, requests[0]) : null
      cases.push({
        each,
        subject: subject(apiServer, requests, each.status),
        beside:
          like === null
            ? []
            : [
                [`bare, as long as ${each.name}`, subject(bareServer, [like], each.status)],
                [`the least for ${each.name}`, subject(leastServer, withKeys(like, keys), each.status)],
              ],
      })
    }
    const subjects = [
      bare,
      limited,
      ...cases.flatMap(({ beside }) => beside.map(([, each]) => each)),
      ...cases.map((each) => each.subject),
    ]
    say('warming up')
    for (const { server, requests, status } of subjects) {
      const options = {
        origin: server.origin,
        requests,
        connections: plan.connections,
        seconds: 0,
        amount: plan.warmUp,
      }
      await putUnderLoad(options, status)
    }
    for (let round = 1; round <= plan.rounds; round += 1) {
      for (const each of subjects) await load(each, plan)
      say(`round ${round} of ${plan.rounds}`)
    }
    return [
      ...rowsOfBare(bare),
      ...rowsOf({ name: 'bare, behind the limits', bounds: null }, limited, bare),
      ...cases.flatMap(({ each, subject: own, beside }) => [
        ...rowsOf(each, own, bare),
        ...beside.flatMap(([name, other]) => rowsOf({ name, bounds: null }, other, bare)),
      ]),
    ]
  } finally {
    await Promise.all([apiServer.stop(), leastServer.stop(), bareServer.stop()])
  }
}

function subject(server: Server, requests: readonly LoadRequest[], status: number): Subject {
  return { server, requests, status, perSecond: [], cpuMs: 0, wallMs: 0, answered: 0 }
}

async function load(each: Subject, { connections, seconds }: LoadPlan): Promise<void> {
  const { server, requests, status } = each
  const before = cpuMs(server.pid)
  const options = { origin: server.origin, requests, connections, seconds, amount: null }
  const result = await putUnderLoad(options, status)
  each.cpuMs += (cpuMs(server.pid) ?? 0) - (before ?? 0)
  each.wallMs += result.seconds * 1000
  each.answered += result.requests
  each.perSecond.push(result.requests / result.seconds)
}

const microseconds = ({ cpuMs: ms, answered }: Subject): number => (ms * 1000) / answered
const busy = ({ cpuMs: ms, wallMs }: Subject): string => `its core ${Math.round((ms / wallMs) * 100)} % busy`

function rowsOfBare(bare: Subject): BenchRow[] {
  const shared = { part: 'api', baseline: 'is one', ratio: null, target: null, note: busy(bare) } as const
  return [
    { ...shared, name: BARE, value: median(bare.perSecond), unit: 'req/s' },
    ...(bare.cpuMs === 0 ? [] : [{ ...shared, name: `${BARE}, processor`, value: microseconds(bare), unit: 'µs/req' }]),
  ]
}

function rowsOf({ name, bounds }: Pick<ApiCase, 'name' | 'bounds'>, own: Subject, bare: Subject): BenchRow[] {
  const shared = { part: 'api', baseline: BARE, note: busy(own) } as const
  const perSecond = median(own.perSecond)
  const requests = perSecond / median(bare.perSecond)
  const target = bounds === null ? null : atLeast(requests, bounds.requests)
  const row: BenchRow = { ...shared, name, value: perSecond, unit: 'req/s', ratio: requests, target }
  if (own.cpuMs === 0) return [row]
  const cpu = microseconds(bare) / microseconds(own)
  const cpuTarget = bounds === null ? null : atLeast(cpu, bounds.cpu)
  return [
    row,
    {
      ...shared,
      name: `${name}, processor`,
      value: microseconds(own),
      unit: 'µs/req',
      ratio: cpu,
      target: cpuTarget,
      note: 'ratio: bare / ours',
    },
  ]
}

/** The tag of what a path answers now. */
function etagOf(origin: string, path: string, key: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { headers: { 'x-api-key': key } }, ({ headers: { etag } }) => {
      sent.destroy()
      if (etag === undefined) reject(new Error(`${path} has no ETag`))
      else resolve(etag)
    })
    sent.on('error', reject)
    sent.end()
  })
}
