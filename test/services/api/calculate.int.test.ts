import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINE_VERSION } from '../../../releases/engine/version.ts'
import { EXAMPLE, type TestApi, testApi } from '../../support/api.ts'
import type { Answer, Json } from '../../support/api-call.ts'
import { amounts, calculateExample, checkAnswer } from './calculation-answer.ts'

/** Real answers, from the sealed record to the bytes of the response (docs/design/contract.md#calculate). */

let api: TestApi
let demo: string
beforeAll(async () => {
  api = await testApi()
  demo = await api.key({ evidence_floor: 'specimen' })
})
afterAll(() => api.close())

const calculate = (fields: Record<string, unknown>, key?: string): Promise<Answer> => calculateExample(api, fields, key)

const BLOCKED = ['monetary_subsidy_amount', 'generic_subsidy_proration_rounding', 'current_fppas_numeric_regime']
const ALSO_BLOCKED = ['corrigendum_composition', 'statutory_levies', 'exact_current_net_bill']

describe('DS-II, 200 units, 2 kW', () => {
  test('is 148400 + 16000 = 164400 paise, each line traced to its quote', async () => {
    const answer = await calculate({})
    checkAnswer(answer)
    expect(amounts(answer)).toEqual([148_400, 16_000, 164_400])
    const rows = (await api.call('/v1/tariffs?subcategory_code=DS-II')).data
    const lines = answer.data.calculation.lines
    expect(lines).toEqual([
      expect.objectContaining({
        component: 'energy',
        quantity: '200',
        rate: '7.42',
        rate_paise: 742,
        amount_paise: 148_400,
      }),
      expect.objectContaining({
        component: 'fixed',
        quantity: '2',
        rate: '80',
        rate_paise: 8_000,
        amount_paise: 16_000,
      }),
    ])
    for (const line of lines) {
      expect(line).toMatchObject({ row_id: 'BR-DS-II', row_sha256: rows[0].row_sha256, specimen: false })
      expect(line.description).toMatch(/\S/)
      expect(line.unit).toMatch(/\S/)
      const { grade, source_id, locator, quote, citations } = line.evidence
      expect([grade, source_id]).toEqual(['transcription', 'BR-SCHEDULE-2026-27'])
      expect(locator).toMatchObject({ page: 1, line: expect.any(Number) })
      expect(quote).toMatch(/^DS-II-(ENERGY,DS-II\(D\),7\.42|FIXED,DS-II\(D\),,,80\.00)$/)
      expect(citations.length).toBeGreaterThan(0)
    }
  })

  test('has every field of the contract, with its type', async () => {
    const { data } = await calculate({})
    const health = (await api.call('/v1/health')).data
    expect(data).toMatchObject({
      state_code: 'BR',
      licensee_code: null,
      subcategory_code: 'DS-II',
      financial_year: '2026-27',
      effective_on: '2026-04-01',
      verification_tier: 'verified_strict',
      release: {
        release_id: health.release_id,
        revision: 1,
        release_sha256: health.release_sha256,
        release_stage: 'reference',
        log_position: expect.any(Number),
        holds: [],
      },
      inputs: { state_code: 'BR', subcategory_code: 'DS-II', energy_units: '200', connected_load: '2' },
      subsidy: { status: 'not_evaluated', blocked: [BLOCKED[0], BLOCKED[1]] },
      fppas: { status: 'blocked', reason: 'current_numeric_regime_not_verified' },
      electricity_duty: { status: 'blocked', reason: 'verified_rates_not_in_release' },
      ancillary_charges: { status: 'blocked', reason: expect.stringMatching(/\S/) },
      final_payable: { amount_paise: null, status: 'unavailable', includes: [], reason: expect.stringMatching(/\S/) },
      payable_complete: false,
      production_payable: false,
      evidence_grade: 'transcription',
      specimen: false,
      rounding: { rule: 'half_up_per_line_to_paise' },
      engine_version: ENGINE_VERSION,
    })
    expect([...data.blocked_components].sort()).toEqual([...BLOCKED, ...ALSO_BLOCKED].sort())
    expect([...data.final_payable.excludes].sort()).toEqual([...data.blocked_components].sort())
    expect(Object.keys(data.calculation)).not.toContain('wheeling_charge_paise')
    const codes = data.disclosures.map(({ code }: Json) => code)
    expect(codes).toContain('SUBSIDY_NOT_EVALUATED')
    for (const { code, message } of data.disclosures) {
      expect(code).toMatch(/^[A-Z_0-9]+$/)
      expect(message).toMatch(/\S/)
    }
  })

  test('is the same bytes for the same question, whatever the order of its fields, its key or its instance', async () => {
    const turned = { connected_load: '2.000', energy_units: 2e2, subcategory_code: 'DS-II', state_code: 'BR' }
    const other = await api.start()
    const answers = [
      await calculate({}),
      await api.call('/v1/calculate', { method: 'POST', body: turned }),
      await other.call('/v1/calculate', { method: 'POST', body: EXAMPLE, key: demo }),
    ]
    await other.close()
    const texts = answers.map(({ text }) => text.replace(/"request_id":"[^"]+"/, ''))
    expect(new Set(texts).size).toBe(1)
    expect(answers[0]!.headers['cache-control']).toMatch(/no-store/)
  })
})

describe('billing_days of a domestic bill', () => {
  test('30 days: 125 units free, 92750 off, 71650 to pay, said to be partial', async () => {
    const answer = await calculate({ billing_days: 30 })
    checkAnswer(answer)
    const { subsidy, final_payable, payable_complete, calculation } = answer.data
    expect(calculation.base_tariff_paise).toBe(164_400)
    expect(subsidy).toMatchObject({
      status: 'applied',
      billing_days: 30,
      entitlement_units: 125,
      covered_units: '125',
      energy_waived_paise: 92_750,
      fixed_waived_paise: 0,
      amount_paise: 92_750,
      blocked: [BLOCKED[0], BLOCKED[1]],
    })
    expect(subsidy.scheme).toMatch(/\S/)
    expect(final_payable).toMatchObject({ amount_paise: 71_650, status: 'partial' })
    expect([...final_payable.includes].sort()).toEqual(['base_tariff', 'subsidy'])
    expect(payable_complete).toBe(false)
  })

  test.each([
    [25, 104, 104 * 742],
    [30, 125, 125 * 742],
    [40, 167, 167 * 742],
  ])('%i days carry %i units', async (days, units, waived) => {
    const { subsidy, final_payable } = (await calculate({ billing_days: days })).data
    expect([subsidy.entitlement_units, subsidy.amount_paise]).toEqual([units, waived])
    expect(final_payable.amount_paise).toBe(164_400 - waived)
  })

  test('a consumption at the entitlement pays nothing, and a thousandth more pays the fixed charge too', async () => {
    const within = (await calculate({ billing_days: 30, energy_units: 125 })).data
    expect([within.subsidy.fixed_waived_paise, within.final_payable.amount_paise]).toEqual([16_000, 0])
    const above = (await calculate({ billing_days: 30, energy_units: 125.001 })).data
    expect([above.subsidy.fixed_waived_paise, above.final_payable.amount_paise]).toEqual([0, 16_001])
    const none = (await calculate({ billing_days: 30, energy_units: 0 })).data
    expect([none.subsidy.covered_units, none.final_payable.amount_paise]).toEqual(['0', 0])
  })

  test('31 days are refused, and left out the base is the same', async () => {
    const refused = await calculate({ billing_days: 31 })
    expect([refused.status, refused.code, refused.details.supported]).toEqual([
      422,
      'UNSUPPORTED_BILLING_DAYS',
      [25, 30, 40],
    ])
    expect(amounts(await calculate({}))).toEqual(amounts(await calculate({ billing_days: 40 })))
  })

  test('outside the scheme nothing is applied', async () => {
    const answer = await calculate({ subcategory_code: 'NDS-II', contract_demand_kva: 2, billing_days: 30 })
    checkAnswer(answer)
    expect(answer.data.subsidy).toEqual({ status: 'not_applicable', blocked: [] })
    expect(answer.data.final_payable).toMatchObject({ amount_paise: null, status: 'unavailable' })
  })

  test('a billing month applies no FPPAS that is not approved for exactly that month', async () => {
    const answer = await calculate({ billing_days: 30, billing_month: '2026-05' })
    checkAnswer(answer)
    expect(answer.data.fppas.status).toBe('blocked')
    expect(answer.data.final_payable.amount_paise).toBe(71_650)
  })
})

describe('NDS-II chooses its row by the load', () => {
  test.each([
    [{ connected_load: 0.5 }, 'BR-NDS-II-UPTO-HALF-KW', '1', 15_000],
    [{ connected_load: 0.501, contract_demand_kva: 1 }, 'BR-NDS-II-ABOVE-HALF-KW', '1', 30_000],
    [{ connected_load: 70, contract_demand_kva: 80.5 }, 'BR-NDS-II-ABOVE-HALF-KW', '80.5', 2_415_000],
  ])('%j', async (load, row, quantity, fixed) => {
    const answer = await calculate({ subcategory_code: 'NDS-II', ...load })
    checkAnswer(answer)
    const line = answer.data.calculation.lines.find(({ component }: Json) => component === 'fixed')
    expect([line.row_id, line.quantity, answer.data.calculation.fixed_charge_paise]).toEqual([row, quantity, fixed])
  })
})

describe('at the edges of what is accepted', () => {
  test.each([
    ['nothing at all', { energy_units: 0, connected_load: 0 }, 0],
    ['a thousandth of a unit', { energy_units: 0.001, connected_load: 0 }, 1],
    ['just half a paisa below a whole one', { energy_units: '0.002', connected_load: 0 }, 1],
    ['the most', { energy_units: 10_000_000, connected_load: 10_000_000 }, 7_420_000_000 + 80_000_000_000],
  ])('%s', async (_name, fields, base) => {
    const answer = await calculate(fields)
    checkAnswer(answer)
    expect(answer.data.calculation.base_tariff_paise).toBe(base)
  })

  test('dates that agree may both be given, and are answered for', async () => {
    const answer = await calculate({ effective_on: '2026-11-20', billing_date: '2026-11-20' })
    checkAnswer(answer)
    expect(answer.data.effective_on).toBe('2026-11-20')
    const conflict = await calculate({ effective_on: '2026-11-20', billing_date: '2026-11-21' })
    expect([conflict.code, conflict.details.fields[0].field]).toEqual(['INVALID_REQUEST_FIELD', '/billing_date'])
  })
})
