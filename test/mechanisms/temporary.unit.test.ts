import { describe, expect, it } from 'vitest'
import { TEMPORARY } from './orders/temporary.ts'
import { lines, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe("a temporary connection at another row's rates times 1.25", () => {
  showsWorked(TEMPORARY, [
    {
      row: 'LT-4-REGULAR',
      body: { energy_units: 300, connected_load: 2, connection: 'regular' },
      working: 'regular: 200 x 7.10 = 1,420.00; 100 x 8.30 = 830.00; 2 x 110.00 = 220.00',
      amounts: { energy: 225_000, fixed: 22_000, base: 247_000 },
    },
    {
      row: 'LT-4-REGULAR',
      body: { energy_units: 0, connected_load: 2, connection: 'regular' },
      working: 'regular, no unit used: 2 x 110.00 = 220.00',
      amounts: { energy: 0, fixed: 22_000, base: 22_000 },
    },
    {
      row: 'LT-4-REGULAR',
      body: { energy_units: 200, connected_load: 1, connection: 'regular' },
      working: 'regular: 200 x 7.10 = 1,420.00; 110.00',
      amounts: { energy: 142_000, fixed: 11_000, base: 153_000 },
    },
    {
      row: 'LT-4-TEMPORARY',
      body: { energy_units: 300, connected_load: 2, connection: 'temporary' },
      working: 'temporary: 200 x 8.875 = 1,775.00; 100 x 10.375 = 1,037.50; 2 x 137.50 = 275.00',
      amounts: { energy: 281_250, fixed: 27_500, base: 308_750 },
    },
    {
      row: 'LT-4-TEMPORARY',
      body: { energy_units: '0.5', connected_load: 1, connection: 'temporary' },
      working: 'temporary: 0.5 x 8.875 = 4.4375, 4.44; 137.50',
      amounts: { energy: 444, fixed: 13_750, base: 14_194 },
    },
    {
      row: 'LT-4-TEMPORARY',
      body: { energy_units: 0, connected_load: 0, connection: 'temporary' },
      working: 'temporary, nothing used and no load: 0.00',
      amounts: { energy: 0, fixed: 0, base: 0 },
    },
  ])

  it('shows the multiplied rate', async () => {
    expect(await lines(TEMPORARY, { energy_units: 300, connected_load: 2, connection: 'temporary' })).toEqual([
      'energy 200 x 8.875 = 177500',
      'energy 100 x 10.375 = 103750',
      'fixed 2 x 137.5 = 27500',
    ])
  })

  it('requires the kind of connection', async () => {
    expect(await refusal(TEMPORARY, { energy_units: 300, connected_load: 2 })).toMatchObject({
      details: { fields: ['/connection required'] },
    })
  })
})
