import type { z } from 'zod'
import { canonicalText } from '../../record/canonical.ts'
import { jsonTextFault } from '../../record/json-text.ts'
import { utf8Text } from './bytes.ts'

/**
 * JSON with only one interpretation. Every number is a plain safe integer, text is well-formed Unicode, nesting is
 * bounded; a canonical document also equals its RFC 8785 form byte for byte, which excludes duplicate keys, reordered
 * keys, and other escapes or number forms.
 */

/** Maximum nesting depth; the record itself needs about ten levels. */
export const MAX_DEPTH = 64

type JsonRead<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }

const STRING_LITERAL = /"(?:[^"\\]|\\.)*"/g
const NUMBER_LITERAL = /-?\d[\d.eE+-]*/g
const PLAIN_INTEGER = /^(?:0|-?[1-9]\d*)$/

/** Reads JSON text whose white space and key order are free (a small file a person may have edited). */
export function parsePlainJson(text: string): JsonRead<unknown> {
  const json = parseJson(text)
  if (!json.ok) return json
  // JSON.parse turns 1.0 and 1e0 into 1, so the spelling of numbers is checked in the text itself, outside strings.
  const numbers = text.replace(STRING_LITERAL, '""').match(NUMBER_LITERAL) ?? []
  if (!numbers.every((number) => PLAIN_INTEGER.test(number))) return { ok: false, reason: 'a number is not an integer' }
  const fault = findFlaw(json.value, 0) ?? jsonTextFault(text)
  return fault === null ? json : { ok: false, reason: fault }
}

/** Reads bytes that must be canonical JSON (RFC 8785). */
export function parseCanonicalJson(bytes: Uint8Array): JsonRead<unknown> {
  const text = utf8Text(bytes)
  if (text === null) return { ok: false, reason: 'not UTF-8' }
  const parsed = parseFlawless(text)
  if (!parsed.ok) return parsed
  return isCanonical(text, parsed.value) ? parsed : { ok: false, reason: 'not in canonical form' }
}

/**
 * Whether a text that was read as `value` is its canonical form. `JSON.stringify` writes numbers and text canonically, and members in
 * the order they were read in: with sorted members, what it writes is the canonical form, in a fraction of the time. Names that
 * look like numbers it writes first; then the canonical form is written.
 */
function isCanonical(text: string, value: unknown): boolean {
  return (hasSortedMembers(value) && JSON.stringify(value) === text) || canonicalText(value) === text
}

type Members = Readonly<Record<string, unknown>>

/** In the order of UTF-16 code units (RFC 8785 3.2.3). */
function hasSortedMembers(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(hasSortedMembers)
  let before: string | null = null
  for (const name of Object.keys(value)) {
    if (before !== null && name <= before) return false
    if (!hasSortedMembers((value as Members)[name])) return false
    before = name
  }
  return true
}

/** A parsed JSON value in the shape of `schema`, which must be strict about unknown fields. */
export function fitShape<T>(schema: z.ZodType<T>, value: unknown): JsonRead<T> {
  const fitted = schema.safeParse(value)
  return fitted.success
    ? { ok: true, value: fitted.data }
    : { ok: false, reason: faultIn(value, fitted.error.issues[0]) }
}

function faultIn(value: unknown, issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'wrong shape'
  const at = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') return `${at === '' ? '' : `${at}: `}unknown field ${issue.keys.join(', ')}`
  const given = issue.path.reduce<unknown>((part, key) => (part as Members | undefined)?.[String(key)], value)
  if (given === undefined) return `${at} is missing`
  return `${at === '' ? 'the whole' : at}: ${issue.message}`
}

function parseJson(text: string): JsonRead<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false, reason: 'not JSON' }
  }
}

function parseFlawless(text: string): JsonRead<unknown> {
  const json = parseJson(text)
  const flaw = json.ok ? findFlaw(json.value, 0) : null
  return flaw === null ? json : { ok: false, reason: flaw }
}

/**
 * Values that RFC 8785 cannot represent or this profile does not allow, so that canonicalText never throws for accepted
 * values.
 */
function findFlaw(value: unknown, depth: number): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? null : 'a number is not a safe integer'
  if (typeof value === 'string') return value.isWellFormed() ? null : 'text holds a lone surrogate'
  if (typeof value !== 'object' || value === null) return null
  if (depth === MAX_DEPTH) return `nested deeper than ${MAX_DEPTH}`
  if (Array.isArray(value)) return firstFlaw(value, depth)
  for (const name of Object.keys(value)) {
    const flaw = name.isWellFormed() ? findFlaw((value as Members)[name], depth + 1) : 'text holds a lone surrogate'
    if (flaw !== null) return flaw
  }
  return null
}

function firstFlaw(items: readonly unknown[], depth: number): string | null {
  for (const item of items) {
    const flaw = findFlaw(item, depth + 1)
    if (flaw !== null) return flaw
  }
  return null
}
