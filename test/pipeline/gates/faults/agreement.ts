import type { evidenceFigureInQuote } from '../../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import type { Means } from '../../../../pipeline/gates/gate.ts'
import type { Adjustment } from '../../../../releases/record/adjustment.ts'
import type { Cell } from '../../../../releases/record/cell.ts'
import type { Figure } from '../../../../releases/record/figure.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { buildAdjustment, conditions, formula } from '../../../support/record-builder.ts'
import { quoted, sheetFigure } from '../support/figures.ts'
import { chargeOf, energyOf, peakOf, rowOf, sampleRecord, sourceOf } from '../support/sample.ts'
import { askedOtherwise } from './asked-otherwise.ts'
import { CELL } from './cell.ts'
import { edit, type Fixture, type TableOf, unread } from './fixture.ts'

/** The sample with a rate and a rule read from cells, and a rule read from a sentence. */
function soundRecord(): ReleaseRecord {
  const record = sampleRecord()
  energyOf(record, 'R-DS').cell = { ...CELL }
  const rural = sheetFigure(13, '1.5', '1.5', 'percent', { quote: 'rural up to 5 kW 1.5', cell: { ...RURAL } })
  record.rules.adjustments.push(
    buildAdjustment('RURAL', 'percent', [
      ['area_type=rural and connected_load<=5', 'subtract', rural],
      ['area_type=urban', 'none', null],
    ]),
  )
  Object.assign(peakOf(record), {
    ...sheetFigure(1, '20', '0.2', 'Rs/kWh', { printed_unit: 'P/kWh' }),
    source_id: 'XX-ORDER',
    locator: { page: 1, line: null, section: null },
    quote: QUOTE,
  })
  return record
}
const RURAL: Cell = {
  ...CELL,
  row: ['Rural, up to 5 kW'],
  column: ['Rebate on energy charge (percent)'],
  printed: '1.5',
}
const QUOTE = 'a surcharge of 20 paise per unit'
const SENTENCE = `Consumers shall pay ${QUOTE} (kWh) in peak hours.`

/** The order's first page has this text. */
const printing = (text: string) => (means: Means) => ({
  pages: async (hash: string) =>
    hash === sourceOf(sampleRecord(), 'XX-ORDER').sha256
      ? [text, ...((await means.pages(hash)) ?? []).slice(1)]
      : means.pages(hash),
})

const figure = (change: Partial<Figure>, step = 0): Fixture =>
  edit((record) => Object.assign(energyOf(record, 'R-DS', step), change))
const cell = (change: Partial<Cell>, step = 0): Fixture => figure({ cell: { ...CELL, ...change } }, step)
const ruralOf = ({ rules }: ReleaseRecord): Figure => rules.adjustments[1]!.cases[0]!.values[0]!.steps[0]!.figure
const ruleCell = (change: Partial<Cell>): Fixture => edit((record) => (ruralOf(record).cell = { ...RURAL, ...change }))

export type Rule = { readonly rule: Adjustment; readonly figure: Figure }
/** The rule read from a sentence, with changes to what is printed, quoted and declared. */
const sentence = (text: string, quote: string, change: (rule: Rule, record: ReleaseRecord) => unknown = () => {}) => ({
  means: printing(text),
  edit: (record: ReleaseRecord) => {
    const own = { rule: record.rules.adjustments[0]!, figure: peakOf(record) }
    own.figure.quote = quote
    change(own, record)
  },
})
/** The first quantity with another formula, as if it were read from a sentence. */
const quantity = (text: string, quote: string): Fixture =>
  edit(({ quantities: [own] }) => {
    own!.cases[0]!.formula = formula(text)
    own!.evidence!.quote = quote
  })
const PERCENT = { printed_unit: 'percent', unit: 'percent', value: '20' } as const
/** The rule in percent of the energy charge. */
const percent = ({ rule, figure: own }: Rule): void => {
  Object.assign(own, PERCENT)
  rule.cases[0]!.values[0]!.kind = 'percent'
}
/** A header that is declared to mean something else, and what is quoted for it. */
const misprinted = (printed: string, meant: string, quote: string): Partial<Cell> => ({
  column: [printed],
  misprint: { printed, meant, because: 'it must be', quote, page: 1 },
})
/** The rule of street lights, among categories that are printed by these names. */
const named =
  (...codes: readonly string[]) =>
  ({ rule }: Rule, record: ReleaseRecord): void => {
    const labels: Readonly<Record<string, string>> = { SL: 'Street lights', DS: 'Water works' }
    for (const each of [...record.categories, ...record.rows])
      each.raw_category_label = labels[each.subcategory_code] ?? each.raw_category_label
    rule.applies_to = [...codes]
  }
const fact = (change: (fact: ReleaseRecord['rules']['facts'][number]) => void): Fixture =>
  edit(({ rules }) => change(rules.facts[0]!))

export const figureInQuote: TableOf<typeof evidenceFigureInQuote> = {
  sound: soundRecord,
  means: printing(SENTENCE),
  faults: {
    no_number_in_cell: [cell({ printed: 'see note' }), cell({ printed: '6.10 less 2' })],
    other_number_in_cell: cell({ printed: '6.20' }),
    no_unit: cell({ column: ['Energy Charge'] }),
    counted_otherwise: cell({ column: ['Energy Charge for each kVA (Rs)'] }),
    other_unit: [cell({ column: ['Energy Charge (P/kWh)'] }), cell({ column: ['Energy Charge (Rs/kVAh)'] })],
    other_component: [cell({ column: ['Wheeling Charge (Rs/kWh)'] }), cell({ column: ['Rate (Rs/kWh)'] })],
    other_charge: edit((record) =>
      Object.assign(chargeOf(record, 'R-DS', 'energy'), { component: 'other', label: 'Meter rent' }),
    ),
    other_level: [
      cell({ row: ['HT', ...CELL.row] }),
      cell({ column: ['EHT', ...CELL.column] }),
      edit((record) => {
        energyOf(record, 'R-DS').cell = { ...CELL, row: ['LT', ...CELL.row] }
        rowOf(record, 'R-DS').layer = 'any'
      }),
    ],
    other_category: cell({ row: ['NDS', 'up to 100 units'] }),
    not_first: cell(
      {
        row: ['DS', 'above 100 units'],
        column: ['Energy Charge for the first, above 100 units (P/kWh)'],
        printed: '710.00',
      },
      1,
    ),
    not_further: cell({ column: ['Energy Charge for additional units up to 100 (Rs/kWh)'] }),
    not_stepped: {
      ...edit((record) => {
        const charge = chargeOf(record, 'R-DS', 'energy')
        charge.steps = [{ ...charge.steps[0]!, to: null }]
        Object.assign(charge.steps[0]!.figure, { cell: { ...CELL, row: ['DS', 'first 100 units'] } })
      }),
      beside: ['other_edge', 'stray_number'],
    },
    other_year: cell({ column: ['Energy Charge FY 2025-26 (Rs/kWh)'] }),
    stray_number: cell({ row: ['DS', 'up to 100 units of 3 phases'] }),
    multiplied: [cell({ column: ['Energy Charge (Rs lakh/kWh)'] }), cell({ column: ["Energy Charge (Rs '000/kWh)"] })],
    other_period: cell({ column: ['Annual Energy Charge (Rs/kWh)'] }),
    not_the_charge: cell({ column: ['Energy Charge Subsidy (Rs/kWh)'] }),
    no_longer: [
      cell({ column: ['Energy Charge, withdrawn (Rs/kWh)'] }),
      cell({ row: ['DS, withdrawn', 'up to 100 units'] }),
    ],
    part_of_the_year: cell({ column: ['Energy Charge up to 30.09.2026 (Rs/kWh)'] }),
    number_in_header: cell({ column: ['Energy Charge (Rs per 7 kWh)'] }),
    other_edge: cell({ row: ['DS'], column: ['Energy Charge up to 150 units, up to 100 for others (Rs/kWh)'] }),
    edge_not_said: cell({ row: ['DS', 'units'] }),
    other_case: { ...ruleCell({ row: ['Urban, up to 5 kW'] }), beside: ['about_another'] },
    other_bound: ruleCell({ column: ['Rebate on energy charge above 2 kW (percent)'] }),
    bound_not_said: ruleCell({ row: ['Rural'] }),
    part_of_a_number: sentence(
      'Consumers shall pay a surcharge of 1 520.00 paise per unit.',
      '520.00 paise per unit',
      ({ figure: own }) => Object.assign(own, { printed: '520.00', value: '5.2' }),
    ),
    no_percent: sentence('A surcharge of 20 on energy is due.', 'surcharge of 20', percent),
    other_unit_in_sentence: [
      sentence('A surcharge of 20 paise per kVA is due.', '20 paise'),
      sentence('A surcharge of 20 percent is due.', 'surcharge of 20'),
    ],
    other_quantity: [
      sentence('A penalty of Rs. 20 per kVA is due.', 'penalty of Rs. 20 per kVA', (own, record) => {
        Object.assign(own.figure, { printed_unit: 'Rs/kVA', unit: 'Rs/kVA', value: '20' })
        record.quantities.push({ ...record.quantities[0]!, quantity_id: 'excess' })
        Object.assign(own.rule.cases[0]!.values[0]!, { kind: 'per_unit', per: 'excess' })
      }),
      edit((record) => (chargeOf(record, 'R-NDS-SMALL', 'fixed').per = 'connected_load')),
      unread((record) => (chargeOf(record, 'R-NDS-LARGE', 'fixed').per = 'energy_units')),
    ],
    other_level_in_quote: sentence('EHT supply is charged 20 paise per unit.', 'EHT supply is charged 20 paise'),
    other_direction: [
      sentence(SENTENCE, QUOTE, ({ rule }) => (rule.cases[0]!.effect = 'subtract')),
      sentence('Consumers get a rebate of 20 paise per unit.', 'a rebate of 20 paise'),
      edit(({ rules }) => (rules.adjustments[1]!.cases[0]!.effect = 'add')),
    ],
    number_of_nobody: sentence('Level 7 pays 20 paise per unit.', 'Level 7 pays 20 paise per unit'),
    // The bound is in a citation of another part of the rule, not where the figure is.
    bound_not_in_sentence: {
      ...sentence(SENTENCE, QUOTE, ({ rule }) => {
        const evidence = quoted('XX-SHEET', 1, 9)
        rule.part = { charge_id: 'energy', quantity: 'connected_load', by: 'average_rate', evidence }
        rule.cases[0]!.when = conditions('connected_load<=70')
      }),
      // The case no longer asks for the peak hours of its sentence.
      beside: ['restriction_unread'],
    },
    other_day: sentence('20 paise per unit are due, effective from 01.07.2026.', '20 paise per unit'),
    day_not_said: sentence(SENTENCE, QUOTE, ({ rule, figure: own }) => {
      own.grade = 'order'
      rule.cases[0]!.effective_from = '2026-08-01'
    }),
    negated: [
      sentence('Consumers shall not pay 20 paise per unit.', '20 paise per unit'),
      sentence('Except some consumers, all pay 20 paise per unit.', '20 paise per unit'),
    ],
    not_decided: sentence('The licensee proposed 20 paise per unit.', '20 paise per unit'),
    year_in_sentence: sentence('For FY 2025-26 20 paise per unit are due.', '20 paise per unit'),
    ended: sentence('20 paise per unit are due until 31.12.2026.', '20 paise per unit'),
    part_taken_off: sentence('20 paise per unit are due, less 25 percent of it.', '20 paise per unit', ({ rule }) => {
      rule.cases[0]!.effect = 'subtract'
    }),
    only_a_limit: [
      sentence('A surcharge of at most 20 paise per unit is due.', '20 paise per unit'),
      sentence('A surcharge up to Rs. 20 per unit is due.', 'Rs. 20 per unit', ({ figure: own }) =>
        Object.assign(own, { printed_unit: 'Rs/kWh', value: '20' }),
      ),
      sentence('A surcharge, maximum 20 paise per unit, is due.', '20 paise per unit'),
      sentence('A surcharge of 20 paise per unit or less is due.', '20 paise per unit'),
    ],
    taken_back: [
      sentence('A surcharge of 20 paise per unit is due. This does not apply to schools.', '20 paise per unit'),
      sentence('A surcharge of 20 paise per unit is due. However, schools are exempt from it.', '20 paise per unit'),
      sentence('A surcharge of 20 paise per unit is due; provided that schools do not pay it.', '20 paise per unit'),
    ],
    unknown_unit: [figure({ printed_unit: 'cents/kWh' }, 1), figure({ printed_unit: 'toString' }, 1)],
    unit_of_another: figure({ unit: 'Rs/kVAh' }, 1),
    no_number: figure({ printed: '7.10.00', quote: 'DS 7.10.00 P/kWh' }, 1),
    other_value: [figure({ value: '6.11' }), figure({ value: '710' }, 1)],
    not_in_quote: [
      figure({ quote: 'DS 1710.00 P/kWh' }, 1),
      figure({ quote: 'DS 710.005 P/kWh' }, 1),
      figure({ quote: 'DS energy' }, 1),
    ],
    other_unit_in_quote: figure({ quote: 'energy 710.00 P/kVAh' }, 1),
    other_coin_in_quote: figure({ quote: 'energy 710.00 rupees' }, 1),
    about_another: sentence('Consumers shall pay a surcharge of 20 paise per unit (kWh) in off-peak hours.', QUOTE),
    restriction_unread: [
      sentence('A surcharge of 20 paise per unit is due for temporary supply.', '20 paise per unit'),
      sentence('A surcharge of 20 paise per unit is due for bills paid after the due date.', '20 paise per unit'),
    ],
    other_base: sentence('A surcharge of 20 percent of the demand charge is due.', 'surcharge of 20 percent', percent),
    base_not_said: [
      sentence('A surcharge of 20 percent is due.', 'surcharge of 20 percent', percent),
      sentence('A surcharge of 20 percent of the energy charge is due.', 'surcharge of 20 percent', (own) => {
        percent(own)
        own.rule.of = ['bill']
      }),
    ],
    other_share: sentence(
      'A surcharge of 20 percent of the energy charge is due.',
      'surcharge of 20 percent',
      (own) => {
        percent(own)
        own.rule.cases[0]!.values[0]!.kind = 'factor'
      },
    ),
    deduction_not_said: sentence('Consumers pay 20 paise per unit.', '20 paise per unit', ({ rule }) => {
      rule.cases[0]!.effect = 'subtract'
    }),
    operation_not_said: edit(({ quantities }) => {
      quantities[0]!.cases[0]!.formula = formula('min(least, ceil(connected_load, 1))')
    }),
    operation_left_out: quantity('connected_load + least', 'the load plus the least demand, or whichever is higher'),
    figure_left_out: quantity('connected_load', 'the load or the least demand'),
    restriction_not_said: sentence('20 paise per unit are due.', '20 paise per unit', ({ rule }) => {
      rule.cases[0]!.when = conditions('connection=temporary')
    }),
    share_of_another: [
      quantity('0.8 * max(least, connected_load)', '0.8: 80 percent of the load or the least, whichever is higher'),
      quantity('max(least, 0.8 * connected_load)', '0.8 (80 percent of the higher of the load and the least demand)'),
    ],
    part_not_counted: unread((record) => {
      const charge = chargeOf(record, 'R-NDS-LARGE', 'fixed')
      charge.per = 'connected_load'
      charge.steps[0]!.figure.quote = 'NDS above 0.5 kW up to 70 kW, fixed 55.00 Rs per kW or part thereof'
    }),
    other_days: sentence('20 paise per unit are due,2026-04 to 2026-05', '20 paise per unit are due'),
    other_months: sentence('From April to June 20 paise per unit are due.', '20 paise per unit'),
    misprint_unproved: [
      cell(misprinted('Energy Charge (Rs/kVAh)', 'Energy Charge (Rs/kWh)', 'DS,fixed per connection up to 2 kW')),
      cell(misprinted('Existing Energy Charge (Rs/kWh)', 'Energy Charge (Rs/kWh)', 'DS,energy up to 100 units,6.10')),
    ],
    rule_not_said: [
      edit(({ rules }) => {
        const own = { rule_id: 'WHOLE', licensees: [], applies_to: [], rule: 'whole' as const, rounding: 'down' }
        rules.unit_rules = [{ ...own, grade: 'transcription', evidence: quoted('XX-SHEET', 1, 7) }]
      }),
      edit(({ rules }) => {
        const evidence = quoted('XX-SHEET', 1, 7)
        const more = { licensees: [], name: 'Net', citation: 'Rules', year_end_month: null, closing_at_year_end: null }
        const own = { arrangement: 'net_metering' as const, closing: 'carried' as const, disclosures: [] }
        rules.solar = [{ ...more, ...own, grade: 'transcription', evidence }]
      }),
    ],
    days_not_said: [
      edit(({ rules }) => (rules.subsidy!.base_days = 31)),
      edit(({ rules }) => (rules.subsidy!.entitlements[0]!.billing_days = 40)),
    ],
    category_not_said: sentence('Street lights pay 20 paise per unit.', '20 paise per unit', named('SL', 'DS')),
    category_left_out: sentence('Street lights and water works pay 20 paise per unit.', '20 paise', named('SL')),
    ...askedOtherwise(sentence, quantity, cell({}), cell({ printed: '6.10*' })),
    fact_value: fact((own) => (own.figure_value = '2.5')),
    fact_number: ['within 7 days', 'to 4.30 PM'].map((when) => fact((own) => (own.text = `1.5 percent ${when}`))),
    fact_day: fact((own) => (own.text = 'Rebate of 1.5 percent from 2026-05-01')),
    number_of_formula: quantity('max(least, connected_load * 0.8)', 'the load, 1.00 kW at least'),
    condition_not_said: [
      edit((record) => (rowOf(record, 'R-NDS-SMALL').conditions = conditions('connected_load<=0.4'))),
      edit(({ quantities }) => (quantities[0]!.cases[0]!.when = conditions('connected_load>20'))),
    ],
  },
}
