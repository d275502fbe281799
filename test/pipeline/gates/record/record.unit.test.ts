import { describe, expect, it } from 'vitest'
import { quotationsOf } from '../../../../pipeline/gates/quotes/quotations.ts'
import { isSafe } from '../../../../pipeline/gates/record/largest-amounts.ts'
import { pathOfPointer } from '../../../../pipeline/gates/record/pointer.ts'
import { fraction } from '../../../../releases/engine/language/fraction.ts'
import { figuresOf } from '../../../../releases/record/figures.ts'
import { sampleRecord } from '../support/sample.ts'

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
