import { describe, expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { CELL } from './faults/cell.ts'
import { findingsOf, peakOf } from './support/sample.ts'

describe('percentages of a charge in hours of the day, from one column', () => {
  /** Findings about a share, where the column has `normal` percent in normal hours and 150 in peak hours. */
  const found = async (kind: 'percent' | 'factor', header: string, normal: string): Promise<string[]> => {
    const findings = await findingsOf(evidenceFigureInQuote, (record) => {
      const [rule] = record.rules.adjustments
      const figureOf = (value: string, hours: string): Figure => ({
        ...peakOf(record),
        ...{ value, printed: value, cell: { ...CELL, row: [hours], column: [header], printed: value } },
      })
      const [peak] = rule!.cases
      const [of] = peak!.values
      const valueWith = (value: string, hours: string) => ({
        ...of!,
        kind,
        steps: [{ ...of!.steps[0]!, figure: figureOf(value, hours) }],
      })
      rule!.cases = [
        { ...peak!, values: [valueWith('150', 'Peak hours')] },
        { ...peak!, case_id: 'normal', when: [], values: [valueWith(normal, 'Normal hours')] },
      ]
    })
    return findings.filter((each) => /kind (?:factor|percent), /u.test(each))
  }
  const PLAIN = 'Percentage of the energy charge'

  it('are what the charge is of itself, if normal hours have 100 percent', async () => {
    const [first = ''] = await found('percent', PLAIN, '100')
    expect(first).toContain('kind factor, as in')
    expect(await found('factor', PLAIN, '100')).toEqual([])
  })

  it('may be amounts that are added, if normal hours have none or the column says so', async () => {
    expect(await found('percent', PLAIN, '0')).toEqual([])
    expect(await found('percent', 'Surcharge on the energy charge (percent)', '100')).toEqual([])
  })
})
