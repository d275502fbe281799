import { expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import { readOrder } from '../../mechanisms/support/read-order.ts'
import { sampleMeans } from '../gates/support/sample.ts'

/** Steps that a sentence prints from the first unit that they have: `51 to 100 units` is the step above 50. */
it.each([
  ['Rs 4.00 per unit from 51 to 100 units', []],
  ['Rs 4.00 per unit above 50 and up to 100 units', []],
  ['Rs 4.00 per unit from 52 to 100 units', [expect.stringMatching(/^52 of the quote as a number of the rule/u)]],
])('"%s": above 50', async (second, expected) => {
  const [first, rest] = ['Rs 3.00 per unit up to 50 units', 'Rs 5.00 per unit above 100 units']
  const { candidate, findings, source } = await readOrder({
    printed: { as: 'text', text: `LT-II Shops pay an energy charge of ${first}, ${second} and ${rest}.` },
    categories: [{ subcategory_code: 'LT-II', raw_category_label: 'LT-II Shops', layer: 'LT' }],
    rows: `row_id,label,charge,method,from,to,printed,unit,quote
LT-II,LT-II Shops,energy,telescopic,0,50,3.00,Rs/kWh,${first}
,,energy,,50,100,4.00,Rs/kWh,${second}
,,energy,,100,,5.00,Rs/kWh,${rest}
`,
  })
  if (candidate === null || findings.length > 0) throw new Error(JSON.stringify(findings))
  const means = sampleMeans({ pages: async (hash) => (hash === source.sha256 ? source.pages : null) })
  const verdict = await evidenceFigureInQuote.check(candidate, means)
  expect(verdict.findings.map((each) => each.expected)).toEqual(expected)
})
