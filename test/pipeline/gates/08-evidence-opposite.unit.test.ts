import { expect, it } from 'vitest'
import { conditions } from '../../support/record-builder.ts'
import { judged } from './support/cited-rule.ts'

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
