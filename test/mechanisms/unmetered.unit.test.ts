import { describe, expect, it } from 'vitest'
import { UNMETERED } from './orders/unmetered.ts'
import { disclosed, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('supply without a meter', () => {
  showsWorked(UNMETERED, [
    {
      body: { energy_units: 0, connected_load: 5 },
      working: '5 HP: 325 units x 1.90 = 617.50; 20.00',
      amounts: { energy: 61_750, fixed: 2_000, base: 63_750 },
    },
    {
      body: { energy_units: 0, connected_load: '2.5' },
      working: '2.5 HP count as 3: 195 x 1.90 = 370.50; 20.00',
      amounts: { energy: 37_050, fixed: 2_000, base: 39_050 },
    },
    {
      body: { energy_units: 400, connected_load: '7.001', load_unit: 'hp' },
      working: '7.001 HP count as 8: 520 x 1.90 = 988.00; 20.00; the 400 units are not read',
      amounts: { energy: 98_800, fixed: 2_000, base: 100_800 },
    },
  ])

  it('discloses that the units were not read', async () => {
    expect(await disclosed(UNMETERED, { energy_units: 400, connected_load: 5 })).toContain('UNITS_NOT_READ')
  })

  it('requires the connected load, in HP', async () => {
    expect(await refusal(UNMETERED, { energy_units: 0 })).toMatchObject({
      details: { fields: ['/connected_load required'] },
    })
    expect(await refusal(UNMETERED, { energy_units: 0, connected_load: 5, load_unit: 'kw' })).toMatchObject({
      details: { fields: ['/load_unit enum'] },
    })
  })
})
