import { describe, expect, it } from 'vitest'
import { boundariesWith, calculationBoundaries } from '../../../pipeline/gates/21-calculation-boundaries.ts'
import { buildRecord } from '../../support/record-builder.ts'
import { addingToEnergy, faulty, judge, zooRecord } from './calculation-support.ts'

describe('calculation.boundaries', () => {
  it('passes every charge kind at every edge and a thousandth either side', async () => {
    const verdict = await judge(calculationBoundaries, zooRecord())
    expect(verdict.findings).toEqual([])
    expect(verdict.checked).toBeGreaterThan(500)
  })

  it.each([
    ['at a slab edge', 'SLABS', 50_000],
    ['a thousandth above it', 'SLABS', 50_001],
    ['at nothing', 'DOM', 0],
    ['at the largest quantity', 'DOM', 10_000_000_000],
    ['at the entitlement', 'DOM', 125_000],
  ])('catches one paisa too much %s', async (_where, code, units) => {
    const engine = addingToEnergy(1, (inputs) => inputs.subcategoryCode === code && inputs.energyUnitsMilli === units)
    const { findings } = await judge(boundariesWith(engine), zooRecord())
    expect(findings[0]?.expected).toMatch(/^at an edge of energy_units: /)
    expect(findings[0]?.evidence).toContain(`subcategory_code=${code}; energy_units=`)
  })

  it('catches a band edge of a load that is priced as if it were outside', async () => {
    const engine = faulty((result, inputs) =>
      inputs.subcategoryCode === 'WHOLE' && inputs.connectedLoadMilli === 2000
        ? { ok: false, code: 'CATEGORY_NOT_APPLICABLE', details: {} }
        : result,
    )
    const { findings } = await judge(boundariesWith(engine), zooRecord())
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({ where: 'at:rows/WHOLE', found: 'rows/WHOLE: refused CATEGORY_NOT_APPLICABLE' })
  })

  it('fails for a row that no request reaches', async () => {
    const never = [
      { field: 'monthly_units' as const, op: '<' as const, value: '10' },
      { field: 'monthly_units' as const, op: '>' as const, value: '20' },
    ]
    const { findings } = await judge(calculationBoundaries, buildRecord({ rows: [{ conditions: never }] }))
    expect(findings).toMatchObject([{ where: 'at:rows/ROW', expected: 'a request that the row prices' }])
  })
})
