import { describe, expect, it } from 'vitest'
import { LARGE_QUANTITY } from './orders/large-quantity.ts'
import { refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('a category that takes up to 1,000,000,000 units', () => {
  showsWorked(LARGE_QUANTITY, [
    {
      row: 'BULK',
      body: { energy_units: 1_000_000_000 },
      working: '1,000,000,000 x 3.8125 = 3,812,500,000.00; 1,000.00',
      amounts: { energy: 381_250_000_000, fixed: 100_000, base: 381_250_100_000 },
    },
    {
      row: 'BULK',
      body: { energy_units: '999999999.999' },
      working: '999,999,999.999 x 3.8125 = 3,812,499,999.9961875, 3,812,500,000.00; 1,000.00',
      amounts: { energy: 381_250_000_000, fixed: 100_000, base: 381_250_100_000 },
    },
    {
      row: 'BULK',
      body: { energy_units: '12345678.9' },
      working: '12,345,678.9 x 3.8125 = 47,067,900.80625, 47,067,900.81; 1,000.00',
      amounts: { energy: 4_706_790_081, fixed: 100_000, base: 4_706_890_081 },
    },
    {
      row: 'INSTITUTION',
      body: { subcategory_code: 'INSTITUTION', energy_units: 10_000_000 },
      working: '10,000,000 x 5.25 = 52,500,000.00; 1,000.00',
      amounts: { energy: 5_250_000_000, fixed: 100_000, base: 5_250_100_000 },
    },
    {
      row: 'INSTITUTION',
      body: { subcategory_code: 'INSTITUTION', energy_units: 200 },
      working: '200 x 5.25 = 1,050.00; 1,000.00',
      amounts: { energy: 105_000, fixed: 100_000, base: 205_000 },
    },
    {
      row: 'INSTITUTION',
      body: { subcategory_code: 'INSTITUTION', energy_units: 0 },
      working: 'no unit used: 1,000.00',
      amounts: { energy: 0, fixed: 100_000, base: 100_000 },
    },
  ])

  it('refuses more, each category by its own bound', async () => {
    const tooMany = { code: 'INVALID_REQUEST_FIELD', details: { fields: ['/energy_units decimals'] } }
    expect(await refusal(LARGE_QUANTITY, { energy_units: '1000000000.001' })).toEqual(tooMany)
    expect(await refusal(LARGE_QUANTITY, { subcategory_code: 'INSTITUTION', energy_units: '10000000.001' })).toEqual(
      tooMany,
    )
    expect(await refusal(LARGE_QUANTITY, { subcategory_code: 'INSTITUTION', energy_units: 1_000_000_000 })).toEqual(
      tooMany,
    )
  })

  it('refuses a fourth decimal as usual', async () => {
    expect(await refusal(LARGE_QUANTITY, { energy_units: 104.1064 })).toMatchObject({
      details: { fields: ['/energy_units decimals'] },
    })
  })
})
