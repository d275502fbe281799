import { describe, expect, it } from 'vitest'
import { sha256 } from '#digest'
import { sourceTextReproducible } from '../../../pipeline/gates/03-source-text-reproducible.ts'
import { canonicalHash } from '../../../releases/record/canonical.ts'
import { findingsOf, sampleMeans, sourceOf } from './support/sample.ts'
import { pagesOf, sampleSources } from './support/sources.ts'
import { TEXTS } from './support/texts.ts'

const order = sampleSources()[1]!
const pageHash = sha256(TEXTS['XX-ORDER']![1]!)

describe('source.text_reproducible fails when', () => {
  it('a page extracts to another text, and names the page', async () => {
    const extract = async (bytes: Uint8Array) => ({
      ok: true as const,
      pages: pagesOf(bytes).map((page) => page.replace('9.03', '9.08')),
    })
    const other = sha256(TEXTS['XX-ORDER']![1]!.replace('9.03', '9.08'))
    expect(await findingsOf(sourceTextReproducible, () => {}, { extract })).toEqual([
      `sources/XX-ORDER | p.2 with text hash ${pageHash} | p.2 of the text extracted again has text hash ${other}`,
    ])
  })

  it('a page is missing', async () => {
    const extract = async (bytes: Uint8Array) => ({ ok: true as const, pages: pagesOf(bytes).slice(0, 1) })
    expect(await findingsOf(sourceTextReproducible, () => {}, { extract })).toEqual([
      'sources/XX-ORDER | 2 pages | the text extracted again has 1',
    ])
  })

  it('the text cannot be extracted', async () => {
    const extract = async (_: Uint8Array, mediaType: string) =>
      mediaType === 'application/pdf'
        ? { ok: false as const, reason: 'encrypted' }
        : sampleMeans().extract(_, mediaType)
    expect(await findingsOf(sourceTextReproducible, () => {}, { extract })).toEqual([
      'sources/XX-ORDER | text from application/pdf | extraction failed: encrypted',
    ])
  })

  it('the stored text is not the text the record commits to', async () => {
    const pages = async (hash: string) =>
      hash === order.sha256 ? ['Order of the Commission', 'altered'] : sampleMeans().pages(hash)
    expect(await findingsOf(sourceTextReproducible, () => {}, { pages })).toEqual([
      `sources/XX-ORDER | p.2 with text hash ${pageHash} | p.2 of the stored text has text hash ${sha256('altered')}`,
    ])
  })

  it('neither bytes nor text are held', async () => {
    const nothing = async (): Promise<null> => null
    const findings = await findingsOf(sourceTextReproducible, () => {}, { bytes: nothing, pages: nothing })
    expect(findings).toHaveLength(10)
    expect(findings.slice(0, 2)).toEqual([
      'sources/XX-SHEET | stored text | no text is stored for its sha256',
      'sources/XX-SHEET | bytes to extract from | the bytes are not stored',
    ])
  })

  it('the record does not agree with its own page hashes', async () => {
    const edit = { page_count: 3, text_sha256: 'b'.repeat(64) }
    expect(
      await findingsOf(sourceTextReproducible, (record) => void Object.assign(sourceOf(record, 'XX-ORDER'), edit)),
    ).toEqual([
      'sources/XX-ORDER | page_count 2 | page_count 3',
      `sources/XX-ORDER | text_sha256 ${canonicalHash(order.page_sha256)} | text_sha256 ${'b'.repeat(64)}`,
    ])
  })
})
