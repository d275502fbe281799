import { describe, expect, it } from 'vitest'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { encryptedPdf, tinyPdf } from './tiny-pdf.ts'

const PDF = 'application/pdf'
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** The reason of a refusal; fails if text was extracted. */
async function reasonFor(bytes: Uint8Array): Promise<string> {
  const extraction = await extractText(bytes, PDF)
  expect(extraction.ok).toBe(false)
  return extraction.ok ? '' : extraction.reason
}

describe('text of a PDF', () => {
  it('comes page by page, in the order of the pages', async () => {
    const extraction = await extractText(tinyPdf(['Domestic 290.00 P/kWh', 'Water works 7.00']), PDF)
    expect(extraction).toEqual({ ok: true, pages: ['Domestic 290.00 P/kWh', 'Water works 7.00'] })
  })

  it('keeps a page without text in its place, so that page numbers stay right', async () => {
    const extraction = await extractText(tinyPdf(['First', '', 'Third']), PDF)
    expect(extraction).toEqual({ ok: true, pages: ['First', '', 'Third'] })
  })

  it.each([6, 10])(
    'keeps a mark of a note of %s points raised, because it is no digit of the number before it',
    async (size) => {
      const raised = `A surcharge of 4) Tj 4 Ts /F1 ${size} Tf (2) Tj 0 Ts /F1 12 Tf ( percent`
      const extraction = await extractText(tinyPdf([raised]), PDF)
      expect(extraction).toEqual({ ok: true, pages: ['A surcharge of 4 ²  percent'] })
    },
  )

  it('keeps the mark of a note raised behind a word and in front of the note', async () => {
    const mark = (number: string) => `) Tj 4 Ts /F1 8 Tf (${number}) Tj 0 Ts /F1 12 Tf (`
    const page = `the excess demand.${mark('1,2')} ) Tj 0 -20 Td (${mark('1')}No surcharge ) Tj 0 -20 Td (Rs 4 per m${mark('x')}`
    const extraction = await extractText(tinyPdf([page]), PDF)
    const text = 'the excess demand. \u00b9 \u00b2 \n\u00b9 No surcharge\nRs 4 per mx'
    expect(extraction).toEqual({ ok: true, pages: [text] })
  })

  it('leaves out struck text, and the text of a page where some is not seen', async () => {
    const struck = 'A surcharge of ) Tj (four) Tj ( percent) Tj ET 0.5 w 153 724 m 174 724 l S BT ('
    const hidden = 'A surcharge of ) Tj 3 Tr (4) Tj 0 Tr (2 percent'
    const extraction = await extractText(tinyPdf([struck, hidden]), PDF)
    expect(extraction).toEqual({ ok: true, pages: [expect.stringContaining('[struck text left out]'), ''] })
  })

  it('leaves the bytes it was given as they were', async () => {
    const bytes = tinyPdf(['First'])
    const before = Uint8Array.from(bytes)
    await extractText(bytes, PDF)
    expect(bytes).toEqual(before)
  })

  it('is refused for a page that draws text without end, which packed has some kilobytes', async () => {
    const page = 'Energy 7.42) Tj ET BT /F1 12 Tf 72 720 Td ('.repeat(110_000)
    expect(await reasonFor(tinyPdf([page]))).toMatch(
      /^The PDF cannot be read: .*page 1 has more than 100000 runs of text/,
    )
  })

  it('is refused for a page that draws lines without end, before they are all read', async () => {
    const page = `Energy 7.42) Tj ET ${'0 9 m 99 9 l S\n'.repeat(210_000)} BT (`
    expect(await reasonFor(tinyPdf([page]))).toMatch(
      /^The PDF cannot be read: .*page 1 has more than 200000 steps of drawing/,
    )
  })

  it('is refused for a scan, whose pages have none', async () => {
    expect(await reasonFor(tinyPdf(['', '']))).toMatch(/^The PDF has no text: .* To go on, .*whose text is printed/)
  })

  it('is refused for a file that opens only with a password', async () => {
    expect(await reasonFor(encryptedPdf('unknown'))).toMatch(/^The PDF is encrypted: it opens only with a password/)
  })

  it('is refused for a file that opens but is restricted by its owner', async () => {
    expect(await reasonFor(encryptedPdf('empty'))).toMatch(/^The PDF is encrypted: its owner has restricted its use/)
  })

  it('is refused for an encryption that nobody knows', async () => {
    const bytes = tinyPdf(['Secret'], '/Encrypt << /Filter /Unheard /V 99 >> ')
    expect(await reasonFor(bytes)).toMatch(/^The PDF is encrypted: its protection cannot be opened/)
  })

  it('is refused for a truncated file, which a lenient reader would take for a shorter document', async () => {
    const whole = tinyPdf(['First', 'Second'])
    expect(await reasonFor(whole.subarray(0, whole.length - 20))).toMatch(/^The PDF cannot be read: its end mark %%EOF/)
  })

  it('is refused for a damaged file', async () => {
    const text = String.fromCharCode(...tinyPdf(['First'])).replace('/Pages 2 0 R', '/Pages 9 0 R')
    expect(await reasonFor(latin1(text))).toMatch(/^The PDF cannot be read: it is damaged/)
  })

  it('is refused for a file whose table of objects has moved, which a lenient reader would mend by guessing', async () => {
    const text = String.fromCharCode(...tinyPdf(['First', 'Second']))
    expect(await reasonFor(latin1(text.replace('(First)', '(Fi)')))).toMatch(
      /^The PDF cannot be read: its cross-reference table is not where the end of the file says/,
    )
  })

  it('is given for a file with bytes before its head, when its offsets count from there', async () => {
    const text = `\n\n${String.fromCharCode(...tinyPdf(['First']))}`
    expect(await extractText(latin1(text), PDF)).toEqual({ ok: true, pages: ['First'] })
  })

  it('is refused for other bytes that are declared a PDF', async () => {
    expect(await reasonFor(latin1('<html><body>Not found</body></html>'))).toMatch(
      /^The bytes do not look like application\/pdf: the mark %PDF- is missing/,
    )
  })

  it('is refused for a file with more pages than any order has', async () => {
    expect(await reasonFor(tinyPdf(Array.from({ length: 5001 }, () => '')))).toMatch(/it claims 5001 pages/)
  })
})
