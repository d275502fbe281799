import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import { solarBody } from '../../releases/engine/solar/body.ts'
import { compareSolar } from '../../releases/engine/solar/compare.ts'
import { writeComparison } from '../../releases/engine/solar/write-comparison.ts'
import { canonicalText } from '../../releases/record/canonical.ts'
import type { Grade } from '../../releases/record/grade.ts'
import { planOf, type ShippedState } from '../support/definitions.ts'
import { runsOf } from '../support/tier.ts'
import { answered, type Body, recordOf, SERVING } from './ask.ts'

type Options = { readonly floor?: Grade; readonly serving?: readonly AnswerPlan[] }
type Solar = Readonly<Record<string, unknown>> & { readonly state_code: ShippedState }

function compare(body: Solar, { floor = 'derived', serving }: Options = {}) {
  const read = solarBody.safeParse(body)
  expect(read.error?.issues ?? [], `a body that the schema takes: ${JSON.stringify(body)}`).toEqual([])
  const result = compareSolar(serving ?? SERVING[body.state_code], read.data!, floor)
  if (!result.ok) return { code: result.code, details: result.details as ReturnType<typeof JSON.parse>, data: null }
  const text = writeComparison(result, read.data!)
  expect(canonicalText(JSON.parse(text))).toBe(text)
  return { code: null, details: null, data: JSON.parse(text) }
}
function compared(body: Solar, options: Options = {}): ReturnType<typeof JSON.parse> {
  const { code, details, data } = compare(body, options)
  expect([code, details]).toEqual([null, null])
  return data
}

/** Consecutive months from `first`: [consumption, generation, export]. */
function monthsFrom(
  first: string,
  units: readonly (readonly [number | string, number | string, (number | string)?])[],
) {
  const [year = 0, number = 0] = first.split('-').map(Number)
  return units.map(([consumption_units, generation_units, export_units], index) => {
    const at = number - 1 + index
    const month = `${year + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
    return { month, consumption_units, generation_units, ...(export_units === undefined ? {} : { export_units }) }
  })
}

const BIHAR: Solar = {
  state_code: 'BR',
  subcategory_code: 'DS-II',
  connected_load: 3,
  arrangement: 'net_metering',
  periods: monthsFrom('2026-04', [
    [300, 250, 150],
    [200, 300, 220],
    [400, 100, 20],
  ]),
}
const MSEDCL: Solar = {
  state_code: 'MH',
  licensee_code: 'MH_MSEDCL',
  subcategory_code: 'LT-I-B',
  phase: 'single',
  arrangement: 'net_metering',
  periods: monthsFrom('2026-04', [[300, 250, 150]]),
}
const ODISHA: Solar = {
  state_code: 'OD',
  licensee_code: 'OD_TPCODL',
  subcategory_code: 'DOMESTIC_OTHERS',
  connected_load: 2.3,
  arrangement: 'gross_metering',
  periods: monthsFrom('2026-04', [
    [250, 300],
    [250, '12.5'],
  ]),
}

describe('Bihar, net metering', () => {
  it('bills import less export less credit, and carries what is left', () => {
    // Import 200, 120, 320. April: 200 - 150 = 50 billed. May: 120 - 220 = 100 carried. June: 320 - 20 - 100 = 200.
    const { before, after, saving_paise, closing_credit } = compared(BIHAR)
    const month = (imported: string, exported: string, credit_in: string, used: string, out: string, billed: string) =>
      expect.objectContaining({
        imported_units: imported,
        exported_units: exported,
        credit_in,
        credit_used: used,
        credit_out: out,
        billed_units: billed,
      })
    expect(after.periods).toEqual([
      month('200', '150', '0', '150', '0', '50'),
      month('120', '220', '0', '120', '100', '0'),
      month('320', '20', '100', '120', '0', '200'),
    ])
    // Fixed 3 kW at Rs 80: 24000 a month. Energy at 742.
    const bill = (units: number) => 24000 + 742 * units
    expect(before.periods.map(({ base_tariff_paise }: { base_tariff_paise: number }) => base_tariff_paise)).toEqual(
      [300, 200, 400].map(bill),
    )
    expect(after.periods.map(({ base_tariff_paise }: { base_tariff_paise: number }) => base_tariff_paise)).toEqual(
      [50, 0, 200].map(bill),
    )
    expect(saving_paise).toBe(742 * (900 - 250))
    expect(before.total_paise - after.total_paise).toBe(saving_paise)
    expect(closing_credit).toEqual({ units: '0', treatment: 'carried', amount_paise: null })
  })

  it('closing credit is carried at the end of any month, also of March: where its period ends is held', () => {
    const surplus = { ...BIHAR, periods: monthsFrom('2027-03', [[0, 100, 100]]) }
    expect(compared(surplus).closing_credit).toEqual({ units: '100', treatment: 'carried', amount_paise: null })
  })

  it('fixed charges are never offset', () => {
    const sunny = { ...BIHAR, periods: monthsFrom('2026-04', [[100, 1000, 900]]) }
    expect(compared(sunny).after.periods[0]).toMatchObject({ billed_units: '0', base_tariff_paise: 24000 })
  })

  it('each side is what POST /calculate answers for the billed units', () => {
    const { before, after } = compared(BIHAR)
    for (const { billed_units, base_tariff_paise } of [...before.periods, ...after.periods]) {
      const body = {
        state_code: 'BR',
        subcategory_code: 'DS-II',
        connected_load: 3,
        energy_units: billed_units,
      } as Body
      expect(answered(body).calculation.base_tariff_paise).toBe(base_tariff_paise)
    }
  })

  it('an opening credit is used first', () => {
    const { after } = compared({ ...BIHAR, opening_credit_units: '60.5' })
    expect(after.periods[0]).toMatchObject({ credit_in: '60.5', billed_units: '0', credit_out: '10.5' })
  })

  it('names its rule with citation and evidence, and says what it does not settle', () => {
    const { rule, disclosures, release, production_payable } = compared(BIHAR)
    expect(rule).toEqual({
      name: expect.any(String),
      citation: expect.stringMatching(/2018/),
      evidence: {
        grade: 'transcription',
        source_id: 'BR-SOLAR-2018',
        locator: { page: 1, line: 3, section: null },
        quote: expect.any(String),
      },
    })
    const codes = disclosures.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(expect.arrayContaining(['SETTLEMENT_BLOCKED', 'FIXED_CHARGES_NOT_OFFSET', 'SOLAR_RULE_1']))
    expect(release.release_sha256).toBe(SERVING.BR[0].context.releaseSha256)
    expect(production_payable).toBe(false)
  })
})

describe('laws of a comparison', () => {
  const RUNS = { numRuns: runsOf({ normal: 400, nightly: 5_000 }) }
  const exact = (milli: number): string => `${Math.floor(milli / 1000)}.${String(milli % 1000).padStart(3, '0')}`
  const month = fc
    .record({ generation: fc.nat(2_000_000), part: fc.nat(1000), more: fc.nat(2_000_000) })
    .map(({ generation, part, more }) => {
      const exported = Math.floor((generation * part) / 1000)
      return [exact(generation - exported + more), exact(generation), exact(exported)] as const
    })
  const months = fc.array(month, { minLength: 1, maxLength: 12 }).map((units) => monthsFrom('2026-04', units))
  const milli = (text: string): number => Math.round(Number(text) * 1000)

  it.each([BIHAR, MSEDCL])('before reads no solar input, and units are conserved: $state_code', (body) => {
    fc.assert(
      fc.property(months, fc.nat(500_000), (periods, opening) => {
        const data = compared({ ...body, periods, opening_credit_units: exact(opening) })
        const none = periods.map((period) => ({ ...period, generation_units: 0, export_units: 0 }))
        expect(compared({ ...body, periods: none }).before).toEqual(data.before)
        let credit = opening
        for (const line of data.after.periods) {
          expect(milli(line.credit_in)).toBe(credit)
          credit = milli(line.credit_out)
          expect(milli(line.credit_in) + milli(line.exported_units)).toBe(milli(line.credit_used) + credit)
          expect(milli(line.imported_units)).toBe(milli(line.credit_used) + milli(line.billed_units))
        }
        expect(milli(data.closing_credit.units)).toBe(credit)
        expect(data.saving_paise).toBe(data.before.total_paise - data.after.total_paise)
        expect(data.saving_paise).toBeGreaterThanOrEqual(0)
      }),
      RUNS,
    )
  })
})

describe('Maharashtra, net metering', () => {
  it('of MSEDCL bills the net units by their own slabs', () => {
    // Import 200, export 150: 50 billed. Before 300: 100 x 394 + 200 x 1080, wheeling 300 x 160, fixed 13000.
    const { before, after, closing_credit } = compared(MSEDCL)
    const body = { state_code: 'MH', licensee_code: 'MH_MSEDCL', subcategory_code: 'LT-I-B', phase: 'single' } as const
    expect(before.total_paise).toBe(answered({ ...body, energy_units: 300 }).calculation.base_tariff_paise)
    expect(after.total_paise).toBe(answered({ ...body, energy_units: 50 }).calculation.base_tariff_paise)
    expect(closing_credit).toEqual({ units: '0', treatment: 'carried', amount_paise: null })
  })

  it.each([
    ['2027-02', 'carried'],
    ['2027-03', 'settlement_blocked'],
    ['2026-04', 'carried'],
  ])('a credit left after %s is %s', (month, treatment) => {
    const body = { ...MSEDCL, periods: monthsFrom(month, [[100, 400, 350]]) }
    expect(compared(body).closing_credit).toEqual({ units: '300', treatment, amount_paise: null })
  })

  it.each(['MH_BEST', 'MH_AEML', 'MH_TPCD'])('%s is refused: its fixed charge goes by units', (licensee_code) => {
    expect(compare({ ...MSEDCL, licensee_code })).toMatchObject({
      code: 'UNSUPPORTED_OPERATION',
      details: { operation: 'solar_savings', reason: expect.stringMatching(/fixed charge goes by monthly units/) },
    })
  })

  it('energy billed in kVAh is not netted: units are never converted', () => {
    const body = {
      ...MSEDCL,
      subcategory_code: 'HT-I-A',
      phase: undefined,
      supply_level: 'ht',
      contract_demand_kva: 100,
    }
    const { phase: _, ...given } = body
    expect(compare(given)).toMatchObject({
      code: 'UNSUPPORTED_OPERATION',
      details: { reason: expect.stringMatching(/kVAh/) },
    })
  })

  it('gross metering has no verified rule', () => {
    const body = { ...MSEDCL, arrangement: 'gross_metering', periods: monthsFrom('2026-04', [[300, 250]]) }
    expect(compare(body).code).toBe('UNSUPPORTED_OPERATION')
  })
})

describe('Odisha, gross metering', () => {
  it('bills all consumption, counts all generation, settles none of it', () => {
    const { before, after, saving_paise, closing_credit } = compared(ODISHA)
    const units = (line: Record<string, string>) => [line.imported_units, line.exported_units, line.billed_units]
    expect(after.periods.map(units)).toEqual([
      ['250', '300', '250'],
      ['250', '12.5', '250'],
    ])
    expect([before.total_paise, after.total_paise, saving_paise]).toEqual([239000, 239000, 0])
    expect(closing_credit).toEqual({ units: '312.5', treatment: 'settlement_blocked', amount_paise: null })
  })

  it('units are conserved: what is exported waits, and is never used', () => {
    const { after, closing_credit } = compared(ODISHA)
    for (const { credit_in, exported_units, credit_used, credit_out } of after.periods) {
      expect(Number(credit_in) + Number(exported_units)).toBe(Number(credit_used) + Number(credit_out))
      expect(credit_used).toBe('0')
    }
    expect(after.periods.at(-1).credit_out).toBe(closing_credit.units)
  })

  it('takes neither export nor an opening credit', () => {
    const body = { ...ODISHA, opening_credit_units: 5, periods: monthsFrom('2026-04', [[250, 300, 300]]) }
    expect(compare(body)).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: {
        fields: [
          { field: '/opening_credit_units', rule: 'not_applicable' },
          { field: '/periods/0/export_units', rule: 'not_applicable' },
        ],
      },
    })
  })

  it('net metering has no verified rule', () => {
    const body = { ...ODISHA, arrangement: 'net_metering', periods: monthsFrom('2026-04', [[250, 300, 300]]) }
    expect(compare(body).code).toBe('UNSUPPORTED_OPERATION')
  })
})

describe('states without a verified rule', () => {
  it.each(['RJ', 'GJ', 'TS', 'JH'] as const)('%s is refused, before anything else is asked', (state_code) => {
    expect(recordOf(state_code).rules.solar).toEqual([])
    for (const arrangement of ['net_metering', 'gross_metering']) {
      const body = { state_code, subcategory_code: 'ANY', arrangement, periods: monthsFrom('2020-01', [[1, 2, 3]]) }
      expect(compare(body)).toMatchObject({
        code: 'UNSUPPORTED_OPERATION',
        details: { operation: 'solar_savings', reason: expect.stringContaining(state_code) },
      })
    }
  })
})

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

  it('follow one another, also over a new year', () => {
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
