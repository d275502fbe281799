import { describe, expect, it } from 'vitest'
import { solarBody } from '../../releases/engine/solar/body.ts'
import { planOf } from '../support/definitions.ts'
import { answered, type Body, recordOf } from './ask.ts'
import { BIHAR, compare, compared, MSEDCL, monthsFrom, ODISHA, type Solar } from './solar-ask.ts'

describe('months', () => {
  const refusedFields = (periods: readonly object[], more: object = {}) => {
    const { code, details } = compare({ ...BIHAR, ...more, periods })
    expect(code).toBe('INVALID_REQUEST_FIELD')
    return details.fields.map(({ field, rule }: { field: string; rule: string }) => [field, rule])
  }

  it('up to twelve', () => {
    const months = (count: number) =>
      monthsFrom(
        '2026-04',
        Array.from({ length: count }, () => [100, 50, 20] as const),
      )
    expect(compared({ ...BIHAR, periods: months(12) }).after.periods).toHaveLength(12)
    for (const count of [0, 13]) expect(solarBody.safeParse({ ...BIHAR, periods: months(count) }).success).toBe(false)
  })

  it('follow each other, also over a new year', () => {
    const [first, second, third] = monthsFrom('2026-12', [
      [1, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
    ])
    expect([first, second, third].map((each) => each?.month)).toEqual(['2026-12', '2027-01', '2027-02'])
    compared({ ...BIHAR, periods: [first, second, third] })
    expect(refusedFields([first!, third!])).toEqual([['/periods/1/month', 'consecutive']])
    expect(refusedFields([second!, first!])).toEqual([['/periods/1/month', 'consecutive']])
    expect(refusedFields([first!, first!])).toEqual([['/periods/1/month', 'consecutive']])
  })

  it("lie inside one release's period", () => {
    const at = (month: string, count = 1) =>
      compare({
        ...BIHAR,
        periods: monthsFrom(
          month,
          Array.from({ length: count }, () => [1, 0, 0] as const),
        ),
      })
    expect(at('2026-03')).toMatchObject({ code: 'INVALID_EFFECTIVE_DATE', details: { reason: 'before_release' } })
    expect(at('2027-04')).toMatchObject({ code: 'INVALID_EFFECTIVE_DATE', details: { reason: 'after_release' } })
    expect(at('2027-03', 2)).toMatchObject({ code: 'INVALID_EFFECTIVE_DATE', details: { field: 'periods' } })
    expect(at('2026-04', 12).code).toBeNull()
    expect(compare({ ...BIHAR, effective_on: '2026-02-31' })).toMatchObject({
      code: 'INVALID_EFFECTIVE_DATE',
      details: { field: 'effective_on', reason: 'format' },
    })
  })

  it('contain the day whose tariff is asked for, if one is given', () => {
    const periods = monthsFrom('2026-05', [
      [1, 0, 0],
      [1, 0, 0],
    ])
    for (const day of ['2026-04-30', '2026-07-01']) {
      expect(compare({ ...BIHAR, effective_on: day, periods })).toMatchObject({
        code: 'INVALID_REQUEST_FIELD',
        details: { fields: [{ field: '/effective_on', rule: 'disagrees' }] },
      })
    }
    for (const day of ['2026-05-01', '2026-06-30'])
      expect(compared({ ...BIHAR, effective_on: day, periods }).before.periods).toHaveLength(2)
  })

  it('export no more than is generated, consume no less than is used on the spot', () => {
    expect(refusedFields(monthsFrom('2026-04', [[100, 50, 50.001]]))).toEqual([
      ['/periods/0/export_units', 'at_most_generation'],
    ])
    expect(refusedFields(monthsFrom('2026-04', [[29.999, 50, 20]]))).toEqual([
      ['/periods/0/consumption_units', 'at_least_own_use'],
    ])
    expect(compared({ ...BIHAR, periods: monthsFrom('2026-04', [[30, 50, 20]]) }).after.periods[0]).toMatchObject({
      imported_units: '0',
      credit_out: '20',
    })
  })

  it('say what was fed in, under net metering', () => {
    expect(refusedFields(monthsFrom('2026-04', [[100, 50]]))).toEqual([['/periods/0/export_units', 'required']])
  })

  it('all that is wrong is named at once', () => {
    const [first, second] = monthsFrom('2026-04', [
      [100, 50],
      [1, 50, 60],
    ])
    expect(refusedFields([first!, { ...second, month: '2026-07' }])).toEqual([
      ['/periods/0/export_units', 'required'],
      ['/periods/1/export_units', 'at_most_generation'],
      ['/periods/1/month', 'consecutive'],
    ])
  })

  it('more than three decimals are refused wherever they stand, before the state is looked at', () => {
    const periods = monthsFrom('2026-04', [[1.0001, 0, 0.00001]])
    const body = { ...BIHAR, connected_load: 2.00001, opening_credit_units: 0.0001, periods }
    const { code, details } = compare(body, { serving: [] })
    expect(code).toBe('INVALID_REQUEST_FIELD')
    expect(details.fields.map(({ field }: { field: string }) => field)).toEqual([
      '/connected_load',
      '/opening_credit_units',
      '/periods/0/consumption_units',
      '/periods/0/export_units',
    ])
  })
})

describe('refusals', () => {
  const bad = monthsFrom('2026-04', [[1, 50, 60]])

  it.each([
    ['STATE_NOT_RELEASED', BIHAR, { serving: [] }],
    ['LICENSEE_REQUIRED', { ...MSEDCL, licensee_code: undefined }, {}],
    ['LICENSEE_NOT_SUPPORTED', { ...MSEDCL, licensee_code: 'MH_NOBODY' }, {}],
    ['INVALID_EFFECTIVE_DATE', { ...MSEDCL, effective_on: '2027-04-01', periods: bad }, {}],
    ['SUBCATEGORY_NOT_FOUND', { ...MSEDCL, subcategory_code: 'NO-SUCH', periods: bad }, {}],
    ['INVALID_REQUEST_FIELD', { ...MSEDCL, phase: undefined }, {}],
    ['INVALID_REQUEST_FIELD', { ...MSEDCL, periods: bad }, {}],
    ['INVALID_REQUEST_FIELD', { ...BIHAR, area_type: 'urban' }, {}],
    ['CATEGORY_NOT_APPLICABLE', { ...MSEDCL, subcategory_code: 'LT-II-A', phase: undefined, connected_load: 21 }, {}],
    ['EVIDENCE_BELOW_FLOOR', BIHAR, { floor: 'order' }],
    ['EVIDENCE_BELOW_FLOOR', { ...BIHAR, subcategory_code: 'DS-III' }, {}],
    ['RATE_NOT_VERIFIED', { ...MSEDCL, subcategory_code: 'LT-IV-A', phase: undefined, connected_load: 5 }, {}],
  ] as const)('%s', (code, body, options) => {
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Solar
    expect(compare(given, options).code).toBe(code)
  })

  it('an answer on specimens says so', () => {
    const data = compared({ ...BIHAR, subcategory_code: 'DS-III' }, { floor: 'specimen' })
    expect(data).toMatchObject({ specimen: true, evidence_grade: 'specimen' })
    expect(data.disclosures.map(({ code }: { code: string }) => code)).toContain('SPECIMEN_FIGURES')
  })

  it('a held component, and one whose rest of an answer would stand, both refuse: half a saving is none', () => {
    const component = 'rows/BR-DS-II/fixed'
    const held = planOf(recordOf('BR'), { holds: [{ component, reason: 'under review' }] })
    expect(compare(BIHAR, { serving: [held] })).toMatchObject({ code: 'RATE_NOT_VERIFIED', details: { component } })
    const tolerated = planOf({ ...recordOf('BR'), component_holds: [{ path: component, reason: 'held' }] })
    expect(compare(BIHAR, { serving: [tolerated] }).code).toBe('RATE_NOT_VERIFIED')
  })

  it("a rule weaker than the caller's floor refuses, and is named", () => {
    const record = structuredClone(recordOf('BR'))
    record.rules.solar[0]!.grade = 'specimen'
    expect(compare(BIHAR, { serving: [planOf(record)] })).toMatchObject({
      code: 'EVIDENCE_BELOW_FLOOR',
      details: {
        grade: 'specimen',
        floor: 'derived',
        figures: [{ path: 'rules/solar/net_metering', grade: 'specimen' }],
      },
    })
  })

  it('a rule of one licensee is no rule of another', () => {
    const record = structuredClone(recordOf('MH'))
    record.rules.solar[0]!.licensees = ['MH_AEML']
    expect(compare(MSEDCL, { serving: [planOf(record)] }).code).toBe('UNSUPPORTED_OPERATION')
    expect(compare({ ...MSEDCL, licensee_code: 'MH_NOBODY' }, { serving: [planOf(record)] }).code).toBe(
      'LICENSEE_NOT_SUPPORTED',
    )
  })

  it.each([
    [0.5, null],
    [0.501, 'UNSUPPORTED_OPERATION'],
  ])('the row of the load decides whether energy is netted: %d kW', (connected_load, code) => {
    const shop = { ...BIHAR, subcategory_code: 'NDS-II', connected_load, contract_demand_kva: 1 }
    expect(compare(shop, { floor: 'specimen' }).code).toBe(code)
  })

  it('units carried from a year that was settled are refused, in the first month of the next year alone', () => {
    const from = (month: string) => ({
      ...MSEDCL,
      opening_credit_units: 100,
      periods: monthsFrom(month, [[300, 250, 150]]),
    })
    expect(compare(from('2026-04')).details.fields).toEqual([
      {
        field: '/opening_credit_units',
        rule: 'not_applicable',
        message: 'by this rule no units are carried from 2026-03 to 2026-04: leave it out',
      },
    ])
    expect(compare({ ...from('2026-04'), opening_credit_units: 0 }).code).toBeNull()
    expect(compare(from('2026-05')).code).toBeNull()
    expect(compare({ ...BIHAR, opening_credit_units: 100 }).code).toBeNull()
  })

  it('a month that is refused is named', () => {
    const record = structuredClone(recordOf('MH'))
    const { phase: _, ...given } = { ...MSEDCL, subcategory_code: 'LT-II-A', connected_load: 21 } as Solar
    expect(compare(given as Solar, { serving: [planOf(record)] }).details.period).toBe('/periods/0')
  })

  it('no comparison carries an amount for a credit, however large', () => {
    const sunny = monthsFrom('2027-03', [[0, 1000, 1000]])
    for (const body of [BIHAR, MSEDCL])
      expect(compared({ ...body, periods: sunny }).closing_credit.amount_paise).toBeNull()
    expect(compared(ODISHA).closing_credit.amount_paise).toBeNull()
  })
})

it('a fraction where whole units are billed is refused at the field that has it: a comparison has no energy_units', () => {
  const periods = monthsFrom('2026-04', [
    [250, 300],
    [250.5, 300],
  ])
  const { code, details } = compare({ ...ODISHA, periods })
  expect([code, details]).toEqual([
    'INVALID_REQUEST_FIELD',
    {
      fields: [{ field: '/periods/1/consumption_units', rule: 'whole_units', message: expect.any(String) }],
      period: '/periods/1',
    },
  ])
})

describe('what both sides assume is disclosed as in a calculation', () => {
  const ASSUMED = ['BILLING_DEMAND_NOT_EVALUATED', 'UNITS_PRICED_AS_GIVEN', 'SELECTORS_MUNICIPAL_CORPORATION_NOT_GIVEN']
  const codes = ({ disclosures }: { disclosures: readonly { readonly code: string }[] }): string[] =>
    disclosures.map(({ code }) => code).filter((code) => ASSUMED.includes(code))
  const shop: Solar = { ...BIHAR, subcategory_code: 'NDS-II', connected_load: 5, contract_demand_kva: 10 }
  // No shipped class that is billed in kWh has a charge on the contract demand.
  const inKwh: ReturnType<typeof recordOf> = JSON.parse(JSON.stringify(recordOf('BR')).replaceAll('kVAh', 'kWh'))
  const serving = [planOf(inKwh)]
  const fractions = monthsFrom('2026-04', [[300.5, 250, 120]])

  it.each([
    ['a charge on the contract demand', shop, ASSUMED.slice(0, 1)],
    ['a fraction of a unit', { ...BIHAR, periods: fractions }, ASSUMED.slice(1, 2)],
    ['both', { ...shop, periods: fractions }, ASSUMED.slice(0, 2)],
    ['neither', BIHAR, []],
    ['an adjustment whose input is left out', MSEDCL, ASSUMED.slice(2)],
    ['the same input given', { ...MSEDCL, selectors: { municipal_corporation: 'yes' } }, []],
  ])('%s', (_what, body, expected) => {
    const { periods, arrangement: _rule, ...connection } = body as Solar
    const [first] = periods as ReturnType<typeof monthsFrom>
    const options = { floor: 'specimen', ...(body.state_code === 'BR' ? { serving } : {}) } as const
    const bill = answered({ ...connection, energy_units: first?.consumption_units } as Body, options)
    const comparison = compared(body, options)
    expect(codes(bill).sort()).toEqual(expected)
    expect(codes(comparison).sort()).toEqual(expected)
    expect(comparison.blocked_components).toEqual(bill.blocked_components)
    expect(comparison.before.periods[0].base_tariff_paise).toBe(bill.calculation.base_tariff_paise)
    expect(comparison.inputs.selectors).toEqual(body['selectors'])
  })

  it('a word that the category does not take is refused as in a calculation', () => {
    const { code, details } = compare({ ...MSEDCL, selectors: { municipal_corporation: 'maybe' } })
    expect([code, details.fields[0].field]).toEqual(['INVALID_REQUEST_FIELD', '/selectors/municipal_corporation'])
  })

  it('also if only the solar side has the fraction', () => {
    const periods = monthsFrom('2026-04', [[300, 250.5, 120]])
    expect(codes(compared({ ...BIHAR, periods }))).toEqual(['UNITS_PRICED_AS_GIVEN'])
  })
})
