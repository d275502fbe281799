import { expect, it } from 'vitest'
import { figure } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'
import { refused, SHOPS, shopsRule } from './shops.ts'

/** An amount for the units of some hours that is read as one for all units. */
it.each([
  'between 18.00 and 22.00 hours',
  'from 18:00 hrs to 22:00 hrs',
  'between 6 p.m. and 10 p.m.',
  'from 6 to 10 pm',
  'from 6 to 10 h',
  'from 18 hrs to 22 hrs',
  'during 18-22 hours',
  'from 1800 hrs to 2200 hrs',
  'between 1800 and 2200 hours',
  'between 18:00 and 22:00',
  'from 6 p.m. to midnight',
  'from 12 midnight to 6 a.m.',
  'from 12 noon to 6 pm',
  'from 18:00 hrs to 12:00 midnight',
  '06-10 hrs',
])('for the units drawn %s', async (hours) => {
  const text = `LT-II Shops pay an additional charge of Rs 1.00 per unit for the units drawn ${hours}.`
  const value = `{ kind: per_unit, per: energy_units, figure: ${figure('1.00', 'Rs/kWh', text)} }`
  const rules = shopsRule('', `effect: add, values: [${value}] }]`)
  expect((await refused(`${SHOPS} ${text}`, [], rules)).join()).toContain('hours of the day')
})

it('hours of use are counted, and no hours of the day', async () => {
  const text = 'LT-II Shops with a supply of 6 to 10 hours pay an additional charge of Rs 1.00 per unit.'
  const value = `{ kind: per_unit, per: energy_units, figure: ${figure('1.00', 'Rs/kWh', text)} }`
  const found = await refused(`${SHOPS} ${text}`, [], shopsRule('', `effect: add, values: [${value}] }]`))
  expect(found.join()).not.toContain('hours of the day')
})

/** The zone of the hours that are printed, by either clock. */
it.each([
  ['from 10 PM to 6 AM', 'hours_22_06', 0],
  ['from 10 PM to 6 AM', 'other', 1],
  ['between 10.00 p.m. and 6.00 a.m.', 'other', 1],
  ['from 22:00 to 06:00 hours', 'other', 1],
  ['from 10 AM to 6 PM', 'other', 0],
])('the units drawn %s are not in the zone %s: %i', async (hours, zone, count) => {
  const text = `LT-II Shops get a rebate of Rs 1.00 per unit for the units drawn ${hours}.`
  const value = `{ kind: per_unit, per: energy_by_zone.${zone}, figure: ${figure('1.00', 'Rs/kWh', text)} }`
  const findings = await gateEight({
    printed: { as: 'text', text: `${SHOPS} ${text}` },
    release: { zones: ['hours_22_06', 'other'] },
    categories: [{ subcategory_code: 'LT-II', raw_category_label: 'LT-II Shops', canonical_category_code: 'Shops' }],
    rows: `row_id,label,charge,printed,unit,quote\nLT-II,LT-II Shops,fixed,90.00,Rs/kW,"${SHOPS}"\n`,
    rules: shopsRule('', `effect: subtract, values: [${value}] }]`),
  })
  expect(findings.filter(({ fault }) => fault === 'about_another')).toHaveLength(count)
})
