import type { schemaRecordValid } from '../../../../pipeline/gates/10-schema-record-valid.ts'
import type { schemaCodesUnique } from '../../../../pipeline/gates/11-schema-codes-unique.ts'
import type { schemaMoneyExact } from '../../../../pipeline/gates/12-schema-money-exact.ts'
import type { schemaPeriodsServed } from '../../../../pipeline/gates/13-schema-periods-served.ts'
import { buildAdjustment, buildFigure, buildFppas } from '../../../support/record-builder.ts'
import { categoryOf, chargeOf, energyOf, peakOf, rowOf, sampleRecord } from '../support/sample.ts'
import { edit, type Fixture, type TableOf } from './fixture.ts'

const NO_JSON: Fixture = { candidate: () => ({ bytes: new Uint8Array([0xff]) }) }

export const recordValid: TableOf<typeof schemaRecordValid> = {
  sound: sampleRecord,
  faults: {
    misread: {
      candidate: () => ({
        intakeFindings: [{ where: 'rows.csv:2:1', expected: 'a column', found: 'another', evidence: null }],
      }),
    },
    not_json: NO_JSON,
    schema: [
      edit((record) => Object.assign(record, { tier: 'verified_somehow' })),
      edit((record) => Object.assign(rowOf(record, 'R-DS'), { colour: 'red' })),
      edit((record) => Reflect.deleteProperty(record, 'rounding')),
    ],
    not_compiled: edit((record) => (chargeOf(record, 'R-SL', 'fixed').per = 'no_such_quantity')),
  },
}

export const codesUnique: TableOf<typeof schemaCodesUnique> = {
  sound: sampleRecord,
  faults: {
    repeated: [
      edit(({ cases }) => cases.push(cases[0]!)),
      edit(({ rules }) => rules.facts.push(rules.facts[0]!)),
      edit(({ rules }) => rules.adjustments.push({ ...rules.adjustments[0]!, adjustment_id: 'TOD-2' })),
    ],
    malformed: [
      edit((record) => (rowOf(record, 'R-DS').row_id = 'R DS')),
      edit((record) => (categoryOf(record, 'KJ').category_id = 'K/J')),
      edit(({ licensees }) => (licensees[0]!.code = 'ONE')),
    ],
    ambiguous: [
      edit(({ zones }) => zones.push('phase')),
      edit((record) => (chargeOf(record, 'R-DS', 'fixed').charge_id = 'wheeling')),
    ],
  },
}

/** 1,000,000,000 units, the maximum for any category, cost more than the largest safe integer at this rate. */
const TOO_DEAR = '90072'
const adjusted = (...[kind, value]: [Parameters<typeof buildAdjustment>[1], string]): Fixture =>
  edit(({ rules }) =>
    rules.adjustments.push(buildAdjustment('MORE', kind, [['', 'add', value]], { applies_to: ['SL'], order: 2 })),
  )
const fppas = (value_unit: 'percent' | 'paise_per_unit', value: string): Fixture =>
  edit(({ rules }) => {
    const figure =
      value_unit === 'percent' ? { ...rules.fppas_periods[0]!.figure, value } : buildFigure(value, 'Rs/kWh')
    Object.assign(rules.fppas_periods[0]!, { value_unit, figure })
  })

export const moneyExact: TableOf<typeof schemaMoneyExact> = {
  sound: sampleRecord,
  faults: {
    not_json: NO_JSON,
    unsafe_number: [
      edit(({ sources }) => (sources[1]!.size_bytes = 10.5)),
      edit(({ cases }) => Object.assign(cases[0]!, { expected: { base_tariff_paise: 2 ** 53 } })),
    ],
    not_decimal: ['7.1e0', '07.1', '7.', '6.1234567', 'seven'].map((value) =>
      edit((record) => (energyOf(record, 'R-DS').value = value)),
    ),
    value_too_large: adjusted('per_bill', '90071992547411'),
    largest_quantity: ['0', '-1', '1000000001', '10.0001'].map((largest) =>
      edit((record) => (categoryOf(record, 'AG').largest_quantity = largest)),
    ),
    charge_unbounded: edit((record) =>
      Object.assign(energyOf(record, 'R-AG'), { grade: 'transcription', value: TOO_DEAR, held: null }),
    ),
    adjustment_unbounded: adjusted('per_unit', TOO_DEAR),
    percentage_unbounded: edit((record) => (peakOf(record).value = '999999')),
    fppas_unbounded: fppas('paise_per_unit', TOO_DEAR),
    fppas_percentage_unbounded: fppas('percent', '999999'),
    duty_unbounded: edit(({ rules }) => {
      rules.duty = { description: 'duty', energy_unit: 'kWh', figure: buildFigure(TOO_DEAR, 'Rs/kWh') }
    }),
    bill_unbounded: edit((record) => {
      const { charges } = rowOf(record, 'R-KJ-RURAL')
      charges[0]!.steps[0]!.figure.value = '90071.992'
      charges.push({ ...charges[0]!, charge_id: 'extra' })
    }),
  },
}

const period = (effective_from: string, effective_to: string): Fixture =>
  edit((record) => {
    for (const part of [record, ...record.rows, record.rules.subsidy!])
      Object.assign(part, { effective_from, effective_to })
  })
const peak = (dates: { effective_from?: string; effective_to?: string }): Fixture =>
  edit(({ rules }) => Object.assign(rules.adjustments[0]!.cases[0]!, dates))
const parts = (...dates: readonly (readonly [from: string | null, to: string | null])[]): Fixture =>
  edit(({ quantities: [quantity] }) => {
    const [only] = quantity!.cases
    quantity!.cases = dates.map(([effective_from, effective_to]) => ({ ...only!, effective_from, effective_to }))
  })

export const periodsServed: TableOf<typeof schemaPeriodsServed> = {
  sound: sampleRecord,
  faults: {
    release_dates: period('2026-04-01', '2027-03-32'),
    financial_year: edit((record) => (record.financial_year = '2026-28')),
    outside_the_year: [period('2026-04-01', '2027-04-30'), period('2026-03-31', '2027-03-31')],
    day_of_no_source: [period('2026-05-01', '2027-03-31'), period('2026-04-01', '2026-12-31')],
    served_dates: edit((record) => (rowOf(record, 'R-DS').effective_to = '2027-02-29')),
    part_of_the_period: [
      edit((record) => (rowOf(record, 'R-DS').effective_to = '2027-03-30')),
      edit(({ rules }) => (rules.subsidy!.effective_from = '2026-05-01')),
    ],
    part_dates: peak({ effective_from: '2026-02-30' }),
    outside_the_release: [peak({ effective_to: '2028-03-31' }), peak({ effective_from: '2026-03-31' })],
    days_left_out: [
      parts([null, '2026-09-30'], ['2026-10-02', null]),
      parts([null, '2026-12-31']),
      parts(['2026-04-02', null]),
    ],
    days_twice: parts([null, '2026-10-01'], ['2026-10-01', null]),
    recovered_before: edit(({ rules }) => (rules.fppas_periods[0]!.recovery_month = '2026-03')),
    recovered_outside: edit(({ rules }) =>
      Object.assign(rules.fppas_periods[0]!, { status: 'approved_exact_month', recovery_month: '2027-04' }),
    ),
    recovered_twice: edit(({ rules }) => {
      rules.fppas_periods = ['A', 'B'].map((period_id) => buildFppas('10', { period_id }))
    }),
    fact_without_period: edit(({ rules }) => (rules.facts[0]!.period = ' ')),
  },
}
