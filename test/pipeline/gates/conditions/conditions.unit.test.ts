import { describe, expect, it } from 'vitest'
import { rangeOf } from '../../../../pipeline/gates/conditions/range.ts'
import { Sampler } from '../../../../pipeline/gates/conditions/samples.ts'
import { buildQuantity, conditions } from '../../../support/record-builder.ts'
import { sampleRecord } from '../support/sample.ts'

describe('the range that conditions leave', () => {
  const range = (text: string, name = 'connected_load') => rangeOf(sampleRecord(), name, conditions(text))

  it.each([
    ['connected_load>0.5 and connected_load<=70 and connected_load<50', 500n, 49_999n],
    ['connected_load>=5', 4_999n, null],
    ['connected_load>=0', null, null],
    ['connected_load=5', 4_999n, 5_000n],
    ['not connected_load>5', null, null],
    ['connected_load>5 or area_type=rural', null, null],
  ])('%s', (text, above, upTo) => {
    expect(range(text)).toEqual({ above, upTo })
  })

  it('is that of the same name alone', () => {
    expect(range('connected_load>5', 'contract_demand_kva')).toEqual({ above: null, upTo: null })
  })

  it('is that of another word for it as well', () => {
    const record = sampleRecord()
    record.quantities.push(buildQuantity('load', 'connected_load'))
    expect(rangeOf(record, 'load', conditions('connected_load>5'))).toEqual({ above: 5_000n, upTo: null })
  })

  it('is not narrowed by a condition that only describes', () => {
    const describing = conditions('connected_load>5').map((each) => ({ ...each, describes: true as const }))
    expect(rangeOf(sampleRecord(), 'connected_load', describing)).toEqual({ above: null, upTo: null })
  })

  it('of a computed quantity has no smallest step', () => {
    expect(range('load_parts>=5 and load_parts<9', 'load_parts')).toEqual({ above: null, upTo: 9_000n })
  })
})

describe('samples of conditions', () => {
  const sampled = (text: string, record = sampleRecord()) =>
    new Sampler(record).samples({ conditions: conditions(text) }).map(({ values }) => values)

  it('test each edge and a thousandth either side, from 0 to the largest quantity', () => {
    const values = sampled('connected_load<=0.5').map((each) => each['connected_load'])
    expect(values).toEqual([0, 499, 500, 501, 10_000_000_000])
  })

  it('combine every word that an input takes with every quantity', () => {
    expect(sampled('connected_load<=0.5 and area_type=rural')).toHaveLength(10)
  })

  it('go into parts joined by any and not', () => {
    expect(sampled('(connected_load<=0.5 or not area_type=rural)')).toHaveLength(10)
  })

  it('find where a computed quantity turns, along each of its inputs', () => {
    const record = sampleRecord()
    record.quantities.push(buildQuantity('hours', 'energy_units / max(1, connected_load)'))
    const units = sampled('hours>10', record).map((each) => each['energy_units'])
    for (const turn of [10_000, 10_001, 100_000, 100_001]) expect(units).toContain(turn)
  })

  it('reach the days on which something begins and ends, with their neighbours', () => {
    const dates = [{ from: '2026-10-01', to: '2026-12-31' }]
    const days = new Sampler(sampleRecord()).samples({ conditions: [], dates }).map(({ date }) => date)
    expect(days).toEqual(['2026-04-01', '2026-09-30', '2026-10-01', '2026-12-31', '2027-01-01'])
  })

  it('leave out an input that another one replaces', () => {
    const record = sampleRecord()
    record.quantities.push(buildQuantity('demand', 'recorded_demand_kva', { instead: 'billed_demand_kva' }))
    const given = new Set(sampled('demand>10', record).map((each) => each['billed_demand_kva'] === undefined))
    expect([...given].sort()).toEqual([false, true])
  })

  it('are an even selection where the combinations are too many', () => {
    const many = Array.from(
      { length: 40 },
      (_, each) => `connected_load>${each} and contract_demand_kva>${each} and energy_units>${each}`,
    )
    const all = sampled(many.join(' and '))
    expect(all).toHaveLength(20_000)
    for (const name of ['connected_load', 'contract_demand_kva', 'energy_units']) {
      expect(new Set(all.map((each) => each[name])).size).toBe(120)
    }
  })
})
