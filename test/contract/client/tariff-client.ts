import createClient from 'openapi-fetch'
import type { components, paths } from './contract-types.ts'

/**
 * A small client, written against the types that openapi-typescript generates from the OpenAPI document. The test
 * generates these types again, so this file is not part of the main type check.
 */

type Schemas = components['schemas']
export type Bill = Schemas['CalculateRequest']
export type Refusal = {
  readonly code: string
  readonly message: string
  readonly status: number
  readonly retryAfter: number | null
}
export type Amount = {
  readonly paise: number | null
  readonly payable: boolean
  readonly grade: Schemas['EvidenceGrade']
  readonly lines: readonly { readonly component: string; readonly paise: number; readonly quote: string }[]
}
type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }

export type TariffClient = {
  readonly requiredInputs: (subcategory: string) => Promise<Outcome<readonly string[]>>
  readonly amountOf: (bill: Bill) => Promise<Outcome<Amount>>
  /** Base tariffs of several bills in one request; of a refused one, its code. */
  readonly amountsOf: (bills: readonly Bill[]) => Promise<Outcome<readonly (number | string | null)[]>>
  readonly documentBehind: (rowSha256: string) => Promise<Outcome<readonly string[]>>
  readonly servingStates: () => Promise<Outcome<readonly string[]>>
}

type Failure = { readonly error: { readonly code: string; readonly message: string } }

function refused({ error }: Failure, response: Response): { ok: false; refusal: Refusal } {
  const after = response.headers.get('retry-after')
  const refusal = {
    code: error.code,
    message: error.message,
    status: response.status,
    retryAfter: after === null ? null : Number(after),
  }
  return { ok: false, refusal }
}

export function tariffClient(baseUrl: string, key: string): TariffClient {
  const api = createClient<paths>({ baseUrl, headers: { 'X-API-Key': key } })
  return {
    requiredInputs: async (subcategory) => {
      const { data, error, response } = await api.GET('/v1/categories', { params: { query: { state_code: 'BR' } } })
      if (error !== undefined) return refused(error, response)
      const found = data.data.find(({ state_subcategory_code }) => state_subcategory_code === subcategory)
      return { ok: true, value: found?.required_calculation_inputs ?? [] }
    },
    amountOf: async (bill) => {
      const { data, error, response } = await api.POST('/v1/calculate', { body: bill })
      if (error !== undefined) return refused(error, response)
      const { calculation, production_payable, evidence_grade } = data.data
      const lines = calculation.lines.map(({ component, amount_paise, evidence }) => {
        return { component, paise: amount_paise, quote: evidence.quote }
      })
      const value = { paise: calculation.base_tariff_paise, payable: production_payable, grade: evidence_grade, lines }
      return { ok: true, value }
    },
    amountsOf: async (bills) => {
      const { data, error, response } = await api.POST('/v1/calculations', { body: { requests: [...bills] } })
      if (error !== undefined) return refused(error, response)
      const amounts = data.data.answers.map(({ body }) =>
        body.status === 'ok' ? body.data.calculation.base_tariff_paise : body.error.code,
      )
      return { ok: true, value: amounts }
    },
    documentBehind: async (rowSha256) => {
      const { data, error, response } = await api.GET('/v1/sources', { params: { query: { row_sha256: rowSha256 } } })
      if (error !== undefined) return refused(error, response)
      return {
        ok: true,
        value: data.data.flatMap((each) => ('sources' in each ? each.sources.map(({ sha256 }) => sha256) : [])),
      }
    },
    servingStates: async () => {
      const { data, error, response } = await api.GET('/v1/health')
      if (error !== undefined) return refused(error, response)
      return { ok: true, value: (data.data.releases ?? []).map(({ state_code }) => state_code) }
    },
  }
}
