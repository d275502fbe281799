import { describe, expect, it } from 'vitest'
import { CAPPED_REBATE } from './orders/capped-rebate.ts'
import { lines, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('Re 1 a unit or 20 percent, whichever is less, with a cap', () => {
  showsWorked(CAPPED_REBATE, [
    {
      body: { energy_units: 100, connected_load: 1 },
      working: 'energy 450.00: 100.00 or 90.00, 90.00 off; 30.00; together 390.00',
      amounts: { energy: 45_000, fixed: 3_000, adjustments: -9_000, base: 39_000 },
    },
    {
      body: { energy_units: 200, connected_load: 1 },
      working: '450.00 + 620.00 = 1,070.00: 200.00 or 214.00, 200.00 off; 30.00',
      amounts: { energy: 107_000, fixed: 3_000, adjustments: -20_000, base: 90_000 },
    },
    {
      body: { energy_units: 600, connected_load: 2 },
      working: '450.00 + 3,100.00 = 3,550.00: 600.00 or 710.00, capped at 500.00; 60.00',
      amounts: { energy: 355_000, fixed: 6_000, adjustments: -50_000, base: 311_000 },
    },
    {
      body: { energy_units: 0, connected_load: 1 },
      working: 'no unit used, nothing to take off: 30.00',
      amounts: { energy: 0, fixed: 3_000, adjustments: 0, base: 3_000 },
    },
  ])

  it('shows the value that counted', async () => {
    expect((await lines(CAPPED_REBATE, { energy_units: 100, connected_load: 1 })).at(-1)).toBe(
      'adjustment 20 % of 450 = -9000',
    )
    expect((await lines(CAPPED_REBATE, { energy_units: 200, connected_load: 1 })).at(-1)).toBe(
      'adjustment 200 x 1 = -20000',
    )
    expect((await lines(CAPPED_REBATE, { energy_units: 600, connected_load: 1 })).at(-1)).toBe(
      'adjustment 500 a bill = -50000',
    )
  })

  it('requires the connected load of the fixed charge', async () => {
    expect(await refusal(CAPPED_REBATE, { energy_units: 100 })).toMatchObject({
      details: { fields: ['/connected_load required'] },
    })
  })
})
