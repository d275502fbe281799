import { createHash } from 'node:crypto'

/**
 * A PDF written object by object: a page for each text, set in Helvetica; a page without text is blank. `page` is added
 * to each page's dictionary, for example `/Rotate 90`.
 */
export function tinyPdf(pages: readonly string[], trailer = '', page = ''): Uint8Array {
  const pageRefs = pages.map((_, index) => `${4 + index * 2} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageRefs.join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const content = text === '' ? '' : `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]${page && ` ${page}`} /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = body.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`
  return Uint8Array.from(body, (character) => character.charCodeAt(0))
}

/** The padding of the standard security handler (ISO 32000-1, 7.6.3.3). */
const PADDING = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex')
const PERMISSIONS = -64
const ID = Buffer.alloc(16, 7)
const OWNER = Buffer.alloc(32, 9)

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index)
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    ;[state[i], state[j]] = [state[j]!, state[i]!]
  }
  let i = 0
  let j = 0
  return Buffer.from(data).map((byte) => {
    i = (i + 1) & 255
    j = (j + state[i]!) & 255
    ;[state[i], state[j]] = [state[j]!, state[i]!]
    return byte ^ state[(state[i]! + state[j]!) & 255]!
  }) as Buffer
}

/** A PDF with a 40-bit password: the empty one, which opens it but restricts its use, or an unknown one. */
export function encryptedPdf(password: 'empty' | 'unknown'): Uint8Array {
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(PERMISSIONS)
  const key = createHash('md5').update(PADDING).update(OWNER).update(permissions).update(ID).digest().subarray(0, 5)
  const user = password === 'empty' ? rc4(key, PADDING) : Buffer.alloc(32, 1)
  const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${hex(OWNER)} /U ${hex(user)} /P ${PERMISSIONS} >>`
  return tinyPdf(['Secret 1.00'], `${encrypt} /ID [${hex(ID)} ${hex(ID)}] `)
}

/** A text that `tinyPdf` shows at a position, in points from the left and the bottom; `turned` runs up the page. */
export type Placed = { readonly text: string; readonly x: number; readonly y: number; readonly turned?: boolean }

/** Texts at their positions as the content of a page of `tinyPdf`. */
export function placedText(texts: readonly Placed[]): string {
  return texts
    .map(({ text, x, y, turned = false }) => {
      const matrix = turned ? `0 1 -1 0 ${x} ${y}` : `1 0 0 1 ${x} ${y}`
      return `) Tj ET BT /F1 7 Tf ${matrix} Tm (${text.replaceAll(/[\\()]/g, '\\$&')}`
    })
    .join('')
}
