import type { CalculateBody } from '../../releases/engine/request/body.ts'
import type { LoadRequest } from './load.ts'

/** Minimum ratio to the bare framework: in requests a second, and in processor time (bare / ours). */
export type Bounds = { readonly requests: number; readonly cpu: number }

/** Target of each kind, relative to bare Fastify: for processor time, and for requests to within 0.05 of it. */
const meant = (cpu: number): Bounds => ({ requests: cpu - 0.05, cpu })
const CALCULATE = meant(0.38)
const REFUSED = meant(0.45)
const NOT_CHANGED = meant(0.62)

/** One kind of request under measurement. */
export type ApiCase = {
  readonly name: string
  readonly status: 200 | 304 | 422
  /** Null: reported without a target. */
  readonly bounds: Bounds | null
  /** Also compared with a bare answer of the same length and headers, which shows the cost of HTTP alone. */
  readonly besideLike: boolean
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Headers of every request, in addition to the key and the type of a body. */
  readonly headers?: Readonly<Record<string, string>>
  /** Content of the nth request; the content varies, so that caches do not help. */
  readonly body?: (index: number) => object
}

/** Bodies differ in their units, so that results cannot be cached. */
export const billOf = (index: number): CalculateBody => {
  return { state_code: 'BR', subcategory_code: 'DS-II', energy_units: (index * 317) / 1000, connected_load: 2 }
}
/** Default headers of browsers and libraries. */
const PACKED = { 'accept-encoding': 'gzip, deflate, br' }
const get = (name: string, path: string, plain: number, packed: number) => {
  const one = { name: `GET ${name}`, status: 200, besideLike: true, method: 'GET', path } as const
  return {
    plain: { ...one, bounds: meant(plain) },
    packed: { ...one, name: `${one.name}, gzip`, bounds: meant(packed), headers: PACKED },
  }
}
const post = (name: string, status: 200 | 422, more: object, besideLike = false): ApiCase => {
  const body = (index: number): object => ({ ...billOf(index), ...more })
  const bounds = status === 200 ? CALCULATE : REFUSED
  return { name, status, bounds, besideLike, method: 'POST', path: '/v1/calculate', body }
}

const PROTOCOL = '2026-07-28'
/** Headers of a call of the tool `calculate` in the current protocol, as clients send them. */
export const AGENT_HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': PROTOCOL,
  'mcp-method': 'tools/call',
  'mcp-name': 'calculate',
} as const

/** The message of such a call. */
export function agentCall(id: number, given: object): object {
  const claim = {
    'io.modelcontextprotocol/protocolVersion': PROTOCOL,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name: 'calculate', arguments: given, _meta: claim }
  return { jsonrpc: '2.0', id, method: 'tools/call', params }
}

/** The same bill requested by an agent. */
const AGENT: ApiCase = {
  name: 'agent: tools/call calculate',
  status: 200,
  bounds: null,
  besideLike: false,
  method: 'POST',
  path: '/mcp',
  headers: AGENT_HEADERS,
  body: (index) => agentCall(index, billOf(index)),
}

const CATALOGUE_CASES = [
  get('/categories', '/v1/categories', 0.5, 0.5),
  get('/tariffs', '/v1/tariffs', 0.33, 0.3),
  get('/tariffs, filtered', '/v1/tariffs?subcategory_code=DS-II', 0.5, 0.5),
  get('/states', '/v1/states', 0.62, 0.62),
]

/** Everything that is measured: calculations, refusals, the catalogue, and the catalogue if nothing has changed. */
export const API_CASES: readonly ApiCase[] = [
  post('POST /calculate', 200, {}, true),
  post('POST /calculate, 30 days', 200, { billing_days: 30 }),
  post('POST /calculate, refused', 422, { connected_load: undefined }),
  AGENT,
  ...CATALOGUE_CASES.map(({ plain }) => plain),
  ...CATALOGUE_CASES.map(({ packed }) => packed),
  ...CATALOGUE_CASES.map(({ plain }) => {
    const besideLike = plain.path === '/v1/states'
    return { ...plain, name: `${plain.name}, 304`, status: 304 as const, bounds: NOT_CHANGED, besideLike }
  }),
]

/** The requests of a case, one for each key, so that no key reaches its limit. `etag`: for If-None-Match. */
export function requestsOf(
  { method, path, headers, body }: ApiCase,
  keys: readonly string[],
  etag: string | null = null,
): LoadRequest[] {
  return keys.map((key, index) => {
    const all = { ...headers, 'x-api-key': key, ...(etag === null ? {} : { 'if-none-match': etag }) }
    if (body === undefined) return { method, path, headers: all }
    return { method, path, headers: { ...all, 'content-type': 'application/json' }, body: JSON.stringify(body(index)) }
  })
}
