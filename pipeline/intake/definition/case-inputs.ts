import type { Input } from '../../../releases/engine/input.ts'
import { inputOf } from '../../../releases/engine/input-names.ts'
import { INPUT_LIST, INPUTS } from '../../../releases/engine/inputs.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'

/** A release's declarations of parts for inputs whose parts the table does not list. */
export type Asked = Pick<ReleaseRecord, 'selectors' | 'zones'>
/** Form of an input's value in a case: decimals and words as text. */
export type Form = 'text' | 'count' | 'integer' | 'boolean'

const FORM_OF: Readonly<Record<Exclude<Input['kind'], 'object' | 'declared'>, Form>> = {
  quantity: 'text',
  word: 'text',
  text: 'text',
  date: 'text',
  month: 'text',
  count: 'count',
  flag: 'boolean',
}
const FORM_OF_PART = {
  date: 'text',
  flag: 'boolean',
  paise: 'count',
  signed_paise: 'integer',
  quantity: 'text',
} as const

/** The form of an input by its name in cases.csv, with a dot for parts of objects; null: unknown input. */
export function formOf(name: string, asked: Asked): Form | null {
  const whole = inputOf(name)
  // The state of a case is the release's.
  if (whole === null || whole === 'state_code') return null
  const input: Input = INPUTS[whole]
  const part = name === whole ? null : name.slice(whole.length + 1)
  if (input.kind === 'declared') return part !== null && partsOf(input, asked).includes(part) ? 'text' : null
  if (input.kind !== 'object') return part === null ? FORM_OF[input.kind] : null
  const kind = part === null ? undefined : input.parts[part]?.kind
  return kind === undefined ? null : FORM_OF_PART[kind]
}

/** Every name that a case may use. */
export function namesOfCases(asked: Asked): string[] {
  return INPUT_LIST.flatMap(([name, input]) => [
    name,
    ...partsOf(input, asked).map((part) => `${name}.${part}`),
  ]).filter((name) => formOf(name, asked) !== null)
}

/** The parts of an input: its own, or those that the release declares. */
export function partsOf(input: Input, { selectors, zones }: Asked): readonly string[] {
  if (input.kind === 'object') return Object.keys(input.parts)
  if (input.kind !== 'declared') return []
  return input.of === 'words' ? selectors.map(({ selector }) => selector) : zones
}
