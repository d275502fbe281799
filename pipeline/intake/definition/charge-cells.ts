import { CHARGE_COMPONENTS } from '../../../releases/record/charge.ts'
import { listNode, mapNode, type Node, type Position, shown, textOf, wordNode } from './node.ts'
import type { Reading } from './reading.ts'
import { type Group, OF_CHARGE, type RowLine, sameOnAll } from './row-columns.ts'

/** Default quantity of a rate if `per` is blank, by its unit: none for a connection; any other unit must name one. */
const COUNTED: ReadonlyMap<string, string> = new Map([
  ['kWh', 'energy_units'],
  ['kVAh', 'energy_units'],
  ['kW', 'connected_load'],
  ['HP', 'connected_load'],
  ['kVA', 'contract_demand_kva'],
  ['lamp', 'lamps'],
  ['flat', 'flats'],
])

/** The charges of a row as nodes in the form of a charge, with their places by path. */
export function chargesNode(row: Group, path: string, units: ReadonlyMap<string, string>, reading: Reading): Node {
  const charges = chargesOf(row)
  const nodes = [...charges].map(([id, charge]) => {
    sameOnAll(charge, OF_CHARGE, 'charge', reading)
    reading.places.add(`${path}/${id}`, charge.first.at)
    const said = textOf(charge.first.cells.rates_of)
    for (const [index, line] of charge.lines.entries()) {
      reading.places.add(`${path}/${id}/${said === null ? index : 'multiple'}`, line.at)
    }
    for (const column of OF_CHARGE) reading.places.add(`${path}/${id}/${column}`, charge.first.cells[column].at)
    const unit = units.get(`${textOf(row.first.cells.row_id) ?? ''}.${id}`) ?? null
    return chargeNode(charge, unit, reading)
  })
  return listNode(row.first.at, nodes)
}

/** The lines of each charge, by its id; a blank id continues the previous charge. */
function chargesOf({ lines }: Group): Map<string, Group> {
  const charges = new Map<string, Group>()
  let id = ''
  for (const line of lines) {
    id = textOf(line.cells.charge) ?? id
    const charge = charges.get(id) ?? { first: line, lines: [] }
    charges.set(id, charge)
    charge.lines.push(line)
  }
  return charges
}

/** The unit of each charge's rate, by `row_id.charge_id`: that of its figures, or of the charge whose rates it uses. */
export function unitsOf(rows: readonly Group[]): Map<string, string> {
  const own = new Map<string, { readonly unit: string | null; readonly ratesOf: string | null }>()
  for (const row of rows) {
    for (const [id, { first }] of chargesOf(row)) {
      const unit = /^Rs\/(.+)$/.exec(textOf(first.cells.unit) ?? '')?.[1] ?? null
      own.set(`${textOf(row.first.cells.row_id) ?? ''}.${id}`, { unit, ratesOf: textOf(first.cells.rates_of) })
    }
  }
  const unitOf = (key: string, passed: readonly string[]): string | null => {
    const { unit = null, ratesOf = null } = own.get(key) ?? {}
    return ratesOf === null || passed.includes(ratesOf) ? unit : unitOf(ratesOf, [...passed, ratesOf])
  }
  const units = [...own.keys()].map((key) => [key, unitOf(key, [])] as const)
  return new Map(units.flatMap(([key, unit]) => (unit === null ? [] : [[key, unit]])))
}

function chargeNode({ first, lines }: Group, unit: string | null, reading: Reading): Node {
  const { cells } = first
  const ownComponent = CHARGE_COMPONENTS.find((name) => name === textOf(cells.charge))
  const component = ownComponent === undefined ? cells.component : orWord(cells.component, ownComponent)
  const isComponent = (name: string): boolean => textOf(component) === name
  const method = orWord(cells.method, 'flat')
  const stepped = textOf(method) !== 'flat'
  const ratesOf = textOf(cells.rates_of)
  if (unit === null && ratesOf === null && cells.unit.kind === 'scalar') {
    const printed = textOf(cells.unit) ?? ''
    const isMultiple = printed === 'times' || printed === 'percent'
    const expected = isMultiple
      ? '`rates_of`, the charge whose rates are multiplied'
      : 'a rate in rupees for a unit, such as `Rs/kWh`'
    reading.report(cells.unit.at, expected, shown(printed))
  }
  return mapNode(first.at, {
    charge_id: cells.charge,
    component,
    side: orWord(cells.side, 'base'),
    label:
      cells.charge_label.kind === 'empty' ? labelNode(cells, textOf(component), unit, reading) : cells.charge_label,
    method,
    per: perNode(cells.per, unit),
    unit: unit === null ? { kind: 'unreadable', at: cells.unit.at } : wordNode(unit, cells.unit.at),
    unit_label: cells.unit_label,
    steps_by: cells.steps_by,
    steps_label: stepped && isComponent('energy') ? orWord(cells.steps_label, 'slab') : cells.steps_label,
    steps: listNode(first.at, ratesOf === null ? lines.map((line) => stepNode(line, stepped, reading)) : []),
    rates_of: ratesOf === null ? cells.rates_of : ratesNode({ first, lines }, ratesOf, reading),
    minimum_of:
      cells.minimum_of.kind === 'scalar'
        ? listNode(cells.minimum_of.at, splitCell(cells.minimum_of))
        : cells.minimum_of,
    together_with: listNode(cells.together_with.at, splitCell(cells.together_with)),
    when: cells.when,
    effective_from: cells.charge_from,
    effective_to: cells.charge_to,
  })
}

const orWord = (cell: Node, text: string): Node => (cell.kind === 'empty' ? wordNode(text, cell.at) : cell)

/** The label of a charge that has none in its cell; without a unit, which is a finding of its own, a fixed charge has none either. */
function labelNode(
  { charge_label: { at }, rates_of }: RowLine['cells'],
  component: string | null,
  unit: string | null,
  reading: Reading,
): Node {
  if (component === 'energy') return wordNode('Energy charge', at)
  if (component === 'wheeling') return wordNode('Wheeling charge', at)
  if (component === 'fixed' && unit !== null) return wordNode(`Fixed charge per ${unit}`, at)
  if (component !== 'fixed') {
    const expected =
      textOf(rates_of) === null
        ? 'the name of the charge on a bill, such as `Meter rent`: only energy, wheeling and fixed charges have one of their own'
        : 'the name of the charge on a bill, such as `Charge for excess demand`: it takes the rates of another charge, but not its name'
    reading.report(at, expected, 'nothing')
  }
  return { kind: 'unreadable', at }
}

function perNode(cell: Node, unit: string | null): Node {
  const counted = unit === null ? null : (COUNTED.get(unit) ?? null)
  return counted === null ? cell : orWord(cell, counted)
}

/** A flat charge covers everything, so its only step may omit `from`. */
function stepNode(line: RowLine, stepped: boolean, reading: Reading): Node {
  const { from, to } = line.cells
  return mapNode(line.at, { from: stepped ? from : orWord(from, '0'), to, figure: figureNode(line, reading) })
}

/** `row_id.charge_id` of the charge whose steps are used; the figure of the line is the multiple. */
function ratesNode({ first, lines }: Group, text: string, reading: Reading): Node {
  const { at } = first.cells.rates_of
  const point = text.lastIndexOf('.')
  if (point < 1) {
    reading.report(at, '`row_id.charge_id`, whose rates are taken', shown(text))
    return { kind: 'unreadable', at }
  }
  const [, second] = lines
  if (second !== undefined)
    reading.report(second.at, 'one line, the multiple, of a charge with `rates_of`', 'another one')
  return mapNode(first.at, {
    row_id: wordNode(text.slice(0, point), at),
    charge_id: wordNode(text.slice(point + 1), at),
    multiple: figureNode(first, reading),
  })
}

/** The figure of a line of rows.csv as a node in the form of a figure. */
function figureNode({ at, cells, cell }: RowLine, reading: Reading): Node {
  const { grade, value, unit, printed, printed_unit, source_id, page, line, section, quote } = cells
  return mapNode(at, {
    grade,
    value,
    unit,
    printed,
    printed_unit,
    source_id,
    locator: mapNode(page.at, { page, line, section }),
    quote,
    citations: listNode(cells.citations.at, splitCell(cells.citations)),
    carried: groupNode({ from_year: cells.carried_from, statement: cells.statement }),
    derivation: groupNode({ formula: cells.formula, inputs: inputsNode(cells.inputs, reading) }),
    held: groupNode({ reason: cells.held_reason, unblocked_by: cells.unblocked_by }),
    ...(cell === undefined ? {} : { cell }),
  })
}

/** Cells that belong together: either all are blank, or a map in which a blank one is reported as missing. */
function groupNode(parts: Readonly<Record<string, Node>>): Node {
  const nodes = Object.values(parts)
  const at = nodes.find((node) => node.kind !== 'empty')?.at
  if (at !== undefined) return mapNode(at, parts)
  return { kind: 'empty', at: nodes[0]?.at ?? { file: '', line: 1, column: null } }
}

/** The parts of a cell between `|`, each with the cell's place. */
function splitCell(cell: Node): Node[] {
  const text = textOf(cell)
  return text === null ? [] : text.split('|').map((part) => textNode(part, cell.at))
}

function textNode(text: string, at: Position): Node {
  const trimmed = text.trim()
  return trimmed === '' ? { kind: 'empty', at } : wordNode(trimmed, at)
}

/** `2.90 = rate per kWh @ 2025-26 | 1.05 = factor @ 2026-27`: the inputs of a formula. */
function inputsNode(cell: Node, reading: Reading): Node {
  if (cell.kind !== 'scalar') return cell
  const inputs = splitCell(cell).map((part): Node => {
    const text = textOf(part) ?? ''
    const equals = text.indexOf('=')
    const at = text.lastIndexOf('@')
    if (equals < 0 || at < equals) {
      reading.report(cell.at, 'inputs such as `2.9 = what it is @ 2025-26`, separated by `|`', shown(text))
      return { kind: 'unreadable', at: cell.at }
    }
    return mapNode(cell.at, {
      value: textNode(text.slice(0, equals), cell.at),
      what: textNode(text.slice(equals + 1, at), cell.at),
      year: textNode(text.slice(at + 1), cell.at),
    })
  })
  return listNode(cell.at, inputs)
}
