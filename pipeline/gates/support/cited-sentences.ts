import type { Figure, Quotation } from '../../../releases/record/figure.ts'
import type { Candidate, Means } from '../gate.ts'
import { fold } from './fold.ts'
import { quotationsOf } from './quotations.ts'
import type { Sentence } from './sentence-faults.ts'
import { sentencesAround } from './sentences.ts'
import { sourcesById } from './sources.ts'

type Cited = Pick<Quotation, 'source_id' | 'locator' | 'quote'>

/** The field of a CSV line that a quote begins in, up to where the quote's last field ends. */
function fieldsAround(line: string, quote: string): string | null {
  const at = line.indexOf(quote)
  if (at < 0) return null
  const from = Math.max(line.lastIndexOf(',', at - 1), line.lastIndexOf('"', at - 1)) + 1
  const behind = /[",]/u.exec(line.slice(at + quote.length))
  return line.slice(from, behind === null ? line.length : at + quote.length + behind.index)
}

/**
 * The sentences that figures are cited by, as the stored text has them: whole, whatever their quotes leave out. What
 * readings.yaml declares of a sentence is blanked out in it.
 */
export async function cited(candidate: Candidate, means: Means): Promise<(figure: Figure) => Sentence | null> {
  const sources = sourcesById(candidate.record)
  const texts = new Map<string, readonly string[]>()
  for (const { source_id, sha256 } of sources.values()) texts.set(source_id, (await means.pages(sha256)) ?? [])

  const declared = (text: string, { source_id, locator }: Cited): string =>
    candidate.sentences
      .filter((each) => each.source_id === source_id && each.page === locator.page)
      .reduce((rest, { says }) => rest.replaceAll(fold(says), ' '), fold(text))
  const wholeOf = (quotation: Cited): string | null => {
    const { source_id, locator, quote } = quotation
    const page = texts.get(source_id)?.[locator.page - 1]
    if (page === undefined) return null
    if (locator.line === null) return sentencesAround(page, quote)
    const lines = page.split('\n').slice(locator.line - 1)
    if (sources.get(source_id)?.media_type === 'text/csv') return fieldsAround(lines[0] ?? '', quote)
    const needed = lines.findIndex((_, index) => fold(lines.slice(0, index + 1).join(' ')).includes(fold(quote)))
    return sentencesAround(lines.slice(0, needed + 1).join(' '), quote)
  }

  const sections = new Map<string, Set<string>>()
  for (const { quotation } of quotationsOf(candidate.record)) {
    const { section } = quotation.locator
    const whole = section === null ? null : wholeOf(quotation)
    if (section === null || whole === null) continue
    const key = `${quotation.source_id} ${section}`
    sections.set(key, (sections.get(key) ?? new Set()).add(whole))
  }
  return (figure) => {
    const whole = wholeOf(figure)
    // A quote that does not stand there is gate 7's finding.
    if (whole === null) return null
    const named = [
      figure.locator.section ?? '',
      ...figure.citations.map((each) => /, p\.\d+, (.+)$/u.exec(each)?.[1] ?? ''),
    ]
    const section = named.flatMap((name) => [...(sections.get(`${figure.source_id} ${name}`) ?? [])])
    const prose = sources.get(figure.source_id)?.media_type !== 'text/csv'
    return { quote: declared(figure.quote, figure), whole: declared(whole, figure), prose, section }
  }
}
