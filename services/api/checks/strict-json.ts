import { jsonTextFault } from '../../../releases/record/json-text.ts'

/** A decimal as its significant digits and the power of ten of the last one: one form for one value, its sign aside. */
function magnitude(text: string): { digits: string; exponent: number } | null {
  const [, whole = '', fraction = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (whole === '') return null
  const all = (whole + fraction).replace(/^0+/, '')
  const digits = all.replace(/0+$/, '')
  if (digits === '') return { digits: '0', exponent: 0 }
  return { digits, exponent: Number(power) - fraction.length + (all.length - digits.length) }
}

/** Most bodies have no number that a double could fail to hold: these are looked at again. */
const SUSPECT = /[\d.]{16}|\d[eE]/

/** True if text has a number literal that may not be parsed exactly. */
export function mayLosePrecision(text: string): boolean {
  return SUSPECT.test(text)
}

/**
 * A reviver for JSON.parse that reads a number literal only when it is read exactly, and as NaN otherwise, which no
 * schema takes: 1e-400 is not 0, and 30.00000000000000001 is not 30. Source: docs/design/contract.md#calculate;
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
 * JSON as the contract takes it (docs/design/contract.md#checks rule 7): valid UTF-8, one document, no key twice, no
 * `__proto__`, no ill-formed Unicode in any string. A number that cannot be read exactly is NaN. Returns the value, or
 * why not.
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
