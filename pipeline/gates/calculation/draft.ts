import { inTableOrder } from '../../../releases/engine/input-names.ts'
import type { FieldProblem } from '../../../releases/engine/refuse.ts'
import { type CalculateBody, calculateBody } from '../../../releases/engine/request/body.ts'
import { bodyProblems } from '../../../releases/engine/request/body-problems.ts'
import { toScaled } from '../../../releases/record/decimal.ts'

/**
 * A request in flat form: field names, parts of an object with a dot, quantities as decimal text. A regression case is
 * one.
 */
export type Draft = Readonly<Record<string, string | number | boolean>>

/** Changes of a draft; null removes the input. */
export type Patch = Readonly<Record<string, string | number | boolean | null>>

/** Applies a patch to a copy of a draft. */
export function patched(draft: Draft, patch: Patch): Record<string, Draft[string]> {
  // Not by deleting: V8 reads an object slowly after a property was deleted, and drafts are read often.
  const changed: Record<string, Draft[string]> = {}
  const all: Patch = { ...draft, ...patch }
  for (const name in all) {
    const value = all[name]
    if (value !== null && value !== undefined) changed[name] = value
  }
  return changed
}

/** The body of POST /calculate for a draft; it may be invalid. */
export function bodyOf(stateCode: string, draft: Draft): Record<string, unknown> {
  return nested(draft, { state_code: stateCode })
}

/** Named values with the parts of an object, which have a dot in their names, in that object; added to `body`. */
export function nested(draft: Draft, body: Record<string, unknown> = {}): Record<string, unknown> {
  for (const name in draft) {
    const point = name.indexOf('.')
    if (point < 0) body[name] = draft[name]
    else {
      const whole = name.slice(0, point)
      const parts = (body[whole] ?? {}) as Record<string, unknown>
      parts[name.slice(point + 1)] = draft[name]
      body[whole] = parts
    }
  }
  return body
}

export type BodyRead =
  | { readonly ok: true; readonly body: CalculateBody }
  /** The fields that the schema of POST /calculate refuses, in the words of the API. */
  | { readonly ok: false; readonly problems: readonly FieldProblem[] }

/** Validates a body by its schema, like the API. */
export function readBody(body: unknown): BodyRead {
  const parsed = calculateBody.safeParse(body)
  return parsed.success ? { ok: true, body: parsed.data } : { ok: false, problems: bodyProblems(parsed.error, body) }
}

/** A draft as readable text, in the order of the table of inputs: `subcategory_code=DS-II; energy_units=200`. */
export function draftText(draft: Draft): string {
  return inTableOrder(Object.keys(draft), String)
    .map((name) => `${name}=${String(draft[name])}`)
    .join('; ')
}

/** Thousandths of a quantity of a draft; null if it is not given. */
export function milliOf(draft: Draft, name: string): number | null {
  const value = draft[name]
  if (value === undefined || typeof value === 'boolean') return null
  const scaled = toScaled(String(value), 3)
  return scaled === null ? null : Number(scaled)
}

/** The day whose tariff a draft requests. */
export function dayOf(draft: Draft): string | null {
  const day = draft['bill_period.to'] ?? draft['billing_date'] ?? draft['effective_on']
  return typeof day === 'string' ? day : null
}
