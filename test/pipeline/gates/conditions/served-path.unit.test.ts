import { describe, expect, it } from 'vitest'
import { Sampler } from '../../../../pipeline/gates/conditions/samples.ts'
import { ServedPath, saying } from '../../../../pipeline/gates/conditions/served-path.ts'
import { compilePlan } from '../../../../releases/engine/compile/plan.ts'
import { buildEnergy, buildQuantity, buildRecord, conditions } from '../../../support/record-builder.ts'
import { zooRecord } from '../zoo-record.ts'

/** The values of an input that gate 17 tries, and its requests for a category. */

const record = zooRecord()
const of = (record: ReturnType<typeof zooRecord>, code: string) => {
  const path = new ServedPath(record, new Sampler(record))
  return { path, category: compilePlan(record).categories.find((each) => each.code === code)! }
}
const { path, category } = of(record, 'ZONED')

describe('values of an input', () => {
  it.each<[string, unknown]>([
    ['energy_units', [{ energy_units: '1' }, { energy_units: '0' }, { energy_units: '100' }]],
    ['load_unit', [{ load_unit: 'kw' }]],
    ['phase', [{ phase: 'single' }, { phase: 'three' }]],
    ['apply_htss_11kv_surcharge', [{ apply_htss_11kv_surcharge: true }, { apply_htss_11kv_surcharge: false }]],
    ['effective_on', [{ effective_on: '2026-04-01' }]],
    ['selectors', [{ 'selectors.scheme': 'green' }, { 'selectors.scheme': 'plain' }]],
    ['selectors.scheme', [{ 'selectors.scheme': 'green' }, { 'selectors.scheme': 'plain' }]],
    ['selectors.other', []],
    ['payment.digital', [{ 'payment.digital': true }, { 'payment.digital': false }]],
    [
      'energy_by_zone',
      [
        { 'energy_by_zone.peak': '1', 'energy_by_zone.day': '0' },
        { 'energy_by_zone.peak': '0', 'energy_by_zone.day': '1' },
      ],
    ],
    ['state_code', [{ state_code: 'BR' }, { state_code: 'none of these' }]],
    ['district', [{ district: 'Alpha' }, { district: 'Beta' }, { district: 'none of these' }]],
    ['no_such_input', []],
  ])('%s', (name, said) => {
    expect(path.values(category, name)).toEqual(said)
  })
})

describe('requests of a category', () => {
  it('say what its rows read, zones that sum to the units, and are answered', () => {
    const requests = path.requests(category, ['energy_by_zone.peak', 'energy_by_zone.day'])
    expect(requests.length).toBeGreaterThan(0)
    const zoned = buildRecord({
      zones: ['peak', 'day'],
      rows: [
        {
          energy: buildEnergy('flat', [[null, '5']], { per: 'energy_by_zone.peak' }),
          conditions: conditions('energy_units>50'),
        },
      ],
    })
    const sampled = of(zoned, 'DOM')
    for (const said of sampled.path.requests(sampled.category, ['energy_by_zone.peak', 'energy_by_zone.day']))
      expect(said).toMatchObject({ 'energy_by_zone.peak': '1', 'energy_by_zone.day': '0', energy_units: '1' })
    for (const said of requests) {
      expect(Number(said['energy_by_zone.peak']) + Number(said['energy_by_zone.day'])).toBe(
        Number(said['energy_units']),
      )
      expect(said).toMatchObject({ state_code: 'BR', subcategory_code: 'ZONED' })
    }
  })

  it('without zones are of units as they are sampled', () => {
    const slabs = of(record, 'SLABS')
    const units = slabs.path.requests(slabs.category, []).map((said) => said['energy_units'])
    expect(units.length).toBeGreaterThan(0)
    expect(units).not.toContain(undefined)
  })

  it('take every sample of a row that has few, with its words as the row compares them', () => {
    const large = { energy: buildEnergy('flat', [[null, '5']]), conditions: conditions('phase=three') }
    const small = { ...large, row_id: 'SMALL', conditions: conditions('phase=single and energy_units<=50') }
    const words = of(buildRecord({ rows: [large, small] }), 'DOM')
    const asked = words.path.requests(words.category, []).map(({ phase, energy_units: units }) => `${phase} ${units}`)
    expect(asked).toEqual([
      ...['three 0', 'three 49.999', 'three 50', 'three 50.001', 'three 10000000'],
      ...['single 0', 'single 49.999', 'single 50'],
    ])
  })

  it('do not say what a row compares only where the given input is left out', () => {
    const quantities = [buildQuantity('demand', 'contract_demand_kva', { instead: 'billed_demand_kva' })]
    const rows = [{ energy: buildEnergy('flat', [[null, '5']]), conditions: conditions('demand>10') }]
    const billed = of(buildRecord({ quantities, rows }), 'DOM')
    const named = (...names: string[]): string[] =>
      billed.path.requests(billed.category, names).flatMap((said) => Object.keys(said))
    expect(named()).toContain('contract_demand_kva')
    expect(named('billed_demand_kva')).toContain('billed_demand_kva')
    expect(named('billed_demand_kva')).not.toContain('contract_demand_kva')
  })

  it('with an input lose those that it must not be combined with, whichever is said first', () => {
    const other = { recorded_demand_kva: '9', energy_units: '1' }
    const billed = { billed_demand_kva: '10' }
    expect(saying(other, 'billed_demand_kva', billed)).toEqual({ ...billed, energy_units: '1' })
    expect(saying({ ...billed, energy_units: '1' }, 'recorded_demand_kva', other)).toEqual(other)
  })

  it('of one row are seven at most, however many are sampled', () => {
    const one = of(buildRecord(), 'DOM')
    expect(one.path.requests(one.category, []).length).toBeLessThanOrEqual(7)
  })
})
