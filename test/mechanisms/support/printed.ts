import type { MediaType } from '../../../pipeline/intake/media-type.ts'
import { tinyPdf } from '../../pipeline/intake/tiny-pdf.ts'

/** A tariff order as published: its file format, and its text line by line. */
export type Printed = { readonly as: keyof typeof PUBLISHED; readonly text: string }

/** A PDF shows its lines one below the other; an HTML order is given as markup. */
const PUBLISHED = {
  pdf: { file: 'order.pdf', mediaType: 'application/pdf', bytesOf: pdfOf },
  html: { file: 'order.html', mediaType: 'text/html', bytesOf: utf8 },
  text: { file: 'order.txt', mediaType: 'text/plain', bytesOf: utf8 },
} as const satisfies Readonly<
  Record<string, { file: string; mediaType: MediaType; bytesOf: (text: string) => Uint8Array }>
>

export function published({ as, text }: Printed): { file: string; mediaType: MediaType; bytes: Uint8Array } {
  const { file, mediaType, bytesOf } = PUBLISHED[as]
  return { file: `sources/${file}`, mediaType, bytes: bytesOf(text) }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** The text operators of a page: each line is shown and the next begins 16 points below. */
function pdfOf(text: string): Uint8Array {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(/[\\()]/g, '\\$&'))
  return tinyPdf([lines.join(') Tj 0 -16 Td (')])
}
