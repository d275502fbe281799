import { describe, expect, it } from 'vitest'
import type { FixedCharge } from '../../../../releases/record/row.ts'
import { buildCategory, buildFixed, buildRecord } from '../../../support/record-builder.ts'
import { amounts, answer, refusal } from './support.ts'

const withFixed = (fixed: FixedCharge) => buildRecord({ rows: [{ fixed }] })

describe('a flat fixed charge', () => {
  it('is charged once per connection, whatever the load: 20.00', () => {
    const record = withFixed(buildFixed('flat', 'connection', [[null, '20.00']]))
    expect(answer(record, {}).fixedChargePaise).toBe(2_000)
    expect(answer(record, { connectedLoadMilli: 5_000 }).fixedChargePaise).toBe(2_000)
  })

  it('multiplies the load as given: 2.345 kW × 80.00 = 187.60', () => {
    const record = withFixed(buildFixed('flat', 'kW', [[null, '80.00']]))
    expect(answer(record, { connectedLoadMilli: 2_345 }).fixedChargePaise).toBe(18_760)
  })

  it('multiplies horse power without converting it: 7.5 HP × 109.00 = 817.50', () => {
    const record = buildRecord({
      rows: [{ fixed: buildFixed('flat', 'HP', [[null, '109.00']]) }],
      categories: [buildCategory({ load_unit: 'hp' })],
    })
    expect(answer(record, { connectedLoadMilli: 7_500, loadUnit: 'hp' }).fixedChargePaise).toBe(81_750)
  })

  it('reads the contract demand for a rate per kVA, not the load: 3 kVA × 60.00 = 180.00', () => {
    const record = withFixed(buildFixed('flat', 'kVA', [[null, '60.00']]))
    expect(answer(record, { connectedLoadMilli: 9_000, contractDemandMilli: 3_000 }).fixedChargePaise).toBe(18_000)
  })

  it('is a line of nothing for no load', () => {
    const record = withFixed(buildFixed('flat', 'kW', [[null, '80.00']]))
    expect(amounts(answer(record, { connectedLoadMilli: 0 }), 'fixed')).toEqual([0])
  })
})

describe('a fixed charge per kW or part', () => {
  const steps = [
    ['1', '20'],
    [null, '15'],
  ] as const
  const record = withFixed(buildFixed('telescopic', 'kW', steps, { or_part: true }))

  it('rounds 2.2 kW up to 3: the first 20.00, two further ones 15.00 each', () => {
    expect(amounts(answer(record, { connectedLoadMilli: 2_200 }), 'fixed')).toEqual([2_000, 3_000])
  })

  it('takes a whole number of kW as it is: 2 kW are 20.00 + 15.00', () => {
    expect(amounts(answer(record, { connectedLoadMilli: 2_000 }), 'fixed')).toEqual([2_000, 1_500])
  })

  it('charges at least one kW', () => {
    expect(amounts(answer(record, { connectedLoadMilli: 0 }), 'fixed')).toEqual([2_000])
    expect(amounts(answer(record, { connectedLoadMilli: 1 }), 'fixed')).toEqual([2_000])
  })

  it('does not round where the release does not say "or part": 1.2 kW are 20.00 + 0.2 × 15.00 = 3.00', () => {
    const exact = withFixed(buildFixed('telescopic', 'kW', steps))
    expect(amounts(answer(exact, { connectedLoadMilli: 1_200 }), 'fixed')).toEqual([2_000, 300])
  })
})

describe('a fixed charge by bands', () => {
  it('takes the flat amount of the band that holds the load', () => {
    const record = withFixed(
      buildFixed(
        'band',
        'connection',
        [
          ['2', '15'],
          ['4', '25'],
          [null, '70'],
        ],
        { band_by: 'connected_load_kw' },
      ),
    )
    expect(answer(record, { connectedLoadMilli: 0 }).fixedChargePaise).toBe(1_500)
    expect(answer(record, { connectedLoadMilli: 2_000 }).fixedChargePaise).toBe(1_500)
    expect(answer(record, { connectedLoadMilli: 2_001 }).fixedChargePaise).toBe(2_500)
    expect(answer(record, { connectedLoadMilli: 4_001 }).fixedChargePaise).toBe(7_000)
  })

  it('takes the rate per kW of the band that holds the units: 5 kW × 100.00 above 300 units, × 70.00 up to it', () => {
    const bands = [
      ['300', '70'],
      [null, '100'],
    ] as const
    const record = withFixed(buildFixed('band', 'kW', bands, { band_by: 'monthly_units' }))
    expect(answer(record, { energyUnitsMilli: 300_000, connectedLoadMilli: 5_000 }).fixedChargePaise).toBe(35_000)
    expect(answer(record, { energyUnitsMilli: 300_001, connectedLoadMilli: 5_000 }).fixedChargePaise).toBe(50_000)
  })

  it('takes a stated consumption and not the units of the bill', () => {
    const bands = [
      ['150', '230'],
      [null, '275'],
    ] as const
    const record = withFixed(buildFixed('band', 'connection', bands, { band_by: 'fixed_charge_basis_units' }))
    const inputs = { energyUnitsMilli: 500_000, fixedChargeBasisUnitsMilli: 150_000 }
    expect(answer(record, inputs).fixedChargePaise).toBe(23_000)
  })

  it('bands by the contract demand', () => {
    const bands = [
      ['20', '288'],
      ['75', '360'],
    ] as const
    const record = withFixed(buildFixed('band', 'kVA', bands, { band_by: 'contract_demand_kva' }))
    // 20.5 kVA × 360.00
    expect(answer(record, { contractDemandMilli: 20_500 }).fixedChargePaise).toBe(738_000)
    expect(refusal(record, { contractDemandMilli: 75_001 })).toBe('CATEGORY_NOT_APPLICABLE')
  })

  it('multiplies the rounded load but bands by the load as given: 2.2 kW or part is 3 × 10.00 in the band up to 2.5', () => {
    const bands = [
      ['2.5', '10'],
      [null, '99'],
    ] as const
    const fixed = buildFixed('band', 'kW', bands, { band_by: 'connected_load_kw', or_part: true })
    expect(answer(withFixed(fixed), { connectedLoadMilli: 2_200 }).fixedChargePaise).toBe(3_000)
  })
})

describe('a fixed charge per part of a given size', () => {
  const perTen = { or_part: true, part_size: '10' }

  it('counts the parts begun, at least one: per 10 kW or part at 45.00', () => {
    const record = withFixed(buildFixed('flat', 'kW', [[null, '45']], perTen))
    const paise = (connectedLoadMilli: number) => answer(record, { connectedLoadMilli }).fixedChargePaise
    expect([0, 10_000, 10_001, 20_000, 20_001].map(paise)).toEqual([4_500, 4_500, 9_000, 9_000, 13_500])
  })

  it('divides parts among its steps: 12 kW are two parts, the first at 45.00 and the second at 30.00', () => {
    const steps = [
      ['1', '45'],
      [null, '30'],
    ] as const
    const record = withFixed(buildFixed('telescopic', 'kW', steps, perTen))
    expect(amounts(answer(record, { connectedLoadMilli: 12_000 }), 'fixed')).toEqual([4_500, 3_000])
  })

  it('takes a size below one, and parts of the demand: 1 kVA is 4 parts of 0.3', () => {
    const record = withFixed(buildFixed('flat', 'kVA', [[null, '10']], { or_part: true, part_size: '0.3' }))
    expect(answer(record, { contractDemandMilli: 1_000 }).fixedChargePaise).toBe(4_000)
  })
})

describe('a malformed record', () => {
  it('is no reason to invent an amount: bands by nothing, or two steps of a flat charge, throw', () => {
    const byNothing = withFixed(buildFixed('band', 'connection', [[null, '50']]))
    expect(() => answer(byNothing, {})).toThrow(TypeError)
    const twoRates = withFixed(
      buildFixed('flat', 'connection', [
        ['2', '50'],
        [null, '60'],
      ]),
    )
    expect(() => answer(twoRates, {})).toThrow(TypeError)
  })
})
