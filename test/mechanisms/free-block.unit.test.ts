import { describe, expect, it } from 'vitest'
import { FREE_BLOCK } from './orders/free-block.ts'
import { lines, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('a free block of units', () => {
  showsWorked(FREE_BLOCK, [
    {
      body: { energy_units: 40 },
      working: '40 units are free; 15.00',
      amounts: { energy: 0, fixed: 1_500, base: 1_500 },
    },
    {
      body: { energy_units: 41 },
      working: '1 x 3.00 = 3.00; 15.00',
      amounts: { energy: 300, fixed: 1_500, base: 1_800 },
    },
    {
      body: { energy_units: 150 },
      working: '80 x 3.00 = 240.00; 30 x 4.25 = 127.50; 15.00',
      amounts: { energy: 36_750, fixed: 1_500, base: 38_250 },
    },
    {
      body: { energy_units: 200 },
      working: '80 x 3.00 = 240.00; 80 x 4.25 = 340.00; 15.00',
      amounts: { energy: 58_000, fixed: 1_500, base: 59_500 },
    },
  ])

  it('shows the free units as a line of 0', async () => {
    expect(await lines(FREE_BLOCK, { energy_units: 41 })).toEqual([
      'energy 40 x 0 = 0',
      'energy 1 x 3 = 300',
      'fixed 1 x 15 = 1500',
    ])
  })

  it('ends where its steps end, and says what covers more', async () => {
    expect(await refusal(FREE_BLOCK, { energy_units: '200.001' })).toEqual({
      code: 'CATEGORY_NOT_APPLICABLE',
      details: {
        subcategory_code: 'KUTIR',
        bound: 'energy_units<=200',
        covering_category: null,
        reason: 'the order names no category for more units',
      },
    })
  })
})
