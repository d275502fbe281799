import { expect, it } from 'vitest'
import { refused, SHOPS } from './shops.ts'

/** Sentences of an invented order that leave some consumers out of the fixed charge of its shops, which a fact cites. */

const factOf = (text: string): string => `
facts:
  - fact_id: LEFT-OUT
    group: charges
    key: left_out
    applies_to: LT-II
    period: FY 2026-27
    grade: order
    text: What the order says of them.
    evidence: { source_id: ORDER, page: 1, quote: "${text}" }
`

const leftOut = async (text: string, rows: readonly string[] = []): Promise<string[]> => {
  const found = await refused(`${SHOPS} ${text}`, rows, factOf(text))
  return found.flatMap((each) => /^(a condition for "[^"]+"|a rule without [^,]+)/u.exec(each)?.[1] ?? [])
}

it.each([
  ['No fixed charge shall be collected from LT-II Shops of 7 kW or less.', ['a condition for "7"']],
  ['Fixed charges shall not be levied on LT-II Shops in rural areas.', ['a condition for "areas"']],
  ['The fixed charge is not payable by LT-II Shops.', ['a rule without LT-II']],
  ['No energy charge shall be collected from LT-II Shops.', []],
  ['The fixed charge of LT-II Shops shall not exceed Rs 9000.', []],
  ['No fixed charge shall be collected from temporary supply of LT-II Shops.', []],
])('"%s"', async (text, findings) => {
  expect(await leftOut(text)).toEqual(findings)
})

it.each([
  ['LT-II Shops are exempted from the fixed charge.', ['a rule without LT-II']],
  ['LT-II Shops do not pay the fixed charge.', ['a rule without LT-II']],
  ['LT-II Shops are exempted from these charges.', ['a rule without LT-II']],
  // What they do not pay is another amount.
  ['LT-II Shops are exempted from the surcharge.', []],
  ['LT-II Shops are exempted from meter rent.', []],
])('as words about those who are left out: "%s"', async (text, findings) => {
  expect(await leftOut(text)).toEqual(findings)
})

it('who does not pay a charge has no row of it', async () => {
  const text = 'No fixed charge shall be collected from temporary supply of LT-II Shops.'
  const temporary = `TEMPORARY,LT-II,LT-II Shops,connection=temporary,fixed,,,,,,90.00,,Rs/kW,"${SHOPS}"`
  const found = async (rows: readonly string[]): Promise<string[]> =>
    (await refused(`${SHOPS} ${text}`, rows, factOf(text))).filter((each) => each.includes('no case'))
  expect(await found([])).toEqual([])
  expect(await found([temporary])).toEqual([`no case that takes connection=temporary, as in "${text}"`])
})
