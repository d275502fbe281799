import { describe, expect, it } from 'vitest'
import { isSafe } from '../../../pipeline/gates/support/largest-amounts.ts'
import { pathOfPointer } from '../../../pipeline/gates/support/pointer.ts'
import { quotationsOf } from '../../../pipeline/gates/support/quotations.ts'
import { rangeOf } from '../../../pipeline/gates/support/range.ts'
import { Sampler } from '../../../pipeline/gates/support/samples.ts'
import { fraction } from '../../../releases/engine/language/fraction.ts'
import { figuresOf } from '../../../releases/record/figures.ts'
import { buildQuantity, conditions } from '../../support/record-builder.ts'
import { sampleRecord } from './support/sample.ts'

/** Every object of a record with the members of a figure, at any depth. */
function countFigures(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = 'grade' in value && 'printed' in value ? 1 : 0
  return own + Object.values(value).reduce<number>((sum, part) => sum + countFigures(part), 0)
}

function countQuotes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = 'quote' in value && 'locator' in value ? 1 : 0
  return own + Object.values(value).reduce<number>((sum, part) => sum + countQuotes(part), 0)
}

describe('what the gates walk over', () => {
  it('is every figure of a record, each under its own path', () => {
    const figures = figuresOf(sampleRecord())
    expect(figures).toHaveLength(countFigures(sampleRecord()))
    expect(new Set(figures.map(({ path }) => path)).size).toBe(figures.length)
  })

  it('is every quotation of a record', () => {
    expect(quotationsOf(sampleRecord())).toHaveLength(countQuotes(sampleRecord()))
  })

  it('serves a month of FPPAS from the first to the last day of its recovery month', () => {
    const record = sampleRecord()
    record.rules.fppas_periods[0]!.recovery_month = '2028-02'
    expect(figuresOf(record).at(-1)).toMatchObject({ servedFrom: '2028-02-01', servedTo: '2028-02-29' })
  })
})

describe('a JSON pointer becomes the path of its part', () => {
  it.each([
    ['/rows/0/charges/0/steps/1/figure/value', 'rows/R-DS/energy/1'],
    ['/rows/1/charges/1/steps/0/figure/grade', 'rows/R-NDS-SMALL/wheeling/0'],
    ['/rows/0/charges/1/steps/0/from', 'rows/R-DS/fixed/0/from'],
    ['/rows/0/conditions/0', 'rows/R-DS/conditions/0'],
    ['/rows/0/charges/0/rates_of/multiple/value', 'rows/R-DS/energy/multiple'],
    ['/rules/adjustments/0/cases/0/values/0/steps/0/figure/printed', 'rules/adjustments/TOD/peak'],
    ['/rules/adjustments/0/cases/0/when/0', 'rules/adjustments/TOD/peak/when/0'],
    ['/quantities/0/figures/0/figure/value', 'quantities/load_parts/least'],
    ['/quantities/0/cases/0/formula', 'quantities/load_parts/cases/0/formula'],
    ['/rules/subsidy/entitlements/0/units/value', 'rules/subsidy/entitlements/25'],
    ['/rules/subsidy/monthly_units/value', 'rules/subsidy/monthly_units/value'],
    ['/rules/fppas_periods/0/figure', 'rules/fppas_periods/FPPAS-2026-04'],
    ['/sources/3/url', 'sources/XX-SPECIMEN/url'],
    ['/rows/99/label', 'rows/99/label'],
    ['', ''],
  ])('%s: %s', (pointer, path) => {
    expect(pathOfPointer(sampleRecord(), pointer)).toBe(path)
  })
})

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

describe('an amount that is proved safe', () => {
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  it.each([
    ['the largest safe integer', fraction(most), true],
    ['half a paisa more', fraction(2n * most + 1n, 2n), false],
    ['one paisa more', fraction(most + 1n), false],
    ['no bound', null, false],
  ])('%s', (_name, amount, expected) => {
    expect(isSafe(amount)).toBe(expected)
  })
})
