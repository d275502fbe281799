import type { MapNode, Node, Position } from './node.ts'
import { textOf } from './node.ts'
import type { Reading } from './reading.ts'

/**
 * A part for several licensees is written once and is in the record once for each. `{licensee}` stands for the code
 * without its state (`TPCODL`), `{licensee_code}` for the whole code.
 */
const NAMED = /\{licensee(_code)?\}/g

/** Text with its placeholders filled in. */
function filled(text: string, licensee: string): string {
  return text.replace(NAMED, (_, whole) => (whole === undefined ? licensee.replace(/^[A-Z]{2}_/, '') : licensee))
}

/** The licensees listed in a cell between `|`; empty for a blank cell. */
export function listedLicensees(cell: Node): string[] {
  const text = textOf(cell)
  return text === null ? [] : text.split('|').map((part) => part.trim())
}

/** Cells for one licensee. */
export function cellsFor<Column extends string>(
  cells: Readonly<Record<Column, Node>>,
  licensee: string,
): Record<Column, Node> {
  const entries = (Object.entries(cells) as [Column, Node][]).map(([column, cell]): [Column, Node] => [
    column,
    cell.kind === 'scalar' ? { ...cell, text: filled(cell.text, licensee) } : cell,
  ])
  return Object.fromEntries(entries) as Record<Column, Node>
}

/** Reports an id that would be the same for several licensees. */
export function checkNamed(id: Node, licensees: readonly string[], reading: Reading): void {
  const text = textOf(id)
  if (licensees.length < 2 || text === null || filled(text, 'XX_A') !== text) return
  reading.report(id.at, '`{licensee}` in the id of a part for several licensees', `\`${text}\``)
}

/** A map once for each licensee in `licensees`, which replaces `licensee_code`. */
export function forEachLicensee(node: Node, reading: Reading): Node[] {
  const listed = node.kind === 'map' ? node.entries.get('licensees') : undefined
  if (node.kind !== 'map' || listed === undefined) return [node]
  if (node.entries.has('licensee_code')) {
    reading.report(listed.at, 'either `licensees` or `licensee_code`', 'both')
  }
  if (listed.value.kind !== 'list' || listed.value.items.length === 0) {
    reading.report(listed.at, 'a list of licensees', `\`licensees\` without one`)
    return [without(node, listed.at, { kind: 'empty', at: listed.at })]
  }
  return listed.value.items.map((licensee) => without(node, listed.at, licensee))
}

function without(node: MapNode, at: Position, licensee: Node): MapNode {
  const entries = new Map(node.entries).set('licensee_code', { at, value: licensee })
  entries.delete('licensees')
  return { ...node, entries }
}
