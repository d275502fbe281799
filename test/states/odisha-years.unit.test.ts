import { describe, expect, it } from 'vitest'
import { figuresOf } from '../../releases/record/figures.ts'
import { productionObstacles } from '../../releases/record/production-obstacles.ts'
import { ODISHA_2025_26, STATE_CODES, shippedPlan } from '../support/definitions.ts'
import { answered, ask, type Body, recordOf, SERVING } from './ask.ts'
import { EXAMPLES } from './examples.ts'
import { compare, monthsFrom, ODISHA } from './solar-ask.ts'

const earlier = await shippedPlan(ODISHA_2025_26)
const BOTH = [...SERVING.OD, earlier]

describe('Odisha FY 2025-26, from the order itself', () => {
  it('has every figure at grade order, of the one original', () => {
    const figures = figuresOf(earlier.record)
    expect(figures.length).toBeGreaterThan(0)
    for (const { figure } of figures) expect([figure.grade, figure.source_id]).toEqual(['order', 'OD-OERC-RST-2025-26'])
    expect(earlier.record.sources.map(({ document_kind }) => document_kind)).toEqual(['original'])
  })

  it('may be promoted to production', () => {
    expect(productionObstacles(earlier.record)).toEqual([])
  })

  it.each([
    ['2025-04-01', '2025-26', 'order'],
    ['2026-03-31', '2025-26', 'order'],
    ['2026-04-01', '2026-27', 'transcription'],
    ['2027-03-31', '2026-27', 'transcription'],
  ])('a bill of %s is answered from %s', (date, financial_year, evidence_grade) => {
    for (const field of ['billing_date', 'effective_on']) {
      for (const serving of [BOTH, BOTH.toReversed()]) {
        const data = answered({ ...EXAMPLES.OD, [field]: date }, { serving })
        expect(data).toMatchObject({ financial_year, evidence_grade, effective_on: date })
        expect(data.release.release_id).toMatch(financial_year)
        expect(data.calculation).toMatchObject({ energy_charge_paise: 113500, fixed_charge_paise: 6000 })
      }
    }
  })

  it('a bill without a date is answered from the later year, whichever is listed first', () => {
    for (const serving of [BOTH, BOTH.toReversed()]) {
      expect(answered(EXAMPLES.OD, { serving }).financial_year).toBe('2026-27')
    }
  })

  it.each([
    ['2025-03-31', 'before_release'],
    ['2027-04-01', 'after_release'],
  ])('%s is outside every released period: %s', (billing_date, reason) => {
    expect(ask({ ...EXAMPLES.OD, billing_date }, { serving: BOTH })).toMatchObject({
      code: 'INVALID_EFFECTIVE_DATE',
      details: {
        field: 'billing_date',
        reason,
        covered_periods: expect.arrayContaining([
          { from: '2025-04-01', to: '2026-03-31' },
          { from: '2026-04-01', to: '2027-03-31' },
        ]),
      },
    })
  })

  it('answers a caller whose floor is order, whom the later year refuses', () => {
    const asked = (billing_date: string) => ask({ ...EXAMPLES.OD, billing_date }, { serving: BOTH, floor: 'order' })
    expect(asked('2025-06-01').code).toBeNull()
    expect(asked('2026-06-01').code).toBe('EVIDENCE_BELOW_FLOOR')
  })

  it('refuses gross metering in a year without a rule of it', () => {
    const asked = (billing_date: string) => ask({ ...EXAMPLES.OD, billing_date, metering: 'gross' }, { serving: BOTH })
    expect(asked('2025-06-01')).toMatchObject({
      code: 'UNSUPPORTED_OPERATION',
      details: { operation: 'gross_metering' },
    })
    expect(asked('2026-06-01').code).toBeNull()
  })

  it('refuses a comparison in such a year, and does not say that there is no rule in any', () => {
    const asked = { ...ODISHA, periods: monthsFrom('2025-06', [[100, 50]]) }
    expect(compare(asked, { serving: BOTH }).details.reason).toBe(
      'no verified rule of gross metering is released for OD in FY 2025-26, but one is for months of FY 2026-27',
    )
    expect(compare({ ...asked, arrangement: 'net_metering' }, { serving: BOTH }).details.reason).toBe(
      'no verified rule of net metering is released for OD',
    )
  })
})

describe('stage production', () => {
  it.each(STATE_CODES)('%s FY 2026-27 is refused, and each figure in the way is named', (state) => {
    const record = recordOf(state)
    const obstacles = productionObstacles(record)
    const weak = figuresOf(record).filter(({ figure }) => figure.grade !== 'order')
    expect(weak.length).toBeGreaterThan(0)
    for (const { path, figure } of weak) {
      expect(obstacles).toContain(`${path}: grade ${figure.grade}, source ${figure.source_id}`)
    }
    for (const { source_id } of record.sources) {
      expect(obstacles.some((each) => each.startsWith(`sources/${source_id}:`))).toBe(true)
    }
  })

  it('a word that chooses nothing is refused with the words that do', () => {
    const body = {
      ...{ ...EXAMPLES.OD, subcategory_code: 'BULK_SUPPLY_DOMESTIC_HT', effective_on: '2025-06-15' },
      ...{
        contract_demand_kva: 100,
        highest_demand_this_year_kva: 90,
        recorded_demand_kva: 80,
        selectors: { meter: 'single_phase_static' },
      },
    }
    const words = 'three_phase_lt_ct, three_phase_lt_ct_smart, ht_ct_11_kv, ht_ct_33_kv, railway_httv'
    expect(ask(body as Body, { serving: BOTH })).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: {
        fields: [{ field: '/selectors/meter', rule: 'enum', message: `selectors.meter takes one of: ${words}` }],
      },
    })
  })

  it('what was left out is named by what it is, not by the id of its rule', () => {
    const { disclosures } = answered({ ...EXAMPLES.OD, effective_on: '2025-06-15' } as Body, { serving: BOTH })
    const said = disclosures.find(({ code }: { code: string }) => code === 'SELECTORS_METER_NOT_GIVEN')
    expect(said.message).toBe('selectors.meter was not given. Not included: Meter rent.')
    for (const { message } of disclosures) expect(message).not.toMatch(/OD-2526-/)
  })

  it('a regular connection is said to be one: nothing is added, and nothing is left open', () => {
    const body = { ...EXAMPLES.OD, effective_on: '2025-06-15' }
    const said = (connection?: 'regular' | 'temporary') => {
      const { disclosures, calculation } = answered({ ...body, connection } as Body, { serving: BOTH })
      return [
        calculation.base_tariff_paise,
        disclosures.some(({ code }: { code: string }) => code === 'CONNECTION_NOT_GIVEN'),
      ]
    }
    const [base] = said()
    expect(said()).toEqual([base, true])
    expect(said('regular')).toEqual([base, false])
    expect(said('temporary')[0]).toBeGreaterThan(base as number)
  })

  it('a category of the earlier year, asked for without a day, is refused with the period that has it', () => {
    const body = { ...EXAMPLES.OD, subcategory_code: 'PUBLIC_LIGHTING_LT' }
    const covered = [{ from: '2025-04-01', to: '2026-03-31' }]
    for (const dated of [{}, { effective_on: '2026-06-15' }]) {
      expect(ask({ ...body, ...dated } as Body, { serving: BOTH })).toMatchObject({
        code: 'SUBCATEGORY_NOT_FOUND',
        details: { available: ['DOMESTIC_OTHERS', 'KUTIR_JYOTI'], covered_periods: covered },
      })
    }
    const nowhere = ask({ ...body, subcategory_code: 'NO_SUCH' } as Body, { serving: BOTH })
    expect(nowhere).toMatchObject({ code: 'SUBCATEGORY_NOT_FOUND', details: { subcategory_code: 'NO_SUCH' } })
    expect(nowhere).not.toHaveProperty('details.covered_periods')
    expect(ask({ ...body, effective_on: '2025-06-15' } as Body, { serving: BOTH }).code).not.toBe(
      'SUBCATEGORY_NOT_FOUND',
    )
  })
})
