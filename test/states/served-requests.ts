import { describe, expect, test } from 'vitest'
import type { Json } from '../support/api-call.ts'
import { STATE_CODES } from '../support/definitions.ts'
import { EXAMPLES } from './examples.ts'
import { calculateAt, type Served } from './served.ts'

/** Answers of the three POST routes over the network, once all states serve. */
export function requestTests(of: () => Served): void {
  describe('POST /calculate', () => {
    test.each([
      [EXAMPLES.MH, 130600],
      [EXAMPLES.GJ, 123500],
      [EXAMPLES.RJ, 148750],
      [EXAMPLES.OD, 119500],
      [EXAMPLES.TS, 148500],
      [EXAMPLES.JH, 121000],
    ])('%o: %s paise, before any payable', async (body, paise) => {
      const { status, text, data, meta } = await calculateAt(of(), body)
      expect([status, data.calculation.base_tariff_paise, data.release.release_stage]).toEqual([
        200,
        paise,
        'reference',
      ])
      expect(meta).toMatchObject({ money_mode: 'integer_paise', exact_utility_bill: false })
      const { state_code, verification_tier, payable_complete } = JSON.parse(text)
      const top = body.state_code === 'GJ' ? ['GJ', 'verified_guarded', false] : [undefined, undefined, undefined]
      expect([state_code, verification_tier, payable_complete]).toEqual(top)
    })

    test('a place and a licensee that do not belong together are refused over the wire as well', async () => {
      const body = {
        state_code: 'RJ',
        licensee_code: 'RJ_JVVNL',
        district: 'Beawar',
        subcategory_code: 'GENERAL_DOMESTIC',
        energy_units: 200,
        fixed_charge_basis_units: 200,
      }
      const { status, code, details, text } = await calculateAt(of(), body)
      expect([status, code, details.reason]).toEqual([422, 'DISTRICT_LICENSEE_MISMATCH', 'mismatch'])
      const supplied = `District Beawar is supplied by ${details.licensees.join(', ')}`
      expect(text).toContain(`"${supplied}, not by RJ_JVVNL: correct one of them."`)
      const elsewhere = await calculateAt(of(), { ...body, district: 'Nowhere' })
      expect(elsewhere.text).toContain('"District Nowhere is not a known one. GET /v1/coverage lists them."')
    })
  })

  describe('the last two routes', () => {
    const period = { month: '2026-04', consumption_units: 300, generation_units: 250, export_units: 150 }

    test('POST /solar-savings answers where a rule is verified, and refuses elsewhere', async () => {
      const solar = (body: object) => of().api.call('/v1/solar-savings', { method: 'POST', body })
      const net = { arrangement: 'net_metering', periods: [period] }
      const bihar = await solar({ state_code: 'BR', subcategory_code: 'DS-II', connected_load: 3, ...net })
      expect([bihar.status, bihar.data.saving_paise]).toEqual([200, 742 * 250])
      const { export_units: _, ...gross } = period
      const odisha = await solar({
        state_code: 'OD',
        licensee_code: 'OD_TPCODL',
        subcategory_code: 'DOMESTIC_OTHERS',
        connected_load: 2,
        arrangement: 'gross_metering',
        periods: [gross],
      })
      expect(odisha.data.closing_credit).toEqual({ units: '250', treatment: 'settlement_blocked', amount_paise: null })
      for (const state_code of ['RJ', 'GJ', 'TS', 'JH']) {
        const refused = await solar({ state_code, subcategory_code: 'ANY', ...net })
        expect([refused.status, refused.code]).toEqual([422, 'UNSUPPORTED_OPERATION'])
        expect(refused.text).toMatch(
          /"No verified rule of \w+ metering is released for [A-Z]{2}\. States with one: [A-Z, ]+\."/,
        )
      }
    })

    test('POST /solar-savings names every quantity that is not exact beside whatever else is wrong', async () => {
      const { code, details } = await of().api.call('/v1/solar-savings', {
        method: 'POST',
        body: {
          state_code: 'BR',
          subcategory_code: 'DS-II',
          arrangement: 'none',
          periods: [{ ...period, export_units: 1.00001 }],
        },
      })
      expect(code).toBe('INVALID_REQUEST_FIELD')
      expect(details.fields.map(({ field }: Json) => field).sort()).toEqual(['/arrangement', '/periods/0/export_units'])
    })

    test('POST /category-resolver resolves, asks, and refuses what is not exact', async () => {
      const resolve = (body: object) => of().api.call('/v1/category-resolver', { method: 'POST', body })
      const context = { purpose: 'domestic', area_type: 'urban' }
      const open = await resolve({ state_code: 'BR', context })
      expect([open.data.resolution, open.data.needs]).toEqual(['ambiguous', ['below_poverty_line', 'common_supply']])
      const told = await resolve({
        state_code: 'BR',
        context: { ...context, below_poverty_line: false, common_supply: false },
      })
      expect([told.data.resolution, told.data.subcategory_code]).toEqual(['resolved', 'DS-II'])
      for (const state_code of STATE_CODES) expect((await resolve({ state_code, context })).status).toBe(200)
      const inexact = await resolve({ state_code: 'BR', context: { ...context, connected_load: 1.00001 } })
      expect([inexact.code, inexact.details.fields[0].field]).toEqual([
        'INVALID_REQUEST_FIELD',
        '/context/connected_load',
      ])
      const held = await resolve({ state_code: 'TS', licensee_code: 'TS_CESS', context })
      expect([held.code, held.details.reason]).toEqual(['LICENSEE_NOT_SUPPORTED', 'held'])
    })
  })
}
