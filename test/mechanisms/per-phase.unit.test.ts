import { describe, expect, it } from 'vitest'
import { PER_PHASE } from './orders/per-phase.ts'
import { refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('a charge for each phase', () => {
  showsWorked(PER_PHASE, [
    {
      body: { energy_units: 100, phase: 'three' },
      working: '100 x 5.55 = 555.00; 3 x 45.00 = 135.00',
      amounts: { energy: 55_500, fixed: 13_500, base: 69_000 },
    },
    {
      body: { energy_units: 100, phase: 'single' },
      working: '100 x 5.55 = 555.00; 1 x 45.00 = 45.00',
      amounts: { energy: 55_500, fixed: 4_500, base: 60_000 },
    },
    {
      body: { energy_units: '0.1', phase: 'single' },
      working: '0.1 x 5.55 = 0.555, 0.56; 45.00',
      amounts: { energy: 56, fixed: 4_500, base: 4_556 },
    },
  ])

  it('requires the phase', async () => {
    expect(await refusal(PER_PHASE, { energy_units: 100 })).toMatchObject({ details: { fields: ['/phase required'] } })
  })
})
