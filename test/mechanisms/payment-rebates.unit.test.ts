import { describe, expect, it } from 'vitest'
import { PAYMENT_REBATES } from './orders/payment-rebates.ts'
import { disclosed, lines, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('rebates by method of payment', () => {
  showsWorked(PAYMENT_REBATES, [
    {
      body: { energy_units: 200, payment: { by_due_date: true, digital: true } },
      working: '960.00; 200 x 0.10 = 20.00 off; 2 percent of 940.00 = 18.80 off',
      amounts: { energy: 92_000, fixed: 4_000, base: 96_000, beside: -3_880 },
    },
    {
      body: { energy_units: 200, payment: { by_due_date: true, digital: false } },
      working: 'in time and not digital: 20.00 off',
      amounts: { energy: 92_000, fixed: 4_000, base: 96_000, beside: -2_000 },
    },
    {
      body: { energy_units: 200, payment: { by_due_date: false, digital: true } },
      working: 'late: nothing off, digital or not',
      amounts: { energy: 92_000, fixed: 4_000, base: 96_000 },
    },
    {
      body: { energy_units: '0.5', payment: { by_due_date: true, digital: true } },
      working: '2.30 + 40.00; 0.05 off; 2 percent of 42.25 = 0.845, half a paisa goes up: 0.84 off',
      amounts: { energy: 230, fixed: 4_000, base: 4_230, beside: -89 },
    },
  ])

  it('is beside the base tariff, in order', async () => {
    expect(await lines(PAYMENT_REBATES, { energy_units: 200, payment: { by_due_date: true, digital: true } })).toEqual([
      'energy 200 x 4.6 = 92000',
      'fixed 1 x 40 = 4000',
      'adjustment 200 x 0.1 = -2000',
      'adjustment 2 % of 940 = -1880',
    ])
  })

  it('says which parts of the payment were left out', async () => {
    expect(await disclosed(PAYMENT_REBATES, { energy_units: 200, payment: { by_due_date: true } })).toContain(
      'PAYMENT_DIGITAL_NOT_GIVEN',
    )
  })

  it('refuses a part of the payment that nothing reads', async () => {
    expect(await refusal(PAYMENT_REBATES, { energy_units: 200, payment: { prepaid: true } })).toMatchObject({
      details: { fields: ['/payment/prepaid not_applicable'] },
    })
  })
})
