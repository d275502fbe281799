import { describe, expect, it } from 'vitest'
import { both, exchanged, faultsIn, inRule, instead, type Misreading, type Schedule } from './judged-schedule.ts'
import { SCHEDULE_BY_LOAD_FACTOR } from './schedule-by-load-factor.ts'
import { SCHEDULE_OF_BLOCKS } from './schedule-of-blocks.ts'

/** Wrong readings of two invented schedules, each with the fault that refuses it. */

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
