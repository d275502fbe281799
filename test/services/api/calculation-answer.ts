import { expect } from 'vitest'
import { canonicalHash, canonicalText } from '../../../releases/record/canonical.ts'
import { EXAMPLE, type TestApi } from '../../support/api.ts'
import type { Answer, Json } from '../../support/api-call.ts'

/** Requirements for every answer. */
export function checkAnswer({ status, text, data, meta }: Answer): void {
  expect(status).toBe(200)
  expect(text, 'data is canonical JSON (RFC 8785)').toContain(`"data":${canonicalText(data)},`)
  const { lines, base_tariff_paise, energy_charge_paise, fixed_charge_paise } = data.calculation
  const sum = lines.reduce((total: number, { amount_paise }: Json) => total + amount_paise, 0)
  expect(sum, 'lines sum to the base tariff').toBe(base_tariff_paise)
  for (const amount of [base_tariff_paise, energy_charge_paise, fixed_charge_paise]) {
    expect(Number.isSafeInteger(amount)).toBe(true)
  }
  expect(data.calculation_sha256, 'the hash covers exactly what the contract lists').toBe(hashOf(data))
  expect(meta).toEqual({
    money_mode: 'integer_paise',
    calculation_scope: 'verified_base_tariff',
    exact_utility_bill: false,
  })
}

function hashOf(data: Json): string {
  const { state_code, licensee_code, subcategory_code, effective_on, inputs, release, engine_version } = data
  const { calculation, subsidy, fppas, final_payable, blocked_components, evidence_grade } = data
  const { release_sha256, holds } = release
  return canonicalHash({
    ...{ state_code, licensee_code, subcategory_code, effective_on, inputs, release_sha256, holds, engine_version },
    ...{ calculation, subsidy, fppas, final_payable, blocked_components, evidence_grade },
  })
}

/** Energy, fixed and base, in paise. */
export const amounts = ({ data: { calculation: c } }: Answer): number[] => [
  c.energy_charge_paise,
  c.fixed_charge_paise,
  c.base_tariff_paise,
]

/** Sends the specification's example with additional or replaced fields. */
export function calculateExample(api: TestApi, fields: Record<string, unknown>, key?: string): Promise<Answer> {
  return api.call('/v1/calculate', {
    method: 'POST',
    body: { ...EXAMPLE, ...fields },
    ...(key === undefined ? {} : { key }),
  })
}
