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
