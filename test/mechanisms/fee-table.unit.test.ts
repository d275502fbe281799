import { describe, expect, it } from 'vitest'
import { FEE_TABLE } from './orders/fee-table.ts'
import { disclosed, lines, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('a table of fees', () => {
  showsWorked(FEE_TABLE, [
    {
      body: { energy_units: 50, selectors: { service: 'meter_test' }, meter_type: 'single_phase' },
      working: '350.00 + 90.00; beside 250.00 + 30.00 = 280.00',
      amounts: { energy: 35_000, fixed: 9_000, base: 44_000, beside: 28_000 },
    },
    {
      body: { energy_units: 50, selectors: { service: 'reconnection' }, meter_type: 'three_phase' },
      working: '440.00; beside 120.00 + 85.00 = 205.00',
      amounts: { energy: 35_000, fixed: 9_000, base: 44_000, beside: 20_500 },
    },
    {
      body: { energy_units: 0, meter_type: 'three_phase' },
      working: 'no unit used, no service: 90.00; beside the rent of 85.00',
      amounts: { energy: 0, fixed: 9_000, base: 9_000, beside: 8_500 },
    },
    {
      body: { energy_units: 50, meter_type: 'smart' },
      working: '440.00; the table has no rent of a smart meter',
      amounts: { energy: 35_000, fixed: 9_000, base: 44_000 },
    },
  ])

  it('is not part of the base tariff, and discloses what was not chosen', async () => {
    expect(await lines(FEE_TABLE, { energy_units: 50, selectors: { service: 'meter_test' } })).toEqual([
      'energy 50 x 7 = 35000',
      'fixed 1 x 90 = 9000',
      'meter-test 1 x 250 = 25000',
    ])
    expect(await disclosed(FEE_TABLE, { energy_units: 50, selectors: { service: 'meter_test' } })).toContain(
      'METER_TYPE_NOT_GIVEN',
    )
  })

  it('has only the services of its release', async () => {
    expect(await refusal(FEE_TABLE, { energy_units: 50, selectors: { service: 'shifting' } })).toMatchObject({
      details: { fields: ['/selectors/service enum'] },
    })
  })
})
