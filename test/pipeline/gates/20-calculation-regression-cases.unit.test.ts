import { describe, expect, it } from 'vitest'
import { calculationRegressionCases } from '../../../pipeline/gates/20-calculation-regression-cases.ts'
import { ENGINE, type Engine } from '../../../pipeline/gates/calculation/outcome.ts'
import type { RegressionCase } from '../../../releases/record/record.ts'
import { fixtureCandidate } from '../../support/fixture-definition.ts'
import { buildCharge, buildFixed, buildHeldFigure, buildRecord } from '../../support/record-builder.ts'
import { addingToEnergy, calculationMeans, judge } from './calculation-support.ts'

/** Rs 5.00 a unit and Rs 50 a connection: 100 units are 50000 + 5000. */
const sound: RegressionCase = {
  case_id: 'C-1',
  row_id: 'ROW',
  inputs: { subcategory_code: 'DOM', energy_units: '100' },
  expected: { energy_charge_paise: 50_000, fixed_charge_paise: 5000, base_tariff_paise: 55_000 },
  working: '100 x 5.00 + 50.00',
}

const priced = (case_id: string, units: number): RegressionCase => ({
  ...sound,
  case_id,
  inputs: { subcategory_code: 'DOM', energy_units: String(units) },
  expected: {
    energy_charge_paise: 500 * units,
    fixed_charge_paise: 5000,
    base_tariff_paise: 500 * units + 5000,
  },
})
const REFUSAL: RegressionCase = {
  ...sound,
  case_id: 'C-5',
  inputs: { subcategory_code: 'NOBODY', energy_units: '1' },
  expected: { refusal: 'SUBCATEGORY_NOT_FOUND' },
}

/** The valid case after an edit, three more with amounts, and a refusal. */
const casesWith = (edit: Partial<RegressionCase> = {}): RegressionCase[] => [
  { ...sound, ...edit },
  priced('C-2', 0),
  priced('C-3', 200),
  priced('C-4', 300),
  REFUSAL,
]

async function findings(edit: Partial<RegressionCase>): Promise<string[]> {
  const verdict = await judge(calculationRegressionCases, buildRecord({ cases: casesWith(edit) }))
  return verdict.findings.map(({ where, expected, found }) => `${where} | ${expected} | ${found}`)
}

describe('calculation.regression_cases', () => {
  it('passes cases that give exactly their paise or their refusal', async () => {
    expect(await judge(calculationRegressionCases, buildRecord({ cases: casesWith() }))).toEqual({
      gate: 'calculation.regression_cases',
      passed: true,
      checked: 5,
      findings: [],
    })
  })

  it('passes a whole release calculated by hand', async () => {
    const verdict = await calculationRegressionCases.check(await fixtureCandidate(), calculationMeans())
    expect(verdict.findings).toEqual([])
    expect(verdict.checked).toBeGreaterThan(8)
  })

  it('fails by one paisa, and shows the working', async () => {
    const expected = { energy_charge_paise: 50_000, fixed_charge_paise: 5001, base_tariff_paise: 55_001 }
    const verdict = await judge(calculationRegressionCases, buildRecord({ cases: casesWith({ expected }) }))
    expect(verdict.findings).toEqual([
      {
        fault: 'another_amount',
        where: 'at:cases/C-1',
        expected: 'fixed_charge_paise 5001',
        found: 'cases/C-1: 5000',
        evidence: sound.working,
      },
      {
        fault: 'another_amount',
        where: 'at:cases/C-1',
        expected: 'base_tariff_paise 55001',
        found: 'cases/C-1: 55000',
        evidence: sound.working,
      },
    ])
  })

  it('says so where the answer has no such amount, not even 0', async () => {
    const expected = {
      energy_charge_paise: 50_000,
      fixed_charge_paise: 5000,
      adjustments_paise: 0,
      base_tariff_paise: 55_000,
    }
    const { findings } = await judge(calculationRegressionCases, buildRecord({ cases: casesWith({ expected }) }))
    expect(findings).toMatchObject([{ expected: 'adjustments_paise 0', found: 'cases/C-1: none in the answer' }])
  })

  it('fails when an amount is there that the case does not expect', async () => {
    const off = calculationRegressionCases.with(addingToEnergy(1, (body) => body.subcategory_code === 'DOM'))
    expect((await judge(off, buildRecord({ cases: casesWith() }))).findings).toHaveLength(8)
  })

  it.each<[string, Partial<RegressionCase>, string]>([
    [
      'another refusal',
      { ...REFUSAL, case_id: 'C-1', expected: { refusal: 'RATE_NOT_VERIFIED' } },
      'refusal RATE_NOT_VERIFIED | cases/C-1: SUBCATEGORY_NOT_FOUND',
    ],
    [
      'a price instead of a refusal',
      { expected: { refusal: 'RATE_NOT_VERIFIED' } },
      'refusal RATE_NOT_VERIFIED | cases/C-1: base 55000 paise',
    ],
    [
      'a refusal instead of a price',
      { inputs: { subcategory_code: 'X', energy_units: '1' } },
      'base_tariff_paise 55000 | cases/C-1: refusal SUBCATEGORY_NOT_FOUND',
    ],
    [
      'a refusal that names its fields',
      { inputs: { ...sound.inputs, phase: 'single' } },
      'base_tariff_paise 55000 | cases/C-1: refusal INVALID_REQUEST_FIELD: /phase not_applicable: BR does not use phase; leave it out',
    ],
    [
      'a word that is none of those of an input',
      { inputs: { ...sound.inputs, area_type: 'metro' } },
      'a body of POST /v1/calculate | cases/C-1: area_type takes one of: rural, urban',
    ],
    [
      'a field no request has',
      { inputs: { ...sound.inputs, enery_units: '1' } },
      'a body of POST /v1/calculate | cases/C-1: enery_units is not a field of this request',
    ],
    [
      'a part that no object has',
      { inputs: { ...sound.inputs, 'payment.by_cash': true } },
      'a body of POST /v1/calculate | cases/C-1: payment/by_cash is not a field of this request',
    ],
    [
      'a fourth decimal',
      { inputs: { ...sound.inputs, energy_units: '1.0005' } },
      'a body of POST /v1/calculate | cases/C-1: energy_units must be a number, or decimal text such as "200" or "0.75" (no unit, comma, space, exponent or extra zero in front), with at most 3 decimals, from 0 to 10,000,000',
    ],
    [
      'text for a count',
      { inputs: { ...sound.inputs, billing_days: '30' } },
      'a body of POST /v1/calculate | cases/C-1: billing_days must be a whole number, not in quotes',
    ],
    [
      'a day outside the release',
      { inputs: { ...sound.inputs, effective_on: '2026-03-31' }, expected: { refusal: 'INVALID_EFFECTIVE_DATE' } },
      'a day from 2026-04-01 to 2027-03-31 | cases/C-1: 2026-03-31',
    ],
    [
      'a bill period that ends outside the release',
      {
        inputs: { ...sound.inputs, 'bill_period.from': '2027-03-15', 'bill_period.to': '2027-04-12' },
        expected: { refusal: 'INVALID_EFFECTIVE_DATE' },
      },
      'a day from 2026-04-01 to 2027-03-31 | cases/C-1: 2027-04-12',
    ],
  ])('fails for %s', async (_what, edit, finding) => {
    expect(await findings(edit)).toEqual([`at:cases/C-1 | ${finding}`])
  })

  it('takes parts of objects by their dotted names, and a refusal before the category is looked for', async () => {
    const early: Partial<RegressionCase> = {
      inputs: { ...sound.inputs, meter_mode: 'prepaid' },
      expected: { refusal: 'UNSUPPORTED_OPERATION' },
    }
    expect(await findings(early)).toEqual([])
    const period = { 'bill_period.from': '2026-06-01', 'bill_period.to': '2026-06-30' }
    expect(await findings({ inputs: { ...sound.inputs, ...period } })).toEqual([])
  })

  it('checks amounts beside, minimums and other charges, and that a case names them', async () => {
    const more = [
      buildCharge('fee', 'flat', 'connection', [[null, '3']]),
      buildCharge('least', 'flat', 'connection', [[null, '600']], { minimum_of: ['energy', 'fixed', 'fee'] }),
      buildCharge('rent', 'flat', 'connection', [[null, '7']], { side: 'beside' }),
    ]
    const amounts = { energy_charge_paise: 50_000, fixed_charge_paise: 5000, base_tariff_paise: 60_000 }
    const named = { ...amounts, other_charges_paise: 300, minimum_paise: 4700, beside_paise: 700 }
    const of = async (expected: RegressionCase['expected']): Promise<string[]> => {
      const record = buildRecord({ rows: [{ more }], cases: [{ ...sound, expected }] })
      const { findings: found } = await judge(calculationRegressionCases, record)
      return found.map((each) => `${each.expected} | ${each.found}`).filter((each) => !each.startsWith('at least'))
    }
    expect(await of(named)).toEqual([])
    expect(await of(amounts)).toEqual([
      'no other_charges_paise, which the case leaves out | cases/C-1: 300',
      'no minimum_paise, which the case leaves out | cases/C-1: 4700',
      'no beside_paise, which the case leaves out | cases/C-1: 700',
    ])
    expect(await of({ ...named, beside_paise: 701 })).toEqual(['beside_paise 701 | cases/C-1: 700'])
  })

  it('fails where the text that is served says another amount than was calculated', async () => {
    const answer: Engine['answer'] = (release, body, floor) => {
      const written = ENGINE.answer(release, body, floor)
      return written.ok
        ? { ...written, dataText: written.dataText.replace('_tariff_paise":55000', '_tariff_paise":55001') }
        : written
    }
    const { findings: found } = await judge(
      calculationRegressionCases.with({ ...ENGINE, answer }),
      buildRecord({ cases: casesWith() }),
    )
    expect(found).toMatchObject([{ expected: 'base_tariff_paise 55000', found: 'cases/C-1: 55001' }])
  })

  it('fails when another row prices the case', async () => {
    const record = buildRecord({
      rows: [{ row_id: 'ROW' }, { row_id: 'OTHER', subcategory_code: 'OTHER' }],
      cases: casesWith({ row_id: 'OTHER' }),
    })
    const { findings: found } = await judge(calculationRegressionCases, record)
    expect(found.map(({ expected }) => expected)).toContain('priced by row OTHER')
  })

  it('fails for a row of fewer than three cases, and for a case of no row', async () => {
    const verdict = await judge(
      calculationRegressionCases,
      buildRecord({ cases: [sound, { ...sound, row_id: 'GONE' }] }),
    )
    expect(verdict.findings.map(({ expected }) => expected)).toEqual([
      'at least 3 regression cases with amounts, each with a different request',
      'the id of a row',
      'priced by row GONE',
    ])
  })

  const FEW = 'at:rows/ROW | at least 3 regression cases'
  const counted = async (parts: Parameters<typeof buildRecord>[0]): Promise<string[]> => {
    const verdict = await judge(calculationRegressionCases, buildRecord(parts))
    return verdict.findings.map(({ where, expected, found }) => `${where} | ${expected} | ${found}`)
  }

  it('counts a request once, however it is written and however often it stands', async () => {
    const again = (case_id: string, energy_units: string): RegressionCase => ({
      ...sound,
      case_id,
      inputs: { subcategory_code: 'DOM', energy_units },
    })
    expect(await counted({ cases: [sound, again('C-2', '100'), again('C-3', '100.0')] })).toEqual([
      `${FEW} with amounts, each with a different request | rows/ROW: 1, among 3`,
    ])
  })

  it('counts no refusals for a row that is priced', async () => {
    const refusals = [1, 2, 3].map((units) => ({
      ...REFUSAL,
      case_id: `C-${units}`,
      inputs: { ...REFUSAL.inputs, energy_units: String(units) },
    }))
    expect(await counted({ cases: refusals })).toEqual([
      `${FEW} with amounts, each with a different request | rows/ROW: 0, among 3`,
    ])
  })

  it('counts refusals for a row whose charge is held, listed or put on hold, and there too each request once', async () => {
    const refused = (units: number): RegressionCase => ({
      ...sound,
      case_id: `C-${units}`,
      inputs: { subcategory_code: 'DOM', energy_units: String(units) },
      expected: { refusal: 'RATE_NOT_VERIFIED' },
    })
    const cases = [1, 2, 3].map(refused)
    const fixed = buildFixed('flat', 'connection', [[null, buildHeldFigure('Rs/connection')]])
    const held = { path: 'rows/ROW', reason: 'not to be used', unblocked_by: 'the order' }
    expect(await counted({ cases, rows: [{ fixed }] })).toEqual([])
    expect(await counted({ cases, holds: [held] })).toEqual([])
    const again = [refused(1), { ...refused(1), case_id: 'C-2' }, { ...refused(1), case_id: 'C-3' }]
    expect(await counted({ cases: again, rows: [{ fixed }] })).toEqual([
      `${FEW}, each with a different request | rows/ROW: 1, among 3`,
    ])
    const listed = { path: 'rows/ROW/fixed', reason: 'not published' }
    const missing = cases.map((each) => ({
      ...each,
      inputs: { ...each.inputs, subcategory_code: 'NOBODY' },
      expected: { refusal: 'SUBCATEGORY_NOT_FOUND' },
    }))
    expect(await counted({ cases: missing, component_holds: [listed] })).toEqual([])
  })
})
