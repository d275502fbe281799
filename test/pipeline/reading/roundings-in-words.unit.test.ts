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
const HALF = 'A fraction of a kW of the connected load is rounded up to the next 0.5 kW.'
const FIFTEEN = 'Every 15 units or part thereof are 0.1 kW of load.'
const CHOSEN =
  'The load is the recorded demand or 80 % of the contract demand in kW, whichever is higher; a fraction of a kW is ignored.'
const LEAST = 'The connected load shall in no case be less than one kW.'

it.each([
  [
    FULL,
    'connected_load',
    ['ceil in its formula, as in "fraction of a kW of the connected load is counted as a full"'],
  ],
  [FULL, 'ceil(connected_load, 1)', []],
  [HALF, 'ceil(connected_load, 1)', ['"next 0.5 kW" in a formula of the quantity']],
  [HALF, 'ceil(connected_load, 0.5)', []],
  [FIFTEEN, 'ceil(connected_load / 0.1, 1)', ['"Every 15 units" in a formula of the quantity']],
  [FIFTEEN, 'ceil(energy_units / 15, 1)', []],
  [
    CHOSEN,
    'max(floor(recorded_demand_kw, 1), 0.8 * contract_demand_kw)',
    ['floor in its formula, as in "fraction of a kW is ignored"'],
  ],
  [CHOSEN, 'floor(max(recorded_demand_kw, 0.8 * contract_demand_kw), 1)', []],
  [CHOSEN, 'max(floor(recorded_demand_kw, 1), floor(0.8 * contract_demand_kw, 1))', []],
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
  expect((await ofQuantity(text, formula)).filter((each) => /in (?:its|a) formula/u.test(each))).toEqual(findings)
})

it('a fraction that is counted is no condition', async () => {
  expect((await ofQuantity(FULL, 'ceil(connected_load, 1)')).filter((each) => each.startsWith('a condition'))).toEqual(
    [],
  )
})

const NEXT = 'The connected load is rounded off to the next higher kW.'
const HALF_UP =
  'For levying the fixed charges a fraction of a kW of the connected load above 0.5 kW is reckoned as one kW.'
const DECIMAL = 'The power factor is rounded off to the nearest second decimal, to 0.01.'
const AS_ONE = 'Any fraction of a kW of the connected load is treated as one kW.'
it.each([
  [NEXT, 'ceil(connected_load, 1)', []],
  [
    NEXT,
    'half_up(connected_load, 1)',
    ['ceil in its formula, as in "to the next higher kW"', 'the words of half_up in its citations in the record'],
  ],
  [NEXT, 'connected_load', ['ceil in its formula, as in "to the next higher kW"']],
  [AS_ONE, 'ceil(connected_load, 1)', []],
  [DECIMAL, 'half_up(power_factor, 0.01)', []],
  [DECIMAL, 'floor(power_factor, 0.01)', ['the words of floor in its citations in the record']],
  [HALF_UP, 'half_up(connected_load, 1)', []],
  [HALF_UP, 'ceil(connected_load, 1)', [expect.stringMatching(/^half_up in its formula/u)]],
])('"%s" rounded by %s', async (text, formula, findings) => {
  const found = await ofQuantity(text, formula)
  expect(found.filter((each) => /in its (?:formula|citations)|a condition/u.test(each)).toSorted()).toEqual(findings)
})

const FIRST = 'The subsidy is given on the first 120 units.'
const AT_LEAST = 'The consumption is taken as at least 120 units.'
it.each([
  [FIRST, 'min(energy_units, 120)', []],
  [FIRST, 'max(energy_units, 120)', [`min, as in "${FIRST}"`]],
  [AT_LEAST, 'max(energy_units, 120)', []],
])('"%s" chosen by %s', async (text, formula, findings) => {
  const found = await ofQuantity(text, formula)
  expect(found.filter((each) => /^min, as in|the words of/u.test(each))).toEqual(findings)
})
