import type { Means } from '../../../../pipeline/gates/gate.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { buildQuantity, buildValue, conditions } from '../../../support/record-builder.ts'
import { quoted } from '../support/figures.ts'
import type { Rule } from './agreement.ts'
import type { Fixture } from './fixture.ts'

type OfSentence = (text: string, quote: string, change?: (rule: Rule, record: ReleaseRecord) => unknown) => Fixture
type OfFormula = (text: string, quote: string) => Fixture

/** The sample sheet with one more line for the label of CELL, of a charge that its row does not have. */
const withWheeling = (page: string): string =>
  page.startsWith('category,charge,printed,unit\nDS')
    ? `${page.replace('printed', 'wheeling charge')}\nup to 100 units,wheeling,1.60,Rs/kWh`
    : page

/** The same sheet with a note of its own. */
const withNote = (page: string): string =>
  page.startsWith('category,charge,printed,unit\nDS') ? `${page}\n* Not for clubs` : page

/** The rule for some of two licensees. */
const licensees =
  (...codes: readonly string[]) =>
  ({ rule }: Rule, record: ReleaseRecord): void => {
    for (const each of record.licensees) each.status = 'active'
    rule.licensees = [...codes]
  }
const DUE = 'consumers shall pay a surcharge of 20 paise per unit (kWh) in peak hours.'

/** Rules and formulas that ask for less than their sentence says, or for something else. */
export const askedOtherwise = (sentence: OfSentence, quantity: OfFormula, cell: Fixture, marked: Fixture) => ({
  note_unread: {
    ...marked,
    means: (means: Means) => ({ pages: async (hash: string) => (await means.pages(hash))?.map(withNote) ?? null }),
  },
  words_left_out: sentence('Peak and off-peak hours: 20 paise per unit are due.', '20 paise per unit'),
  licensee_not_said: [
    sentence(`Of ONE ${DUE}`, '20 paise', licensees('XX_TWO')),
    sentence(`The ${DUE}`, '20 paise', licensees('XX_TWO')),
  ],
  licensee_left_out: sentence(`Of ONE and TWO ${DUE}`, '20 paise', licensees('XX_ONE')),
  charge_left_out: {
    ...cell,
    means: (means: Means) => ({ pages: async (hash: string) => (await means.pages(hash))?.map(withWheeling) ?? null }),
  },
  choice_unread: {
    ...sentence('Steel plants pay 20 paise per unit.', '20 paise per unit', (_, record) => {
      const words = ['steel_plant_without_cgp']
      record.selectors.push({ selector: 'industry', words, description: 'The kind of industry' })
    }),
    beside: ['condition_unread'],
  },
  rule_not_applied: sentence(
    'A surcharge of 20 paise per unit is due in peak hours. Fairs shall pay 30 paise per unit.',
    'surcharge of 20 paise per unit',
    (_, { rules: { facts } }) => {
      const evidence = { ...quoted('XX-ORDER', 1, 1), quote: 'Fairs shall pay 30 paise per unit.' }
      Object.assign(facts[0]!, { figure_value: null, figure_unit: null, evidence })
    },
  ),
  condition_unread: sentence('Arc furnaces of consumers pay 20 paise per unit.', '20 paise per unit'),
  edge_unread: sentence('Above 75 kW 20 paise per unit are due.', '20 paise per unit'),
  part_unread: sentence('For consumption above 80 percent 20 paise per unit are due.', '20 paise per unit'),
  quantity_of_another: sentence('20 paise per unit are due.', '20 paise per unit', ({ rule, figure }, record) => {
    figure.locator.section = 'note 1'
    const evidence = { ...quoted('XX-ORDER', 1, 1), quote: '20 paise' }
    evidence.locator = { page: 1, line: null, section: 'note 2' }
    record.quantities.push(buildQuantity('few_units', 'energy_units', { unit: 'kWh', evidence }))
    Object.assign(rule.cases[0]!.values[0]!, { kind: 'per_unit', per: 'few_units' })
  }),
  alternative_not_said: sentence(
    '20 paise per unit are due for rural supply with a single phase.',
    '20 paise per unit',
    ({ rule }) => {
      rule.cases[0]!.when = conditions('(area_type=rural or phase=single)')
    },
  ),
  other_limit: sentence(
    '20 paise per unit are due, at most Rs. 60 a bill.',
    '20 paise per unit',
    ({ rule, figure }) => {
      const most = {
        ...figure,
        printed: '60',
        printed_unit: 'Rs' as const,
        value: '60',
        unit: 'Rs' as const,
        quote: 'at most Rs. 60 a bill',
      }
      rule.floor = buildValue('per_bill', most)
    },
  ),
  quote_shared: sentence(
    '20 paise per unit up to 100 units and 30 paise per unit above',
    '20 paise per unit up to 100 units and 30 paise per unit above',
    ({ rule, figure }) => {
      const further = { ...figure, printed: '30', value: '0.30' }
      Object.assign(rule.cases[0]!.values[0]!, {
        method: 'whole',
        steps: [
          { from: '0', to: '100', figure },
          { from: '100', to: null, figure: further },
        ],
      })
    },
  ),
  choice_of_one: [
    quantity('max(least, least)', 'the load or the least demand, whichever is higher'),
    quantity('min(0, connected_load - least)', 'the load less the least demand, at most 0'),
  ],
  sorts_mixed: quantity('max(least, load_factor_percent)', 'the least demand or the load factor, whichever is higher'),
  sum_not_said: quantity('connected_load + least * connected_load', 'the load beyond the least demand'),
  other_line: sentence('Electricity duty of 20 paise per unit is due.', 'Electricity duty of 20 paise per unit'),
  other_input: [
    quantity('max(least, 0.8 * recorded_demand_kva)', '80% of the contract demand (0.8)'),
    quantity('recorded_demand_kva - least * recorded_demand_kva', 'the demand in excess of the contract demand'),
  ],
})
