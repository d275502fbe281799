import { listNode, mapNode, type Node, type Position, shown, textOf, wordNode } from './node.ts'
import type { Reading } from './reading.ts'
import type { RowLine } from './row-group.ts'

/** The figure of a line of rows.csv as a node in the form of a figure. */
export function figureNode({ at, cells, cell }: RowLine, reading: Reading): Node {
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
export function splitCell(cell: Node): Node[] {
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
