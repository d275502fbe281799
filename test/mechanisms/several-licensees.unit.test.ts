import { describe, expect, it } from 'vitest'
import { SEVERAL_LICENSEES } from './orders/several-licensees.ts'
import { refusal } from './support/ask.ts'
import { recordOf } from './support/read-order.ts'
import { showsWorked } from './support/shows.ts'

describe('figures written once for several licensees', () => {
  showsWorked(SEVERAL_LICENSEES, [
    {
      row: 'EAST-DOM',
      body: { energy_units: 150, connected_load: 2, licensee_code: 'ZZ_EAST' },
      working: 'East: 100 x 3.40 = 340.00; 50 x 5.10 = 255.00; 2 x 20.00 = 40.00',
      amounts: { energy: 59_500, fixed: 4_000, base: 63_500 },
    },
    {
      row: 'EAST-DOM',
      body: { energy_units: 50, connected_load: 1, licensee_code: 'ZZ_EAST' },
      working: 'East: 50 x 3.40 = 170.00; 20.00',
      amounts: { energy: 17_000, fixed: 2_000, base: 19_000 },
    },
    {
      row: 'EAST-DOM',
      body: { energy_units: 0, connected_load: 1, licensee_code: 'ZZ_EAST' },
      working: 'East, no unit used: 20.00',
      amounts: { energy: 0, fixed: 2_000, base: 2_000 },
    },
    {
      row: 'WEST-DOM',
      body: { energy_units: 150, connected_load: 2, licensee_code: 'ZZ_WEST' },
      working: 'West: 100 x 3.40 = 340.00; 50 x 5.10 = 255.00; 2 x 20.00 = 40.00',
      amounts: { energy: 59_500, fixed: 4_000, base: 63_500 },
    },
    {
      row: 'WEST-DOM',
      body: { energy_units: 50, connected_load: 1, licensee_code: 'ZZ_WEST' },
      working: 'West: 50 x 3.40 = 170.00; 20.00',
      amounts: { energy: 17_000, fixed: 2_000, base: 19_000 },
    },
    {
      row: 'WEST-DOM',
      body: { energy_units: 0, connected_load: 1, licensee_code: 'ZZ_WEST' },
      working: 'West, no unit used: 20.00',
      amounts: { energy: 0, fixed: 2_000, base: 2_000 },
    },
    {
      row: 'NORTH-DOM',
      body: { energy_units: 150, connected_load: 2, licensee_code: 'ZZ_NORTH' },
      working: 'North: 150 x 4.00 = 600.00; 2 x 20.00 = 40.00',
      amounts: { energy: 60_000, fixed: 4_000, base: 64_000 },
    },
    {
      row: 'NORTH-DOM',
      body: { energy_units: 50, connected_load: 1, licensee_code: 'ZZ_NORTH' },
      working: 'North: 50 x 4.00 = 200.00; 1 x 20.00 = 20.00',
      amounts: { energy: 20_000, fixed: 2_000, base: 22_000 },
    },
    {
      row: 'NORTH-DOM',
      body: { energy_units: 0, connected_load: 1, licensee_code: 'ZZ_NORTH' },
      working: 'North: 0 x 4.00 = 0.00; 1 x 20.00 = 20.00',
      amounts: { energy: 0, fixed: 2_000, base: 2_000 },
    },
  ])

  it('are in the record once for each', async () => {
    const { rows, categories } = await recordOf(SEVERAL_LICENSEES)
    expect(rows.map(({ row_id, licensee_code }) => `${row_id} ${licensee_code}`)).toEqual([
      'EAST-DOM ZZ_EAST',
      'WEST-DOM ZZ_WEST',
      'NORTH-DOM ZZ_NORTH',
    ])
    expect(rows[0]?.charges).toEqual(rows[1]?.charges)
    expect(categories.map(({ licensee_code }) => licensee_code)).toEqual(['ZZ_EAST', 'ZZ_WEST', 'ZZ_NORTH'])
  })

  it('needs an existing licensee', async () => {
    const body = { energy_units: 150, connected_load: 2 }
    expect(await refusal(SEVERAL_LICENSEES, body)).toMatchObject({ code: 'LICENSEE_REQUIRED' })
    expect(await refusal(SEVERAL_LICENSEES, { ...body, licensee_code: 'ZZ_SOUTH' })).toMatchObject({
      code: 'LICENSEE_NOT_SUPPORTED',
      details: { reason: 'unknown', licensees: ['ZZ_EAST', 'ZZ_WEST', 'ZZ_NORTH'] },
    })
  })
})
