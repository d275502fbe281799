import { describe, expect, it } from 'vitest'
import { conditions } from '../../support/record-builder.ts'
import { type Edit, judged } from './support/cited-rule.ts'
import { sourceOf } from './support/sample.ts'

/** A rule for a word of a selector of which its sentence says the opposite. */

it.each([
  ['Plants metered on the low voltage side pay 20 paise per unit.', 'low_voltage', null],
  ['Plants metered on the low voltage side pay 20 paise per unit.', 'high_voltage', 'a word for "low"'],
  ['Plants metered on the low or the high voltage side pay 20 paise per unit.', 'high_voltage', null],
  ['Plants outside a municipal area pay 20 paise per unit.', 'inside', 'a word for "outside"'],
  // Who has none is said in many ways.
  ['Plants with a load that has no capacitor pay 20 paise per unit.', 'without_capacitor', null],
  ['A seasonal plant pays 20 paise per unit during its season.', 'off_season', 'a word that is not off'],
  ['A seasonal plant pays 20 paise per unit during its off season.', 'off_season', null],
  ['A seasonal plant pays 20 paise per unit while it is closed.', 'off_season', null],
  ['A seasonal plant pays 20 paise per unit during its season.', 'in_season', null],
])('"%s" read as %s: %s', async (text, word, expected) => {
  const { sentence } = await judged(text, '20 paise per unit', [
    ({ rules }) => void Object.assign(rules.adjustments[0]!.cases[0]!, { when: conditions(`selectors.kind=${word}`) }),
  ])
  const found = sentence.flatMap((each) => /a word (?:for "\w+"|that is not off)(?=, as in)/u.exec(each)?.[0] ?? [])
  expect(found).toEqual(expected === null ? [] : [expected])
})

const RENT = 'Plants with a single phase meter pay 20 paise per unit'
it.each([
  [`${RENT}.`, 'meter_type in {single_phase,prepaid}', 'single_phase alone'],
  [`${RENT}.`, '(meter_type=single_phase or meter_type=prepaid)', 'single_phase alone'],
  [`${RENT}.`, 'meter_type in {single_phase,none}', 'single_phase alone'],
  [`${RENT}.`, 'selectors.meter in {single_phase,other}', 'single_phase alone'],
  [`${RENT}.`, 'meter_type in {single_phase}', null],
  [`${RENT}.`, 'meter_type=single_phase', null],
  // A kind of what is named.
  [`${RENT}.`, 'selectors.meter in {single_phase,single_phase_smart}', null],
  [`${RENT}, and so do plants with a prepaid meter.`, 'meter_type in {single_phase,prepaid}', null],
  [`${RENT}, and so do others.`, 'selectors.meter in {single_phase,other}', null],
  [
    'Plants with a prepaid or a single phase meter pay 20 paise per unit.',
    'meter_type in {single_phase,prepaid}',
    null,
  ],
  ['Plants with any meter other than a prepaid one pay 20 paise per unit.', 'meter_type in {single_phase,smart}', null],
  ['Mills and workshops pay 20 paise per unit.', 'selectors.use in {mill,workshop}', null],
  ['Mills pay 20 paise per unit.', 'selectors.use in {mill,workshop}', 'mill alone'],
  ['Steel industries pay 20 paise per unit.', 'selectors.use in {steel_industry,mill}', 'steel_industry alone'],
  ['Plants in rural and urban areas pay 20 paise per unit.', 'area_type in {rural,urban}', null],
  ['Plants in rural areas pay 20 paise per unit.', 'area_type in {rural,urban}', 'rural alone'],
])('"%s" read by %s: %s', async (text, when, expected) => {
  const { sentence } = await judged(text, '20 paise per unit', [
    ({ rules }) => void Object.assign(rules.adjustments[0]!.cases[0]!, { when: conditions(when) }),
  ])
  const found = sentence.flatMap((each) => /\w+ alone(?=, as in)/u.exec(each)?.[0] ?? [])
  expect(found).toEqual(expected === null ? [] : [expected])
})

it.each([
  ['Plants with a solar water heater pay 20 paise per unit.', 'yes', false],
  ['Plants with a solar water heater pay 20 paise per unit.', 'no', true],
  ['Plants without a solar water heater pay 20 paise per unit.', 'no', false],
  ['Plants with a solar water heater and all others pay 20 paise per unit.', 'no', false],
  ['Plants with solar panels pay 20 paise per unit.', 'no', false],
])('who has what a selector of yes and no is called is yes: "%s" read as %s', async (text, word, isRefused) => {
  const { sentence } = await judged(text, '20 paise per unit', [
    (record) => {
      const words = ['yes', 'no']
      record.selectors = [{ selector: 'solar_water_heater', words, description: 'Whether there is one' }]
      record.rules.adjustments[0]!.cases[0]!.when = conditions(`selectors.solar_water_heater=${word}`)
    },
  ])
  expect(sentence.some((each) => each.includes('of selectors.solar_water_heater, as the record reads it'))).toBe(
    isRefused,
  )
})

describe('a rule that is read from a table', () => {
  const WHOM = 'Steel furnaces (new) without a captive plant pay a surcharge as given below:'
  const ROWS = ['Single Phase Meter', 'Three Phase CT Meter', 'Three Phase Smart CT Meter']
  const WORDS = {
    kind: ['steel_furnaces_without_captive', 'paper_mills_without_captive'],
    meter: ['single_phase', 'three_phase_ct', 'three_phase_ct_smart'],
  }
  /** What is found of the words of a condition where the rule reads the row with this label. */
  async function found(label: string, when: string): Promise<string> {
    const page = `${WHOM}\nMeter Surcharge (P/kWh)\n${ROWS.map((row) => `${row} 20`).join('\n')}`
    const inTable: Edit = (record, figure) => {
      const { sha256 } = sourceOf(record, 'XX-ORDER')
      const cell = { row: [label], column: ['Surcharge (P/kWh)'], printed: '20', through: null, misprint: null }
      figure.cell = { source_sha256: sha256, page: 1, table: 1, ...cell }
      figure.locator.section = 'note 1'
      // The record cites the whole note, with the words of the other rows.
      const evidence = { source_id: 'XX-ORDER', locator: { page: 1, line: null, section: 'note 1' }, quote: WHOM }
      record.rules.facts.push({ ...record.rules.facts[0]!, fact_id: 'WHO', figure_value: null, text: null, evidence })
      for (const [selector, words] of Object.entries(WORDS))
        record.selectors.push({ selector, words: [...words], description: 'A word' })
      Object.assign(record.rules.adjustments[0]!.cases[0]!, { when: conditions(when) })
    }
    const { sentence } = await judged(page, `${label} 20`, [inTable])
    return sentence.flatMap((each) => /\w+ (?:alone(?=, as in)|of selectors\.\w+)/u.exec(each)?.[0] ?? []).join()
  }

  it.each([
    ['Three Phase CT Meter', 'selectors.meter=three_phase_ct', null],
    ['Three Phase CT Meter', 'selectors.meter in {three_phase_ct,single_phase}', 'three_phase_ct alone'],
    [
      'Three Phase Smart CT Meter',
      'selectors.meter in {three_phase_ct_smart,single_phase}',
      'three_phase_ct_smart alone',
    ],
    ['Three Phase CT Meter', 'selectors.meter in {three_phase_ct,three_phase_ct_smart}', null],
    ['Single Phase Meter', 'selectors.kind=steel_furnaces_without_captive', null],
    [
      'Single Phase Meter',
      'selectors.kind=paper_mills_without_captive',
      'paper_mills_without_captive of selectors.kind',
    ],
    [
      'Single Phase Meter',
      'selectors.kind in {steel_furnaces_without_captive,paper_mills_without_captive}',
      'steel_furnaces_without_captive alone',
    ],
  ])('is for the words that its label or what introduces it names: %s, %s', async (label, when, expected) => {
    expect(await found(label, when)).toBe(expected ?? '')
  })
})
