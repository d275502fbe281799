import { canonicalHash } from '../../releases/record/canonical.ts'
import type { Quotation } from '../../releases/record/figure.ts'
import { figuresOf, type RecordFigure } from '../../releases/record/figures.ts'
import { type Candidate, type Found, failing, gate } from './gate.ts'
import { pagesJoined } from './quotes/over-pages.ts'
import { quotationsOf } from './quotes/quotations.ts'
import type { ReadFigure, Reread } from './reading.ts'
import { placeText, sourcesById } from './record/sources.ts'
import { fold } from './text/fold.ts'
import { cutNumber, groupsDigits } from './text/tokens.ts'

const FAULTS = [
  'blank_quote',
  'no_text',
  'no_such_page',
  'no_such_line',
  'not_on_the_page',
  'not_on_the_line',
  'cut_number',
  'words_not_found',
  'cell_not_found',
  'figures_file',
] as const
type F = (typeof FAULTS)[number]

/** The pages of a source's text, and whether commas group digits in it. */
type Text = { readonly pages: readonly string[]; readonly grouped: boolean }

/** Result of a search: not found, found only inside numbers (the first of them is named), or found. */
type Standing = { readonly found: 'nowhere' | 'whole' } | { readonly found: 'cut'; readonly number: string }

/**
 * Finds a folded quote in a folded text, starting before `end`. One occurrence that does not cut a number is enough.
 */
function standingOf(text: string, quote: string, end: number, grouped: boolean): Standing {
  let standing: Standing = { found: 'nowhere' }
  for (let at = text.indexOf(quote); at >= 0 && at < end; at = text.indexOf(quote, at + 1)) {
    const number = cutNumber(text, at, at + quote.length, grouped)
    if (number === null) return { found: 'whole' }
    if (standing.found === 'nowhere') standing = { found: 'cut', number }
  }
  return standing
}

/** Finds a folded quote that starts inside the first of these lines; it may continue in the next ones. */
function standingInFirst(lines: readonly string[], quote: string, grouped: boolean): Standing {
  const first = fold(lines[0] ?? '')
  let text = first
  // Only the lines that the quote can reach are folded: a page may have thousands of lines.
  for (let next = 1; next < lines.length && text.length < first.length + quote.length; next += 1) {
    text = fold(`${text} ${lines[next]}`)
  }
  return standingOf(text, quote, first.length, grouped)
}

const cutText = (number: string): Why => [
  'cut_number',
  `the quote is part of the number "${number}": quote the whole number`,
]

type Why = readonly [fault: F, found: string]

/** The text found at the quote's position instead of it, or null if the quote is there. */
function faultOf({ locator, quote }: Quotation, { pages, grouped }: Text): Why | null {
  if (pages.length === 0) return ['no_text', 'no text of it is stored']
  const wanted = fold(quote)
  if (wanted === '') return ['blank_quote', 'the quote is blank']
  const page = pages[locator.page - 1]
  if (page === undefined) return ['no_such_page', `there is no p.${locator.page}; it has ${pages.length}`]
  if (locator.line === null) {
    const text = fold(page)
    const standing = standingOf(text, wanted, text.length, grouped)
    if (standing.found === 'whole') return null
    if (standing.found === 'cut') return cutText(standing.number)
    const isOverPages = fold(pagesJoined(pages)(locator.page).lines.join(' ')).includes(wanted)
    const why = isOverPages
      ? 'the page has only a part of it: quote that part, the gates read its whole sentence'
      : null
    return ['not_on_the_page', why ?? 'the page does not have it']
  }
  const lines = page.split('\n')
  const line = lines[locator.line - 1]
  if (line === undefined)
    return ['no_such_line', `there is no line ${locator.line}; p.${locator.page} has ${lines.length}`]
  const standing = standingInFirst(lines.slice(locator.line - 1), wanted, grouped)
  if (standing.found === 'whole') return null
  if (standing.found === 'cut') return cutText(standing.number)
  const actual = lines.findIndex((_, index) => standingInFirst(lines.slice(index), wanted, grouped).found === 'whole')
  const elsewhere = actual < 0 ? '' : `; the quote is at line ${actual + 1}`
  return ['not_on_the_line', `the line reads "${fold(line)}"${elsewhere}`]
}

/**
 * Gate 7: every quote is verbatim at its locator in the stored text, and neither begins nor ends inside a printed
 * number (`0.00` of `80.00` is another figure); only white space is folded.
 */
export const evidenceQuoteFound = gate('evidence.quote_found', FAULTS, async (candidate, means) => {
  const texts: ReadonlyMap<string, Text> = new Map(
    await Promise.all(
      [...sourcesById(candidate.record).values()].map(async ({ source_id, sha256, media_type }) => {
        const pages = (await means.pages(sha256)) ?? []
        return [source_id, { pages, grouped: groupsDigits(media_type) }] as const
      }),
    ),
  )
  const cells = figuresOf(candidate.record).filter(({ figure }) => figure.cell !== undefined)
  const readInCells = new Set(cells.map(({ path }) => path))
  const quotations = quotationsOf(candidate.record).filter(({ path }) => !readInCells.has(path))
  const ofCells = faultsOfCells(candidate, cells, await means.reread(candidate))
  const findings = quotations.flatMap(({ path, quotation }) => {
    const text = texts.get(quotation.source_id)
    // A source that does not exist is gate 5's finding.
    if (text === undefined) return []
    const why = faultOf(quotation, text)
    if (why === null) return []
    const [fault, found] = why
    const place = placeText(quotation.source_id, quotation.locator)
    return [failing(path, fault, `"${fold(quotation.quote)}" at ${place}`, found, quotation.quote)]
  })
  const ofWords = candidate.sentences.flatMap(({ source_id, page, says }, index) => {
    const text = texts.get(source_id)?.pages[page - 1]
    if (text !== undefined && fold(text).includes(fold(says))) return []
    return [
      failing(
        `sentences/${index}`,
        'words_not_found',
        `"${says}" at ${source_id} p.${page}`,
        'the page does not have it',
        says,
      ),
    ]
  })
  const checked = quotations.length + cells.length + candidate.sentences.length
  return { checked, findings: [...findings, ...ofCells, ...ofWords] }
})

/** Fields of a figure that was read from a table. */
const saidOf = ({
  printed,
  printed_unit,
  value,
  unit,
  source_id,
  quote,
  cell,
}: Omit<ReadFigure, 'figure' | 'to' | 'line'>): string =>
  JSON.stringify([printed, printed_unit, value, unit, source_id, fold(quote), canonicalHash(cell)])

/**
 * Figures whose cells are not found again, or have changed; and differences between figures.csv and the result of the
 * readings.
 */
function faultsOfCells(candidate: Candidate, cells: readonly RecordFigure[], { figures }: Reread): Found<F>[] {
  const again = new Set(figures.map(saidOf))
  const ofRecord = cells.flatMap(({ path, figure }) => {
    const { cell, printed, printed_unit, value, unit, source_id, quote } = figure
    if (cell === undefined || printed === null || printed_unit === null || value === null) return []
    if (again.has(saidOf({ printed, printed_unit, value, unit, source_id, quote, cell }))) return []
    const expected = `${printed} ${printed_unit} in the cell ${cell.row.join(' | ')} under ${cell.column.join(' | ')}, ${source_id} p.${cell.page} table ${cell.table}`
    return [failing(path, 'cell_not_found', expected, 'no reading of the document produces it', quote)]
  })
  const byName = new Map(figures.map((figure) => [figure.figure, figure]))
  const written = new Map(candidate.figures.map((figure) => [figure.figure, figure]))
  const names = [...new Set([...byName.keys(), ...written.keys()])]
  const ofFile = names.flatMap((name) => {
    const [read, kept] = [byName.get(name), written.get(name)]
    if (read !== undefined && kept !== undefined && canonicalHash(read) === canonicalHash(kept)) return []
    return [
      failing(
        `figures/${name}`,
        'figures_file',
        `figures.csv as the readings produce it: ${told(read, kept)}; run \`pramaan definition figures\``,
        told(kept, read),
      ),
    ]
  })
  return [...ofRecord, ...ofFile]
}

/** A figure in words, with what is not in them and differs from the other figure of its name, such as its value. */
function told(figure: ReadFigure | undefined, other: ReadFigure | undefined): string {
  if (figure === undefined) return 'nothing'
  const { printed, printed_unit: unit, cell } = figure
  const words = `${printed} ${unit} of ${cell.row.join(' | ')} under ${cell.column.join(' | ')}`
  const [own, others] = [restOf(figure), other === undefined ? null : restOf(other)]
  const differing = Object.entries(own).filter(([part, text]) => others !== null && others[part] !== text)
  return [words, ...differing.map(([part, text]) => `${part} ${text}`)].join(', ')
}

function restOf({ to, value, unit, source_id, line, quote, cell }: ReadFigure): Readonly<Record<string, string>> {
  const { page, table, through, printed, misprint } = cell
  const parts = { to, value, unit, source_id, page, line, table, through, cell: printed, misprint, quote }
  return Object.fromEntries(Object.entries(parts).map(([part, of]) => [part, JSON.stringify(of)]))
}
