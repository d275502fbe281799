import { type Category, isOfCategory, type Scoped } from '../../../releases/record/category.ts'
import { chargesNode, unitsOf } from './charge-cells.ts'
import { withFigures } from './figures.ts'
import { cellsFor, checkNamed, listedLicensees } from './licensees.ts'
import { mapNode, shown, textOf, wordNode } from './node.ts'
import type { Reading } from './reading.ts'
import { type Group, OF_ROW, optionalRowColumns, ROW_COLUMNS, type RowLine, sameOnAll } from './row-columns.ts'
import { type RowLines, rowLinesSchema } from './schemas.ts'
import { readShape } from './shape.ts'
import { readTable } from './table.ts'

export const ROWS_FILE = 'rows.csv'

/** Reads rows.csv: one line for each step of each charge; a new `row_id` starts a row. */
export function readRows(text: string, categories: readonly Category[], reading: Reading): RowLines[] {
  const lines = withFigures(
    readTable(ROWS_FILE, text, ROW_COLUMNS, reading, optionalRowColumns(text.split('\n', 1)[0] ?? '')),
    reading,
  )
  const groups = groupRows(lines, reading).flatMap((group) => {
    sameOnAll(group, OF_ROW, 'row', reading)
    return forItsLicensees(group, reading)
  })
  const units = unitsOf(groups)
  return groups.map((group) => {
    const row = readRow(group, units, reading)
    const cell = group.first.cells.subcategory_code
    if (cell.kind === 'scalar' && categoryOf(row, categories) === null) {
      const named = [row.subcategory_code, row.licensee_code, row.category_id].filter((name) => name !== null)
      reading.report(cell.at, 'a category of categories.yaml', named.map(shown).join(' of '))
    }
    return row
  })
}

function groupRows(lines: readonly RowLine[], reading: Reading): Group[] {
  const groups: Group[] = []
  const begun = new Map<string, number>()
  for (const line of lines) {
    const id = textOf(line.cells.row_id)
    const open = groups.at(-1)
    if (open !== undefined && (id === null || id === textOf(open.first.cells.row_id))) {
      open.lines.push(line)
      continue
    }
    const before = id === null ? undefined : begun.get(id)
    if (before !== undefined) {
      reading.report(
        line.cells.row_id.at,
        'the lines of a row together',
        `${shown(id ?? '')}, which began on line ${before}`,
      )
    }
    if (id !== null) begun.set(id, before ?? line.at.line)
    groups.push({ first: line, lines: [line] })
  }
  return groups
}

/** A row of several licensees, once for each; all copies have the same lines. */
function forItsLicensees(group: Group, reading: Reading): Group[] {
  const cell = group.first.cells.licensee_code
  const licensees = listedLicensees(cell)
  checkNamed(group.first.cells.row_id, licensees, reading)
  if (licensees.length === 0) return [group]
  return licensees.map((licensee) => {
    const lines = group.lines.map((line) => ({ ...line, cells: cellsFor(line.cells, licensee) }))
    const [head = group.first, ...rest] = lines
    const first = { ...head, cells: { ...head.cells, licensee_code: wordNode(licensee, cell.at) } }
    return { first, lines: [first, ...rest] }
  })
}

function readRow(group: Group, units: ReadonlyMap<string, string>, reading: Reading): RowLines {
  const { first } = group
  const path = `rows/${textOf(first.cells.row_id) ?? ''}`
  reading.places.add(path, first.at)
  reading.places.add(`${path}/conditions`, first.cells.conditions.at)
  const { row_id, licensee_code, category_id, subcategory_code, label, area_type, conditions, note } = first.cells
  const node = mapNode(first.at, {
    row_id,
    licensee_code,
    category_id,
    subcategory_code,
    raw_category_label: label,
    area_type,
    conditions,
    charges: chargesNode(group, path, units, reading),
    note,
  })
  return readShape(rowLinesSchema, node, reading)
}

/** The category of a row: the one with the same licensee, category id and subcategory code; null if there is none. */
export function categoryOf(row: Scoped, categories: readonly Category[]): Category | null {
  return categories.find((category) => isOfCategory(row, category)) ?? null
}
