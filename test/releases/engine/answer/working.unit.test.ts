import { expect, test } from 'vitest'
import { inRupees, workingOf } from '../../../../releases/engine/answer/working.ts'

test('rupees have Indian grouping and at least two decimals, and nothing is rounded', () => {
  for (const [decimal, text] of [
    ['34753.34', '34,753.34'],
    ['12345678.5', '1,23,45,678.50'],
    ['3', '3.00'],
    ['0.125', '0.125'],
    ['-0.5', '-0.50'],
  ] as const)
    expect(inRupees(decimal)).toBe(text)
})

test('a line of several rates shows the share at each', () => {
  const shown = (parts: object) =>
    workingOf({ quantity: '100', unit: 'Rs', rate: '2', ...parts }, (decimal) => `₹${inRupees(decimal)}`)
  const steps = [
    { quantity: '22', rate: '0.5' },
    { quantity: '3', rate: '2' },
  ]
  expect(shown({ rate_kind: 'percent', steps })).toBe('(22 × 0.5 % + 3 × 2 %) of ₹100.00')
  expect(shown({ rate_kind: 'factor', steps })).toBe('₹100.00 to (22 × 0.5 % + 3 × 2 %) of it')
  expect(shown({ unit: 'kW', steps })).toBe('22 kW × ₹0.50 + 3 kW × ₹2.00')
  expect(shown({ unit: 'kW', steps, minimum_paise: 1_700 })).toBe(
    '22 kW × ₹0.50 + 3 kW × ₹2.00, less the charges that it is the minimum of',
  )
})

test('a percentage is of what the line shows in rupees', () => {
  const line = { quantity: '34753.34', unit: 'Rs', rate: '21', rate_kind: 'percent' }
  expect(workingOf(line, (decimal) => `₹${inRupees(decimal)}`)).toBe('21 % of ₹34,753.34')
})
