import { fold } from '../../gates/text/fold.ts'
import { spanOf } from './parse-html.ts'
import { type Document, type Element, isElement, lineOf } from './seen-html.ts'

/** A cell of the grid: its text, start and extent. */
export type Placed = {
  readonly text: string
  readonly head: boolean
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}

/** Elements with these names in document order; `within` stops at nested tables. */
export function elementsOf(parent: Document | Element, names: readonly string[], within = false): Element[] {
  return parent.childNodes.flatMap((child): Element[] => {
    if (!isElement(child)) return []
    const own = names.includes(child.tagName) ? [child] : []
    return within && child.tagName === 'table' ? own : [...own, ...elementsOf(child, names, within)]
  })
}

/** Every cell of a table at its position: cells that span rows move those of later rows to the right. */
export function placed(rows: readonly Element[]): Placed[] {
  const taken = new Set<string>()
  return rows.flatMap((row, at) => {
    let column = 0
    return row.childNodes.flatMap((cell): Placed[] => {
      if (!isElement(cell) || (cell.tagName !== 'td' && cell.tagName !== 'th')) return []
      while (taken.has(`${at} ${column}`)) column += 1
      const [down, across] = [Math.min(spanOf(cell, 'rowspan'), rows.length - at), spanOf(cell, 'colspan')]
      for (let y = 0; y < down; y += 1) for (let x = 0; x < across; x += 1) taken.add(`${at + y} ${column + x}`)
      const text = fold(lineOf(cell)).trim()
      const found = { text, head: cell.tagName === 'th', row: at, column, rows: down, columns: across }
      column += across
      return [found]
    })
  })
}

/** Elements that begin a line of text. */
const LINES = ['tr', 'br', 'p', 'div', 'li', 'table']

/** About how many characters the tables of a page have as text, in which each line is as wide as the widest cells of its columns. */
export function charactersOfTables(document: Document): number {
  return elementsOf(document, ['table']).reduce((sum, table) => {
    const widest: number[] = []
    for (const { text, column, columns } of placed(elementsOf(table, ['tr'], true)))
      for (let at = column; at < column + columns; at += 1)
        widest[at] = Math.max(widest[at] ?? 0, text.length / columns)
    const width = widest.reduce((all, one) => all + one, 0)
    return sum + width * elementsOf(table, LINES).length
  }, 0)
}
