import { expect, test } from 'vitest'
import { furnitureOf } from '../../../pipeline/intake/coverage/page-furniture.ts'
import type { FoldedPage } from '../../../pipeline/intake/find-text.ts'

const kindOf = (text: string, number: string): string | null => {
  const at = text.indexOf(number)
  return furnitureOf({ lines: [{ at: 0, text }] } as unknown as FoldedPage)(at, at + number.length)
}

test.each([
  ['DS.1 Metering of homes', '1', 'serial'],
  ['LIP.14. Supply at 11 kV', '14', 'serial'],
  ['RS.1 Per unit', '1', null],
  ['Rs.1 Per unit', '1', null],
  ['DS.1 5.60', '1', null],
  ['the rate of DS.1 Metering', '1', null],
  ['DS.150 Rupees', '150', null],
])('in "%s" the number %s is %s', (text, number, kind) => {
  expect(kindOf(text, number)).toBe(kind)
})
