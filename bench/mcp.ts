import { type LoadRequest, type LoadResult, putUnderLoad } from './api/load.ts'
import { startApiServer } from './api/servers.ts'
import type { Cores } from './support/cores.ts'
import type { Local } from './support/local.ts'
import { cpuMs } from './support/process-stat.ts'
import { type BenchRow, median, type Say } from './support/row.ts'

const REST = 'POST /calculate, beside MCP'
const PROTOCOL = '2026-07-28'

/** How long and how often each way of asking is under load; they take turns. */
export type McpPlan = { readonly rounds: number; readonly seconds: number; readonly connections: number }
const FULL: McpPlan = { rounds: 3, seconds: 4, connections: 32 }

const billOf = (index: number): object => ({
  state_code: 'BR',
  subcategory_code: 'DS-II',
  energy_units: (index * 317) / 1000,
  connected_load: 2,
})

function restRequest(key: string, index: number): LoadRequest {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  return { method: 'POST', path: '/v1/calculate', headers, body: JSON.stringify(billOf(index)) }
}

function message(index: number, method: string, params: object): string {
  const claim = {
    'io.modelcontextprotocol/protocolVersion': PROTOCOL,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return JSON.stringify({ jsonrpc: '2.0', id: index, method, params: { ...params, _meta: claim } })
}

type Call = { readonly name?: string; readonly arguments?: object }

/** One message of the current protocol, as its clients send it. */
function mcpRequest(key: string, index: number, method: string, params: Call): LoadRequest {
  const headers = {
    'x-api-key': key,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': PROTOCOL,
    'mcp-method': method,
    ...(params.name === undefined ? {} : { 'mcp-name': params.name }),
  }
  return { method: 'POST', path: '/mcp', headers, body: message(index, method, params) }
}

type Way = {
  readonly name: string
  readonly requests: readonly LoadRequest[]
  readonly perSecond: number[]
  answered: number
  cpuMs: number
}

/**
 * The same bill asked by REST and by an agent (`tools/call calculate`), and the list of tools, on one API process in turn:
 * requests a second, and processor time a request where the system tells it. The ratio is to REST. Throws when an answer is
 * not a 200.
 */
export async function benchMcp(
  local: Local,
  keys: readonly string[],
  cores: Cores,
  say: Say,
  plan: McpPlan = FULL,
): Promise<BenchRow[]> {
  const way = (name: string, requestOf: (key: string, index: number) => LoadRequest): Way => {
    return { name, requests: keys.map(requestOf), perSecond: [], answered: 0, cpuMs: 0 }
  }
  const rest = way(REST, restRequest)
  const ways = [
    rest,
    way('MCP tools/call calculate', (key, index) =>
      mcpRequest(key, index, 'tools/call', { name: 'calculate', arguments: billOf(index) }),
    ),
    way('MCP tools/list', (key, index) => mcpRequest(key, index, 'tools/list', {})),
  ]
  const server = await startApiServer(local, keys[0] ?? '', cores)
  const load = ({ requests }: Way, seconds: number): Promise<LoadResult> =>
    putUnderLoad({ origin: server.origin, requests, connections: plan.connections, seconds, amount: null }, 200)
  try {
    say('warming up')
    for (const each of ways) await load(each, Math.min(plan.seconds, 2))
    for (let round = 1; round <= plan.rounds; round += 1) {
      for (const each of ways) {
        const before = cpuMs(server.pid) ?? 0
        const { requests, seconds } = await load(each, plan.seconds)
        each.cpuMs += (cpuMs(server.pid) ?? 0) - before
        each.answered += requests
        each.perSecond.push(requests / seconds)
      }
      say(`round ${round} of ${plan.rounds}`)
    }
  } finally {
    await server.stop()
  }
  return ways.flatMap((each) => rowsOf(each, rest))
}

function rowsOf(own: Way, rest: Way): BenchRow[] {
  const isRest = own === rest
  const shared = { part: 'api', baseline: isRest ? 'is one' : REST, target: null, note: '' } as const
  const perSecond = median(own.perSecond)
  const ratio = isRest ? null : perSecond / median(rest.perSecond)
  const row: BenchRow = { ...shared, name: own.name, value: perSecond, unit: 'req/s', ratio }
  if (own.cpuMs === 0) return [row]
  const cpu = ({ cpuMs: ms, answered }: Way): number => (ms * 1000) / answered
  const cpuRatio = isRest ? null : cpu(rest) / cpu(own)
  const note = isRest ? '' : 'ratio: REST / MCP'
  return [row, { ...shared, name: `${own.name}, processor`, value: cpu(own), unit: 'µs/req', ratio: cpuRatio, note }]
}
