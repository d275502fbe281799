import { compile, type HtmlToTextOptions } from 'html-to-text'
import type { Extraction } from '../../gates/gate.ts'
import { decodeText } from './decode.ts'
import { refuse, refuseKind } from './refusal.ts'
import { htmlOf, seenHtml } from './seen-html.ts'
import { charactersOfTables } from './table-grid.ts'

const HTML_TAG = /<(!doctype html|html|head|body|table|div|p|h[1-6]|span|article|section|main|ul|ol|title)[\s/>]/i

/** Nothing is wrapped, upper-cased or decorated, since a quote must match the text exactly. */
const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  // The library silently truncates longer input; size and depth are checked before.
  limits: { maxInputLength: Number.MAX_SAFE_INTEGER },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'hr', format: 'lineBreak' },
    { selector: 'ul', options: { itemPrefix: '' } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    {
      selector: 'table',
      format: 'dataTable',
      options: { uppercaseHeaderCells: false, maxColumnWidth: Number.MAX_SAFE_INTEGER },
    },
  ],
}

const toText = compile(OPTIONS)

/** Far more than any page has. Every line of a table is as wide as its widest cells, so that one long cell makes all lines long. */
const MOST_CHARACTERS = 64_000_000

/**
 * One page with the visible text of an HTML page; each table row is a line. Placeholders show where hidden, struck or
 * raised text was left out.
 */
export function extractHtml(bytes: Uint8Array): Extraction {
  const decoded = decodeText(bytes, 'text/html')
  if (!decoded.ok) return decoded
  if (!HTML_TAG.test(decoded.text)) return refuseKind('text/html', 'no HTML tag is in them')
  const seenPage = seenHtml(decoded.text)
  if (typeof seenPage === 'string')
    return refuse('The HTML cannot be read', seenPage, 'add the document in another of its forms')
  const { document, untold } = seenPage
  if (untold !== null) {
    return refuse(
      'It cannot be determined what a reader of the HTML page sees',
      untold,
      'add the page as PDF, printed as it is shown',
    )
  }
  if (charactersOfTables(document) > MOST_CHARACTERS)
    return refuse(
      'The HTML cannot be read',
      `its tables have more than ${MOST_CHARACTERS} characters when each line is as wide as their widest cells`,
      'add the part of the page that states the tariff',
    )
  const seen = toText(htmlOf(document))
  if (seen.trim() === '') {
    return refuse(
      'The HTML page has no text',
      'its text may be made by scripts',
      'save the page as it is shown, or as PDF',
    )
  }
  return { ok: true, pages: [seen] }
}
