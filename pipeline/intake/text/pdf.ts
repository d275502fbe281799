import { getResolvedPDFJS } from 'unpdf'
import { counted } from '../../../releases/record/counted.ts'
import type { Extraction } from '../../gates/gate.ts'
import { eachPage, marksIn, type PdfItem, type PdfPage, withPdf } from './pdf-pages.ts'
import { type Refused, refuse, refuseKind } from './refusal.ts'

const HEAD_BYTES = 1024
const TAIL_BYTES = 2048
const XREF_BYTES = 64
/** More pages than any tariff order has; the count is read from the file and would otherwise allow unlimited work. */
const MAX_PAGES = 5000

const latin1 = new TextDecoder('latin1')

/** Start of a cross-reference section: a table, or the object of a stream (ISO 32000-1, 7.5.4 and 7.5.8). */
const XREF = /^\s*(xref|\d+\s+\d+\s+obj)\b/

const encrypted = (why: string): Refused =>
  refuse('The PDF is encrypted', why, "add the publisher's copy that opens without protection")

const corrupt = (why: string): Refused =>
  refuse(
    'The PDF cannot be read',
    why,
    'fetch it again from its publisher; if that copy is the same, add a transcription sheet that names it as its original',
  )

/**
 * The text of a PDF, page by page, in content order. An error inside the file refuses the whole file, because text
 * recovered from a damaged document is not evidence. `see` is called with each page as it is read.
 */
export async function extractPdf(bytes: Uint8Array, see: (page: PdfPage) => void): Promise<Extraction> {
  const head = latin1.decode(bytes.subarray(0, HEAD_BYTES)).indexOf('%PDF-')
  if (head < 0) {
    return refuseKind('application/pdf', 'the mark %PDF- is missing from their beginning')
  }
  const tail = latin1.decode(bytes.subarray(-TAIL_BYTES))
  if (!tail.includes('%%EOF')) return corrupt('its end mark %%EOF is missing, as after a broken download')
  // PDF readers repair this by guessing which objects count, so two readers may see different documents.
  const start = Number(/startxref\s+(\d+)\s+%%EOF/.exec(tail.slice(tail.lastIndexOf('startxref')))?.[1] ?? Number.NaN)
  const starts = [start, start + head].map((at) => latin1.decode(bytes.subarray(at, at + XREF_BYTES)))
  if (Number.isNaN(start) || !starts.some((text) => XREF.test(text))) {
    return corrupt('its cross-reference table is not where the end of the file says, as after bytes were changed')
  }
  // Outside the try: failing to load the library is not the document's fault.
  await getResolvedPDFJS()
  try {
    return await readPages(bytes, see)
  } catch (error) {
    return refusalOf(error, bytes)
  }
}

const readPages = (bytes: Uint8Array, see: (page: PdfPage) => void): Promise<Extraction> =>
  withPdf(bytes, async (pdf) => {
    if ((await pdf.getPermissions()) !== null) return encrypted('its owner has restricted its use')
    if (pdf.numPages > MAX_PAGES) return corrupt(`it claims ${pdf.numPages} pages and at most ${MAX_PAGES} are read`)
    const pages: string[] = []
    await eachPage(pdf, (page) => {
      // A scan with recognised text behind it may print something else.
      pages.push(page.hasInvisible ? '' : textOf(page.items))
      see(page)
    })
    if (pages.every((page) => page.trim() === '')) {
      return refuse(
        'The PDF has no text',
        `its ${counted(pages.length, 'page')} ${pages.length === 1 ? 'holds' : 'hold'} pictures only, as a scan does, or text that a reader does not see`,
        'add a copy whose text is printed, or a transcription sheet that names this document as its original',
      )
    }
    return { ok: true, pages }
  })

/**
 * The text of a page as it is stored. The number of a note is written as raised digits, as in tables. NUL and unpaired
 * surrogates come from broken font maps; neither can be stored or hashed as UTF-8.
 */
function textOf(items: readonly PdfItem[]): string {
  const marks = marksIn(items)
  return items
    .map(({ str: own, hasEOL }, index) => {
      const mark = marks[index] ?? null
      const str = mark === null ? own : `${mark.behind ? ' ' : ''}${mark.text} `
      return str === undefined ? '' : `${str}${hasEOL === true ? '\n' : ''}`
    })
    .join('')
    .replaceAll('\u0000', '')
    .toWellFormed()
}

/** The library identifies its errors by name. An unknown encryption can only be recognised from the file itself. */
function refusalOf(error: unknown, bytes: Uint8Array): Refused {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  if (name === 'PasswordException') return encrypted('it opens only with a password')
  if (latin1.decode(bytes).includes('/Encrypt')) return encrypted(`its protection cannot be opened (${message})`)
  return corrupt(`it is damaged (${message})`)
}
