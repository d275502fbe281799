import { describe, expect, it } from 'vitest'
import { both, exchanged, faultsIn, inRule, instead, type Misreading, type Schedule } from './judged-schedule.ts'
import { SCHEDULE_BY_LOAD_FACTOR } from './schedule-by-load-factor.ts'
import { SCHEDULE_OF_BLOCKS } from './schedule-of-blocks.ts'
import { SCHEDULE_OF_CLAUSES } from './schedule-of-clauses.ts'
import { SCHEDULE_OF_TWO_MONTHS } from './schedule-of-two-months.ts'

/** Wrong readings of four invented schedules, each with the fault that refuses it. */

const everywhere =
  (from: string, to: string): Misreading =>
  (read) => {
    if (!read.rows.includes(from)) throw new Error(`nothing to replace: ${from}`)
    read.rows = read.rows.replaceAll(from, to)
  }
const lastLine =
  (has: string): Misreading =>
  (read) => {
    const lines = read.rows.split('\n')
    read.rows = lines
      .toSpliced(
        lines.findLastIndex((line) => line.includes(has)),
        1,
      )
      .join('\n')
  }
/** A line of the last row with these words, also in the row before this one. */
const alsoBefore =
  (has: string, rowId: string): Misreading =>
  (read) => {
    const line = read.rows.split('\n').findLast((each) => each.includes(has)) ?? ''
    instead('rows', `\n${rowId},`, `\n${line}\n${rowId},`)(read)
  }

const WHOLE = both(
  everywhere('energy,telescopic,,,,,,,,0,first_units', 'energy,whole,,,,load_factor,,,,0,50'),
  everywhere(',,,,,energy,,,,,,,,,first_units,', ',,,,,energy,,,,,,,,,50,'),
  instead('readings', 'to: first_units', 'to: 50'),
  instead('readings', 'from: first_units', 'from: 50'),
)

const WRONG: readonly (readonly [Schedule, (readonly [what: string, fault: string, edit: Misreading])[]])[] = [
  [
    SCHEDULE_OF_BLOCKS,
    [
      [
        'blocks of a quarter for a month',
        'other_period',
        instead('rules', 'applies_to: [D-R, D-U]\n    grade', 'applies_to: [D-R]\n    grade'),
      ],
      ['a minimum of a class without one', 'category_not_said', alsoBefore('Minimum charge', 'CU-PREPAID')],
      ['a minimum of one class of two', 'category_left_out', lastLine('Minimum charge')],
      [
        'a rate by the hours for all units',
        'restriction_unread',
        instead('rows', 'energy_by_zone.hours_06_17', 'energy_units'),
      ],
      [
        'hours exchanged',
        'about_another',
        exchanged('rows', 'energy_by_zone.hours_06_17', 'energy_by_zone.hours_17_23'),
      ],
      [
        'schemes exchanged',
        'about_another',
        exchanged('rows', 'selectors.scheme=normal,', 'selectors.scheme=prepaid,'),
      ],
      ['seasons exchanged', 'other_months', exchanged('readings', 'charge: summer', 'charge: winter')],
      [
        'a rise of the power factor as a fall',
        'other_input',
        instead('rules', 'power_factor * 100 - 92', '92 - power_factor * 100'),
      ],
      [
        'a fall of the power factor as a rise',
        'other_input',
        instead('rules', '86 - power_factor * 100', 'power_factor * 100 - 86'),
      ],
      ['a fall in hundredths', 'sorts_mixed', instead('rules', 'power_factor * 100 - 92', 'power_factor - 0.92')],
      ['other steps than those of the table', 'other_bound', inRule('LOAD-FACTOR', 'from: "55"', 'from: "50"')],
      ['lines of the table exchanged', 'other_bound', exchanged('readings', 'lf-55', 'lf-60')],
      ['a rebate of a bill with what it excludes', 'other_base', inRule('PROMPT', 'of: [base_tariff]', 'of: [bill]')],
      [
        'a rebate for a way of payment that nobody asks for',
        'restriction_not_said',
        inRule('PROMPT', 'payment.by_due_date=true', 'payment.digital=true and payment.by_due_date=true'),
      ],
      [
        'a rebate without its way of payment',
        'restriction_unread',
        inRule('E-PAYMENT', 'payment.digital=true and ', ''),
      ],
      ['a rebate for those whom it leaves out', 'negated', inRule('PROMPT', 'C-U]', 'C-U, B-I]')],
      ['a surcharge of the bill on the tariff alone', 'other_base', inRule('LATE', 'of: [bill]', 'of: [base_tariff]')],
    ],
  ],
  [
    SCHEDULE_BY_LOAD_FACTOR,
    [
      ['areas exchanged', 'about_another', exchanged('readings', 'per unit) | Urban areas', 'per unit) | Rural areas')],
      [
        'parts of the load rounded down',
        'operation_not_said',
        instead('rules', 'ceil(energy_units / 15', 'floor(energy_units / 15'),
      ],
      [
        'parts of the connected load',
        'figure_left_out',
        instead('rules', 'ceil(energy_units / 15', 'ceil(connected_load / 0.1'),
      ],
      ['all units at the rate of the load factor', 'not_stepped', WHOLE],
      [
        'a load factor of the recorded demand',
        'other_input',
        instead('rules', '(contract_demand_kva * power', '(max(1, recorded_demand_kva) * power'),
      ],
      [
        'a penalty for what is above',
        'other_input',
        instead('rules', '90 - power_factor * 100', 'power_factor * 100 - 90'),
      ],
      ['a fuel adjustment of May in later months', 'other_days', inRule('FPPAS', ', effective_to: 2026-05-31', '')],
      ['a fuel adjustment of all but one class', 'category_left_out', inRule('FPPAS', 'LV-5.1, HV-3.1]', 'LV-5.1]')],
      ['a rebate of one class of two', 'category_left_out', inRule('PREPAID', '[LV-1.1, LV-2.2]', '[LV-1.1]')],
      [
        'a rebate of a class without it',
        'category_not_said',
        inRule('PREPAID', '[LV-1.1, LV-2.2]', '[LV-1.1, LV-2.2, LV-5.1]'),
      ],
      ['a rebate of the other level', 'category_not_said', inRule('ONLINE', 'LV-5.1]', 'LV-5.1, HV-3.1]')],
      [
        'the excess of another share',
        'number_of_nobody',
        exchanged('rows', ',excess,,excess_to_130', ',excess2,,excess_above_130'),
      ],
      ['a cap as a floor', 'other_limit', inRule('ONLINE', '    cap:', '    floor:')],
      [
        'paise as rupees',
        'other_coin_in_quote',
        inRule('FPPAS', '"printed_unit":"P/kWh","value":"0.22"', '"printed_unit":"Rs/kWh","value":"22"'),
      ],
      [
        'a multiple of the energy charge alone',
        'other_base',
        inRule('TEMPORARY', 'of: [energy, fixed]', 'of: [energy]'),
      ],
    ],
  ],
  [
    SCHEDULE_OF_CLAUSES,
    [
      [
        'an area exchanged',
        'about_another',
        instead('rows', 'rural,area_type=rural and m', 'urban,area_type=urban and m'),
      ],
      [
        'a rate of one area for both',
        'restriction_unread',
        instead('rows', 'rural,area_type=rural and not', 'any,not'),
      ],
      ['unmetered pumps exchanged', 'restriction_unread', exchanged('rows', 'any,meter_type', 'any,not meter_type')],
      ['loads exchanged', 'other_edge', exchanged('rows', 'connected_load<=4', 'connected_load>4')],
      ['a minimum of one charge', 'other_base', instead('rows', 'energy|fixed,,,,340', 'energy,,,,340')],
      ['voltages exchanged', 'condition_not_said', exchanged('rows', 'voltage_kv=11', 'voltage_kv>11')],
      ['a smaller demand', 'operation_not_said', instead('rules', 'max(recorded_demand', 'min(recorded_demand')],
      ['an excess of energy', 'other_component', instead('rows', 'H2-11.fixed', 'H2-11.energy')],
      [
        'an excess over the billed share',
        'number_of_formula',
        instead('rules', '- contract_demand_kva)', '- 0.75 * contract_demand_kva)'),
      ],
      ['hours exchanged', 'about_another', exchanged('rules', 'zone.hours_05_10', 'zone.hours_17_23')],
      ['a fall as a rise', 'other_direction', inRule('TOD-MORNING', 'effect: subtract', 'effect: add')],
      ['a rebate of either', 'alternative_not_said', inRule('VOLTAGE', '50 and supply', '50 or supply')],
      ['a rebate below the load', 'other_bound', inRule('VOLTAGE', 'connected_load>50', 'connected_load<=50')],
      ['a rebate at one load more', 'condition_not_said', inRule('VOLTAGE', 'connected_load>50', 'connected_load>=50')],
      ['a rebate at any voltage', 'edge_unread', inRule('VOLTAGE', ' and supply_voltage_kv>=11', '')],
      ['a rebate of two charges', 'base_not_said', inRule('VOLTAGE', 'of: [energy]', 'of: [energy, fixed]')],
      ['a rebate for nobody with a heater', 'about_another', inRule('SOLAR', 'heater=yes', 'heater=no')],
      ['a rebate for each', 'choice_unread', inRule('SOLAR', 'when: "selectors.solar_water_heater=yes", ', '')],
      ['a rebate without prepaid meters', 'about_another', inRule('PREPAID', 'meter_type=', 'not meter_type=')],
      ['a rebate for whom it leaves out', 'category_not_said', inRule('PREPAID', 'LMV-2,', 'LMV-2, LMV-5,')],
      ['a rebate of one class fewer', 'category_left_out', inRule('PREPAID', 'LMV-2, HV-2', 'LMV-2')],
      ['a rebate of the late', 'restriction_unread', inRule('PROMPT', 'date=true', 'date=false')],
      ['a rebate of the bill', 'base_not_said', inRule('PROMPT', 'of: [energy, fixed]', 'of: [bill]')],
      ['a surcharge in time', 'restriction_unread', inRule('LATE', 'when: "payment.by_due_date=false", ', '')],
      ['a surcharge of the tariff', 'other_base', inRule('LATE', 'of: [bill]', 'of: [base_tariff]')],
    ],
  ],
  [
    SCHEDULE_OF_TWO_MONTHS,
    [
      ['a proration of another class', 'other_period', instead('rules', '[I-A]\n    grade', '[III-B]\n    grade')],
      ['totals exchanged', 'other_edge', exchanged('rows', 'energy_units<=400', 'energy_units>400')],
      ['all units at one rate', 'not_stepped', instead('rows', '<=400,energy,telescopic', '<=400,energy,whole')],
      ['a minimum of energy', 'other_base', instead('rows', 'fixed|energy', 'energy')],
      [
        'a sum of demands',
        'sum_not_said',
        instead('rules', 'max(recorded_demand_kva, share', '(recorded_demand_kva + share'),
      ],
      ['a demand that is not billed', 'rule_not_applied', instead('rows', ',,billing_demand', ',,recorded_demand_kva')],
      ['hours exchanged', 'about_another', exchanged('rules', 'by_zone.peak', 'by_zone.night')],
      ['hours of the day', 'about_another', inRule('PEAK', 'zone.peak', 'zone.day')],
      ['extra as less', 'other_direction', inRule('PEAK', 'effect: add', 'effect: subtract')],
      ['a reduction as more', 'other_direction', inRule('NIGHT', 'effect: subtract', 'effect: add')],
      ['extra on the demand', 'base_not_said', inRule('PEAK', 'of: [energy]', 'of: [energy, fixed]')],
      ['extra as all', 'other_share', inRule('PEAK', 'kind: percent', 'kind: factor')],
      ['an incentive as a penalty', 'other_direction', exchanged('rules', 'read: pf-above', 'read: pf-below')],
      ['an incentive at its edge', 'other_bound', inRule('PF', 'power_factor>0.95', 'power_factor>=0.95')],
      ['a penalty at its edge', 'other_bound', inRule('PF', 'power_factor<0.90', 'power_factor<=0.90')],
      ['an incentive of the demand', 'other_base', inRule('PF', 'of: [energy]', 'of: [fixed]')],
      ['an extra without sets', 'about_another', exchanged('rules', 'welding_sets=yes', 'welding_sets=no')],
      ['an extra of another class', 'category_not_said', inRule('WELDING', '[III-B]', '[III-B, HT-I]')],
      ['an extra of the fixed charge', 'other_base', inRule('WELDING', 'of: [energy]', 'of: [fixed]')],
      ['a surcharge of whom it leaves out', 'negated', inRule('LATE', '[III-B, HT-I]', '[I-A, III-B, HT-I]')],
      ['a surcharge of some', 'category_left_out', inRule('LATE', '[III-B, HT-I]', '[HT-I]')],
      ['a surcharge of energy', 'base_not_said', inRule('LATE', 'of: [bill]', 'of: [energy]')],
      ['a discount of a third class', 'category_not_said', inRule('ONLINE', 'III-B]', 'III-B, HT-I]')],
      ['a discount of one of two', 'category_left_out', inRule('ONLINE', '[I-A, III-B]', '[I-A]')],
      ['a discount in time', 'restriction_unread', inRule('ONLINE', 'payment.digital', 'payment.by_due_date')],
      ['a discount that is added', 'other_direction', inRule('ONLINE', 'subtract', 'add')],
    ],
  ],
]

for (const [schedule, misreadings] of WRONG) {
  describe(`a schedule with ${schedule.rows.match(/^\w[\w-]*,[A-Z]/gmu)?.length} rows`, () => {
    it('is refused by nothing when it is read rightly', async () => {
      expect(await faultsIn(schedule)).toEqual([])
    })
    it.each(misreadings)('%s: %s', async (_, fault, edit) => {
      const found = await faultsIn(schedule, edit)
      expect(found.filter((each) => each.startsWith(`${fault}: `))).not.toEqual([])
    })
  })
}
