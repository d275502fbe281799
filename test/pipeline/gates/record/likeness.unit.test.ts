import { describe, expect, it } from 'vitest'
import { compiledGroups } from '../../../../pipeline/gates/conditions/taken.ts'
import { repeatedCategories } from '../../../../pipeline/gates/record/likeness.ts'
import { domainsOf } from '../../../../pipeline/gates/requests/domains.ts'
import { usualOf } from '../../../../pipeline/gates/requests/fitting.ts'
import { edgeProbes } from '../../../../pipeline/gates/requests/probes.ts'
import { compilePlan } from '../../../../releases/engine/compile/plan.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { shippedRecord } from '../../../support/definitions.ts'
import { zooRecord } from '../zoo-record.ts'

const { record } = await shippedRecord('OD/2026-27')

/** The licensees of the categories that repeat others. */
const repeated = (of: ReleaseRecord): string[] =>
  [...repeatedCategories(compilePlan(of))].map((each) => `${each.licensee_code} ${each.subcategory_code}`)

/** The record with another rate in the first charge of one row. */
function withRate(rowId: string, value: string): ReleaseRecord {
  const other = structuredClone(record)
  const figure = other.rows.find(({ row_id }) => row_id === rowId)!.charges[0]!.steps[0]!.figure
  figure.value = value
  return other
}

describe('one schedule of several licensees', () => {
  it('is looked at in full for the first of them', () => {
    // OD_TPCODL has duty and a rule of units of its own for domestic supply, so OD_TPNODL is the first of the others.
    expect(repeated(record)).toEqual([
      'OD_TPWODL DOMESTIC_OTHERS',
      'OD_TPSODL DOMESTIC_OTHERS',
      'OD_TPNODL KUTIR_JYOTI',
      'OD_TPWODL KUTIR_JYOTI',
      'OD_TPSODL KUTIR_JYOTI',
    ])
    expect(compiledGroups(compilePlan(record)).map(({ path }) => path)).toHaveLength(3)
  })

  it('and its plain requests are probed for each of them', () => {
    const probes = domainsOf(record).map((domain) => edgeProbes(domain).length)
    expect(probes.every((count) => count > 0)).toBe(true)
    for (const domain of domainsOf(record)) {
      const edges = new Set(edgeProbes(domain).map(({ draft }) => draft['energy_units']))
      if (domain.category.subcategory_code !== 'DOMESTIC_OTHERS') continue
      for (const edge of ['0', '50', '50.001', '200', '400', '10000000']) expect(edges).toContain(edge)
    }
  })

  it('and what is optional is probed at a usual quantity too', () => {
    const given = domainsOf(zooRecord()).flatMap((domain) =>
      domain.optional
        .filter((name) => domain.quantities.has(name) && !name.startsWith('energy_by_zone.'))
        .map((name) => edgeProbes(domain).some(({ draft }) => draft[name] === usualOf(domain, name))),
    )
    expect(given.length).toBeGreaterThan(0)
    expect(given.every((isProbed) => isProbed)).toBe(true)
  })

  it('is none where one of them has another figure', () => {
    const other = withRate('OD-TPWODL-DOMESTIC-OTHERS', '2.91')
    expect(repeated(other)).not.toContain('OD_TPWODL DOMESTIC_OTHERS')
    expect(repeated(other)).toContain('OD_TPSODL DOMESTIC_OTHERS')
  })
})
