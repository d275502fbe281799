import { describe, expect, it } from 'vitest'
import { checkLanguage } from '../../../pipeline/intake/read-definition.ts'
import {
  adjustment,
  both,
  charge,
  chargeOf,
  dates,
  domestic,
  further,
  industry,
  itFinds,
  laterAdjustment,
  sound,
  water,
} from './language-wrongs.ts'

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
  const rounded = [{ ...peak, values: [{ ...value!, kind: 'round_up' as const }] }]
  const roundedFirst = adjustment({ side: 'beside', of: ['bill'], cases: rounded })
  itFinds([
    [
      'the bill rounded before something is added',
      both(roundedFirst, laterAdjustment({ side: 'beside' })),
      path,
      'after every adjustment that changes a bill',
      'order 1, before `XX-LATER`',
    ],
    ['an order twice', laterAdjustment({ order: 1 }), 'rules/adjustments/XX-LATER', 'a unique order', 'order 1'],
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
    [
      'of a component and of the bill, which has it too',
      adjustment({ of: ['energy', 'bill'] }),
      path,
      'a base in which each line is once',
      'of: [energy, bill]',
    ],
    ['of one name twice', adjustment({ of: ['energy', 'energy'] }), path, 'each line is once', 'of: [energy, energy]'],
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
      of: ['energy', 'minimum', 'fixed', 'XX-TOD'],
      cases: [{ ...peak, when, ...dates('2026-06-01', '2026-09-30') }],
    })(record)
    laterAdjustment({ adjustment_id: 'XX-DUTY', order: 3, side: 'beside', of: ['base_tariff'] })(record)
    laterAdjustment({ adjustment_id: 'XX-TAX', order: 4, side: 'beside', of: ['bill'] })(record)
    expect(checkLanguage(record)).toEqual([])
  })

  it('of which the rounding of the bill is the last for its own categories, or only names are after it', () => {
    for (const later of [{ applies_to: ['OTHER'] }, { cases: [{ ...peak, effect: 'none' as const, values: [] }] }]) {
      const record = structuredClone(sound)
      both(roundedFirst, laterAdjustment({ side: 'beside', ...later }))(record)
      expect(checkLanguage(record)).toEqual([])
    }
    const record = structuredClone(sound)
    laterAdjustment({ side: 'beside', of: ['bill'], cases: rounded })(record)
    expect(checkLanguage(record)).toEqual([])
  })
})
