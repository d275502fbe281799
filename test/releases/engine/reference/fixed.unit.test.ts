import { describe, expect, it } from 'vitest'
import type { Charge } from '../../../../releases/record/charge.ts'
import { buildCategory, buildFixed, buildParts, buildRecord } from './builder.ts'
import { amounts, answer, refusal } from './support.ts'

const QUANTITIES = [
  buildParts('load_parts', 'connected_load'),
  buildParts('load_parts_of_ten', 'connected_load', '10'),
  buildParts('demand_parts', 'contract_demand_kva', '0.3'),
]
const withFixed = (fixed: Charge) => buildRecord({ rows: [{ fixed }], quantities: QUANTITIES })

describe('a flat fixed charge', () => {
  it('is charged once per connection, whatever the load: 20.00', () => {
    const record = withFixed(buildFixed('flat', null, [[null, '20.00']]))
    expect(answer(record, {}).fixedChargePaise).toBe(2_000)
    expect(answer(record, { connected_load: 5 }).fixedChargePaise).toBe(2_000)
  })

  it('multiplies the load as given: 2.345 kW × 80.00 = 187.60', () => {
    const record = withFixed(buildFixed('flat', 'connected_load', [[null, '80.00']]))
    expect(answer(record, { connected_load: 2.345 }).fixedChargePaise).toBe(18_760)
  })

  it('multiplies horse power without converting it: 7.5 HP × 109.00 = 817.50', () => {
    const record = buildRecord({
      rows: [{ fixed: buildFixed('flat', 'connected_load', [[null, '109.00']]) }],
      categories: [buildCategory({ load_unit: 'hp' })],
    })
    expect(answer(record, { connected_load: 7.5, load_unit: 'hp' }).fixedChargePaise).toBe(81_750)
  })

  it('reads the contract demand for a rate per kVA, not the load: 3 kVA × 60.00 = 180.00', () => {
    const record = withFixed(buildFixed('flat', 'contract_demand_kva', [[null, '60.00']]))
    expect(answer(record, { connected_load: 9, contract_demand_kva: 3 }).fixedChargePaise).toBe(18_000)
  })

  it('is a line of 0 for no load', () => {
    const record = withFixed(buildFixed('flat', 'connected_load', [[null, '80.00']]))
    expect(amounts(answer(record, { connected_load: 0 }), 'fixed')).toEqual([0])
  })
})

describe('a fixed charge per kW or part', () => {
  const steps = [
    ['1', '20'],
    [null, '15'],
  ] as const
  const record = withFixed(buildFixed('telescopic', 'load_parts', steps))

  it('rounds 2.2 kW up to 3: the first 20.00, two further ones 15.00 each', () => {
    expect(amounts(answer(record, { connected_load: 2.2 }), 'fixed')).toEqual([2_000, 3_000])
  })

  it('takes a whole number of kW as it is: 2 kW are 20.00 + 15.00', () => {
    expect(amounts(answer(record, { connected_load: 2 }), 'fixed')).toEqual([2_000, 1_500])
  })

  it('charges at least one kW', () => {
    expect(amounts(answer(record, { connected_load: 0 }), 'fixed')).toEqual([2_000])
    expect(amounts(answer(record, { connected_load: 0.001 }), 'fixed')).toEqual([2_000])
  })

  it('does not round where the release does not say "or part": 1.2 kW are 20.00 + 0.2 × 15.00 = 3.00', () => {
    const exact = withFixed(buildFixed('telescopic', 'connected_load', steps))
    expect(amounts(answer(exact, { connected_load: 1.2 }), 'fixed')).toEqual([2_000, 300])
  })
})

describe('a fixed charge by bands', () => {
  it('takes the flat amount of the band that holds the load', () => {
    const record = withFixed(
      buildFixed(
        'whole',
        null,
        [
          ['2', '15'],
          ['4', '25'],
          [null, '70'],
        ],
        { steps_by: 'connected_load' },
      ),
    )
    expect(answer(record, { connected_load: 0 }).fixedChargePaise).toBe(1_500)
    expect(answer(record, { connected_load: 2 }).fixedChargePaise).toBe(1_500)
    expect(answer(record, { connected_load: 2.001 }).fixedChargePaise).toBe(2_500)
    expect(answer(record, { connected_load: 4.001 }).fixedChargePaise).toBe(7_000)
  })

  it('takes the rate per kW of the band that holds the units: 5 kW × 100.00 above 300 units, × 70.00 up to it', () => {
    const bands = [
      ['300', '70'],
      [null, '100'],
    ] as const
    const record = withFixed(buildFixed('whole', 'connected_load', bands, { steps_by: 'energy_units' }))
    expect(answer(record, { energy_units: 300, connected_load: 5 }).fixedChargePaise).toBe(35_000)
    expect(answer(record, { energy_units: 300.001, connected_load: 5 }).fixedChargePaise).toBe(50_000)
  })

  it('takes a stated consumption and not the units of the bill', () => {
    const bands = [
      ['150', '230'],
      [null, '275'],
    ] as const
    const record = withFixed(buildFixed('whole', null, bands, { steps_by: 'fixed_charge_basis_units' }))
    const inputs = { energy_units: 500, fixed_charge_basis_units: 150 }
    expect(answer(record, inputs).fixedChargePaise).toBe(23_000)
  })

  it('bands by the contract demand', () => {
    const bands = [
      ['20', '288'],
      ['75', '360'],
    ] as const
    const record = withFixed(buildFixed('whole', 'contract_demand_kva', bands, { steps_by: 'contract_demand_kva' }))
    // 20.5 kVA × 360.00
    expect(answer(record, { contract_demand_kva: 20.5 }).fixedChargePaise).toBe(738_000)
    expect(refusal(record, { contract_demand_kva: 75.001 })).toBe('CATEGORY_NOT_APPLICABLE')
  })

  it('multiplies the rounded load but bands by the load as given: 2.2 kW or part is 3 × 10.00 in the band up to 2.5', () => {
    const bands = [
      ['2.5', '10'],
      [null, '99'],
    ] as const
    const fixed = buildFixed('whole', 'load_parts', bands, { steps_by: 'connected_load' })
    expect(answer(withFixed(fixed), { connected_load: 2.2 }).fixedChargePaise).toBe(3_000)
  })
})

describe('a fixed charge per part of a given size', () => {
  it('counts the parts begun, at least one: per 10 kW or part at 45.00', () => {
    const record = withFixed(buildFixed('flat', 'load_parts_of_ten', [[null, '45']]))
    const paise = (connected_load: number) => answer(record, { connected_load }).fixedChargePaise
    expect([0, 10, 10.001, 20, 20.001].map(paise)).toEqual([4_500, 4_500, 9_000, 9_000, 13_500])
  })

  it('divides parts among its steps: 12 kW are two parts, the first at 45.00 and the second at 30.00', () => {
    const steps = [
      ['1', '45'],
      [null, '30'],
    ] as const
    const record = withFixed(buildFixed('telescopic', 'load_parts_of_ten', steps))
    expect(amounts(answer(record, { connected_load: 12 }), 'fixed')).toEqual([4_500, 3_000])
  })

  it('takes a size below one, and parts of the demand: 1 kVA is 4 parts of 0.3', () => {
    const record = withFixed(buildFixed('flat', 'demand_parts', [[null, '10']]))
    expect(answer(record, { contract_demand_kva: 1 }).fixedChargePaise).toBe(4_000)
  })
})

describe('a malformed record', () => {
  it('does not lead to an invented amount: steps without a quantity, or two steps of a flat charge, throw', () => {
    const byNothing = withFixed(buildFixed('whole', null, [[null, '50']]))
    expect(() => answer(byNothing, {})).toThrow(TypeError)
    const twoRates = withFixed(
      buildFixed('flat', null, [
        ['2', '50'],
        [null, '60'],
      ]),
    )
    expect(() => answer(twoRates, {})).toThrow(TypeError)
  })
})
