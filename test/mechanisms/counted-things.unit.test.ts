import { describe, expect, it } from 'vitest'
import { GATES } from '../../pipeline/gates/index.ts'
import { SOCIETY, STREET_LIGHTS } from './orders/counted-things.ts'
import { refusal } from './support/ask.ts'
import { mistakesIn } from './support/judge.ts'
import type { Order } from './support/order.ts'
import { showsWorked } from './support/shows.ts'

const CATEGORY = { subcategory_code: 'LIGHTS', layer: 'LT', supply_type: 'lt_unmetered' } as const
const LAMPS = [
  {
    body: { energy_units: 500, lamps: 12 },
    working: '500 x 6.10 = 3050.00; 12 x 145.00 = 1740.00',
    amounts: { energy: 305_000, fixed: 174_000, base: 479_000 },
  },
  {
    body: { energy_units: '0.5', lamps: 1 },
    working: '0.5 x 6.10 = 3.05; 1 x 145.00',
    amounts: { energy: 305, fixed: 14_500, base: 14_805 },
  },
  {
    body: { energy_units: 0, lamps: 1_000 },
    working: '1000 x 145.00 = 145000.00',
    amounts: { energy: 0, fixed: 14_500_000, base: 14_500_000 },
  },
]

describe('a charge for each lamp', () => {
  showsWorked(STREET_LIGHTS, LAMPS)

  it('passes the gates that ask many requests: each gives their number', async () => {
    expect(await mistakesIn(STREET_LIGHTS, LAMPS, [...GATES.values()])).toEqual([])
  })

  it('requires their number', async () => {
    expect(await refusal(STREET_LIGHTS, { energy_units: 100 })).toMatchObject({
      details: { fields: ['/lamps required'] },
    })
  })

  it('is not multiplied by flats', async () => {
    const wrong: Order = {
      ...STREET_LIGHTS,
      categories: [{ ...CATEGORY, required_inputs: ['flats'] }],
      rows: STREET_LIGHTS.rows
        .replaceAll(',charge_label', ',per,charge_label')
        .replace(',energy,', ',energy,,')
        .replace(',fixed,', ',fixed,flats,'),
    }
    const cases = LAMPS.map(({ body: { energy_units, lamps }, ...each }) => ({
      ...each,
      body: { energy_units, flats: lamps },
    }))
    expect(await mistakesIn(wrong, cases)).toEqual([
      expect.objectContaining({ by: 'evidence.figure_in_quote', found: expect.stringContaining('Rs/lamp') }),
    ])
  })

  it('is not a charge for each connection', async () => {
    const wrong: Order = {
      ...STREET_LIGHTS,
      categories: [CATEGORY],
      rows: STREET_LIGHTS.rows.replace('Rs/lamp', 'Rs/connection'),
    }
    const cases = [500, 0, '0.5'].map((energy_units, at) => ({
      body: { energy_units },
      working: '145.00',
      amounts: [
        { energy: 305_000, fixed: 14_500, base: 319_500 },
        { energy: 0, fixed: 14_500, base: 14_500 },
        { energy: 305, fixed: 14_500, base: 14_805 },
      ][at] ?? { energy: 0, fixed: 0, base: 0 },
    }))
    expect(await mistakesIn(wrong, cases)).toEqual([
      expect.objectContaining({ by: 'evidence.figure_in_quote', found: expect.stringContaining('Rs/connection') }),
    ])
  })
})

describe('slabs and a charge for each flat', () => {
  showsWorked(SOCIETY, [
    {
      body: { energy_units: 1_000, flats: 8 },
      working: '800 x 3.40 + 200 x 5.20 = 3760.00; 8 x 60.00 = 480.00',
      amounts: { energy: 376_000, fixed: 48_000, base: 424_000 },
    },
    {
      body: { energy_units: 1_000, flats: 10 },
      working: '1000 x 3.40 = 3400.00; 10 x 60.00 = 600.00',
      amounts: { energy: 340_000, fixed: 60_000, base: 400_000 },
    },
    {
      body: { energy_units: 101, flats: 1 },
      working: '100 x 3.40 + 1 x 5.20 = 345.20; 60.00',
      amounts: { energy: 34_520, fixed: 6_000, base: 40_520 },
    },
  ])

  it('require their number', async () => {
    expect(await refusal(SOCIETY, { energy_units: 100 })).toMatchObject({ details: { fields: ['/flats required'] } })
  })
})
