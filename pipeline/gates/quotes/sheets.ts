import type { Quotation } from '../../../releases/record/figure.ts'
import { fold } from '../text/fold.ts'
import { escaped } from '../text/reading-words.ts'
import { remembering } from '../text/remembering.ts'
import type { RecordQuotation } from './quotations.ts'

/** A field of a sheet (CSV): its text, and where it stands in the page, without its quotation marks and with them. */
type Field = {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly begin: number
  readonly end: number
}

/** The fields of a page or a line, in order. A comma or an end of line inside quotation marks ends no field. */
export const fieldsIn = remembering((page): readonly Field[] =>
  [...`,${page}`.matchAll(/[,\n](?:"((?:[^"]|"")*)"|([^,\n]*))/gu)].map(({ index, 1: quoted, 2: plain = '' }) => {
    const mark = quoted === undefined ? 0 : 1
    const text = quoted ?? plain
    const [from, to] = [index + mark, index + mark + text.length]
    return { text: text.replaceAll('""', '"'), from, to, begin: index, end: to + mark }
  }),
)

/** The texts of the fields of a line. */
const fieldsOf = (line: string): string[] => fieldsIn(line).map(({ text }) => text)

/** The line of a sheet that has a quote: the cited one, otherwise the first. */
export function lineOf(page: string, line: number | null, quote: string): string | null {
  const lines = page.split('\n')
  return (line === null ? lines.find((each) => each.includes(quote)) : lines[line - 1]) ?? null
}

/**
 * The fields of a sheet from the one where a quote begins to the one where it ends, together and each alone. Null if the
 * quote does not begin in the line, or anywhere if none is given.
 */
export function fieldsAround(
  page: string,
  line: number | null,
  quote: string,
): { readonly whole: string; readonly fields: readonly string[] } | null {
  const lines = page.split('\n')
  const begin = line === null ? 0 : lines.slice(0, line - 1).join('\n').length
  const end = line === null ? page.length : begin + (lines[line - 1] ?? '').length + 1
  const wanted = new RegExp(escaped(fold(quote)).replaceAll(' ', '\\s+'), 'gu')
  wanted.lastIndex = begin
  const found = wanted.exec(page)
  if (found === null || found[0] === '' || found.index > end) return null
  const [at, behind] = [found.index, found.index + found[0].length]
  const around = fieldsIn(page).filter(({ from, to }) => from < behind && to > at)
  const [first, last] = [around[0], around.at(-1)]
  if (first === undefined || last === undefined) return null
  return { whole: fold(page.slice(first.from, last.to)), fields: around.map(({ text }) => fold(text)) }
}

type Quoted = Pick<Quotation, 'source_id' | 'locator' | 'quote'>

/** The lines of a sheet that a row leaves out: neither it nor a fact or something blocked cites them. */
export type SheetBeside = {
  readonly header: readonly string[]
  readonly lines: readonly {
    readonly fields: readonly string[]
    /** Whether a row cites it that reads some line together with this one. */
    readonly isOfTwin: boolean
  }[]
}

/** Finds the sheet of a figure of a row. */
export function sheets(
  quotations: readonly RecordQuotation[],
  pageOf: (quoted: Quoted) => string | undefined,
  isSheet: (quoted: Quoted) => boolean,
): (figure: Quoted, rowId: string) => SheetBeside | null {
  const keyOf = ({ source_id, locator }: Quoted, line: string): string => `${source_id} ${locator.page} ${line}`
  const citedBy = new Map<string, Set<string>>()
  const citedIn = new Map<string, Set<string>>()
  for (const { path, quotation } of quotations) {
    const page = isSheet(quotation) ? pageOf(quotation) : undefined
    const line = page === undefined ? null : lineOf(page, quotation.locator.line, quotation.quote)
    if (line === null) continue
    const by = /^rows\/([^/]+)\//u.exec(path)?.[1] ?? ''
    const key = keyOf(quotation, line)
    citedBy.set(key, (citedBy.get(key) ?? new Set()).add(by))
    citedIn.set(by, (citedIn.get(by) ?? new Set()).add(key))
  }
  return (figure, rowId) => {
    const page = isSheet(figure) ? pageOf(figure) : undefined
    if (page === undefined) return null
    const twins = new Set([...(citedIn.get(rowId) ?? [])].flatMap((key) => [...(citedBy.get(key) ?? [])]))
    const [header = '', ...lines] = page.split('\n')
    return {
      header: fieldsOf(header),
      lines: lines.flatMap((line) => {
        const by = [...(citedBy.get(keyOf(figure, line)) ?? [])]
        if (by.includes('') || by.includes(rowId)) return []
        return [{ fields: fieldsOf(line), isOfTwin: by.some((each) => twins.has(each)) }]
      }),
    }
  }
}
