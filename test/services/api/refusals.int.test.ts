import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hold } from '../../../services/operations/lifecycle.ts'
import { type TestApi, testApi, untilServed } from '../../support/api.ts'
import type { Answer } from '../../support/api-call.ts'
import { ASHA } from '../../support/people.ts'

/** Refusals of a calculation, in the order of docs/design/contract.md#refusals: the first that applies is given. */

let api: TestApi
let demo: string
beforeAll(async () => {
  api = await testApi()
  demo = await api.key({ evidence_floor: 'specimen' })
  const parts = { pool: api.pool, by: ASHA, now: () => new Date() }
  const release = 'BR-2026-27-VERIFIED-STRICT-BASE-V1'
  for (const component of ['rows/BR-HGN/energy', 'rows/BR-HTS-I/energy']) {
    await hold(parts, release, component, 'a corrigendum is awaited')
  }
  await untilServed(api, ({ data }) => data.release.holds.length === 2)
})
afterAll(() => api.close())

type Fields = Record<string, unknown>

const DS_II: Fields = { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 }
const NDS_II: Fields = { ...DS_II, subcategory_code: 'NDS-II', connected_load: 10, contract_demand_kva: 10 }
const COLD: Fields = { ...DS_II, subcategory_code: 'HT-CS', contract_demand_kva: 100 }

/** Trigger of each refusal: a field or two, set on an otherwise valid request. */
const TYPES: Fields = { energy_units: true }
const UNRELEASED: Fields = { state_code: 'ZZ' }
const PREPAID: Fields = { meter_mode: 'prepaid' }
const LICENSEE: Fields = { licensee_code: 'BR_NOBODY' }
const DATE: Fields = { effective_on: '2026-03-31' }
const CATEGORY: Fields = { subcategory_code: 'NOPE' }
const SELECTOR: Fields = { rts_voltage_mode: 'at_base' }
const DAYS: Fields = { billing_days: 31 }

/** Pairs of refusals, adjacent in the contract's order; the expected one comes first. */
const PAIRS: readonly [expected: string, rule: string, request: Fields][] = [
  ['INVALID_REQUEST_FIELD', 'quantity', { ...DS_II, ...TYPES, ...UNRELEASED }],
  ['INVALID_REQUEST_FIELD', 'unknown', { ...DS_II, bogus: 1, ...UNRELEASED }],
  ['STATE_NOT_RELEASED', '', { ...DS_II, ...UNRELEASED, ...PREPAID }],
  ['UNSUPPORTED_OPERATION', '', { ...DS_II, ...PREPAID, ...LICENSEE }],
  ['LICENSEE_NOT_SUPPORTED', '', { ...DS_II, ...LICENSEE, ...DATE }],
  ['INVALID_EFFECTIVE_DATE', '', { ...DS_II, ...DATE, ...CATEGORY }],
  ['SUBCATEGORY_NOT_FOUND', '', { state_code: 'BR', energy_units: 1, ...CATEGORY, ...SELECTOR }],
  ['INVALID_REQUEST_FIELD', 'required', { ...DS_II, connected_load: undefined, ...SELECTOR }],
  ['INVALID_REQUEST_FIELD', 'not_applicable', { ...DS_II, ...SELECTOR, ...DAYS }],
  ['UNSUPPORTED_BILLING_DAYS', '', { ...NDS_II, ...DAYS, connected_load: 71 }],
  ['CATEGORY_NOT_APPLICABLE', '', { ...COLD, contract_demand_kva: 49.999 }],
  ['EVIDENCE_BELOW_FLOOR', '', { ...DS_II, subcategory_code: 'HGN' }],
]

function calculate(body: Fields, key?: string): Promise<Answer> {
  return api.call('/v1/calculate', { method: 'POST', body, ...(key === undefined ? {} : { key }) })
}

describe('of two refusals the earlier one answers:', () => {
  test.each(PAIRS)('%s %s', async (code, rule, request) => {
    const answer = await calculate(request)
    expect(answer.code).toBe(code)
    expect(answer.status).toBe(code === 'STATE_NOT_RELEASED' ? 404 : 422)
    if (rule !== '') expect(answer.details.fields[0].rule).toBe(rule)
  })

  test('EVIDENCE_BELOW_FLOOR, then RATE_NOT_VERIFIED for the same bill of a key with a lower floor', async () => {
    const pump = { ...DS_II, subcategory_code: 'HGN' }
    expect((await calculate(pump)).code).toBe('EVIDENCE_BELOW_FLOOR')
    expect((await calculate(pump, demo)).code).toBe('RATE_NOT_VERIFIED')
  })
})

describe('each refusal says what there is to say:', () => {
  test('STATE_NOT_RELEASED', async () => {
    expect((await calculate({ ...DS_II, ...UNRELEASED })).details).toEqual({ state_code: 'ZZ' })
  })

  test.each([
    [{ meter_mode: 'prepaid' }, 'prepaid'],
    [{ metering: 'net' }, 'net_metering'],
    [{ metering: 'gross' }, 'gross_metering'],
    [{ profile: 'anything' }, 'complete_payable'],
  ])('UNSUPPORTED_OPERATION %j', async (fields, operation) => {
    const answer = await calculate({ ...DS_II, ...fields })
    expect([answer.status, answer.code, answer.details.operation]).toEqual([422, 'UNSUPPORTED_OPERATION', operation])
  })

  test('LICENSEE_NOT_SUPPORTED', async () => {
    const { status, details } = await calculate({ ...DS_II, ...LICENSEE })
    expect([status, details.reason, details.licensees]).toEqual([422, 'unknown', []])
    expect(details.because).toBe('the schedule of BR names no licensees: leave licensee_code out')
    const listed = await api.call('/v1/tariffs?licensee_code=BR_NBPDCL')
    expect([listed.code, listed.details.because]).toEqual(['LICENSEE_NOT_SUPPORTED', details.because])
  })

  test.each([
    ['effective_on', '2026-03-31', 'before_release'],
    ['effective_on', '2027-04-01', 'after_release'],
    ['effective_on', '2026-02-30', 'format'],
    ['effective_on', '2026-04-01T00:00:00Z', 'format'],
    ['effective_on', '', 'format'],
    ['billing_date', '1-4-2026', 'format'],
    ['billing_date', '2026-03-31', 'before_release'],
  ])('INVALID_EFFECTIVE_DATE: %s %s', async (field, date, reason) => {
    const answer = await calculate({ ...DS_II, [field]: date })
    expect([answer.status, answer.code]).toEqual([422, 'INVALID_EFFECTIVE_DATE'])
    expect(answer.details).toEqual({ field, reason, covered_periods: [{ from: '2026-04-01', to: '2027-03-31' }] })
    const isWritten = reason === 'format' && date === '2026-02-30'
    expect(answer.text.includes('"The date 2026-02-30 does not exist.')).toBe(isWritten)
  })

  test('INVALID_EFFECTIVE_DATE of a comparison with solar', async () => {
    const periods = [{ month: '2026-04', consumption_units: 300, generation_units: 250, export_units: 120 }]
    const plant = { arrangement: 'net_metering', effective_on: '2026-02-30', periods }
    const body = { state_code: 'BR', subcategory_code: 'DS-II', connected_load: 2, ...plant }
    const answer = await api.call('/v1/solar-savings', { method: 'POST', body })
    expect([answer.code, answer.details.reason]).toEqual(['INVALID_EFFECTIVE_DATE', 'format'])
    expect(answer.text).toContain('"The date 2026-02-30 does not exist.')
    const later = [{ ...periods[0], month: '2027-04' }]
    const outside = await api.call('/v1/solar-savings', {
      method: 'POST',
      body: { ...body, effective_on: undefined, periods: later },
    })
    expect([outside.code, outside.details.field]).toEqual(['INVALID_EFFECTIVE_DATE', 'periods'])
    expect(outside.text).toContain('"The months are not all within the period of one release.')
  })

  test('SUBCATEGORY_NOT_FOUND lists every code there is, and no other spelling of one is taken', async () => {
    for (const code of ['NOPE', 'ds-ii', 'DS-II ', 'DS II', 'DS-IIx']) {
      const { code: refused, details } = await calculate({ ...DS_II, subcategory_code: code })
      expect(refused).toBe('SUBCATEGORY_NOT_FOUND')
      expect(details.available).toHaveLength(32)
      expect(details.available).toContain('DS-II')
    }
  })

  test.each([
    [{ ...DS_II, connected_load: undefined }, ['/connected_load']],
    [
      { ...NDS_II, connected_load: undefined, contract_demand_kva: undefined },
      ['/connected_load', '/contract_demand_kva required_where'],
    ],
    [{ ...NDS_II, contract_demand_kva: undefined }, ['/contract_demand_kva']],
    [{ ...DS_II, subcategory_code: 'KJ' }, ['/area_type']],
    [{ ...COLD, contract_demand_kva: undefined }, ['/contract_demand_kva']],
  ])('inputs that are required by the row: %j', async (request, fields) => {
    const { code, details } = await calculate(request)
    expect(code).toBe('INVALID_REQUEST_FIELD')
    expect(details.fields.map(({ field, rule }: Fields) => `${field} ${rule}`)).toEqual(
      fields.map((f) => (f.includes(' ') ? f : `${f} required`)),
    )
  })

  test('a word that is not taken is told which are', async () => {
    const { details } = await calculate({ ...DS_II, load_unit: 'kW' })
    expect(details.fields).toEqual([{ field: '/load_unit', rule: 'enum', message: 'load_unit takes one of: kw' }])
  })

  test('a comparison with rooftop solar is told them too', async () => {
    const periods = [{ month: '2026-04', consumption_units: 300, generation_units: 250, export_units: 120 }]
    const body = { ...DS_II, energy_units: undefined, load_unit: 'kva', arrangement: 'net_metering', periods }
    const { details } = await api.call('/v1/solar-savings', { method: 'POST', body })
    expect(details.fields).toEqual([{ field: '/load_unit', rule: 'enum', message: 'load_unit takes one of: kw' }])
  })

  test('a load in another unit is refused, not converted', async () => {
    const { details } = await calculate({ ...DS_II, load_unit: 'hp' })
    expect(details.fields).toEqual([expect.objectContaining({ field: '/load_unit', rule: 'enum' })])
    expect((await calculate({ ...DS_II, load_unit: 'kw' })).status).toBe(200)
  })

  test.each([31, 0, -30, 24, 26, 29, 41, 365, 30_000])('UNSUPPORTED_BILLING_DAYS: %i', async (days) => {
    const answer = await calculate({ ...DS_II, billing_days: days })
    expect([answer.status, answer.code]).toEqual([422, 'UNSUPPORTED_BILLING_DAYS'])
    expect(answer.details).toEqual({ billing_days: days, supported: [25, 30, 40] })
    expect(answer.text, 'what a request without the days is of').toContain('Without it a calculation is of one month')
  })

  test.each([
    [{ ...NDS_II, connected_load: 70.001 }, 'connected_load_kw<=70'],
    [{ ...COLD, contract_demand_kva: 49.999 }, 'contract_demand_kva>=50'],
    [{ ...COLD, contract_demand_kva: 1500.001 }, 'contract_demand_kva<=1500'],
  ])('CATEGORY_NOT_APPLICABLE chooses no other category: %j', async (request, bound) => {
    const { status, code, details } = await calculate(request)
    expect([status, code]).toEqual([422, 'CATEGORY_NOT_APPLICABLE'])
    expect(details).toEqual(expect.objectContaining({ bound, covering_category: null }))
    expect(details.reason).toMatch(/[a-z]{3}/)
  })

  test('EVIDENCE_BELOW_FLOOR names floor, grade and every weaker figure, of the row and of the rules chosen', async () => {
    const station = { ...DS_II, subcategory_code: 'LT-EV', contract_demand_kva: 10, tod_period: 'peak' }
    const { status, code, details } = await calculate(station)
    expect([status, code, details.grade, details.floor]).toEqual([422, 'EVIDENCE_BELOW_FLOOR', 'specimen', 'derived'])
    const paths = details.figures.map(({ path }: Fields) => String(path))
    expect(paths).toHaveLength(3)
    for (const part of ['BR-LT-EV/energy', 'BR-LT-EV/fixed', 'BR-TOD']) expect(paths.join()).toContain(part)
  })

  test('the floor is that of the key, grade by grade, and only refuses', async () => {
    const bills: [Fields, string][] = [
      [DS_II, 'transcription'],
      [{ ...DS_II, subcategory_code: 'HTS-II', contract_demand_kva: 10 }, 'derived'],
      [{ ...DS_II, billing_days: 30 }, 'carried'],
      [{ ...DS_II, subcategory_code: 'LT-EV', contract_demand_kva: 10 }, 'specimen'],
    ]
    const grades = ['order', 'transcription', 'carried', 'derived', 'specimen', 'held']
    const amounts = new Map<Fields, Set<number>>(bills.map(([bill]) => [bill, new Set()]))
    for (const floor of grades) {
      const key = await api.key({ evidence_floor: floor })
      for (const [bill, grade] of bills) {
        const answer = await calculate(bill, key)
        const enough = grades.indexOf(grade) <= grades.indexOf(floor)
        expect([floor, answer.code, answer.details?.grade]).toEqual(
          enough ? [floor, null, undefined] : [floor, 'EVIDENCE_BELOW_FLOOR', grade],
        )
        if (!enough) continue
        expect(answer.data.evidence_grade).toBe(grade)
        amounts.get(bill)?.add(answer.data.calculation.base_tariff_paise)
      }
    }
    for (const seen of amounts.values()) expect(seen.size).toBe(1)
  })

  test('RATE_NOT_VERIFIED names the component and what would free it', async () => {
    const { status, code, details } = await calculate({ ...DS_II, subcategory_code: 'HTS-I', contract_demand_kva: 10 })
    expect([status, code, details.component]).toEqual([422, 'RATE_NOT_VERIFIED', 'rows/BR-HTS-I/energy'])
    expect(details.unblocked_by).toMatch(/\S/)
  })
})
