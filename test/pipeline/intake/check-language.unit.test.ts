import { describe, expect, it } from 'vitest'
import { checkLanguage } from '../../../pipeline/intake/read-definition.ts'
import { both, chargeOf, dates, type Edit, itFinds, quantity, rowOf, sound, water } from './language-wrongs.ts'

it('a valid record has no problem', () => {
  expect(checkLanguage(sound)).toEqual([])
})

/** A fact by which the category of households is found. */
const fact =
  (name: string, word: string): Edit =>
  (record) => {
    record.categories[1]!.facts[name] = [word]
  }

describe('what a release declares', () => {
  const selector = (name: string, words = ['a', 'b']) => ({ selector: name, words, description: 'x' })
  itFinds([
    [
      'a selector that is an input',
      (record) => record.selectors.push(selector('phase')),
      'selectors/phase',
      'with a unique name',
      '`phase`',
    ],
    [
      'a selector twice',
      (record) => record.selectors.push(selector('scheme'), selector('scheme')),
      'selectors/scheme',
      '`scheme` once',
      'repeated',
    ],
    [
      'a month for a word that a selector does not have',
      (record) => record.selectors.push({ ...selector('scheme'), months: { a: '03', march: '03' } }),
      'selectors/scheme',
      'a month for one of its words',
      'march',
    ],
    ['a zone that is an input', (record) => record.zones.push('district'), 'zones', 'with a unique name', '`district`'],
    ['a zone twice', (record) => record.zones.push('day', 'night', 'day'), 'zones', '`day` once', 'repeated'],
    [
      'a quantity that is an input',
      quantity('connected_load', { formula: 'energy_units' }),
      'quantities/connected_load',
      'with a unique name',
      '`connected_load`',
    ],
    ['a quantity twice', quantity('connected_load_kw'), 'quantities/connected_load_kw', 'once', 'repeated'],
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
    ['a misspelt fact', fact('porpose', 'domestic'), 'categories/-/-/DOM/facts', 'perhaps `purpose`', '`porpose`'],
    ['a purpose nobody can give', fact('purpose', 'home'), 'categories/-/-/DOM/facts', 'one of `domestic`', '`home`'],
    ['a flag in a word', fact('metered', 'yes'), 'categories/-/-/DOM/facts', '`true` or `false`', '`yes`'],
    ['a voltage that is none', fact('voltage_kv', '11 kV'), 'categories/-/-/DOM/facts', 'voltage_kv', '`11 kV`'],
  ])

  it('a fact that no request gives may have a name of its own; voltages and flags are as requests give them', () => {
    const record = structuredClone(sound)
    for (const [name, word] of [
      ['class_by_regulation', 'x'],
      ['voltage_kv', '11'],
      ['metered', 'false'],
    ] as const)
      fact(name, word)(record)
    expect(checkLanguage(record)).toEqual([])
  })
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

  it('a figure of the quantity may have any unique name', () => {
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
    [
      'a part that an object does not have',
      condition('payment.within_7_days', '=', 'true'),
      path,
      'one of payment.by_due_date, payment.digital, payment.prepaid, payment.e_bill, payment.all_months_of_year',
      '`payment.within_7_days`',
    ],
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
