import { expect, it } from 'vitest'
import { lasts } from '../../../../pipeline/gates/text/periods.ts'

it.each([
  ['bi-monthly', 2],
  ['in two months', 2],
  ['a quarter', 3],
  ['half-yearly', 6],
  ['per annum', 12],
])('%s is the period of slabs of %i months, and of no others', (period, months) => {
  expect([2, 3, 6, 12].filter((each) => lasts(period, each * 30))).toEqual([months])
})
