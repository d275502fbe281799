import { type Refused, refuse, refuseKind } from './refusal.ts'

export type Decoded = { readonly ok: true; readonly text: string } | Refused

/** File signatures of wrong downloads and renamed files. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['%PDF-', 'a PDF'],
  ['PK\u0003\u0004', 'a ZIP or an office document'],
  ['\u00d0\u00cf\u0011\u00e0', 'an old office document'],
  ['\u0089PNG', 'a PNG image'],
  ['\u00ff\u00d8\u00ff', 'a JPEG image'],
  ['\u001f\u008b', 'a gzip archive'],
]

/** Position of the first character that is not UTF-8, by binary search; only called if there is one. */
function firstInvalidByte(bytes: Uint8Array): number {
  let sound = 0
  let broken = bytes.length + 1
  let read = ''
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    // With `stream` an incomplete character at the end is not an error, so only invalid bytes before `middle` count.
    try {
      read = decoder.decode(bytes.subarray(0, middle), { stream: true })
      sound = middle
    } catch {
      broken = middle
    }
  }
  return new TextEncoder().encode(read).byteLength
}

/**
 * Strict UTF-8 text of a text source, without byte order mark and with `\n` as line ending, so that line numbers are
 * the same everywhere. Refuses other encodings, binary content, and blank text.
 */
export function decodeText(bytes: Uint8Array, mediaType: string): Decoded {
  const head = String.fromCharCode(...bytes.subarray(0, 8))
  const signature = SIGNATURES.find(([magic]) => head.startsWith(magic))
  if (signature !== undefined) return refuseKind(mediaType, `they begin as ${signature[1]} does`)

  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse(
      'The text is not valid UTF-8',
      `byte ${firstInvalidByte(bytes)} begins no character`,
      'add the document encoded as UTF-8',
    )
  }
  const nul = text.indexOf('\u0000')
  if (nul >= 0) return refuseKind(mediaType, `character ${nul} is NUL, which text never holds`)
  if (text.trim() === '') {
    return refuse('The document has no text', 'it contains only white space', 'fetch it again from its publisher')
  }
  return { ok: true, text: text.replace(/\r\n?/g, '\n') }
}
