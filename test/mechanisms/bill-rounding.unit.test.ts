import { describe, expect, it } from 'vitest'
import { BILL_ROUNDING } from './orders/bill-rounding.ts'
import { lines, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('a bill rounded to the rupee', () => {
  showsWorked(BILL_ROUNDING, [
    {
      body: { energy_units: 100 },
      working: '395.00 + 35.00; duty 25.80; 455.80 becomes 456: 0.20 up',
      amounts: { energy: 39_500, fixed: 3_500, base: 43_000, beside: 2_600 },
    },
    {
      body: { energy_units: 50 },
      working: '197.50 + 35.00; duty 13.95; 246.45 becomes 246: 0.45 down',
      amounts: { energy: 19_750, fixed: 3_500, base: 23_250, beside: 1_350 },
    },
    {
      body: { energy_units: '10.127' },
      working: '10.127 x 3.95 = 40.00165, 40.00; 35.00; duty 4.50; 79.50 becomes 80: 0.50 up',
      amounts: { energy: 4_000, fixed: 3_500, base: 7_500, beside: 500 },
    },
  ])

  it('is the last line, on all lines before it', async () => {
    expect(await lines(BILL_ROUNDING, { energy_units: 50 })).toEqual([
      'energy 50 x 3.95 = 19750',
      'fixed 1 x 35 = 3500',
      'adjustment 6 % of 232.5 = 1395',
      'adjustment 246.45 to a multiple of 1 = -45',
    ])
  })

  it('takes no connected load in another unit', async () => {
    expect(await refusal(BILL_ROUNDING, { energy_units: 50, load_unit: 'hp' })).toMatchObject({
      details: { fields: ['/load_unit enum'] },
    })
  })
})
