import { describe, expect, it } from 'vitest'
import { buildEnergy, buildFixed, buildQuantity } from '../../../support/record-builder.ts'
import { boundPassed, linesOf, priced, recordOfRow } from '../bill.ts'

/** Each step's share at its own rate, one line per step with a share. */
describe('energy, telescopic: to 50 at Rs 3.05, to 100 at 3.50, above at 4.15', () => {
  const record = recordOfRow({
    energy: buildEnergy('telescopic', [
      ['50', '3.05'],
      ['100', '3.50'],
      [null, '4.15'],
    ]),
    fixed: null,
  })

  it.each([
    ['0', ['energy 0 x 3.05 = 0'], 0],
    ['50', ['energy 50 x 3.05 = 15250'], 15_250],
    ['50.001', ['energy 50 x 3.05 = 15250', 'energy 0.001 x 3.5 = 0'], 15_250],
    ['100', ['energy 50 x 3.05 = 15250', 'energy 50 x 3.5 = 17500'], 32_750],
    ['100.5', ['energy 50 x 3.05 = 15250', 'energy 50 x 3.5 = 17500', 'energy 0.5 x 4.15 = 208'], 32_958],
    ['120', ['energy 50 x 3.05 = 15250', 'energy 50 x 3.5 = 17500', 'energy 20 x 4.15 = 8300'], 41_050],
  ])('%s units: %s', (energy_units, lines, paise) => {
    expect(linesOf(record, { energy_units })).toEqual(lines)
    expect(priced(record, { energy_units }).energyPaise).toBe(paise)
  })

  it('names the slab of each line', () => {
    const { lines } = priced(record, { energy_units: 120 })
    expect(lines.map(({ step }) => step.slab)).toEqual([
      { from: '0', to: '50' },
      { from: '50', to: '100' },
      { from: '100', to: null },
    ])
    expect(lines.map(({ step }) => step.description)).toEqual([
      'Energy charge, slab 0-50 kWh',
      'Energy charge, slab 50-100 kWh',
      'Energy charge, slab above 100 kWh',
    ])
  })
})

describe('energy, telescopic, that ends or begins', () => {
  it('refuses what lies above its last slab', () => {
    const record = recordOfRow({ energy: buildEnergy('telescopic', [['30', '3']]) })
    expect(boundPassed(record, { energy_units: 30 })).toBeNull()
    expect(boundPassed(record, { energy_units: '30.001' })).toBe('energy_units<=30')
  })

  it('refuses what lies at or below the edge where its first slab begins', () => {
    const energy = buildEnergy('telescopic', [[null, '3']])
    const later = { ...energy, steps: energy.steps.map((step) => ({ ...step, from: '30' })) }
    const record = recordOfRow({ energy: later, fixed: null })
    expect(boundPassed(record, { energy_units: 0 })).toBe('energy_units>30')
    expect(boundPassed(record, { energy_units: 30 })).toBe('energy_units>30')
    expect(linesOf(record, { energy_units: '30.001' })).toEqual(['energy 0.001 x 3 = 0'])
  })
})

describe('fixed, telescopic, of the load as given', () => {
  it.each([
    ['0', ['fixed 0 x 20 = 0']],
    ['1.5', ['fixed 1 x 20 = 2000', 'fixed 0.5 x 25 = 1250']],
  ])('%s kW: %s', (connected_load, lines) => {
    const fixed = buildFixed('telescopic', 'kW', [
      ['1', '20'],
      [null, '25'],
    ])
    expect(linesOf(recordOfRow({ energy: null, fixed }), { connected_load })).toEqual(lines)
  })
})

/** With a quantity as its edge, a slab grows with the load: the first 50 units for each kW at Rs 3, the rest at 5. */
describe('energy, telescopic, with an edge that a request gives', () => {
  const record = recordOfRow(
    {
      energy: buildEnergy('telescopic', [
        ['first_units', '3'],
        [null, '5'],
      ]),
      fixed: null,
    },
    { quantities: [buildQuantity('first_units', '50 * connected_load')] },
  )

  it.each([
    ['100', '2', ['energy 100 x 3 = 30000']],
    ['100.001', '2', ['energy 100 x 3 = 30000', 'energy 0.001 x 5 = 1']],
    ['100', '1.25', ['energy 62.5 x 3 = 18750', 'energy 37.5 x 5 = 18750']],
    ['100', '0', ['energy 100 x 5 = 50000']],
    ['0', '2', ['energy 0 x 3 = 0']],
  ])('%s units, %s kW: %s', (energy_units, connected_load, lines) => {
    expect(linesOf(record, { energy_units, connected_load })).toEqual(lines)
  })

  it('a step that ends before it begins holds nothing', () => {
    const edges = recordOfRow(
      {
        energy: buildEnergy('telescopic', [
          ['50', '1'],
          ['first_units', '3'],
          [null, '5'],
        ]),
        fixed: null,
      },
      { quantities: [buildQuantity('first_units', '50 * connected_load')] },
    )
    expect(linesOf(edges, { energy_units: 120, connected_load: 2 })).toEqual([
      'energy 50 x 1 = 5000',
      'energy 50 x 3 = 15000',
      'energy 20 x 5 = 10000',
    ])
    expect(linesOf(edges, { energy_units: 120, connected_load: 1 })).toEqual([
      'energy 50 x 1 = 5000',
      'energy 70 x 5 = 35000',
    ])
  })

  it('a share of thirds is kept exactly and rounded once', () => {
    const thirds = recordOfRow(
      {
        energy: buildEnergy('telescopic', [
          ['first_units', '3'],
          [null, '5'],
        ]),
        fixed: null,
      },
      { quantities: [buildQuantity('first_units', 'connected_load / 3')] },
    )
    // 100/3 x 300 = 10000; 200/3 x 500 = 33333.33
    expect(linesOf(thirds, { connected_load: 100 })).toEqual(['energy 100/3 x 3 = 10000', 'energy 200/3 x 5 = 33333'])
  })
})
