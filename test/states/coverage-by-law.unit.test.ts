import { expect, test } from 'vitest'
import { ask, type Body, SERVING } from './ask.ts'
import { coverageAt } from './coverage-at.ts'
import { EXAMPLES } from './examples.ts'

test('billing_days and billing_month are listed for every category of Bihar, as they are taken', () => {
  const [bihar] = SERVING.BR
  const entries = coverageAt(bihar!).categories
  for (const { subcategory_code, inputs } of entries) {
    const names = inputs.map(({ name }) => name)
    expect([subcategory_code, names]).toEqual([
      subcategory_code,
      expect.arrayContaining(['billing_days', 'billing_month']),
    ])
  }
  const body = { ...EXAMPLES.BR, subcategory_code: 'HGN', billing_days: 30, billing_month: '2026-05' } as Body
  expect(ask(body, { floor: 'specimen' })).toMatchObject({
    code: null,
    data: { subsidy: { status: 'not_applicable' } },
  })
})
