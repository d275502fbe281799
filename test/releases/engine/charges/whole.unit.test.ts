import { describe, expect, it } from 'vitest'
import { buildEnergy, buildFixed } from '../../../support/record-builder.ts'
import { boundPassed, linesOf, problems, recordOfRow } from '../bill.ts'

/** The slab reached prices every unit, on one line. */
describe('energy, whole: up to 50 units Rs 7.00, above Rs 8.50', () => {
  const record = recordOfRow({
    energy: buildEnergy('whole', [
      ['50', '7.00'],
      [null, '8.50'],
    ]),
    fixed: null,
  })

  it.each([
    ['0', 'energy 0 x 7 = 0'],
    ['50', 'energy 50 x 7 = 35000'],
    ['50.001', 'energy 50.001 x 8.5 = 42501'], // 42500.85
    ['51', 'energy 51 x 8.5 = 43350'],
  ])('%s units: %s', (energy_units, line) => {
    expect(linesOf(record, { energy_units })).toEqual([line])
  })
})

/** The step that contains the load gives a flat amount (Gujarat: up to and including 2, 4, 6 kW, above). */
describe('fixed by load: to 2 kW Rs 15, to 4 kW Rs 25, above Rs 70', () => {
  const record = recordOfRow({
    energy: null,
    fixed: buildFixed(
      'whole',
      'connection',
      [
        ['2', '15'],
        ['4', '25'],
        [null, '70'],
      ],
      { steps_by: 'connected_load' },
    ),
  })

  it.each([
    ['0', 'fixed 1 x 15 = 1500'],
    ['2', 'fixed 1 x 15 = 1500'],
    ['2.001', 'fixed 1 x 25 = 2500'],
    ['4', 'fixed 1 x 25 = 2500'],
    ['4.001', 'fixed 1 x 70 = 7000'],
  ])('%s kW: %s', (connected_load, line) => {
    expect(linesOf(record, { connected_load })).toEqual([line])
  })

  it('needs the load', () => {
    expect(problems(record)).toEqual(['required /connected_load'])
  })
})

/** The step that contains the bill's units gives the rate (Telangana: a rate per kW that increases above 300 units). */
describe('fixed by consumption: per kW Rs 60, above 300 units Rs 70', () => {
  const record = recordOfRow({
    energy: null,
    fixed: buildFixed(
      'whole',
      'kW',
      [
        ['300', '60'],
        [null, '70'],
      ],
      { steps_by: 'energy_units' },
    ),
  })

  it.each([
    ['0', 'fixed 2.5 x 60 = 15000'],
    ['300', 'fixed 2.5 x 60 = 15000'],
    ['300.001', 'fixed 2.5 x 70 = 17500'],
  ])('%s units, 2.5 kW: %s', (energy_units, line) => {
    expect(linesOf(record, { energy_units, connected_load: '2.5' })).toEqual([line])
  })
})

/** The basis is unsettled, so the caller states it (Rajasthan); the bill's own units are then ignored. */
describe('fixed by the stated basis: to 150 units Rs 100, to 300 Rs 230', () => {
  const fixed = buildFixed(
    'whole',
    'connection',
    [
      ['150', '100'],
      ['300', '230'],
    ],
    { steps_by: 'fixed_charge_basis_units' },
  )
  const record = recordOfRow({ energy: null, fixed })

  it.each([
    ['150', 'fixed 1 x 100 = 10000'],
    ['150.001', 'fixed 1 x 230 = 23000'],
  ])('%s: %s', (fixed_charge_basis_units, line) => {
    expect(linesOf(record, { energy_units: 9000, fixed_charge_basis_units })).toEqual([line])
  })

  it('refuses what lies above the last step', () => {
    expect(boundPassed(record, { fixed_charge_basis_units: 300 })).toBeNull()
    expect(boundPassed(record, { fixed_charge_basis_units: '300.001' })).toBe('fixed_charge_basis_units<=300')
  })

  it('by contract demand reads the demand', () => {
    const byDemand = recordOfRow({ fixed: { ...fixed, steps_by: 'contract_demand_kva' } })
    expect(problems(byDemand)).toEqual(['required /contract_demand_kva'])
    expect(boundPassed(byDemand, { contract_demand_kva: '0.001' })).toBeNull()
  })

  it('two steps that a gap divides refuse what lies between them', () => {
    const [first, second] = fixed.steps
    const gap = { ...fixed, steps: [first!, { ...second!, from: '200' }] }
    const between = recordOfRow({ energy: null, fixed: gap })
    expect(boundPassed(between, { fixed_charge_basis_units: 200 })).toBe('fixed_charge_basis_units>0')
    expect(boundPassed(between, { fixed_charge_basis_units: 201 })).toBeNull()
  })
})
