import { describe, expect, it } from 'vitest'
import { tableCategoryFaults } from '../../../pipeline/gates/meaning/row-categories.ts'
import type { Cited } from '../../../pipeline/gates/quotes/cited-sentences.ts'
import type { Cell } from '../../../releases/record/cell.ts'
import { CELL } from './faults/cell.ts'
import { chargeOf, sampleRecord } from './support/sample.ts'

/** Tables of two categories with the same labels, each below its own heading. */

const CITED = { sectionOf: () => [], besideOf: () => [], named: () => [], around: () => [] } as unknown as Cited

/** What is found of the first step of DS in a cell of a table below some headings; `note`: what a fact of DS says. */
function found(headings: readonly string[], cell: Partial<Cell>, note?: string): string[] {
  const record = sampleRecord()
  const { figure } = chargeOf(record, 'R-DS', 'energy').steps[0]!
  figure.cell = { ...CELL, row: ['Up to 100 units'], column: ['Energy charge (Rs/unit)'], ...cell }
  const [fact] = record.rules.facts
  Object.assign(fact!, { applies_to: 'DS' })
  const cited = note === undefined ? CITED : { ...CITED, around: () => [note] }
  const { page, table } = figure.cell
  const read = { source_id: figure.source_id, page, table, texts: headings, labelled: [], rows: [] }
  return tableCategoryFaults(record, cited, [read]).map(({ path, expected }) => `${path}: ${expected}`)
}

describe('a figure in a table below a heading', () => {
  const REFUSED = ['rows/R-DS/energy/0: a table of DS']

  it.each([
    ['of its own category', ['Schedule NDS: shops', 'Schedule DS: homes'], {}],
    ['without a category', ['Schedule NDS: shops', 'Rates of this schedule'], {}],
    ['of several categories, with its own', ['Schedules DS and NDS'], {}],
    ['of another, in a row that names its own', ['Schedule NDS'], { row: ['DS', 'Up to 100 units'] }],
    ['of another, in a column that names its own', ['Schedule NDS'], { column: ['DS', 'Energy charge (Rs/unit)'] }],
  ])('%s is none', (_, headings, cell) => {
    expect(found(headings, cell)).toEqual([])
  })

  it.each([
    ['of another category', ['Schedule DS: homes', 'Schedule NDS: shops'], {}],
    ['of its own, in a column of another', ['Schedule DS'], { column: ['Schedule NDS', 'Energy charge (Rs/unit)'] }],
  ])('%s is a finding', (_, headings, cell) => {
    expect(found(headings, cell)).toEqual(REFUSED)
  })

  it('of another category is none where a fact says that its own has the same', () => {
    const headings = ['Schedule NDS: shops']
    expect(found(headings, {}, 'DS is billed at the same rates as NDS.')).toEqual([])
    expect(found(headings, {}, 'DS is for homes.')).toEqual(REFUSED)
  })
})
