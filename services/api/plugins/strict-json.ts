import { jsonTextFault } from '../../../releases/record/json-text.ts'

import { exactNumber, mayLosePrecision } from './exact-number.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * JSON as the contract takes it (2.4 rule 7): valid UTF-8, one document, no key twice, no `__proto__`, no ill-formed
 * Unicode in any string. A number that cannot be read exactly is NaN. Returns the value, or why not.
 */
export function parseStrictJson(bytes: Uint8Array): { ok: true; value: unknown } | { ok: false; reason: string } {
  let text: string
  let value: unknown
  try {
    text = UTF8.decode(bytes)
  } catch {
    return { ok: false, reason: 'not valid UTF-8' }
  }
  try {
    value = mayLosePrecision(text) ? JSON.parse(text, exactNumber) : JSON.parse(text)
  } catch {
    return { ok: false, reason: text === '' ? 'the body is empty' : 'not valid JSON' }
  }
  const fault = text.includes('\\') || text.includes('{') ? jsonTextFault(text) : null
  return fault === null ? { ok: true, value } : { ok: false, reason: fault }
}
