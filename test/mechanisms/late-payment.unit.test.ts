import { describe, expect, it } from 'vitest'
import { LATE_PAYMENT } from './orders/late-payment.ts'
import { disclosed } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('a surcharge for late payment', () => {
  showsWorked(LATE_PAYMENT, [
    {
      body: { energy_units: 200, payment: { by_due_date: false } },
      working: '960.00; 1.5 percent of it = 14.40',
      amounts: { energy: 92_000, fixed: 4_000, base: 96_000, beside: 1_440 },
    },
    {
      body: { energy_units: '0.5', payment: { by_due_date: false } },
      working: '2.30 + 40.00; 1.5 percent of 42.30 = 0.6345, rounded 0.63',
      amounts: { energy: 230, fixed: 4_000, base: 4_230, beside: 63 },
    },
    {
      body: { energy_units: 200, payment: { by_due_date: true } },
      working: 'in time: nothing added',
      amounts: { energy: 92_000, fixed: 4_000, base: 96_000 },
    },
  ])

  it('is left out, and said to be, where a request does not say when the bill is paid', async () => {
    expect(await disclosed(LATE_PAYMENT, { energy_units: 200 })).toContain('PAYMENT_BY_DUE_DATE_NOT_GIVEN')
  })
})
