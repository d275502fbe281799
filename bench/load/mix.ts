import { bodyOf } from '../../pipeline/gates/calculation/draft.ts'
import { byReference } from '../../test/support/compared.ts'
import { waterBill } from '../../test/support/water.ts'
import type { LoadRequest } from '../support/load.ts'
import { AGENT_HEADERS, agentCall } from '../support/requests.ts'
import type { Kind } from './open-loop.ts'
import { type Body, FLOOR, type Serving } from './recompute.ts'

const JSON_TYPE = { 'content-type': 'application/json' } as const
const BILLS_OF_A_BATCH = 20
const WATER_BILLS = 200

/** Bodies that are answered and bodies that are refused, evenly over the states. */
export type Bodies = { readonly answered: readonly Body[]; readonly refused: readonly Body[] }

/** The regression cases of every release as callers would send them, and water bills of the fictitious state. */
export function bodiesOf(serving: Serving): Bodies {
  const refused: Body[] = []
  const byState = new Map<string, Body[]>()
  for (const plan of serving.values()) {
    const { state_code: state, cases } = plan.record
    const own = byState.get(state) ?? []
    byState.set(state, own)
    if (state === 'XX') continue
    for (const { inputs } of cases) {
      const body = bodyOf(state, inputs)
      const expected = byReference(plan, body, FLOOR)
      if (expected?.ok === true) own.push(body)
      else if (expected !== null) refused.push(body)
    }
  }
  const water = Array.from({ length: WATER_BILLS }, (_, index): Body => waterBill(index * 7, 0).body)
  const groups: Body[][] = [...byState.values(), water].filter((group) => group.length > 0)
  // Each state as often as the one with the most cases.
  const most = Math.max(...groups.map((group) => group.length))
  const answered = Array.from({ length: most }, (_, at) => groups.map((group) => group[at % group.length] as Body))
  return { answered: answered.flat(), refused }
}

const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}): LoadRequest => {
  return { method: 'POST', path, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) }
}
const get = (path: string, headers: Readonly<Record<string, string>> = {}): LoadRequest => {
  return { method: 'GET', path, headers }
}

const CATALOGUE = [
  '/v1/states',
  '/v1/health',
  '/v1/categories',
  '/v1/tariffs',
  '/v1/tariffs?subcategory_code=DS-II',
  '/v1/categories?state_code=MH&licensee_code=MH_MSEDCL',
  '/v1/fppas-periods?state_code=MH',
  '/v1/coverage?state_code=BR',
]

/** The bills in the requests of kind `batch`, in order. */
export function batchesOf({ answered }: Bodies): readonly (readonly Body[])[] {
  const count = Math.floor(answered.length / BILLS_OF_A_BATCH)
  return Array.from({ length: count }, (_, at) => answered.slice(at * BILLS_OF_A_BATCH, (at + 1) * BILLS_OF_A_BATCH))
}

/**
 * Seven kinds of requests: 70 percent calculations, the rest everything else that a client does. `rows`: hashes of rows
 * in service; `limited`: a key that sends more than its limit.
 */
export function mixOf(bodies: Bodies, rows: readonly string[], limited: string): readonly Kind[] {
  const kind = (name: string, share: number, requests: readonly LoadRequest[], keeps = false): Kind => {
    return { name, share, requests, keeps }
  }
  const evidence = ['BR', 'MH', 'OD'].map((state) => get(`/v1/sources?state_code=${state}`))
  return [
    kind(
      'calculation',
      70,
      bodies.answered.map((body) => post('/v1/calculate', body)),
      true,
    ),
    kind(
      'catalogue',
      10,
      CATALOGUE.map((path) => get(path)),
    ),
    kind('evidence', 6, [
      ...evidence,
      get('/v1/trust.json'),
      ...rows.flatMap((hash) => [get(`/v1/rows/${hash}`), get(`/v1/sources?row_sha256=${hash}`)]),
    ]),
    kind(
      'batch',
      3,
      batchesOf(bodies).map((requests) => post('/v1/calculations', { requests })),
      true,
    ),
    kind(
      'agent',
      4,
      bodies.answered.map((body, id) => post('/mcp', agentCall(id, body), AGENT_HEADERS)),
      true,
    ),
    kind('refusal', 5, [
      ...bodies.refused.map((body) => post('/v1/calculate', body)),
      post('/v1/calculate', { state_code: 'BR' }),
      get('/v1/tariffs?state_code=XY'),
      get('/v1/states', { 'x-api-key': 'pk_no_key_of_ours' }),
    ]),
    kind('over its limit', 2, [get('/v1/states', { 'x-api-key': limited })]),
  ]
}

/** Codes of a service that cannot answer in time; it sends `Retry-After`. */
const REJECTIONS = ['SERVICE_OVERLOADED', 'VERIFIED_RUNTIME_UNAVAILABLE']

/**
 * `meant`: the answer that the contract defines for the request; `rejected`: refused with an overload or timeout
 * error.
 */
export type Verdict = 'meant' | 'rejected' | 'wrong'

export function judge(kind: string, status: number, code: string | null): Verdict {
  if (status === 503 && code !== null && REJECTIONS.includes(code)) return 'rejected'
  if (kind === 'refusal') return status >= 400 && status < 500 && status !== 429 ? 'meant' : 'wrong'
  return status === 200 || (kind === 'over its limit' && status === 429) ? 'meant' : 'wrong'
}
