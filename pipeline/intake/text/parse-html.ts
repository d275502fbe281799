import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'

type Document = DefaultTreeAdapterTypes.Document
type Element = DefaultTreeAdapterTypes.Element

/** Deeper nesting than on any regulator's page; following it further could exhaust the stack. */
const MAX_DEPTH = 300
/** An element that is left open is opened again in each paragraph after it: so often that a page is this many times as large. */
const MAX_GROWTH = 10
/** Elements that every page has, also if it does not write them. */
const EVERY_PAGE = 1000
/** More rows or columns than any table has. */
const WIDEST = 1000

class PageFault extends Error {}

/** The tree of a page like in a browser, built within limits: few tags can make millions of elements, or a depth without end. */
function treeWithin(characters: number): typeof defaultTreeAdapter {
  let depth = 0
  let size = 0
  return {
    ...defaultTreeAdapter,
    createElement: (tagName, namespace, attrs) => {
      size += attrs.reduce((sum, { name, value }) => sum + name.length + value.length, tagName.length)
      if (size > characters * MAX_GROWTH + EVERY_PAGE)
        throw new PageFault(`elements that it leaves open make it more than ${MAX_GROWTH} times as large`)
      return defaultTreeAdapter.createElement(tagName, namespace, attrs)
    },
    onItemPush: () => {
      depth += 1
      if (depth > MAX_DEPTH) throw new PageFault(`its elements are nested more than ${MAX_DEPTH} deep`)
    },
    onItemPop: () => {
      depth -= 1
    },
  }
}

/** How many rows or columns a cell spans: 1 if it says nothing that is a number. */
export const spanOf = ({ attrs }: Element, name: 'rowspan' | 'colspan'): number =>
  Number(attrs.find((each) => each.name === name)?.value) || 1

const isSpan = (count: number): boolean => Number.isInteger(count) && count >= 1 && count <= WIDEST

/** Places in the rows and columns of tables that the cells of a page take; throws for a row that no table has. */
function placesIn(parent: Document | Element): number {
  let places = 0
  let width = 0
  for (const child of parent.childNodes) {
    if (!('tagName' in child)) continue
    if (child.tagName === 'td' || child.tagName === 'th') {
      const [rows, columns] = [spanOf(child, 'rowspan'), spanOf(child, 'colspan')]
      if (!isSpan(rows) || !isSpan(columns))
        throw new PageFault(`a cell of a table in it spans no number of rows or columns from 1 to ${WIDEST}`)
      places += rows * columns
      width += columns
    }
    if (width > WIDEST) throw new PageFault(`a table in it has more than ${WIDEST} columns`)
    places += placesIn(child)
  }
  return places
}

/**
 * An HTML page parsed like a browser does. A text instead: why it is not read, because it would take time or memory without
 * end, more than its size explains. Pure.
 */
export function parseHtml(text: string): Document | string {
  try {
    const document = parse(text, { treeAdapter: treeWithin(text.length) })
    return placesIn(document) > text.length
      ? 'the cells of its tables span more places than it has characters'
      : document
  } catch (error) {
    if (error instanceof PageFault) return error.message
    throw error
  }
}
