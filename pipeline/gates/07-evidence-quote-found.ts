import type { Quotation } from '../../releases/record/figure.ts'
import { type Gate, verdict } from './gate.ts'
import { finding } from './support/finding.ts'
import { fold } from './support/fold.ts'
import { quotationsOf } from './support/quotations.ts'
import { placeText, sourcesById } from './support/sources.ts'

/** Source id to its pages of text. */
type Texts = ReadonlyMap<string, readonly string[]>

/** Whether a folded quote begins inside the first of these lines; it may run on into the next ones. */
function beginsInFirst(lines: readonly string[], quote: string): boolean {
  const first = fold(lines[0] ?? '')
  let text = first
  // Only as much as the quote can reach into is folded: a page may have thousands of lines.
  for (let next = 1; next < lines.length && text.length < first.length + quote.length; next += 1) {
    text = fold(`${text} ${lines[next]}`)
  }
  const at = text.indexOf(quote)
  return at >= 0 && at < first.length
}

/** What stands at the quotation's place instead of its quote, or null when the quote stands there. */
function faultOf({ locator, quote }: Quotation, pages: readonly string[]): string | null {
  const wanted = fold(quote)
  if (wanted === '') return 'the quote is blank'
  const page = pages[locator.page - 1]
  if (page === undefined) return `there is no p.${locator.page}; it has ${pages.length}`
  if (locator.line === null) return fold(page).includes(wanted) ? null : 'the page does not have it'
  const lines = page.split('\n')
  const line = lines[locator.line - 1]
  if (line === undefined) return `there is no line ${locator.line}; p.${locator.page} has ${lines.length}`
  if (beginsInFirst(lines.slice(locator.line - 1), wanted)) return null
  const actual = lines.findIndex((_, index) => beginsInFirst(lines.slice(index), wanted))
  const elsewhere = actual < 0 ? '' : `; the quote stands at line ${actual + 1}`
  return `the line reads "${fold(line)}"${elsewhere}`
}

/** Gate 7: every quote stands verbatim at its locator in the stored text; only white space is folded. */
export const evidenceQuoteFound: Gate = {
  name: 'evidence.quote_found',
  heavy: false,
  async check(candidate, means) {
    const texts: Texts = new Map(
      await Promise.all(
        [...sourcesById(candidate.record).values()].map(
          async (source) => [source.source_id, (await means.pages(source.sha256)) ?? []] as const,
        ),
      ),
    )
    const quotations = quotationsOf(candidate.record)
    const findings = quotations.flatMap(({ path, quotation }) => {
      const pages = texts.get(quotation.source_id)
      // A source that does not exist is gate 5's finding.
      if (pages === undefined) return []
      const fault = pages.length === 0 ? 'no text of it is stored' : faultOf(quotation, pages)
      if (fault === null) return []
      const place = placeText(quotation.source_id, quotation.locator)
      return [finding(candidate, path, `"${fold(quotation.quote)}" at ${place}`, fault, quotation.quote)]
    })
    return verdict('evidence.quote_found', quotations.length, findings)
  },
}
