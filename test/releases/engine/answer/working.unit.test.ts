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
  const line = { quantity: '34753.34', unit: 'Rs', rate: '21', rate_kind: 'percent' }
  expect(workingOf(line, (decimal) => `₹${inRupees(decimal)}`)).toBe('21 % of ₹34,753.34')
})
