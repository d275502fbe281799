import { Argument, type Command, InvalidArgumentError } from 'commander'
import type { Pool } from 'pg'
import type { PageLayout, Table } from '../../pipeline/gates/layout.ts'
import { extractText } from '../../pipeline/intake/extract-text.ts'
import { findText } from '../../pipeline/intake/find-text.ts'
import { layOut } from '../../pipeline/intake/lay-out.ts'
import { getPages } from '../../pipeline/store/blobs.ts'
import { counted } from '../../releases/record/counted.ts'
import { findOriginal } from '../operations/find-original.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { loadConfig } from '../platform/config.ts'
import { documentArgument, documentPart, nonBlank } from './arguments.ts'
import type { Result } from './output.ts'
import { adderTo, runWherever } from './program.ts'

type Text = { readonly sha256: string; readonly file_name: string; readonly pages: readonly string[] }

/** The stored text of each registered document whose hash begins so, in the order of registration. */
async function storedTexts(pool: Pool, hash: string): Promise<Text[]> {
  const { rows } = await pool.query<{ sha256: string; file_name: string }>(
    'SELECT sha256, file_name FROM read.sources WHERE starts_with(sha256, $1) ORDER BY registered_at, sha256',
    [hash],
  )
  return Array.fromAsync(rows, async (row) => ({ ...row, pages: (await getPages(pool, row.sha256)) ?? [] }))
}

/** The text of one document: as it is stored if it is registered, otherwise extracted now. */
async function textOf(pool: Pool | null, given: string): Promise<Text> {
  const stored = pool === null ? [] : await storedTexts(pool, given)
  const [only, ...others] = stored
  if (only !== undefined && others.length === 0) return only
  const { sha256, media_type, bytes } = await findOriginal(pool, loadConfig().sourcesPath, given)
  const text = await extractText(bytes, media_type)
  if (!text.ok) throw new OperationRefusal('SOURCE_REFUSED', `${given}: ${text.reason}`)
  return { sha256, file_name: given, pages: text.pages }
}

/** The text of one document, or of all that are registered. */
async function textsOf(pool: Pool | null, source: string | null): Promise<Text[]> {
  if (source !== null) return [await textOf(pool, source)]
  if (pool !== null) return storedTexts(pool, '')
  throw new OperationRefusal('NOT_RUNNING', 'no service is running: name the document with --source')
}

function pageAt<Page>(pages: readonly Page[], page: number): Page {
  const found = pages[page - 1]
  if (found !== undefined) return found
  throw new OperationRefusal(
    'SOURCE_NOT_FOUND',
    `there is no page ${page}: the document has ${counted(pages.length, 'page')}`,
  )
}

type OfPage = { readonly page: number }

async function text(pool: Pool | null, given: string, { page }: OfPage): Promise<Result> {
  const { sha256, pages } = await textOf(pool, given)
  const found = pageAt(pages, page)
  return { data: { sha256, page, text: found }, text: found }
}

/** The tables of a page as a definition reads them: what stands in each cell, and what applies to it. */
async function tables(pool: Pool | null, given: string, { page }: OfPage): Promise<Result> {
  const { sha256, media_type, bytes } = await findOriginal(pool, loadConfig().sourcesPath, given)
  const layout = await layOut(bytes, media_type, new Set([page])).catch((error: Error) => {
    throw new OperationRefusal('SOURCE_REFUSED', `${given}: it cannot be read: ${error.message}`)
  })
  if (layout === null) throw new OperationRefusal('SOURCE_REFUSED', `${given}: it cannot be laid out`)
  const found = pageAt(layout.pages, page)
  return { data: { sha256, page, ...withoutWords(found) }, text: tablesText(page, found) }
}

const withoutWords = ({ tables: all, unreadable }: PageLayout): object => ({
  unreadable,
  tables: all.map(({ number, caption, headings, columns, rows, loose }) => ({
    number,
    caption,
    headings,
    columns,
    rows: rows.map(({ under, cells }) => ({ under, cells: cells.map((cell) => cell?.text ?? null) })),
    loose: loose.map(({ text: printed, column, after }) => ({ text: printed, column, after })),
  })),
})

function tablesText(page: number, { tables: all, unreadable }: PageLayout): string {
  if (unreadable !== null) return `page ${page} cannot be read: ${unreadable}`
  return all.length === 0 ? `page ${page} has no tables` : all.map(tableText).join('\n\n')
}

function tableText({ number, caption, headings, columns, rows, loose }: Table): string {
  const line = (name: string, texts: readonly string[]): string[] =>
    texts.length === 0 ? [] : [`  ${name}: ${texts.join(' | ')}`]
  return [
    `table ${number}`,
    ...line('title', caption),
    ...line('headings of the page', headings),
    ...columns.map((header, index) => `  column ${index + 1}: ${header.join(' | ') || '(no header)'}`),
    ...rows.map(({ under, cells }, index) => {
      const above = under.length === 0 ? '' : `${under.join(' > ')} > `
      return `  row ${index + 1}: ${above}${cells.map((cell) => cell?.text ?? '').join(' | ')}`
    }),
    ...loose.map(
      ({ text: printed, column, after }) => `  between rows, column ${column + 1}, after row ${after + 1}: ${printed}`,
    ),
  ].join('\n')
}

async function find(pool: Pool | null, wanted: string, { source = null }: { source?: string | null }): Promise<Result> {
  const found = (await textsOf(pool, source)).flatMap(({ sha256, file_name, pages }) =>
    findText(pages, wanted).map((place) => ({ sha256, file_name, ...place })),
  )
  const lines = found.map(
    ({ sha256, file_name, page, line, quote }) =>
      `${sha256.slice(0, 16)}  ${file_name}  p.${page} line ${line}\n  ${quote}`,
  )
  return {
    data: { text: wanted, places: found },
    text: lines.length === 0 ? `not found: ${wanted}` : lines.join('\n'),
    ok: found.length > 0,
  }
}

function pageNumber(given: string): number {
  if (!/^[1-9]\d{0,5}$/.test(given)) throw new InvalidArgumentError('must be a page number from 1')
  return Number(given)
}

/** `source text`, `source tables` and `source find`: what the program reads in a document, with or without a service. */
export function addSourceTextCommands(source: Command): void {
  const command = adderTo(source)
  const ofPage = (name: string, description: string): Command =>
    command(name, description)
      .addArgument(documentArgument())
      .requiredOption('--page <n>', 'page number, from 1 (required)', pageNumber)
  ofPage('text', 'print the extracted text of a page').action(runWherever(text))
  ofPage('tables', 'print the tables of a page, cell by cell, as a definition reads them').action(runWherever(tables))
  command('find', 'find a text, and print page, line and quote of each match (exit code 1 if there is none)')
    .addArgument(new Argument('<text>', 'text to find, as printed').argParser(nonBlank))
    .option('--source <document>', 'search only this file or sha256 (default: all registered documents)', documentPart)
    .action(runWherever(find))
}
