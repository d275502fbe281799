import { calculationRegressionCases } from '../../../../pipeline/gates/20-calculation-regression-cases.ts'
import { calculationBoundaries } from '../../../../pipeline/gates/21-calculation-boundaries.ts'
import { calculationMonotonic } from '../../../../pipeline/gates/22-calculation-monotonic.ts'
import { calculationLinesSum } from '../../../../pipeline/gates/23-calculation-lines-sum.ts'
import { calculationReferenceAgrees } from '../../../../pipeline/gates/24-calculation-reference-agrees.ts'
import type { calculationDeterministic } from '../../../../pipeline/gates/25-calculation-deterministic.ts'
import { ENGINE, type Engine } from '../../../../pipeline/gates/calculation/outcome.ts'
import type { RegressionCase, ReleaseRecord } from '../../../../releases/record/record.ts'
import {
  buildCategory,
  buildCharge,
  buildEnergy,
  buildFixed,
  buildHeldFigure,
  buildRecord,
  buildSubsidy,
  conditions,
} from '../../../support/record-builder.ts'
import { addingToEnergy, faulty, milliOf, type Result } from '../calculation-support.ts'
import { edit, type Fixture, type TableOf } from './fixture.ts'

/** A feature that the engine cannot compile: a charge by an unknown quantity. */
const NOT_COMPILED = edit(({ rows }) => (rows[0]!.charges[1]!.per = 'no_such_quantity'))

/** Rs 5.00 a unit and Rs 50 a connection. */
const priced = (case_id: string, units: number): RegressionCase => ({
  case_id,
  row_id: 'ROW',
  inputs: { subcategory_code: 'DOM', energy_units: String(units) },
  expected: { energy_charge_paise: 500 * units, fixed_charge_paise: 5000, base_tariff_paise: 500 * units + 5000 },
  working: `${units} x 5.00 + 50.00`,
})
const REFUSED: RegressionCase = {
  ...priced('C-5', 1),
  inputs: { subcategory_code: 'NOBODY', energy_units: '1' },
  expected: { refusal: 'SUBCATEGORY_NOT_FOUND' },
}
const worked = (): ReleaseRecord =>
  buildRecord({
    rows: [{}, { row_id: 'OTHER', subcategory_code: 'OTHER' }],
    cases: [
      ...[0, 100, 200, 300].map((units, index) => priced(`C-${index + 1}`, units)),
      REFUSED,
      ...[1, 2, 3].map((units) => ({
        ...priced(`O-${units}`, units),
        row_id: 'OTHER',
        inputs: { subcategory_code: 'OTHER', energy_units: String(units) },
      })),
    ],
  })
const first = (change: Partial<RegressionCase>): Fixture => edit(({ cases }) => Object.assign(cases[0]!, change))
const inputs = (more: RegressionCase['inputs']): Fixture => first({ inputs: { ...priced('C-1', 0).inputs, ...more } })
/** A held row is refused, so its cases are three refusals. */
const held = (): ReleaseRecord =>
  buildRecord({
    rows: [{ fixed: buildFixed('flat', 'connection', [[null, buildHeldFigure('Rs/connection')]]) }],
    cases: [1, 2, 3].map((units) => ({ ...priced(`C-${units}`, units), expected: { refusal: 'RATE_NOT_VERIFIED' } })),
  })

export const regressionCases: TableOf<typeof calculationRegressionCases> = {
  sound: worked,
  faults: {
    not_compiled: NOT_COMPILED,
    no_body: [inputs({ enery_units: '1' }), inputs({ energy_units: '1.0005' }), inputs({ billing_days: '30' })],
    outside_the_release: [inputs({ effective_on: '2026-03-31' }), inputs({ billing_date: '2027-04-01' })],
    priced: first({ expected: { refusal: 'RATE_NOT_VERIFIED' } }),
    another_refusal: edit(({ cases }) => Object.assign(cases[4]!, { expected: { refusal: 'RATE_NOT_VERIFIED' } })),
    refused: first({ inputs: { subcategory_code: 'NOBODY', energy_units: '0' } }),
    another_amount: [
      first({ expected: { energy_charge_paise: 0, fixed_charge_paise: 5001, base_tariff_paise: 5000 } }),
      first({
        expected: { energy_charge_paise: 0, fixed_charge_paise: 5000, base_tariff_paise: 5000, beside_paise: 1 },
      }),
      { gate: calculationRegressionCases.with(addingToEnergy(1, ({ energy_units: units }) => units === '200')) },
    ],
    another_row: edit(({ cases }) =>
      cases.push({ ...priced('C-6', 4), row_id: 'OTHER', inputs: { subcategory_code: 'DOM', energy_units: '4' } }),
    ),
    few_amounts: [
      edit((record) => (record.cases = record.cases.filter(({ case_id: id }) => id !== 'O-3'))),
      edit(({ cases }) => Object.assign(cases.find(({ case_id: id }) => id === 'O-3')!, twice())),
    ],
    few_cases: { sound: held, ...edit(({ cases }) => cases.pop()) },
    no_such_row: edit(({ cases }) => (cases[4]!.row_id = 'GONE')),
  },
}

/** The request of O-2 again, with another spelling. */
function twice(): Partial<RegressionCase> {
  const { expected } = priced('O-2', 2)
  return { inputs: { subcategory_code: 'OTHER', energy_units: '2.0' }, expected }
}

const plain = (): ReleaseRecord =>
  buildRecord({ licensees: [{ code: 'BR_ONE', name: 'One', status: 'active', reason: null }] })
/** One paisa more for one value of units. */
const offAt = (milli: number): Engine => addingToEnergy(1, (body) => milliOf(body) === milli)
const stepped = (...rates: [string, string]): ReleaseRecord['rows'][number]['charges'][number] =>
  buildEnergy('whole', [
    ['100', rates[0]],
    [null, rates[1]],
  ])
const slabs = (): ReleaseRecord => buildRecord({ rows: [{ energy: stepped('5', '6') }] })

export const boundaries: TableOf<typeof calculationBoundaries> = {
  sound: slabs,
  faults: {
    not_compiled: NOT_COMPILED,
    unserved: {
      sound: () => buildRecord({ rows: [{ licensee_code: 'BR_ONE' }], licensees: plain().licensees }),
      ...edit(({ licensees }) => Object.assign(licensees[0]!, { status: 'held', reason: 'not read' })),
    },
    unreached: edit(({ rows }) => (rows[0]!.conditions = conditions('energy_units<10 and energy_units>20'))),
    another_amount: [100_000, 100_001, 99_999, 0].map((milli) => ({ gate: calculationBoundaries.with(offAt(milli)) })),
  },
}

const subsidised = (): ReleaseRecord =>
  buildRecord({
    rules: { subsidy: buildSubsidy({ 30: '125' }) },
    categories: [buildCategory({ optional_inputs: [{ field: 'billing_days', when: 'to evaluate it' }] })],
  })

export const monotonic: TableOf<typeof calculationMonotonic> = {
  sound: slabs,
  faults: {
    not_compiled: NOT_COMPILED,
    base_falls: edit(({ rows }) => (rows[0]!.charges[0]!.steps[1]!.figure.value = '4')),
    payable_falls: {
      sound: subsidised,
      gate: calculationMonotonic.with(
        faulty((result, body) =>
          result.ok && result.finalPaise !== null && milliOf(body) > 200_000 ? { ...result, finalPaise: 0 } : result,
        ),
      ),
    },
    declared_nothing: edit(({ declared_non_monotonic: declared }) =>
      declared.push({ subcategory_code: 'GONE', citation: 'para 5' }),
    ),
    declared_uncited: edit(({ declared_non_monotonic: declared }) =>
      declared.push({ subcategory_code: 'DOM', citation: ' ' }),
    ),
  },
}

type Bill = Extract<Result, { ok: true }>
const spoilt = (change: (bill: Bill) => Partial<Bill>): Fixture => ({
  gate: calculationLinesSum.with(faulty((result) => (result.ok ? { ...result, ...change(result) } : result))),
})
const withRent = (): ReleaseRecord =>
  buildRecord({ rows: [{ more: [buildCharge('rent', 'flat', 'connection', [[null, '7']], { side: 'beside' })] }] })
export const linesSum: TableOf<typeof calculationLinesSum> = {
  sound: plain,
  faults: {
    not_compiled: NOT_COMPILED,
    no_safe_integer: { gate: calculationLinesSum.with(addingToEnergy(0.5, () => true)) },
    minus_zero: spoilt(({ energyPaise }) => (energyPaise === 0 ? { energyPaise: -0 } : {})),
    component_sum: spoilt(({ fixedPaise }) => ({ fixedPaise: (fixedPaise ?? 0) + 1 })),
    base_sum: spoilt(({ basePaise }) => ({ basePaise: (basePaise ?? 0) + 1 })),
    beside_sum: {
      sound: withRent,
      ...spoilt(({ beside }) => ({ beside: beside && { ...beside, totalPaise: (beside.totalPaise ?? 0) + 1 } })),
    },
    beside_without_lines: spoilt(() => ({ beside: { lines: [], totalPaise: 0 } })),
    payable: {
      sound: subsidised,
      ...spoilt(({ finalPaise }) => ({ finalPaise: finalPaise === null ? null : finalPaise + 1 })),
    },
  },
}

export const referenceAgrees: TableOf<typeof calculationReferenceAgrees> = {
  sound: slabs,
  gate: calculationReferenceAgrees.with(ENGINE, 300),
  faults: {
    not_compiled: NOT_COMPILED,
    disagrees: {
      gate: calculationReferenceAgrees.with(
        addingToEnergy(1, (body) => milliOf(body) > 100_000),
        300,
      ),
    },
    category_unreached: {
      gate: calculationReferenceAgrees.with(
        faulty((result) => (result.ok ? { ok: false, code: 'LICENSEE_REQUIRED', details: {} } : result)),
        300,
      ),
    },
  },
}

export const deterministic: TableOf<typeof calculationDeterministic> = {
  sound: worked,
  faults: {
    not_compiled: NOT_COMPILED,
    differs: [
      { means: () => ({ calculateElsewhere: async () => '' }) },
      {
        means: (means) => ({
          calculateElsewhere: async (bytes) => (await means.calculateElsewhere(bytes)).replace('5000', '5001'),
        }),
      },
    ],
  },
}
