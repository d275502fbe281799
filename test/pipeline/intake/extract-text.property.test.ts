import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { runsOf } from '../../support/tier.ts'
import { tinyPdf } from './tiny-pdf.ts'

const RUNS = runsOf({ normal: 60, nightly: 2_000 })
const PDF_RUNS = runsOf({ normal: 10, nightly: 250 })
const MEDIA_TYPES = ['application/pdf', 'text/html', 'text/csv', 'text/markdown', 'text/plain']

const html = fc
  .array(fc.tuple(fc.constantFrom('p', 'td', 'h1', 'li', 'table', 'div'), fc.string()), { minLength: 1 })
  .map((parts) => `<html><body>${parts.map(([tag, text]) => `<${tag}>${text}`).join('')}</body></html>`)

describe('extraction', () => {
  it('gives the same pages, or the same refusal, for the same bytes, and never throws', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => new TextEncoder().encode(text)),
      html.map((text) => new TextEncoder().encode(text)),
    )
    await fc.assert(
      fc.asyncProperty(bytes, fc.constantFrom(...MEDIA_TYPES), async (given, mediaType) => {
        const first = await extractText(Uint8Array.from(given), mediaType)
        expect(await extractText(Uint8Array.from(given), mediaType)).toEqual(first)
        if (!first.ok) expect(first.reason).toMatch(/: .*\. To go on, /s)
      }),
      { numRuns: RUNS },
    )
  })

  it('gives the same pages for the same PDF, even while another is being read', async () => {
    const words = fc.array(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 .]{0,30}$/), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(words, async (pages) => {
        const bytes = tinyPdf(pages)
        const [first, second] = await Promise.all([
          extractText(bytes, 'application/pdf'),
          extractText(bytes, 'application/pdf'),
        ])
        expect(second).toEqual(first)
        expect(first.ok && first.pages.length).toBe(pages.length)
      }),
      { numRuns: PDF_RUNS },
    )
  })

  it('never throws for a PDF with a byte changed, and says the same of it twice', async () => {
    const whole = tinyPdf(['Domestic 290.00', 'Water 7.00'])
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const changed = Uint8Array.from(whole)
        changed[at] = byte
        const first = await extractText(changed, 'application/pdf')
        expect(await extractText(changed, 'application/pdf')).toEqual(first)
      }),
      { numRuns: RUNS },
    )
  })
})
