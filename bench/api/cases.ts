import type { LoadRequest } from './load.ts'

/** The least an answer may reach of the bare framework: in requests a second, and in processor time (bare / ours). */
export type Bounds = { readonly requests: number; readonly cpu: number }

export const CALCULATE: Bounds = { requests: 0.4, cpu: 0.55 }
export const CATALOGUE: Bounds = { requests: 0.45, cpu: 0.65 }

/** One kind of request under measurement. */
export type ApiCase = {
  readonly name: string
  readonly status: 200 | 304 | 422
  /** Null: reported without a bound. */
  readonly bounds: Bounds | null
  /** Measured beside a bare answer of the same length and headers too: what of it is HTTP alone. */
  readonly besideLike: boolean
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Of every request, beside the key and the type of a body. */
  readonly headers?: Readonly<Record<string, string>>
  /** The nth request's own: what is asked differs, so that nothing is learnt by heart. */
  readonly body?: (index: number) => string
}

const billOf = (more: object) => (index: number) =>
  JSON.stringify({ state_code: 'BR', subcategory_code: 'DS-II', energy_units: (index * 317) / 1000, ...more })

const get = (name: string, path: string, bounds: Bounds | null = CATALOGUE): ApiCase => {
  return { name: `GET ${name}`, status: 200, bounds, besideLike: true, method: 'GET', path }
}
const post = (name: string, status: 200 | 422, more: object, besideLike = false): ApiCase => {
  return { name, status, bounds: CALCULATE, besideLike, method: 'POST', path: '/v1/calculate', body: billOf(more) }
}

/** As browsers and libraries ask unless told otherwise. */
const PACKED = { 'accept-encoding': 'gzip, deflate, br' }

const CATALOGUE_CASES: readonly ApiCase[] = [
  get('/categories', '/v1/categories'),
  get('/tariffs', '/v1/tariffs'),
  get('/tariffs, filtered', '/v1/tariffs?subcategory_code=DS-II'),
  get('/states', '/v1/states'),
]

/** Everything that is measured: calculations, refusals, the catalogue, and the catalogue when nothing has changed. */
export const API_CASES: readonly ApiCase[] = [
  post('POST /calculate', 200, { connected_load: 2 }, true),
  post('POST /calculate, 30 days', 200, { connected_load: 2, billing_days: 30 }),
  post('POST /calculate, refused', 422, {}),
  ...CATALOGUE_CASES,
  ...CATALOGUE_CASES.map((each) => ({ ...each, name: `${each.name}, gzip`, headers: PACKED })),
  ...CATALOGUE_CASES.map((each) => ({
    ...each,
    name: `${each.name}, 304`,
    status: 304 as const,
    besideLike: each.path === '/v1/states',
  })),
]

/** The requests of a case, one for each key, so that no key comes near its limit. `etag`: for If-None-Match. */
export function requestsOf(each: ApiCase, keys: readonly string[], etag: string | null): LoadRequest[] {
  return keys.map((key, index) => {
    const { method, path, body } = each
    const headers = {
      ...each.headers,
      'x-api-key': key,
      ...(etag === null ? {} : { 'if-none-match': etag }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    return { method, path, headers, ...(body === undefined ? {} : { body: body(index) }) }
  })
}
