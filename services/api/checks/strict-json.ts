import { jsonTextFault } from '../../../releases/record/json-text.ts'

/** A decimal as its significant digits and the power of ten of the last one, without sign: one form for each value. */
function magnitude(text: string): { digits: string; exponent: number } | null {
  const [, whole = '', fraction = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (whole === '') return null
  const all = (whole + fraction).replace(/^0+/, '')
  const digits = all.replace(/0+$/, '')
  if (digits === '') return { digits: '0', exponent: 0 }
  return { digits, exponent: Number(power) - fraction.length + (all.length - digits.length) }
}

/** Quick test: most bodies have no number that a double could not represent. Only the others are checked further. */
const SUSPECT = /[\d.]{16}|\d[eE]/

/** True if text has a number literal that may not be parsed exactly. */
export function mayLosePrecision(text: string): boolean {
  return SUSPECT.test(text)
}

/**
 * A reviver for JSON.parse that returns NaN for a number literal that a double cannot represent exactly; no schema
 * accepts NaN: 1e-400 is not 0, and 30.00000000000000001 is not 30. Source: docs/design/contract.md#calculate;
 * docs/design/engine.md#numbers.
 */
export function exactNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  const written = magnitude(context.source)
  const taken = magnitude(String(value))
  const exact = written?.digits === taken?.digits && written?.exponent === taken?.exponent
  return exact && taken !== null ? value : Number.NaN
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * JSON as the contract accepts it (docs/design/contract.md#checks rule 7): valid UTF-8, one document, no duplicate
 * keys, no `__proto__`, no ill-formed Unicode in strings. A number that cannot be represented exactly becomes NaN.
 * Returns the value, or the reason for refusing it.
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
    if (text === '') return { ok: false, reason: 'the body is empty' }
    return { ok: false, reason: text.startsWith('\uFEFF') ? 'it begins with a byte order mark' : 'not valid JSON' }
  }
  const fault = text.includes('\\') || text.includes('{') ? jsonTextFault(text) : null
  return fault === null ? { ok: true, value } : { ok: false, reason: fault }
}
