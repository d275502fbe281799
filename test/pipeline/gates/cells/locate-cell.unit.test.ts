import { describe, expect, test } from 'vitest'
import { boxOfCell, locateCell } from '../../../../pipeline/gates/cells/locate-cell.ts'
import type { Layout } from '../../../../pipeline/gates/layout.ts'
import { figuresOf } from '../../../../releases/record/figures.ts'
import { inventedDefinition } from '../../../support/invented-definition.ts'

const { candidate, layout } = await inventedDefinition()
const cells = figuresOf(candidate.record).flatMap(({ path, figure }) =>
  figure.cell === undefined ? [] : [{ path, cell: figure.cell }],
)
const [first] = cells

test('every cell of a record has its place on the page, and no two the same one', () => {
  const boxes = cells.map(({ cell }) => boxOfCell(layout, cell))

  expect(cells.length).toBe(7)
  expect(boxes.filter((box) => box === null)).toEqual([])
  expect(new Set(boxes.map((box) => JSON.stringify(box))).size).toBe(7)
  for (const [index, { cell }] of cells.entries()) {
    const [left, top, right, bottom] = boxes[index]!
    const inside = layout.pages[1]!.words.filter(
      ({ box: [l, t, r, b] }) => l >= left && t >= top && r <= right && b <= bottom,
    )
    expect(inside.map(({ text }) => text)).toEqual([cell.printed])
  }
})

describe('nothing is marked if', () => {
  const changed = (edit: (layout: Layout) => Layout): Layout => edit(structuredClone(layout))
  test.each([
    ['the cell reads otherwise', { printed: '311.00' }],
    ['no row has its label', { row: ['LT Domestic', 'Up to 101 units'] }],
    ['no column has its header', { column: ['Energy Charge (P/kVA)'] }],
    ['the page has no such table', { table: 2 }],
    ['the document has no such page', { page: 3 }],
    ['it runs through a row that is not there', { through: ['LT Domestic', 'Above 101 units'] }],
  ])('%s', (_what, edit) => {
    expect(locateCell(layout, { ...first!.cell, ...edit })).toBeNull()
  })

  test('the header of its column is on a later page', () => {
    const [before, page] = layout.pages
    const bare = page!.tables.map((table) => ({ ...table, columns: table.columns.map(() => []) }))
    const laid = (...pages: Layout['pages']): Layout => ({ ...layout, pages })
    expect(locateCell(laid(before!, { ...page!, tables: bare }), first!.cell)).toBeNull()
    expect(locateCell(laid(before!, { ...page!, tables: bare }, page!), first!.cell)).toBeNull()
    expect(locateCell(laid(page!, { ...page!, tables: bare }), first!.cell)).not.toBeNull()
  })

  test('two rows are labelled and printed alike', () => {
    const twice = changed((copy) => ({
      ...copy,
      pages: copy.pages.map((page) => ({
        ...page,
        tables: page.tables.map((table) => ({ ...table, rows: [...table.rows, ...table.rows] })),
      })),
    }))

    expect(locateCell(twice, first!.cell)).toBeNull()
  })
})

test('a cell that is printed once for several rows is found between them', () => {
  const { rows, ...table } = layout.pages[1]!.tables[0]!
  const [one, two, ...rest] = rows
  const box = [500, 500, 520, 510] as const
  const spanned = { ...table, rows: [one!, two!, ...rest], loose: [{ text: '30.00', box, column: 4, after: 0 }] }
  const laid: Layout = { ...layout, pages: [layout.pages[0]!, { ...layout.pages[1]!, tables: [spanned] }] }
  const cell = {
    ...first!.cell,
    column: ['Fixed Charge (Rs/kW/Month)'],
    printed: '30.00',
    through: ['LT Domestic', 'Above 100 units'],
  }

  expect(boxOfCell(laid, cell)).toEqual(box)
})

test('a cell that is printed in the last of several rows is found there, and none where two are printed', () => {
  const { rows, ...table } = layout.pages[1]!.tables[0]!
  const [one, two, ...rest] = rows
  const box = [719, 167, 752, 177] as const
  const printed = (row: typeof one, text: string) => ({
    ...row!,
    cells: row!.cells.map((cell, column) => (column === 4 ? { text, box } : cell)),
  })
  const laid = (first: typeof one): Layout => {
    const tables = [{ ...table, rows: [first!, printed(two, '30.00'), ...rest] }]
    return { ...layout, pages: [layout.pages[0]!, { ...layout.pages[1]!, tables }] }
  }
  const cell = {
    ...cells[0]!.cell,
    column: ['Fixed Charge (Rs/kW/Month)'],
    printed: '30.00',
    through: ['LT Domestic', 'Above 100 units'],
  }

  expect(boxOfCell(laid(one), cell)).toEqual(box)
  expect(boxOfCell(laid(printed(one, '30.00')), cell)).toBeNull()
})
