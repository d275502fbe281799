import { sha256 } from '#digest'
import { canonicalHash } from '../../releases/record/canonical.ts'
import { counted } from '../../releases/record/counted.ts'
import type { Source } from '../../releases/record/source.ts'
import { type Failing, type Found, failing, gate, type Means } from './gate.ts'

const FAULTS = [
  'page_count',
  'text_sha256',
  'no_stored_text',
  'stored_pages',
  'stored_text',
  'not_held',
  'not_extracted',
  'extracted_pages',
  'extracted_text',
] as const
type F = (typeof FAULTS)[number]

type Report = (...fault: Failing<F>) => void

/** Where pages are compared, and the faults for differences. */
type Compared = { readonly name: string; readonly pages: F; readonly text: F }
const STORED: Compared = { name: 'the stored text', pages: 'stored_pages', text: 'stored_text' }
const AGAIN: Compared = { name: 'the text extracted again', pages: 'extracted_pages', text: 'extracted_text' }

/** Compares a text with the page hashes of the record, page by page. */
function comparePages(source: Source, { name, ...faults }: Compared, pages: readonly string[], report: Report): void {
  if (pages.length !== source.page_sha256.length) {
    report(faults.pages, counted(source.page_sha256.length, 'page'), `${name} has ${pages.length}`)
  }
  for (const [index, page] of pages.entries()) {
    const expected = source.page_sha256[index]
    const found = sha256(page)
    if (expected !== undefined && expected !== found) {
      report(
        faults.text,
        `p.${index + 1} with text hash ${expected}`,
        `p.${index + 1} of ${name} has text hash ${found}`,
      )
    }
  }
}

async function checkSource(means: Means, source: Source): Promise<Found<F>[]> {
  const findings: Found<F>[] = []
  const report: Report = (...fault) => {
    findings.push(failing(`sources/${source.source_id}`, ...fault))
  }
  if (source.page_count !== source.page_sha256.length) {
    report('page_count', `page_count ${source.page_sha256.length}`, `page_count ${source.page_count}`)
  }
  const textHash = canonicalHash(source.page_sha256)
  if (textHash !== source.text_sha256)
    report('text_sha256', `text_sha256 ${textHash}`, `text_sha256 ${source.text_sha256}`)

  // Quotes are searched in the stored text, so that must be the text that the record commits to.
  const stored = await means.pages(source.sha256)
  if (stored === null) report('no_stored_text', 'stored text', 'no text is stored for its sha256')
  else comparePages(source, STORED, stored, report)

  const bytes = await means.bytes(source.sha256)
  if (bytes === null) {
    report('not_held', 'bytes to extract from', 'the bytes are not stored')
    return findings
  }
  const again = await means.extract(bytes, source.media_type)
  if (again.ok) comparePages(source, AGAIN, again.pages, report)
  else report('not_extracted', `text from ${source.media_type}`, `extraction failed: ${again.reason}`)
  return findings
}

/**
 * Gate 3: extracting again gives the same text, page by page, and the stored text is that text
 * (docs/design/release.md#gates).
 */
export const sourceTextReproducible = gate(
  'source.text_reproducible',
  FAULTS,
  async ({ record }, means) => {
    // Sequentially: a large original is extracted whole, and doing many at once would keep all of them in memory.
    const findings = await Array.fromAsync(record.sources, (source) => checkSource(means, source))
    const pages = record.sources.reduce((sum, source) => sum + source.page_sha256.length, 0)
    return { checked: pages, findings: findings.flat() }
  },
  { heavy: true },
)
