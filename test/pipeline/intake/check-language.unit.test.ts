import { describe, expect, it } from 'vitest'
import { checkLanguage } from '../../../pipeline/intake/check-language.ts'
import type { Adjustment } from '../../../releases/record/adjustment.ts'
import type { Charge } from '../../../releases/record/charge.ts'
import type { Quantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { fixtureCandidate } from '../../support/fixture-definition.ts'

const { record: sound } = await fixtureCandidate()

type Edit = (record: ReleaseRecord) => void
/** What is wrong, how to make it so in a sound record, and the one problem it must give. */
type Wrong = readonly [name: string, edit: Edit, path: string, expected: string, found: string]

const [water, domestic, industry] = ['XX-WATER', 'XX-DOM', 'XX-HT']
const rowOf = (record: ReleaseRecord, id: string) => record.rows.find(({ row_id }) => row_id === id)!
const chargeOf = (record: ReleaseRecord, row: string, id: string): Charge =>
  rowOf(record, row).charges.find(({ charge_id }) => charge_id === id)!

/** A charge of a row, changed in some respects. */
const charge =
  (row: string, id: string, change: Partial<Charge>): Edit =>
  (record) =>
    Object.assign(chargeOf(record, row, id), change)
/** A further charge of a row, like one that it has. */
const further =
  (row: string, id: string, change: Partial<Charge> & { readonly charge_id: string }): Edit =>
  (record) =>
    rowOf(record, row).charges.push({ ...structuredClone(chargeOf(record, row, id)), ...change })
const quantity =
  (
    quantity_id: string,
    change: Partial<Quantity> & { readonly formula?: Quantity['cases'][number]['formula'] } = {},
  ): Edit =>
  (record) => {
    const { formula = 'connected_load', ...said } = change
    const cases = [{ formula, when: [], effective_from: null, effective_to: null }]
    const plain = { quantity_id, unit: 'kW', description: 'x', cases, instead: null, figures: [], evidence: null }
    record.quantities.push({ ...plain, ...said })
  }
const adjustment =
  (change: Partial<Adjustment>): Edit =>
  (record) =>
    Object.assign(record.rules.adjustments[0]!, change)
/** A further adjustment, like the one of the fixture. */
const laterAdjustment =
  (change: Partial<Adjustment>): Edit =>
  (record) =>
    record.rules.adjustments.push({
      ...structuredClone(record.rules.adjustments[0]!),
      adjustment_id: 'XX-LATER',
      order: 2,
      ...change,
    })
const both =
  (...edits: readonly Edit[]): Edit =>
  (record) => {
    for (const edit of edits) edit(record)
  }
const dates = (effective_from: string | null, effective_to: string | null) => ({ effective_from, effective_to })

const itFinds = (wrongs: readonly Wrong[]): void => {
  it.each(wrongs.map(([name, ...rest]) => ({ name, rest })))('$name', ({ rest: [edit, path, expected, found] }) => {
    const record = structuredClone(sound)
    edit(record)
    expect(checkLanguage(record)).toEqual([
      { path, expected: expect.stringContaining(expected), found: expect.stringContaining(found) },
    ])
  })
}

it('a sound record has no problem', () => {
  expect(checkLanguage(sound)).toEqual([])
})

describe('what a release declares', () => {
  const selector = (name: string, words = ['a', 'b']) => ({ selector: name, words, description: 'x' })
  itFinds([
    [
      'a selector that is an input',
      (record) => record.selectors.push(selector('phase')),
      'selectors/phase',
      'of its own name',
      '`phase`',
    ],
    [
      'a selector twice',
      (record) => record.selectors.push(selector('scheme'), selector('scheme')),
      'selectors/scheme',
      '`scheme` once',
      'again',
    ],
    ['a zone that is an input', (record) => record.zones.push('district'), 'zones', 'of its own name', '`district`'],
    ['a zone twice', (record) => record.zones.push('day', 'night', 'day'), 'zones', '`day` once', 'again'],
    [
      'a quantity that is an input',
      quantity('connected_load', { formula: 'energy_units' }),
      'quantities/connected_load',
      'of its own name',
      '`connected_load`',
    ],
    ['a quantity twice', quantity('connected_load_kw'), 'quantities/connected_load_kw', 'once', 'again'],
    ['a request for no input', (record) => record.request.optional.push('fase'), 'request', '`phase`', '`fase`'],
    [
      'a category that requires no input',
      (record) => record.categories[1]!.required_inputs.push('energy_by_zone.day'),
      'categories/-/-/DOM/required_inputs',
      'an input',
      '`energy_by_zone.day`',
    ],
    [
      'a category that may take no input',
      (record) => record.categories[1]!.optional_inputs.push({ field: 'payment.cash', when: 'x' }),
      'categories/-/-/DOM/optional_inputs',
      'an input',
      '`payment.cash`',
    ],
  ])
})

describe('quantities', () => {
  itFinds([
    [
      'a formula with an unknown name',
      quantity('q', { formula: { op: '+', of: ['energy_unit', 'connected_load'] } }),
      'quantities/q/cases/0',
      'perhaps `energy_units`',
      '`energy_unit`',
    ],
    ['a formula with a word', quantity('q', { formula: 'phase' }), 'quantities/q/cases/0', 'a number', '`phase`'],
    [
      'a formula with a zone that is not declared',
      quantity('q', { formula: 'energy_by_zone.peak' }),
      'quantities/q/cases/0',
      'a number',
      '`energy_by_zone.peak`',
    ],
    [
      'a quantity that depends on itself',
      quantity('q', { formula: 'q' }),
      'quantities/q',
      'do not depend on themselves',
      '`q` → `q`',
    ],
    [
      'a circle through a condition',
      both(
        quantity('p', {
          cases: [
            { formula: 'energy_units', when: [{ field: 'q', op: '>', value: '1' }], ...dates(null, null) },
            { formula: 'energy_units', when: [{ field: 'phase', op: '=', value: 'three' }], ...dates(null, null) },
          ],
        }),
        quantity('q', { formula: { op: '+', of: ['p', 'energy_units'] } }),
      ),
      'quantities/p',
      'do not depend on themselves',
      '`p` → `q` → `p`',
    ],
    [
      'a number without evidence',
      quantity('q', { formula: { op: '*', of: ['energy_units', { value: '0.8' }] } }),
      'quantities/q',
      'evidence',
      'no evidence',
    ],
    [
      'rounding without evidence',
      quantity('q', { formula: { op: 'ceil', of: 'energy_units', step: '1' } }),
      'quantities/q',
      'evidence',
      'no evidence',
    ],
    [
      'an unknown input instead of it',
      quantity('q', { instead: 'billed_demand' }),
      'quantities/q',
      'an input',
      '`billed_demand`',
    ],
    ['a word instead of it', quantity('q', { instead: 'phase' }), 'quantities/q', 'a number', '`phase`'],
    [
      'days without a case',
      quantity('q', {
        cases: [
          { formula: 'energy_units', when: [], ...dates(null, '2026-09-30') },
          { formula: 'connected_load', when: [], ...dates('2026-10-02', null) },
        ],
      }),
      'quantities/q/cases/1',
      'follow one another',
      'none from 2026-10-01 to 2026-10-01',
    ],
  ])

  it('a figure of the quantity is a name of its own', () => {
    const record = structuredClone(sound)
    const { figure } = chargeOf(record, water, 'energy').steps[0]!
    quantity('q', { formula: { op: '*', of: ['share', 'energy_units'] }, figures: [{ figure_id: 'share', figure }] })(
      record,
    )
    expect(checkLanguage(record)).toEqual([])
  })
})

describe('conditions', () => {
  const condition =
    (field: string, op: '=' | '<=' | 'in', value: string | string[]): Edit =>
    (record) =>
      rowOf(record, water).conditions.push({ field, op, value })
  const path = 'rows/XX-WATER/conditions'
  itFinds([
    ['an unknown field', condition('fase', '=', 'three'), path, 'perhaps `phase`', '`fase`'],
    ['a field without value', condition('billing_date', '=', 'x'), path, 'an input or a quantity', '`billing_date`'],
    ['a word with an order', condition('phase', '<=', 'three'), path, 'no order', '`phase<=three`'],
    ['an unknown word', condition('phase', 'in', ['single', 'two']), path, 'single, three', '`two`'],
    ['a flag that is neither', condition('payment.digital', '=', 'yes'), path, 'true, false', '`yes`'],
    [
      'numbers in a list',
      condition('connected_load', 'in', ['1', '2']),
      path,
      'a sign such as',
      '`connected_load in {…}`',
    ],
    [
      'a number that is a word',
      condition('connected_load', '=', 'contract_demand_kva'),
      path,
      'a decimal',
      '`contract_demand_kva`',
    ],
    ['an unknown other quantity', condition('connected_load', '<=', 'limit'), path, 'is a number', '`limit`'],
    ['an amount outside adjustments', condition('amount.energy', '<=', '5'), path, 'an input', '`amount.energy`'],
    [
      'an unknown field deep inside',
      (record) => rowOf(record, water).conditions.push({ not: { any: [{ field: 'fase', op: '=', value: 'x' }] } }),
      path,
      'perhaps `phase`',
      '`fase`',
    ],
    [
      'a bound of a category',
      (record) => record.categories[0]!.bounds.push({ field: 'monthly_units', op: '<=', value: '5' }),
      'categories/-/-/WATER/bounds/0',
      'an input or a quantity',
      '`monthly_units`',
    ],
    [
      'a bound that another category covers',
      (record) =>
        record.categories[0]!.covering.push({
          bound: { field: 'loud', op: '<=', value: '5' },
          covering_category: 'DOM',
          reason: null,
        }),
      'categories/-/-/WATER/covering/0',
      'an input or a quantity',
      '`loud`',
    ],
    [
      'a word that a selector has not',
      both(
        (record) => record.selectors.push({ selector: 'scheme', words: ['a'], description: 'x' }),
        condition('selectors.scheme', '=', 'b'),
      ),
      path,
      'selectors.scheme as one of a',
      '`b`',
    ],
  ])

  it('what only describes may be named as it likes', () => {
    const record = structuredClone(sound)
    rowOf(record, water).conditions.push({ field: 'local_body', op: '=', value: 'town', describes: true })
    expect(checkLanguage(record)).toEqual([])
  })
})

describe('charges', () => {
  const path = 'rows/XX-DOM/fixed'
  const multiple = structuredClone(chargeOf(sound, water, 'fixed').steps[0]!.figure)
  const ratesOf = (row_id: string, charge_id: string) => ({ steps: [], rates_of: { row_id, charge_id, multiple } })
  itFinds([
    ['an unknown count', charge(domestic, 'fixed', { per: 'load' }), `${path}/per`, 'a number', '`load`'],
    ['nothing to count', charge(domestic, 'fixed', { per: null }), `${path}/per`, 'each kW', 'nothing'],
    ['unknown steps', charge(domestic, 'fixed', { steps_by: 'load' }), `${path}/steps_by`, 'a number', '`load`'],
    [
      'a step in another unit',
      (record) => {
        chargeOf(record, domestic, 'energy').steps[1]!.figure.unit = 'Rs/kVAh'
      },
      'rows/XX-DOM/energy/1',
      'a rate in Rs/kWh',
      '`Rs/kVAh`',
    ],
    [
      'an unknown edge',
      (record) => {
        chargeOf(record, domestic, 'energy').steps[1]!.to = 'second_units'
      },
      'rows/XX-DOM/energy/1',
      'a number',
      '`second_units`',
    ],
    [
      'an unknown condition',
      charge(domestic, 'fixed', { when: [{ field: 'fase', op: '=', value: 'three' }] }),
      `${path}/when`,
      'perhaps `phase`',
      '`fase`',
    ],
    [
      'rates of no charge',
      charge(domestic, 'fixed', ratesOf('XX-HT', 'fixd')),
      `${path}/rates_of`,
      'perhaps `XX-HT.fixed`',
      '`XX-HT.fixd`',
    ],
    [
      'rates in a circle',
      both(charge(domestic, 'fixed', ratesOf('XX-HT', 'fixed')), charge(industry, 'fixed', ratesOf('XX-DOM', 'fixed'))),
      `${path}/rates_of`,
      'do not rest on themselves',
      '`rows/XX-DOM/fixed` → `rows/XX-HT/fixed` → `rows/XX-DOM/fixed`',
    ],
    [
      'steps beside rates of another',
      charge(domestic, 'fixed', { rates_of: { row_id: 'XX-HT', charge_id: 'fixed', multiple } }),
      path,
      'no steps',
      '1 of them',
    ],
    [
      'a minimum of no charge',
      charge(domestic, 'fixed', { minimum_of: ['energy', 'wheeling'] }),
      `${path}/minimum_of`,
      'another charge of the row',
      '`wheeling`',
    ],
    [
      'a minimum of itself',
      charge(domestic, 'fixed', { minimum_of: ['fixed'] }),
      `${path}/minimum_of`,
      'another charge of the row',
      '`fixed`',
    ],
    [
      'together with no charge',
      charge(domestic, 'fixed', { together_with: ['demand'] }),
      `${path}/together_with`,
      'another charge of the row',
      '`demand`',
    ],
    [
      'days without a charge',
      charge(domestic, 'fixed', dates('2026-05-01', null)),
      path,
      'charges with the same conditions that follow one another from 2026-04-01 to 2027-03-31',
      'none from 2026-04-01 to 2026-04-30',
    ],
    [
      'days without a charge at the end',
      charge(domestic, 'fixed', dates(null, '2026-12-31')),
      path,
      'follow one another',
      'none from 2027-01-01 to 2027-03-31',
    ],
    [
      'days with two charges',
      both(
        charge(domestic, 'fixed', dates(null, '2026-10-01')),
        further(domestic, 'fixed', { charge_id: 'later', ...dates('2026-10-01', null) }),
      ),
      'rows/XX-DOM/later',
      'follow one another',
      'another from 2026-10-01 to 2026-10-01',
    ],
    [
      'days after the period',
      charge(domestic, 'fixed', dates(null, '2027-04-30')),
      path,
      'follow one another',
      'days after 2027-03-31',
    ],
    [
      'days before the period',
      charge(domestic, 'fixed', dates('2026-03-01', null)),
      path,
      'follow one another',
      'days before 2026-04-01',
    ],
    [
      'days out of order',
      charge(domestic, 'fixed', dates('2026-10-01', '2026-09-30')),
      path,
      'in order',
      '2026-10-01 to 2026-09-30',
    ],
  ])

  it('with other conditions, on other quantities or together with another may hold on the same days', () => {
    const record = structuredClone(sound)
    charge(domestic, 'fixed', dates(null, '2026-09-30'))(record)
    further(domestic, 'fixed', { charge_id: 'later', ...dates('2026-10-01', null) })(record)
    further(domestic, 'energy', { charge_id: 'other', when: [{ field: 'phase', op: '=', value: 'three' }] })(record)
    further(domestic, 'fixed', { charge_id: 'beside', together_with: ['fixed'], ...dates('2026-06-01', null) })(record)
    expect(checkLanguage(record)).toEqual([])
  })
})

describe('adjustments', () => {
  const path = 'rules/adjustments/XX-TOD'
  const peak = sound.rules.adjustments[0]!.cases[1]!
  const [value] = peak.values
  itFinds([
    ['an order twice', laterAdjustment({ order: 1 }), 'rules/adjustments/XX-LATER', 'an order of its own', 'order 1'],
    ['of nothing', adjustment({ of: ['energie'] }), path, 'perhaps `energy`', '`energie`'],
    [
      'of a charge of other rows',
      both(further(domestic, 'fixed', { charge_id: 'meter' }), adjustment({ of: ['meter'] })),
      path,
      'a charge',
      '`meter`',
    ],
    [
      'of a later adjustment',
      both(laterAdjustment({}), adjustment({ of: ['XX-LATER'] })),
      path,
      'an earlier',
      '`XX-LATER`',
    ],
    ['of itself', adjustment({ of: ['XX-TOD'] }), path, 'an earlier adjustment', '`XX-TOD`'],
    [
      'of one that stands beside',
      both(laterAdjustment({ side: 'base', of: ['XX-TOD'] }), adjustment({ side: 'beside' })),
      'rules/adjustments/XX-LATER',
      'an earlier adjustment',
      '`XX-TOD`',
    ],
    [
      'a part of no charge',
      adjustment({ part: { charge_id: 'demand', quantity: 'energy_units', by: null, evidence: null } }),
      path,
      'a charge of its rows',
      '`demand`',
    ],
    [
      'a part of no quantity',
      adjustment({ part: { charge_id: 'energy', quantity: 'night_units', by: null, evidence: null } }),
      path,
      'a number',
      '`night_units`',
    ],
    [
      'an unknown condition',
      adjustment({ cases: [{ ...peak, when: [{ field: 'tod', op: '=', value: 'peak' }] }] }),
      `${path}/peak`,
      'an input or a quantity',
      '`tod`',
    ],
    [
      'an amount of no line',
      adjustment({ cases: [{ ...peak, when: [{ field: 'amount.duty', op: '>', value: '5' }] }] }),
      `${path}/peak`,
      'an input or a quantity',
      '`amount.duty`',
    ],
    [
      'an unknown count of a value',
      adjustment({ cases: [{ ...peak, values: [{ ...value!, kind: 'per_unit', per: 'unit' }] }] }),
      `${path}/peak`,
      'a number',
      '`unit`',
    ],
    [
      'unknown steps of a cap',
      adjustment({ cap: { ...value!, steps_by: 'loud' } }),
      `${path}/cap`,
      'a number',
      '`loud`',
    ],
    [
      'an unknown edge of a floor',
      adjustment({ floor: { ...value!, steps: [{ ...value!.steps[0]!, to: 'edge' }] } }),
      `${path}/floor/0`,
      'a number',
      '`edge`',
    ],
    [
      'days with two cases',
      adjustment({
        cases: [
          { ...peak, ...dates(null, '2026-09-30') },
          { ...peak, case_id: 'b', ...dates('2026-09-01', null) },
        ],
      }),
      `${path}/b`,
      'follow one another',
      'another from 2026-09-01 to 2026-09-30',
    ],
    [
      'days between two cases',
      adjustment({
        cases: [
          { ...peak, ...dates(null, '2026-09-30') },
          { ...peak, case_id: 'b', ...dates('2026-11-01', null) },
        ],
      }),
      `${path}/b`,
      'follow one another',
      'none from 2026-10-01 to 2026-10-31',
    ],
  ])

  it('of components, charges and earlier adjustments, on amounts of lines, for a part of the year', () => {
    const record = structuredClone(sound)
    const when = [{ field: 'amount.XX-TOD', op: '>', value: '5' } as const]
    laterAdjustment({
      of: ['energy', 'minimum', 'fixed', 'XX-TOD', 'base_tariff'],
      cases: [{ ...peak, when, ...dates('2026-06-01', '2026-09-30') }],
    })(record)
    laterAdjustment({ adjustment_id: 'XX-DUTY', order: 3, side: 'beside', of: ['bill', 'XX-LATER'] })(record)
    expect(checkLanguage(record)).toEqual([])
  })
})
