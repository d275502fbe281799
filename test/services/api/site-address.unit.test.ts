import { expect, test } from 'vitest'
import { addressOf, shownAt } from '../../../services/api/site/browser/address.ts'

const one = {
  state: 'AA',
  release: 'R',
  licensee: 'AA_X',
  code: 'LT-I (a) & b',
  values: { 'bill_period.from': '2026-05-01' },
}
const two = { ...one, state: 'BB', values: {} }

test('an address brings back what was shown, of one form and of two', () => {
  for (const shown of [
    { units: '12,5', one, two: null },
    { units: '', one, two },
  ])
    expect(shownAt(addressOf(shown))).toEqual(shown)
})

test('an address of something else shows nothing', () => {
  for (const hash of ['', '#', '#main', '#units=1']) expect(shownAt(hash)).toBe(null)
})
