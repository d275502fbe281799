import { describe, expect, it } from 'vitest'
import { multipleFaults, rateMultipleFaults } from '../../../pipeline/gates/meaning/multiples.ts'
import type { Cited } from '../../../pipeline/gates/quotes/cited-sentences.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { conditions, formula } from '../../support/record-builder.ts'
import { sheetFigure } from './support/figures.ts'
import { chargeOf, rowOf, sampleRecord } from './support/sample.ts'

const CITED = { sentenceOf: () => null } as unknown as Cited

/** What is found in a charge of R-DS that is a multiple of another, read from a quote. */
function found(quote: string, when: string, edit: (own: { row_id: string; component: string }) => void = () => {}) {
  const record: ReleaseRecord = sampleRecord()
  for (const share of ['1.2', '2'])
    record.quantities.push({
      ...record.quantities[0]!,
      quantity_id: `of_${share.replace('.', '_')}`,
      cases: [{ ...record.quantities[0]!.cases[0]!, when: [], formula: formula(`${share} * contract_demand_kva`) }],
      figures: [],
    })
  const base = chargeOf(record, 'R-DS', 'energy')
  const own = { row_id: 'R-DS', component: base.component as string }
  edit(own)
  const multiple = { ...sheetFigure(1, '1.5', '1.5', 'times'), quote }
  rowOf(record, 'R-DS').charges.push({
    ...base,
    charge_id: 'penal',
    component: own.component as typeof base.component,
    when: conditions(when),
    rates_of: { row_id: own.row_id, charge_id: 'energy', multiple },
  })
  return rateMultipleFaults(record, CITED).map(({ fault, expected }) => `${fault}: ${expected}`)
}

describe('a rate between two shares of the contract demand', () => {
  const QUOTE = 'Above 120% and upto 200% of CMD 1.5 times of normal charges'
  const between = (low: string, high: string): string =>
    `recorded_demand_kva${low}of_1_2 and recorded_demand_kva${high}of_2`

  it('is read by a condition on both, and the first from the contract demand itself', () => {
    expect(found(QUOTE, between('>', '<='))).toEqual([])
    const first = 'recorded_demand_kva>contract_demand_kva and recorded_demand_kva<=of_1_2'
    expect(found('Above 100% and upto 120% of CMD 1.5 times', first)).toEqual([])
    expect(found('Upto 120% of CMD 1.5 times', first)).toEqual([])
  })

  it.each([
    ['with the edge in the other step', between('>=', '<=')],
    ['below its end', between('>', '<')],
    ['of the step before', 'recorded_demand_kva>contract_demand_kva and recorded_demand_kva<=of_1_2'],
    ['without an end', 'recorded_demand_kva>of_1_2'],
  ])('is refused %s', (_, when) => {
    expect(found(QUOTE, when).join()).toMatch(/other_bound: a bound (?:from|up to) \d+ percent, as in "Above 120%/)
  })
})

describe('a multiple of rates', () => {
  it('is of the own rates of its row where its sentence names no other category', () => {
    const ofAnother = (own: { row_id: string }): void => {
      own.row_id = 'R-NDS-LARGE'
    }
    expect(found('1.5 times of normal charges', '', ofAnother).join()).toContain(
      'category_not_said: rates_of R-DS, its own',
    )
    expect(found('1.5 times of normal charges', '')).toEqual([])
  })

  it('is of a charge of its own kind, unless its sentence names another', () => {
    const fixed = (own: { component: string }): void => {
      own.component = 'fixed'
    }
    expect(found('1.5 times of normal charges', '', fixed).join()).toContain('other_component: rates_of a fixed charge')
    expect(found('1.5 times of the energy charge', '', fixed)).toEqual([])
    expect(found('The fixed charge of fairs is 1.5 times the fixed charge', '').join()).toContain(
      'other_component: rates_of the fixed charge',
    )
  })
})

describe('a multiple of the rates of another row', () => {
  /** What is found of a row with these conditions whose rates are those of R-SL, which is asked for a rural area. */
  function lent(when: string, quote: string): string {
    const record = sampleRecord()
    const base = chargeOf(record, 'R-SL', 'energy')
    rowOf(record, 'R-SL').conditions = conditions('area_type=rural and connection=regular')
    const own = { ...rowOf(record, 'R-SL'), row_id: 'R-SL-T', conditions: conditions(when) }
    const multiple = { ...sheetFigure(1, '1.25', '1.25', 'times'), quote }
    const rates_of = { row_id: 'R-SL', charge_id: 'energy', multiple }
    record.rows.push({ ...own, charges: [{ ...base, steps: [], rates_of }] })
    const cited = { sentenceOf: () => ({ piece: quote }) } as unknown as Cited
    return multipleFaults(record, cited)
      .map(({ fault, expected }) => `${fault}: ${expected}`)
      .join()
  }
  const QUOTE = 'A temporary connection pays 1.25 times the energy charge'

  it('is of a row that is asked for the same words, but those that its sentence names', () => {
    expect(lent('area_type=rural and connection=temporary', QUOTE)).toBe('')
    expect(lent('area_type=urban and connection=temporary', QUOTE)).toContain('about_another: rates of area_type=urban')
    expect(lent('area_type=urban and connection=temporary', `${QUOTE} of rural supply`)).toBe('')
  })
})
