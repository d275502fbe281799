import { expect, it } from 'vitest'
import { gateEight } from './gate-eight.ts'

/** What gate 8 finds of the energy charge of shops, which has three steps that meet at two edges. */
function judgedSteps(
  quotes: readonly [string, string, string],
  [low, high]: readonly [string, string],
  load: string | null = null,
) {
  const [first, second, rest] = quotes
  const who = load === null ? 'LT-II Shops' : `LT-II Shops with a load up to ${load} kW`
  const category = { subcategory_code: 'LT-II', raw_category_label: 'LT-II Shops', layer: 'LT' } as const
  return gateEight({
    printed: { as: 'text', text: `${who} pay an energy charge of ${first}, ${second} and ${rest}.` },
    categories: [load === null ? category : { ...category, required_inputs: ['connected_load'] }],
    rows: `row_id,label,conditions,charge,method,from,to,printed,unit,quote
LT-II,LT-II Shops,${load === null ? '' : `connected_load<=${load}`},energy,telescopic,0,${low},3.00,Rs/kWh,${first}
,,,energy,,${low},${high},4.00,Rs/kWh,${second}
,,,energy,,${high},,5.00,Rs/kWh,${rest}
`,
  })
}

/** Steps that a sentence prints from the first unit that they have: `51 to 100 units` is the step above 50. */
it.each([
  ['Rs 4.00 per unit from 51 to 100 units', []],
  ['Rs 4.00 per unit above 50 and up to 100 units', []],
  ['Rs 4.00 per unit from 52 to 100 units', [expect.stringMatching(/^52 of the quote as a number of the rule/u)]],
])('"%s": above 50', async (second, expected) => {
  const [first, rest] = ['Rs 3.00 per unit up to 50 units', 'Rs 5.00 per unit above 100 units']
  const findings = await judgedSteps([first, second, rest], ['50', '100'])
  expect(findings.map((each) => each.expected)).toEqual(expected)
})

/** What gate 8 expects of the middle step of three, for shops with a load up to 5 kW. */
it.each([
  ['the next', '200', '500', []],
  ['the next', '200', '300', ['a step 300 wide, as in "Rs 4.00 per unit for the next 300 units"']],
  ['the next', '300', '500', ['a step 300 wide, as in "Rs 4.00 per unit for the next 300 units"']],
  ['another', '200', '300', ['a step 300 wide, as in "Rs 4.00 per unit for another 300 units"']],
  ['the following', '200', '300', ['a step 300 wide, as in "Rs 4.00 per unit for the following 300 units"']],
])('%s 300 units are not those from %s to %s', async (next, low, high, expected) => {
  const second = `Rs 4.00 per unit for ${next} 300 units`
  const [first, rest] = ['Rs 3.00 per unit for the first 200 units', 'Rs 5.00 per unit above 500 units']
  const findings = await judgedSteps([first, second, rest], [low, high], '5')
  expect(findings.map((each) => each.expected).filter((each) => each.includes('wide'))).toEqual(expected)
  // 500 is no percentage of the 5 kW.
  const isStray = findings.some((each) => each.expected.startsWith('500 of the quote'))
  expect(isStray).toBe(high === '300')
})

/** Steps up to 200, up to 500 and above, in the words of many orders: nothing is expected of them. */
it.each([
  ['from 1 to 200 units', 'from 201 to 500 units', 'from 501 units onwards'],
  ['up to 200 units', 'for another 300 units', 'for the balance'],
  ['for the first 200 units', 'for the following 300 units', 'for the rest'],
  ['for the first 200 units', 'for the next 300 units', 'for all additional units'],
  ['for the first 200 units', 'thereafter up to 500 units', 'thereafter'],
  ['in the first slab of 200 units', 'in the second slab of 201-500 units', 'in the third slab above 500 units'],
  ['for S1 (0-200 units)', 'for S2 (201-500 units)', 'for S3 (above 500 units)'],
])('%s, %s and %s', async (...steps) => {
  const [first = '', second = '', rest = ''] = steps.map((words, index) => `Rs ${index + 3}.00 per unit ${words}`)
  const findings = await judgedSteps([first, second, rest], ['200', '500'])
  expect(findings.map((each) => each.expected)).toEqual([])
})
