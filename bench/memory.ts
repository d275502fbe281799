import { API_CASES, type ApiCase, requestsOf } from './api/cases.ts'
import { type LoadRequest, putUnderLoad } from './api/load.ts'
import { type Server, startApiServer, startBareServer } from './api/servers.ts'
import type { Cores } from './support/cores.ts'
import type { Local } from './support/local.ts'
import { residentMb } from './support/process-stat.ts'
import { atMost, type BenchRow, type Say } from './support/row.ts'

const CONNECTIONS = 32
const MOST_MB = 200
/** Flat: over the second half, 100,000 requests add no more than this. */
const MOST_GROWTH_MB = 2

/** How many requests between two looks, and how many looks: half of them come after 100,000 requests. */
const FULL = { slice: 10_000, slices: 20 }

/**
 * Resident memory of one API process after 100,000 answered requests, and what the next 100,000 add, beside a bare
 * Fastify process after as many. The requests are calculations and catalogue answers in equal parts.
 */
export async function benchMemory(
  local: Local,
  keys: readonly string[],
  cores: Cores,
  say: Say,
  { slice, slices } = FULL,
): Promise<readonly BenchRow[]> {
  const answered = API_CASES.filter(({ status }) => status === 200)
  const mixed = keys.flatMap((_, index) => answered.map((each) => nth(each, keys, index)))
  const bareRequests: readonly LoadRequest[] = [{ method: 'GET', path: '/', headers: {} }]
  const half = Math.floor(slices / 2)
  const bare = await watched(() => startBareServer(local, cores), bareRequests, slice, half, say)
  const api = await watched(() => startApiServer(local, keys[0] ?? '', cores), mixed, slice, slices, say)
  const [bareMb, apiMb] = [bare.at(-1), api[half - 1]]
  // Without /proc there is nothing to say.
  if (bareMb === undefined || apiMb === undefined) return []
  const requests = (half * slice).toLocaleString('en')
  const growth = slopeOf(api.slice(half - 1)) * (100_000 / slice)
  const shared = { part: 'memory', unit: 'MB', baseline: 'is one', ratio: null, target: null } as const
  const name = 'bare Fastify, resident'
  return [
    { ...shared, name, value: bareMb, note: `after ${requests} requests` },
    {
      ...shared,
      name: 'API, resident',
      value: apiMb,
      baseline: name,
      ratio: apiMb / bareMb,
      target: atMost(apiMb, MOST_MB),
      note: `after ${requests} requests; every ${slice.toLocaleString('en')}: ${api.map(Math.round).join(' ')}`,
    },
    {
      ...shared,
      name: 'API, growth per 100,000 requests',
      value: growth,
      baseline: `API, resident, after ${requests}`,
      ratio: growth / apiMb,
      target: atMost(growth, MOST_GROWTH_MB),
      note: `slope from ${requests} to ${(slice * slices).toLocaleString('en')} requests`,
    },
  ]
}

function nth(each: ApiCase, keys: readonly string[], index: number): LoadRequest {
  const request = requestsOf(each, keys, null)[index]
  if (request === undefined) throw new Error(`${each.name} has no request for key ${index}`)
  return request
}

/** Resident memory after each slice of requests, in MB. */
async function watched(
  start: () => Promise<Server>,
  requests: readonly LoadRequest[],
  slice: number,
  slices: number,
  say: Say,
): Promise<number[]> {
  const server = await start()
  try {
    const seen: number[] = []
    for (let index = 1; index <= slices; index += 1) {
      const options = { origin: server.origin, requests, connections: CONNECTIONS, seconds: 0, amount: slice }
      await putUnderLoad(options, 200)
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
