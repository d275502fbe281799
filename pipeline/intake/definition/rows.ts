import type { Category } from '../../../releases/record/category.ts'
import { normaliseDecimal } from '../../../releases/record/decimal.ts'
import { figureNode } from './figure-cells.ts'
import { listNode, mapNode, type Node, shown, textOf } from './node.ts'
import type { Reading } from './reading.ts'
import { categoryOf } from './row-category.ts'
import { ROW_COLUMNS, type RowColumn } from './row-columns.ts'
import { type RowLines, rowLinesSchema } from './schemas.ts'
import { readShape } from './shape.ts'
import type { Spots } from './spots.ts'
import { readTable, type TableLine } from './table.ts'

export const ROWS_FILE = 'rows.csv'

const ROW_LEVEL = [
  'row_id',
  'licensee_code',
  'category_id',
  'subcategory_code',
  'label',
  'area_type',
  'conditions',
  'note',
] as const
const CHARGE_LEVEL = ['method', 'per', 'or_part', 'band_by'] as const
const COMPONENTS = ['energy', 'wheeling', 'fixed'] as const
type Component = (typeof COMPONENTS)[number]

type Line = TableLine<RowColumn>
/** The lines of one row or of one charge: the first says what holds for all of them. */
type Group = { readonly first: Line; readonly lines: Line[] }

/** Reads rows.csv: one line for each step of each charge; a row begins where `row_id` names another one. */
export function readRows(text: string, categories: readonly Category[], reading: Reading, spots: Spots): RowLines[] {
  const groups: Group[] = []
  const begun = new Map<string, number>()
  for (const line of readTable(ROWS_FILE, text, ROW_COLUMNS, reading)) {
    const id = textOf(line.cells.row_id)
    const open = groups.at(-1)
    if (open !== undefined && (id === null || id === textOf(open.first.cells.row_id))) {
      open.lines.push(line)
      continue
    }
    const before = id === null ? undefined : begun.get(id)
    if (before !== undefined) {
      reading.slip(
        line.cells.row_id.at,
        'the lines of a row together',
        `${shown(id ?? '')}, which began on line ${before}`,
      )
    }
    if (id !== null) begun.set(id, before ?? line.at.line)
    groups.push({ first: line, lines: [line] })
  }
  return groups.map((group) => {
    const row = readRow(group, reading, spots)
    const cell = group.first.cells.subcategory_code
    if (cell.kind === 'scalar' && categoryOf(row, categories) === null) {
      const named = [row.subcategory_code, row.licensee_code, row.category_id].filter((name) => name !== null)
      reading.slip(cell.at, 'a category of categories.yaml', named.map(shown).join(' of '))
    }
    return row
  })
}

function readRow(group: Group, reading: Reading, spots: Spots): RowLines {
  const { first, lines } = group
  sameOnAll(group, ROW_LEVEL, 'row', reading)
  const path = `rows/${textOf(first.cells.row_id) ?? ''}`
  spots.add(path, first.at)

  const charges = new Map<Component, Group>()
  for (const line of lines) {
    const name = textOf(line.cells.component)
    const component = COMPONENTS.find((known) => known === name)
    if (component === undefined) {
      if (line.cells.component.kind !== 'unreadable') {
        reading.slip(
          line.cells.component.at,
          `one of ${COMPONENTS.join(', ')}`,
          name === null ? 'nothing' : shown(name),
        )
      }
      continue
    }
    const charge = charges.get(component) ?? { first: line, lines: [] }
    charges.set(component, charge)
    spots.add(`${path}/${component}`, line.at)
    spots.add(`${path}/${component}/${charge.lines.length}`, line.at)
    charge.lines.push(line)
  }

  const { row_id, licensee_code, category_id, subcategory_code, label, area_type, conditions, note } = first.cells
  const node = mapNode(first.at, {
    row_id,
    licensee_code,
    category_id,
    subcategory_code,
    raw_category_label: label,
    area_type,
    conditions,
    energy: chargeNode(charges.get('energy'), first, energyNode, reading),
    wheeling: chargeNode(charges.get('wheeling'), first, wheelingNode, reading),
    fixed: chargeNode(charges.get('fixed'), first, fixedNode, reading),
    note,
  })
  return readShape(rowLinesSchema, node, reading)
}

/** What is said of the whole on its first line is blank on the others, or the same. */
function sameOnAll({ first, lines }: Group, columns: readonly RowColumn[], what: string, reading: Reading): void {
  for (const line of lines) {
    for (const column of columns) {
      const said = textOf(first.cells[column])
      const again = textOf(line.cells[column])
      if (again === null || again === said || first.cells[column].kind === 'unreadable') continue
      const expected = said === null ? 'nothing' : `nothing, or ${shown(said)}`
      reading.slip(
        line.cells[column].at,
        `${expected}, as on line ${first.at.line}, the first of the ${what}`,
        shown(again),
      )
    }
  }
}

type ChargeReader = (charge: Group, reading: Reading) => Node

function chargeNode(charge: Group | undefined, first: Line, read: ChargeReader, reading: Reading): Node {
  if (charge === undefined) return { kind: 'empty', at: first.at }
  sameOnAll(charge, CHARGE_LEVEL, 'charge', reading)
  return read(charge, reading)
}

const stepsNode = ({ first, lines }: Group, reading: Reading): Node =>
  listNode(
    first.at,
    lines.map((line) => {
      const { from, to } = line.cells
      return mapNode(line.at, { from, to, figure: figureNode(line, reading) })
    }),
  )

function energyNode(charge: Group, reading: Reading): Node {
  const { method, per } = charge.first.cells
  blankOnAll(charge, ['or_part', 'band_by'], 'energy', reading)
  return mapNode(charge.first.at, { method, unit: per, slabs: stepsNode(charge, reading) })
}

/** Wheeling is one rate for all units: a second line, a method or a range would say something else. */
function wheelingNode(charge: Group, reading: Reading): Node {
  const [line, second] = charge.lines
  if (second !== undefined) reading.slip(second.at, 'one line of wheeling in a row', 'another one')
  blankOnAll(charge, ['or_part', 'band_by', 'to'], 'wheeling', reading)
  for (const [column, tolerated] of [
    ['method', 'flat'],
    ['from', '0'],
  ] as const) {
    const text = textOf(charge.first.cells[column])
    if (text !== null && text !== tolerated) {
      reading.slip(
        charge.first.cells[column].at,
        `nothing or \`${tolerated}\`, for wheeling is one rate for all units`,
        shown(text),
      )
    }
  }
  return mapNode(charge.first.at, { unit: charge.first.cells.per, figure: figureNode(line ?? charge.first, reading) })
}

function fixedNode(charge: Group, reading: Reading): Node {
  const { method, per, or_part, band_by } = charge.first.cells
  const said = textOf(or_part)
  const size = said === null || said === 'yes' ? null : normaliseDecimal(said)
  if (said !== null && said !== 'yes' && (size === null || size.startsWith('-') || size === '0')) {
    reading.slip(or_part.at, '`yes`, the size of a part such as `10`, or nothing', shown(said))
  }
  const orPart: Node = { kind: 'value', value: said !== null, at: or_part.at }
  const partSize: Node =
    size === null ? { kind: 'empty', at: or_part.at } : { kind: 'scalar', text: size, plain: true, at: or_part.at }
  const bands = stepsNode(charge, reading)
  return mapNode(charge.first.at, { method, basis: per, or_part: orPart, part_size: partSize, band_by, bands })
}

function blankOnAll({ lines }: Group, columns: readonly RowColumn[], component: string, reading: Reading): void {
  for (const line of lines) {
    for (const column of columns) {
      const text = textOf(line.cells[column])
      if (text !== null) reading.slip(line.cells[column].at, `nothing, for ${component} has no ${column}`, shown(text))
    }
  }
}
