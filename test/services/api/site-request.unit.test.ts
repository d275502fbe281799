import { expect, test } from 'vitest'
import { requestOf } from '../../../services/api/site/browser/fields.ts'

test('a count that is not written in digits is sent as it is written, so that it is refused, not read as another number', () => {
  const days = { name: 'billing_days', label: 'Billing days', kind: 'count', unit: null, words: [] } as const
  const fields = [{ ...days, required: false, help: '' }]
  expect(requestOf(fields, { billing_days: '30' })).toEqual({ billing_days: 30 })
  for (const text of ['1e1', '0x1e', '3e1', '30.0', '-30', '３０']) {
    expect(requestOf(fields, { billing_days: text })).toEqual({ billing_days: text })
  }
})
