import { describe, expect, it } from 'vitest'
import { formula } from '../../support/record-builder.ts'
import { judged, ofFormula } from './support/cited-rule.ts'

/** What the words of a formula say of its operations and of what it reads. */

describe('a formula', () => {
  it.each([
    ['max(peak_demand_kva, peak_demand_kva)', 'the higher of both demands', 'a choice between amounts'],
    ['min(0, connected_load - 5)', 'the load less 5 kW, at most 0', 'a choice between amounts'],
    ['energy_units + energy_units * 80 / 100', 'units beyond 80 percent of all', 'a word such as "plus"'],
    ['recorded_demand_kva * 0.8', '80% of the contract demand', 'the contract demand, as in its citations'],
    ['peak_demand_kva - recorded_demand_kva', 'demand in excess of the contract demand', 'the contract demand'],
    ['max(connected_load, load_factor_percent)', 'the load or the load factor, whichever is higher', 'of one sort'],
    ['connected_load - load_factor_percent', 'the load less the load factor', 'of one sort'],
    ['connected_load * load_factor_percent', 'the load by the load factor', 'divided by 100'],
    ['connected_load * 60', 'the load at a load factor of 60 percent', 'divided by 100'],
    ['connected_load * 60 * load_factor_percent', 'the load at a load factor of 60 percent', 'divided by 100'],
    ['connected_load - connected_load / load_factor_percent', 'the load less a part by the load factor', 'divided by'],
    ['60 / load_factor_percent + connected_load', 'the load at a load factor of 60 percent', 'of one sort'],
    ['60', 'the load at a load factor of 60 percent', 'a formula in kVA'],
    ['offpeak_demand_kva', 'the demand drawn during peak hours', 'the demand of peak_demand_kva, as in its citations'],
    ['peak_demand_kva', 'the demand during Normal & Solar hours', 'the demand of offpeak_demand_kva, as in its cit'],
    ['highest_demand_this_year_kva', 'the maximum demand recorded', 'the demand of the month, as in its citations'],
    ['peak_demand_kva', 'the demand outside the peak hours', 'the demand of offpeak_demand_kva, as in its citations'],
    ['min(recorded_demand_kva, contract_demand_kva)', 'the highest of the two demands', 'the "highest of the" amounts'],
  ])('%s is not read from "%s"', async (text, quote, fault) => {
    expect(await ofFormula(text, quote)).toContain(fault)
  })

  it.each([
    ['max(peak_demand_kva, offpeak_demand_kva)', 'the higher of both demands'],
    ['max(0, connected_load - 5)', 'the load above 5 kW'],
    ['energy_units + energy_units * 3 / 100', 'the units plus 3 percent'],
    ['contract_demand_kva * 0.8', '80% of the contract demand'],
    ['recorded_demand_kva - contract_demand_kva', 'maximum demand in excess of the contract demand'],
    ['max(connected_load, contract_demand_kva)', 'the load or the contract demand, whichever is higher'],
    ['connected_load * load_factor_percent / 100', 'the load by the load factor in percent'],
    ['connected_load * 60 / load_factor_percent', 'the load at a load factor of 60 percent'],
    ['peak_demand_kva', 'the demand drawn during peak hours'],
    ['offpeak_demand_kva', 'the demand in off-peak hours'],
    ['offpeak_demand_kva', 'the demand of an hour'],
    ['highest_demand_this_year_kva', 'the highest demand of the financial year'],
    ['max(peak_demand_kva, offpeak_demand_kva)', 'the demand in peak hours, or any that is higher'],
    ['max(recorded_demand_kva, contract_demand_kva * 0.8)', 'recorded demand or 80% of the CD, whichever is higher'],
    [
      'max(min(recorded_demand_kva, contract_demand_kva), contract_demand_kva * 0.8)',
      'the highest of the recorded demand, not above the contract demand, and 80% of the contract demand',
    ],
  ])('%s is read from "%s"', async (text, quote) => {
    expect(await ofFormula(text, quote)).toBe('')
  })
})

it.each([
  ['connected_load', 'kW', true],
  ['ceil(connected_load, 1)', 'kW', true],
  ['max(1, connected_load)', 'kVA', false],
  ['energy_units', 'kW', false],
  ['ceil(energy_units, 1)', 'kVA', false],
  ['contract_demand_kva', 'kW', false],
  ['max(recorded_demand_kva, contract_demand_kva)', 'kVA', true],
  // What is multiplied may be converted, and one of several amounts is in the unit of all.
  ['connected_load * 1.1', 'kVA', true],
  ['max(connected_load, contract_demand_kva)', 'kVA', true],
  ['energy_units / 15', 'kW', true],
  ['energy_units / contract_demand_kva', 'hours', true],
])('%s as a quantity in %s: passes %s', async (text, unit, passes) => {
  const { sentence } = await judged('A surcharge of 20 paise per unit is due in peak hours.', '20 paise per unit', [
    ({ quantities: [own] }) => {
      own!.cases[0]!.formula = formula(text)
      own!.unit = unit
    },
  ])
  const found = sentence.filter((each) => each.includes('the unit of the quantity'))
  expect(found.map((each) => each.split(' | ')[1])).toEqual(
    passes ? [] : [`a formula in ${unit}, the unit of the quantity`],
  )
})
