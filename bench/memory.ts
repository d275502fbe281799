import { type LoadRequest, putUnderLoad } from './support/load.ts'
import { residentMb } from './support/machine.ts'
import { atMost, type BenchRow, baseRow, rowBeside, type Say } from './support/report.ts'
import { API_CASES, requestsOf } from './support/requests.ts'
import { type Server, startApiServer, startPlainServer } from './support/servers.ts'
import type { Setup } from './support/stack.ts'

const CONNECTIONS = 32
const MOST_MB = 160
/** Counts as flat if 100,000 requests add no more than this in the second half. */
const MOST_GROWTH_MB = 2

/**
 * Resident memory of one API process after 100,000 answered requests, and the growth over the next 100,000, compared
 * with a bare Fastify process after as many. The requests are calculations and catalogue answers in equal parts. No
 * rows without /proc. `slice`: number of requests between two measurements.
 */
export async function benchMemory(
  { local, keys, cores, say }: Setup,
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
