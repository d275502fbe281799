import { describe, expect, it } from 'vitest'
import type { Figure } from '../../../releases/record/figure.ts'
import { type Edit, judged } from './support/cited-rule.ts'

/** Words of one side of an edge that is a quantity, and the step that is read from them. */

const [NORMAL, HIGH] = ['20 paise per unit', '30 paise per unit']

/** Two steps at an edge: the first at 20 paise and the last at 30, or the other way round. */
const stepsOf = (figure: Figure, isSwapped: boolean) => {
  const further = { ...figure, printed: '30', value: '0.30', quote: HIGH }
  const [first, last] = isSwapped ? [further, figure] : [figure, further]
  return {
    method: 'whole',
    per: 'energy_units',
    steps_by: 'energy_units',
    steps: [
      { from: '0', to: 'own_units', figure: first },
      { from: 'own_units', to: null, figure: last },
    ],
  }
}
type Place = (isSwapped: boolean) => Edit
const ofRule: Place =
  (isSwapped) =>
  ({ rules }, figure) => {
    Object.assign(rules.adjustments[0]!.cases[0]!.values[0]!, stepsOf(figure, isSwapped))
  }
const ofRow: Place =
  (isSwapped) =>
  ({ rows }, figure) => {
    Object.assign(rows[0]!.charges[0]!, stepsOf(figure, isSwapped))
  }
const SIDES = /a step (?:above|up to) an edge/
const sidesOf = async (text: string, isSwapped: boolean, place = ofRule): Promise<string[]> =>
  (await judged(text, NORMAL, [place(isSwapped)], [], SIDES)).sentence

describe.each([
  ['up to its own units', 'above', 'them'],
  ['not exceeding its own units', 'exceeding', 'them'],
  ['within its own units', 'in excess of', 'them'],
  ['on the first units', 'remaining', 'units'],
])('a surcharge "%s" and another "%s %s"', (low, high, units) => {
  const text = `A surcharge of ${NORMAL} ${low} is due; ${HIGH} are due ${high} ${units}.`

  it('is in the steps that its words say', async () => {
    expect(await sidesOf(text, false)).toEqual([])
  })

  it('is refused with the figures of each other, at both steps', async () => {
    expect(await sidesOf(text, true)).toEqual([
      expect.stringContaining(`a step above an edge, as in "${high}"`),
      expect.stringContaining('a step up to an edge'),
    ])
  })
})

it('words of both sides, or of neither, say nothing of a step', async () => {
  const low = `A surcharge of ${NORMAL} is due; ${HIGH} are due.`
  expect(await sidesOf(low, true)).toEqual([])
  const both = `A surcharge of ${NORMAL} is due up to its own units and on more than these; ${HIGH} are due.`
  expect(await sidesOf(both, true)).toEqual([])
})

it('the steps of a row that are read from a sentence are judged too', async () => {
  const text = `${NORMAL} up to its own units are due; ${HIGH} are due above them.`
  expect(await sidesOf(text, false, ofRow)).toEqual([])
  expect((await sidesOf(text, true, ofRow)).map((line) => line.split('/')[0])).toEqual(['rows', 'rows'])
})
