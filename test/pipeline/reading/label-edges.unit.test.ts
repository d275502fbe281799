import { expect, it } from 'vitest'
import { label } from './edits.ts'
import { judged } from './invented-order.ts'

const UP_TO_100 = '<=100 units/month'

const findings = async (printed: string): Promise<string[]> => {
  const found = await judged('csv', label(UP_TO_100, printed))
  return [...found].filter(([, each]) => each.length > 0).map(([name]) => name)
}

it.each([
  ...['100+ units', '100 units & up', '100 units upwards', '100 units onwards', 'minimum 100 units', 'after 100 units'],
  ...['in excess of 100 units', '\uff1e100 units', '100 < units', '100 <= units', '100 units', 'exactly 100 units'],
  ...['next 100 units', 'balance 100 units', 'last 100 units', 'every 100 units', 'each 100 units'],
  ...['other than up to 100 units', 'except <=100 units', 'not up to 100 units'],
  ...['<=100 kW', '<=100 kVA', '<=100 HP', '<=100%'],
  ...[
    '<=100 units/day',
    '<=100 units bimonthly',
    '<=100 units per two months',
    '<=100 units/year',
    '<=100 units per kW',
  ],
])('a step up to 100 units a month, read from a row labelled %s: refused', async (printed) => {
  expect(await findings(printed)).toEqual(['evidence.figure_in_quote'])
})

it.each([
  'up to 100 units',
  'first 100 units',
  '0-100 units',
  '1-100 units',
  '100 units or less',
  '<=\u0967\u0966\u0966 units',
])('a step up to 100 units, read from a row labelled %s, passes', async (printed) => {
  expect(await findings(printed)).toEqual([])
})
