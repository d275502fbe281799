import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../support/api.ts'
import type { Answer, Json } from '../../support/api-call.ts'
import { amounts, calculateExample, checkAnswer } from './calculation-answer.ts'

/**
 * Placeholders that are in no public document: below the floor, and marked wherever they appear
 * (docs/design/release.md#evidence-grades).
 */

let api: TestApi
let demo: string
beforeAll(async () => {
  api = await testApi()
  demo = await api.key({ evidence_floor: 'specimen' })
})
afterAll(() => api.close())

const calculate = (fields: Record<string, unknown>, key?: string): Promise<Answer> => calculateExample(api, fields, key)

describe('figures that are specimens', () => {
  const cases: [string, Record<string, unknown>, number[]][] = [
    ['LT-EV', { contract_demand_kva: 10 }, [101_600, 116_000, 217_600]],
    ['HTSS-11-33', { contract_demand_kva: 10 }, [102_300, 123_000, 225_300]],
    ['RTS', { contract_demand_kva: 10 }, [103_400, 134_000, 237_400]],
  ]
  test.each(cases)('of %s are shown as that, and refused to an ordinary key', async (code, fields, expected) => {
    const request = { subcategory_code: code, energy_units: 100, connected_load: undefined, ...fields }
    const answer = await calculate(request, demo)
    checkAnswer(answer)
    expect(amounts(answer)).toEqual(expected)
    expect([answer.data.specimen, answer.data.evidence_grade]).toEqual([true, 'specimen'])
    expect(answer.data.calculation.lines.every(({ specimen }: Json) => specimen)).toBe(true)
    expect(answer.data.disclosures.map(({ code: one }: Json) => one)).toContain('SPECIMEN_FIGURES')
    const refused = await calculate(request)
    expect([refused.status, refused.code]).toEqual([422, 'EVIDENCE_BELOW_FLOOR'])
  })

  test.each([
    ['LT-EV', { tod_period: 'peak' }, 3_048],
    ['LT-EV', { tod_period: 'off_peak' }, -3_048],
    ['LT-EV', { tod_period: 'normal' }, 1_016],
    ['RTS', { rts_voltage_mode: 'above_base' }, -3_400],
    ['RTS', { rts_voltage_mode: 'below_base' }, 4_300],
    ['HTSS-11-33', { apply_htss_11kv_surcharge: true }, 2_771],
  ])('of %s with %j adjust by %i paise', async (code, selector, paise) => {
    const bill = { subcategory_code: code, energy_units: 100, contract_demand_kva: 10 }
    const [plain, adjusted] = [await calculate(bill, demo), await calculate({ ...bill, ...selector }, demo)]
    checkAnswer(adjusted)
    const difference = adjusted.data.calculation.base_tariff_paise - plain.data.calculation.base_tariff_paise
    expect([adjusted.data.calculation.adjustments_paise, difference]).toEqual([paise, paise])
    const [name] = Object.keys(selector)
    const omitted = `${name!.toUpperCase()}_NOT_GIVEN`
    expect(plain.data.disclosures.map(({ code: one }: Json) => one)).toContain(omitted)
    expect(adjusted.data.disclosures.map(({ code: one }: Json) => one)).not.toContain(omitted)
  })

  test('and selectors that change nothing leave the base as it is', async () => {
    const traction = { subcategory_code: 'RTS', energy_units: 100, contract_demand_kva: 10 }
    const special = { subcategory_code: 'HTSS-11-33', energy_units: 100, contract_demand_kva: 10 }
    for (const [bill, selector] of [
      [traction, { rts_voltage_mode: 'at_base' }],
      [special, { apply_htss_11kv_surcharge: false }],
    ]) {
      const answer = await calculate({ ...bill, ...selector }, demo)
      checkAnswer(answer)
      expect(amounts(answer)).toEqual(amounts(await calculate(bill!, demo)))
    }
  })
})
