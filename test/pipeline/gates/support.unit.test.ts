import { describe, expect, it } from 'vitest'
import { figuresOf } from '../../../pipeline/gates/support/figures.ts'
import { pathOfPointer } from '../../../pipeline/gates/support/pointer.ts'
import { quotationsOf } from '../../../pipeline/gates/support/quotations.ts'
import { rangeOf } from '../../../pipeline/gates/support/range.ts'
import { samplesOf } from '../../../pipeline/gates/support/samples.ts'
import { sampleRecord } from './support/sample.ts'

/** Every object of a record that has the members of a figure, however deep it lies. */
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
    ['/rows/0/energy/slabs/1/figure/value', 'rows/R-DS/energy/1'],
    ['/rows/1/wheeling/figure/grade', 'rows/R-NDS-SMALL/wheeling/0'],
    ['/rows/0/fixed/bands/0/from', 'rows/R-DS/fixed/0/from'],
    ['/rows/0/conditions/0', 'rows/R-DS/conditions/0'],
    ['/rules/adjustments/0/options/0/figure/printed', 'rules/adjustments/TOD/peak'],
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

describe('ranges and samples of conditions', () => {
  const load = (op: '<' | '<=' | '>' | '>=' | '=', value: string) => ({
    field: 'connected_load_kw' as const,
    op,
    value,
  })

  it('leave the narrowest range', () => {
    expect(rangeOf('connected_load_kw', [load('>', '0.5'), load('<=', '70'), load('<', '50')])).toEqual({
      above: 500n,
      upTo: 49_999n,
    })
    expect(rangeOf('connected_load_kw', [load('>=', '5')])).toEqual({ above: 4_999n, upTo: null })
    expect(rangeOf('connected_load_kw', [load('>=', '0')])).toEqual({ above: null, upTo: null })
    expect(rangeOf('connected_load_kw', [load('=', '5')])).toEqual({ above: 4_999n, upTo: 5_000n })
    expect(rangeOf('contract_demand_kva', [load('>', '5')])).toEqual({ above: null, upTo: null })
  })

  it('test each edge and a thousandth either side, from nought to the largest quantity', () => {
    const values = samplesOf([load('<=', '0.5')]).map((sample) => sample.get('connected_load_kw'))
    expect(values).toEqual([0n, 499n, 500n, 501n, 10_000_000_000n])
  })

  it('combine every word with every quantity', () => {
    const area = { field: 'area_type' as const, op: 'in' as const, value: ['rural', 'urban'] }
    expect(samplesOf([load('<=', '0.5'), area])).toHaveLength(10)
  })
})
