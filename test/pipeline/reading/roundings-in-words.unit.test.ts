import { expect, it } from 'vitest'
import { refused, SHOPS } from './shops.ts'

/** Quantities of invented orders whose sentence prints a rounding or a least amount. */

const ofQuantity = (text: string, formula: string): Promise<string[]> =>
  refused(
    `${SHOPS} ${text}`,
    [],
    `
quantities:
  - quantity_id: billed_load
    unit: kW
    description: The load that is billed
    formula: "${formula}"
    evidence: { source_id: ORDER, page: 1, quote: "${text}" }
`,
  )

const FULL = 'A fraction of a kW of the connected load is counted as a full kW.'
const THEREOF = 'The load is billed for each kW or part thereof.'
const IGNORED = 'A fraction of a kW of the connected load is ignored.'
const NEAREST = 'The connected load is rounded to the nearest kW.'
const LEAST = 'The connected load shall in no case be less than one kW.'

it.each([
  [
    FULL,
    'connected_load',
    ['ceil in its formula, as in "fraction of a kW of the connected load is counted as a full"'],
  ],
  [FULL, 'ceil(connected_load, 1)', []],
  [THEREOF, 'connected_load', ['ceil in its formula, as in "or part thereof"']],
  [IGNORED, 'connected_load', ['floor in its formula, as in "fraction of a kW of the connected load is ignored"']],
  [
    IGNORED,
    'ceil(connected_load, 1)',
    ['floor in its formula, as in "fraction of a kW of the connected load is ignored"'],
  ],
  [IGNORED, 'floor(connected_load, 1)', []],
  [NEAREST, 'connected_load', ['half_up in its formula, as in "nearest kW"']],
  [NEAREST, 'half_up(connected_load, 1)', []],
  [LEAST, 'connected_load', ['max in its formula, as in "in no case be less than"']],
  [LEAST, 'max(1, connected_load)', []],
])('"%s" read as %s', async (text, formula, findings) => {
  expect((await ofQuantity(text, formula)).filter((each) => each.includes('in its formula'))).toEqual(findings)
})
