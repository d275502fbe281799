import type { Quotation } from '../../../releases/record/figure.ts'
import type { RecordQuotation } from './quotations.ts'
import { fieldsOf, lineOf } from './sheet-fields.ts'

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
