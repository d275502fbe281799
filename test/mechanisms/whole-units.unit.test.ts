import { describe, expect, it } from 'vitest'
import { WHOLE_UNITS } from './orders/whole-units.ts'
import { refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('units that are billed whole', () => {
  showsWorked(WHOLE_UNITS, [
    {
      body: { energy_units: 51 },
      working: '50 x 3.00 = 150.00; 1 x 5.00 = 5.00; 155.00',
      amounts: { energy: 15_500, fixed: 0, base: 15_500 },
    },
    { body: { energy_units: 50 }, working: '50 x 3.00 = 150.00', amounts: { energy: 15_000, fixed: 0, base: 15_000 } },
    { body: { energy_units: 0 }, working: '0 x 3.00 = 0.00', amounts: { energy: 0, fixed: 0, base: 0 } },
  ])

  it.each(['50.5', '0.001', '9999999.999'])('refuse %s', async (units) => {
    expect(await refusal(WHOLE_UNITS, { energy_units: units })).toEqual({
      code: 'INVALID_REQUEST_FIELD',
      details: { fields: ['/energy_units whole_units'] },
    })
  })
})
