import { sha256 } from '#digest'
import { canonicalHash } from '../../releases/record/canonical.ts'
import type { Source } from '../../releases/record/source.ts'
import { type Candidate, type Finding, type Gate, type Means, verdict } from './gate.ts'
import { finding } from './support/finding.ts'

type Report = (expected: string, found: string) => void

/** Compares a text with the page hashes of the record, page by page. */
function comparePages(source: Source, name: string, pages: readonly string[], report: Report): void {
  if (pages.length !== source.page_sha256.length) {
    report(`${source.page_sha256.length} pages`, `${name} has ${pages.length}`)
  }
  for (const [index, page] of pages.entries()) {
    const expected = source.page_sha256[index]
    const found = sha256(page)
    if (expected !== undefined && expected !== found) {
      report(`p.${index + 1} with text hash ${expected}`, `p.${index + 1} of ${name} has text hash ${found}`)
    }
  }
}

async function checkSource(candidate: Candidate, means: Means, source: Source): Promise<Finding[]> {
  const findings: Finding[] = []
  const report: Report = (expected, found) => {
    findings.push(finding(candidate, `sources/${source.source_id}`, expected, found))
  }
  if (source.page_count !== source.page_sha256.length) {
    report(`page_count ${source.page_sha256.length}`, `page_count ${source.page_count}`)
  }
  const textHash = canonicalHash(source.page_sha256)
  if (textHash !== source.text_sha256) report(`text_sha256 ${textHash}`, `text_sha256 ${source.text_sha256}`)

  // Quotes are looked up in the stored text, so that must be the text the record commits to.
  const stored = await means.pages(source.sha256)
  if (stored === null) report('stored text', 'no text is stored for its sha256')
  else comparePages(source, 'the stored text', stored, report)

  const bytes = await means.bytes(source.sha256)
  if (bytes === null) {
    report('bytes to extract from', 'the bytes are not held')
    return findings
  }
  const again = await means.extract(bytes, source.media_type)
  if (again.ok) comparePages(source, 'the text extracted again', again.pages, report)
  else report(`text from ${source.media_type}`, `extraction failed: ${again.reason}`)
  return findings
}

/**
 * Gate 3: extracting again gives the same text, page by page, and the stored text is that text
 * (docs/design/release.md#gates).
 */
export const sourceTextReproducible: Gate = {
  name: 'source.text_reproducible',
  heavy: true,
  async check(candidate, means) {
    const findings: Finding[] = []
    // One after another: a large original is extracted whole, and many at once would hold all of them in memory.
    for (const source of candidate.record.sources) findings.push(...(await checkSource(candidate, means, source)))
    const pages = candidate.record.sources.reduce((sum, source) => sum + source.page_sha256.length, 0)
    return verdict('source.text_reproducible', pages, findings)
  },
}
