import { figureOfCell } from '../../gates/cells/figure-cell.ts'
import type { LooseCell, PageLayout, Table, TableCell, TableRow } from '../../gates/layout.ts'
import { fold } from '../../gates/text/fold.ts'
import { type Element, isElement, lineOf, NEVER_SHOWN, seenHtml } from '../text/seen-html.ts'
import { elementsOf, type Placed, placed } from '../text/table-grid.ts'

/** Layout of an HTML page: its tables in document order. It has no boxes. */
export function layOutHtml(text: string): PageLayout {
  const page = seenHtml(text)
  const unreadable = typeof page === 'string' ? page : page.untold
  if (typeof page === 'string' || unreadable !== null) return { words: [], tables: [], unreadable, size: null }
  const headings: string[] = []
  const tables = elementsOf(page.document, ['table', ...HEADINGS]).flatMap((element) => {
    if (element.tagName === 'table') return tableOf(element, [...headings])
    headings.push(fold(lineOf(element)).trim())
    return []
  })
  return {
    words: [],
    tables: tables.map((table, index) => ({ ...table, number: index + 1 })),
    unreadable: null,
    size: null,
  }
}

const covers = ({ row, column, rows, columns }: Placed, y: number, x: number): boolean =>
  y >= row && y < row + rows && x >= column && x < column + columns

/** Header rows at the top: those of `thead`, otherwise those with only header cells, otherwise the first. */
function headRows(rows: readonly Element[], cells: readonly Placed[]): number {
  const inHead = rows.filter(
    ({ parentNode }) => parentNode !== null && 'tagName' in parentNode && parentNode.tagName === 'thead',
  )
  if (inHead.length > 0) return inHead.length
  const own = rows.findIndex((_, at) => cells.some((cell) => cell.row === at && !cell.head && cell.text !== ''))
  return Math.max(1, own)
}

/** A figure that is printed once for several rows of the page. */
type Spanning = LooseCell & { readonly lastRow: number }

function tableOf(element: Element, headings: readonly string[]): Table[] {
  const rows = elementsOf(element, ['tr'], true)
  const cells = placed(rows)
  const width = Math.max(0, ...cells.map(({ column, columns }) => column + columns))
  if (width < 2 || rows.length < 2) return []
  const heads = headRows(rows, cells)
  const caption = elementsOf(element, ['caption'], true).map((each) => fold(lineOf(each)).trim())
  const titles = [titleAbove(element), ...caption].filter((text) => text !== '')
  const title = titles.length === 0 ? [] : [titles.join(' ')]
  const columns = Array.from({ length: width }, (_, x) => [...title, ...headerAbove(cells, heads, x)])
  const body: TableRow[] = []
  const loose: Spanning[] = []
  /** The rows of the table, by their number in the page's. */
  const printed: number[] = []
  let under: string[] = []
  for (let y = heads; y < rows.length; y += 1) {
    const own = cells.filter(({ row, rows: down }) => y >= row && y < row + down)
    const filled = own.filter(({ text }) => text !== '')
    const [only] = filled
    if (only !== undefined && filled.length === 1 && only.row === y && only.columns === width) {
      under = [only.text]
      continue
    }
    const line = Array.from({ length: width }, (_, x) => cellAt(own, y, x, body.length, loose))
    if (line.every((cell) => cell === null)) continue
    const quotes = line.map((_, x) =>
      line
        .slice(0, x + 1)
        .flatMap((cell) => (cell === null ? [] : [cell.text]))
        .join(' '),
    )
    printed.push(y)
    body.push({ under, cells: line, added: columns.map(() => null), line: null, quotes })
  }
  const spans = loose.map(({ lastRow, ...cell }): LooseCell => {
    const through = printed.findLastIndex((y) => y <= lastRow)
    return { ...cell, through: Math.max(cell.after, through) }
  })
  return [{ page: 1, number: 1, caption: title, headings, head: null, columns, rows: body, loose: spans }]
}

/** Elements that only group items of a page. */
const GROUPS: ReadonlySet<string> = new Set(['div', 'section', 'article', 'main', 'figure', 'center'])
const HEADINGS: readonly string[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
/** A longer line is a paragraph, not a title. */
const LONGEST_TITLE = 120

/** The heading or short line directly above a table, which readers take as its title; empty if there is none. */
function titleAbove(table: Element): string {
  let below: Element = table
  for (;;) {
    const parent = below.parentNode
    if (parent === null) return ''
    const before = parent.childNodes.slice(0, parent.childNodes.indexOf(below)).reverse()
    for (const node of before) {
      const text = fold(lineOf(node)).trim()
      if (text === '' || (isElement(node) && NEVER_SHOWN.has(node.tagName))) continue
      if (isElement(node) && HEADINGS.includes(node.tagName)) return text
      const isTable = isElement(node) && (node.tagName === 'table' || elementsOf(node, ['table']).length > 0)
      return isTable || text.length > LONGEST_TITLE || /[.:;,]$/u.test(text) ? '' : text
    }
    if (!('tagName' in parent) || !GROUPS.has(parent.tagName)) return ''
    below = parent
  }
}

/** Headers of a column, outermost first; a header that spans several rows is included once. */
function headerAbove(cells: readonly Placed[], heads: number, x: number): string[] {
  const found = cells.filter((cell) => cell.row < heads && cell.column <= x && x < cell.column + cell.columns)
  return found.sort((a, b) => a.row - b.row).flatMap(({ text }) => (text === '' ? [] : [text]))
}

/**
 * Text printed at a position. A label that spans rows belongs to each of them, also one with a digit (`LT-2 Domestic`); a
 * figure that spans rows belongs to none.
 */
function cellAt(own: readonly Placed[], y: number, x: number, index: number, loose: Spanning[]): TableCell | null {
  const found = own.find((cell) => covers(cell, y, x))
  if (found === undefined || found.text === '') return null
  const cell: TableCell = { text: found.text, box: null }
  if (!('number' in figureOfCell(found.text))) return found.column === x ? cell : null
  if (found.columns > 1) return null
  if (found.rows === 1) return cell
  if (found.row === y) loose.push({ ...cell, column: x, after: index, lastRow: y + found.rows - 1 })
  return null
}
