import { elevenRoutes } from './api/eleven.ts'
import { putUnderLoad } from './api/load.ts'
import { startApiServer, statusOf } from './api/servers.ts'
import type { Cores } from './support/cores.ts'
import type { Local } from './support/local.ts'
import { type BenchRow, median, type Say } from './support/row.ts'

const ALONE = 'the eleven routes in turn'
/** What a browser that opens the page asks for, and a program that makes a client. */
const DOCUMENTS = ['/v1/openapi.json', '/v1/docs', '/v1/docs/swagger-ui-bundle.js', '/llms.txt']
const EVERY_MS = 50

/** How long and how often the routes are under load, alone and while documents are read; they take turns. */
export type DocumentsPlan = { readonly rounds: number; readonly seconds: number; readonly connections: number }
const FULL: DocumentsPlan = { rounds: 3, seconds: 4, connections: 32 }

/**
 * The specification's eleven routes under load, alone and while somebody reads the contract, the page and its script over
 * and over, twenty of them a second. The ratio says what that costs the routes. Throws when an answer is not a 200.
 */
export async function benchDocuments(
  local: Local,
  keys: readonly string[],
  cores: Cores,
  say: Say,
  plan: DocumentsPlan = FULL,
): Promise<BenchRow[]> {
  const requests = await elevenRoutes(keys)
  const server = await startApiServer(local, keys[0] ?? '', cores)
  const load = async (seconds: number): Promise<number> => {
    const options = { origin: server.origin, requests, connections: plan.connections, seconds, amount: null }
    const result = await putUnderLoad(options, 200)
    return result.requests / result.seconds
  }
  const alone: number[] = []
  const beside: number[] = []
  let read = 0
  try {
    say('warming up')
    await load(plan.seconds)
    for (let round = 1; round <= plan.rounds; round += 1) {
      alone.push(await load(plan.seconds))
      const reader = startReading(server.origin)
      beside.push(await load(plan.seconds))
      read += await reader.stop()
      say(`round ${round} of ${plan.rounds}`)
    }
  } finally {
    await server.stop()
  }
  const shared = { part: 'api', unit: 'req/s', target: null } as const
  const ratio = median(beside) / median(alone)
  const rate = Math.round(read / (plan.rounds * plan.seconds))
  return [
    { ...shared, name: ALONE, value: median(alone), baseline: 'is one', ratio: null, note: 'Bihar alone serves' },
    {
      ...shared,
      name: `${ALONE}, beside readers of documents`,
      value: median(beside),
      baseline: ALONE,
      ratio,
      note: `${rate} documents a second: ${DOCUMENTS.join(', ')}`,
    },
  ]
}

/** Reads one document after the other until stopped, with gzip as browsers do, and then says how many. */
function startReading(origin: string): { stop(): Promise<number> } {
  let read = 0
  const pending = new Set<Promise<void>>()
  const readNext = async (): Promise<void> => {
    const path = DOCUMENTS[read % DOCUMENTS.length] ?? ''
    read += 1
    const status = await statusOf(origin, { path, headers: { 'accept-encoding': 'gzip' } })
    if (status !== 200) throw new Error(`GET ${path}: 200 expected, got ${status}`)
  }
  const timer = setInterval(() => {
    const reading = readNext().finally(() => pending.delete(reading))
    pending.add(reading)
  }, EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(pending)
      return read
    },
  }
}
