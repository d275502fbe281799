import { expect, it } from 'vitest'
import { figure } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'
import { SHOPS, SHOPS_CATEGORY } from './shops.ts'

/** A surcharge for each month by which a bill is paid late: a request says of no number of months. */

async function expected(text: string, when: string): Promise<string[]> {
  const optional = ['payment.by_due_date', 'selectors.delay'].map((field) => ({ field, when: 'paid late' }))
  const findings = await gateEight({
    printed: { as: 'text', text: `${SHOPS} ${text}` },
    release: {
      selectors: [{ selector: 'delay', words: ['in_time', 'one_month', 'two_months'], description: 'Delay' }],
    },
    categories: [
      {
        ...SHOPS_CATEGORY,
        optional_inputs: optional,
      },
    ],
    rows: `row_id,subcategory_code,label,charge,printed,unit,quote\nLT-II,LT-II,LT-II Shops,fixed,90.00,Rs/kW,"${SHOPS}"\n`,
    rules: `adjustments:
  - adjustment_id: LATE
    order: 1
    side: beside
    description: Late payment surcharge
    applies_to: [LT-II]
    of: [bill]
    cases:
      - { case_id: late, when: "${when}", effect: add, description: Late, values: [{ kind: percent, figure: ${figure('1.25', 'percent', text)} }] }
`,
  })
  return findings.map((each) => each.expected)
}

const LATE = 'payment.by_due_date=false'
const ONE = [expect.stringContaining('a condition for a delay of one month')]
it.each([
  'If the bill is not paid by the due date, LT-II Shops shall pay a late payment surcharge of 1.25% per month or part thereof on the outstanding amount of the bill.',
  'A late payment surcharge of 1.25% per month or part thereof shall be levied on the amount of the bill of LT-II Shops for the period of delay.',
  'For delayed payment LT-II Shops shall pay a surcharge of 1.25% of the bill for each month or part of a month of delay.',
])('is one of one month, if a condition asks for that: "%s"', async (text) => {
  expect(await expected(text, `${LATE} and selectors.delay=one_month`)).toEqual([])
  expect(await expected(text, LATE)).toEqual(ONE)
  expect(await expected(text, `${LATE} and selectors.delay=two_months`)).toContainEqual(ONE[0])
  expect(await expected(text, `${LATE} and selectors.delay in {one_month,two_months}`)).toContainEqual(ONE[0])
})

it('may be one of every delay, if it is for no month', async () => {
  const text =
    'If the bill is not paid by the due date, LT-II Shops shall pay a surcharge of 1.25% on the bill of the month.'
  expect(await expected(text, LATE)).toEqual([])
})
