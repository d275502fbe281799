import { describe, expect, it } from 'vitest'
import { buildFixed, buildParts, buildQuantity } from '../../../support/record-builder.ts'
import { boundPassed, linesOf, recordOfRow } from '../bill.ts'

/** "per kW or part": the first kW or part, then each further kW or part; at least one (Odisha). */
describe('fixed, telescopic, or part: first kW Rs 20, each further Rs 25', () => {
  const fixed = buildFixed('telescopic', 'part', [
    ['1', '20'],
    [null, '25'],
  ])
  const record = recordOfRow({ energy: null, fixed }, { quantities: [buildParts()] })

  it.each([
    ['0', ['fixed 1 x 20 = 2000']],
    ['0.001', ['fixed 1 x 20 = 2000']],
    ['1', ['fixed 1 x 20 = 2000']],
    ['1.001', ['fixed 1 x 20 = 2000', 'fixed 1 x 25 = 2500']],
    ['2.3', ['fixed 1 x 20 = 2000', 'fixed 2 x 25 = 5000']],
    ['3', ['fixed 1 x 20 = 2000', 'fixed 2 x 25 = 5000']],
  ])('%s kW: %s', (connected_load, lines) => {
    expect(linesOf(record, { connected_load })).toEqual(lines)
  })

  it('the end of its steps is a bound of the parts', () => {
    const ends = recordOfRow(
      { energy: null, fixed: buildFixed('telescopic', 'part', [['2', '70']]) },
      { quantities: [buildParts()] },
    )
    expect(boundPassed(ends, { connected_load: 2 })).toBeNull()
    expect(boundPassed(ends, { connected_load: '2.001' })).toBe('connected_load_parts<=2')
  })
})

describe('fixed, flat, per kVA or part', () => {
  it.each([
    ['0', 'fixed 1 x 300 = 30000'],
    ['2', 'fixed 2 x 300 = 60000'],
    ['2.001', 'fixed 3 x 300 = 90000'],
  ])('%s kVA: %s', (contract_demand_kva, line) => {
    const parts = buildQuantity('demand_parts', 'max(1, ceil(contract_demand_kva, 1))')
    const fixed = buildFixed('flat', 'kVA', [[null, '300']], { per: 'demand_parts' })
    const record = recordOfRow({ energy: null, fixed }, { quantities: [parts] })
    expect(linesOf(record, { contract_demand_kva })).toEqual([line])
  })
})

describe('fixed per 10 kW or part, and per 2.5 kW or part', () => {
  it.each([
    ['10', '0', 1],
    ['10', '10', 1],
    ['10', '10.001', 2],
    ['10', '100', 10],
    ['2.5', '2.5', 1],
    ['2.5', '2.501', 2],
    ['0.003', '1', 334],
  ])('parts of %s kW, %s kW: %s', (size, connected_load, count) => {
    const fixed = buildFixed('flat', 'part', [[null, '1']])
    const record = recordOfRow({ energy: null, fixed }, { quantities: [buildParts(size)] })
    expect(linesOf(record, { connected_load })).toEqual([`fixed ${count} x 1 = ${count * 100}`])
  })
})
