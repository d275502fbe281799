import { describe, expect, it } from 'vitest'
import { calculationBoundaries } from '../../../pipeline/gates/21-calculation-boundaries.ts'
import { domainsOf } from '../../../pipeline/gates/requests/domains.ts'
import { edgeProbes } from '../../../pipeline/gates/requests/probes.ts'
import type { CalculateBody } from '../../../releases/engine/request/body.ts'
import { buildRecord, conditions } from '../../support/record-builder.ts'
import { addingToEnergy, askedAbout, faulty, judge, milliOf, zooRecord } from './calculation-support.ts'

describe('calculation.boundaries', () => {
  it('passes every charge kind at every edge and a thousandth either side', async () => {
    const verdict = await judge(calculationBoundaries, zooRecord())
    expect(verdict.findings).toEqual([])
    expect(verdict.checked).toBeGreaterThan(500)
    const probes = domainsOf(zooRecord()).map((domain) => edgeProbes(domain).length)
    expect(verdict.checked).toBe(probes.reduce((sum, count) => sum + count))
  })

  it.each([
    ['at a slab edge', 'SLABS', 50_000],
    ['a thousandth above it', 'SLABS', 50_001],
    ['at nothing', 'DOM', 0],
    ['at the largest quantity', 'DOM', 10_000_000_000],
    ['at the entitlement', 'DOM', 125_000],
  ])('catches one paisa too much %s', async (_where, code, units) => {
    const engine = addingToEnergy(1, (body) => body.subcategory_code === code && milliOf(body) === units)
    const { findings } = await judge(calculationBoundaries.with(engine), zooRecord())
    expect(findings[0]?.expected).toMatch(/^at an edge of energy_units: /)
    expect(findings[0]?.evidence).toContain(`subcategory_code=${code}; energy_units=`)
  })

  it('catches a band edge of a load that is priced as if it were outside', async () => {
    const engine = faulty((result, body) =>
      body.subcategory_code === 'WHOLE' && body.connected_load === '2'
        ? { ok: false, code: 'CATEGORY_NOT_APPLICABLE', details: {} }
        : result,
    )
    const { findings } = await judge(calculationBoundaries.with(engine), zooRecord())
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({
      where: 'at:rows/WHOLE',
      found: expect.stringContaining('refused CATEGORY_NOT_APPLICABLE'),
    })
  })

  it('fails for a row that no request reaches', async () => {
    const never = conditions('energy_units<10 and energy_units>20')
    const { findings } = await judge(calculationBoundaries, buildRecord({ rows: [{ conditions: never }] }))
    expect(findings).toMatchObject([{ where: 'at:rows/ROW', expected: 'a request that the row prices' }])
  })

  it('fails for a row whose licensee is served by nobody', async () => {
    const licensees = [{ code: 'BR_OUT', name: 'Out', status: 'held' as const, reason: 'not read' }]
    const record = buildRecord({ rows: [{ licensee_code: 'BR_OUT' }], licensees })
    const { findings } = await judge(calculationBoundaries, record)
    expect(findings).toMatchObject([{ where: 'at:rows/ROW', found: 'rows/ROW: no active licensee serves it' }])
  })

  it.each([
    [
      'where a quantity behind an edge crosses it',
      'load_factor_percent',
      ({ load_factor_percent: at }: CalculateBody) => at === '60.001',
    ],
    [
      'where the other part of a maximum counts',
      'recorded_demand_kva',
      ({ recorded_demand_kva: at }: CalculateBody) => at === '160',
    ],
    [
      'at a zone of the day',
      'energy_by_zone.peak',
      ({ energy_by_zone: at }: CalculateBody) => Number(at?.['peak']) === 0.001,
    ],
    [
      'above the bound that the category declares',
      'energy_units',
      (body: CalculateBody) => milliOf(body) === 50_000_000_000,
    ],
  ])('catches one paisa too much %s', async (_where, name, when) => {
    const { findings } = await judge(calculationBoundaries.with(addingToEnergy(1, when)), zooRecord())
    expect(findings.map(({ expected }) => expected.split(':')[0])).toContain(`at an edge of ${name}`)
  })

  it('catches a charge that applies a day too long', async () => {
    const engine = askedAbout((body) =>
      body.effective_on === '2026-06-30' ? { ...body, effective_on: '2026-07-01' } : body,
    )
    const { findings } = await judge(calculationBoundaries.with(engine), zooRecord())
    expect(findings[0]).toMatchObject({
      where: 'at:rows/ZONED',
      evidence: expect.stringContaining('effective_on=2026-06-30'),
    })
  })
})
