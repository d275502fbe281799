import type { CategoryPlan } from '../../../../releases/engine/compile/category.ts'
import type { Input } from '../../../../releases/engine/input.ts'
import { inputOf, tableInput } from '../../../../releases/engine/input-names.ts'
import { INPUTS } from '../../../../releases/engine/inputs.ts'
import { isServed, servedWords } from '../../../../releases/engine/request/operations.ts'
import { districtsOf } from '../../../../releases/engine/request/routing.ts'
import type { Category } from '../../../../releases/record/category.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'

/** A field of a category's form: the input that it sets, or a part of it (`payment.digital`). */
export type Field = {
  readonly name: string
  readonly label: string
  readonly kind: 'quantity' | 'count' | 'word' | 'flag' | 'date' | 'month' | 'text'
  readonly unit: string | null
  readonly words: readonly string[]
  readonly required: boolean
  readonly help: string
}

/** Set by the form itself. */
const CHOSEN = new Set(['state_code', 'subcategory_code', 'licensee_code', 'energy_units'])

const WRITTEN: Readonly<Record<string, string>> = { kw: 'kW', kva: 'kVA' }

/**
 * Text with the names of inputs and components as words; abbreviations and units are unchanged, and a range is not
 * broken across lines.
 */
export const inWords = (text: string): string =>
  text
    .replaceAll('_', ' ')
    .replaceAll(
      /\b(fppas|fac|fca|bpl|tod|ev|lt|ht|eht|ehv|hp|kw|kva)\b/g,
      (word) => WRITTEN[word] ?? word.toUpperCase(),
    )
    .replaceAll(/(\d)-(?=\d)/g, '$1\u2011')

/** A time-of-day zone in a text as hours: `hours_09_17` is `09 to 17 h`. */
export const hoursInWords = (text: string): string => text.replaceAll(/hours_(\d+)_(\d+)/g, '$1 to $2 h')

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The name as words. The unit at the end of many names is shown separately. */
const labelOf = (name: string, unit: string | null = null): string => {
  const end = unit === null ? '' : `_${unit.toLowerCase()}`
  const short = end !== '' && name.endsWith(end) ? name.slice(0, -end.length) : name
  return capitalised(hoursInWords(short).replace('.', ': ').replaceAll('_', ' '))
}

/** The label with the unit, which tells two demands apart. */
export const titleOf = ({ label, unit }: Pick<Field, 'label' | 'unit'>): string =>
  unit === null ? label : `${label} (${unit})`

/** The title of an input that a form may lack, from its name alone. */
export function titleOfName(name: string): string {
  const input = tableInput(name)
  const unit = input?.kind === 'quantity' ? input.unit : null
  return titleOf({ label: labelOf(name, unit), unit })
}

type Of = {
  readonly record: ReleaseRecord
  readonly category: Category
  readonly licensee: string
  readonly unit: string
  /** The words of inputs of which the category takes only some. */
  readonly taken: CategoryPlan['words']
}

/**
 * The fields of a category of a release, required ones first, from the table of inputs and the release's declarations.
 */
export function fieldsOf(of: Of): Field[] {
  const { record, category } = of
  const when = new Map(category.optional_inputs.map((each) => [each.field, each.when]))
  const required = new Set([...record.request.required, ...category.required_inputs])
  const names = new Set([...required, ...when.keys()])
  return [...names]
    .filter((name) => !CHOSEN.has(name) && isServed(record, name))
    .flatMap((name) => fieldsOfInput(of, name, required.has(name), when.get(name) ?? null))
}

function fieldsOfInput(of: Of, name: string, required: boolean, when: string | null): Field[] {
  const { record, category, licensee, taken } = of
  const whole = inputOf(name)
  if (whole === null) return []
  const input: Input = INPUTS[whole]
  const part = name.includes('.') ? name.slice(whole.length + 1) : null
  const field = (more: Partial<Field> & Pick<Field, 'kind'>, at = name): Field => ({
    name: at,
    label: labelOf(at, more.unit),
    unit: null,
    words: [],
    required,
    help: when === null ? input.description : `${input.description}. Given when ${when}`,
    ...more,
  })
  const takenOf = (words: readonly string[], at = name): readonly string[] =>
    words.filter((word) => taken.get(at)?.has(word) !== false)
  switch (input.kind) {
    case 'quantity':
      return [field({ kind: 'quantity', unit: name === 'connected_load' ? inWords(category.load_unit) : input.unit })]
    case 'word':
      if (name === 'load_unit') return [field({ kind: 'word', words: [category.load_unit] })]
      return [field({ kind: 'word', words: takenOf(servedWords(input.words)) })]
    case 'text':
      return [field({ kind: 'text', words: name === 'district' ? districtsOf(record, [licensee]) : [] })]
    case 'date':
    case 'month':
    case 'flag':
    case 'count':
      return [field({ kind: input.kind })]
    case 'declared': {
      if (input.of === 'quantities') {
        return record.zones.map((zone) => field({ kind: 'quantity', unit: of.unit }, `${whole}.${zone}`))
      }
      const declared = record.selectors.filter(({ selector }) => part === null || selector === part)
      return declared.map(({ selector, words, description }) => {
        const at = `${whole}.${selector}`
        return field({ kind: 'word', words: takenOf(words, at), help: description }, at)
      })
    }
    case 'object':
      return Object.entries(input.parts)
        .filter(([each, { kind }]) => (part === null || each === part) && (kind === 'flag' || kind === 'date'))
        .map(([each, { kind, description }]) =>
          field({ kind: kind === 'date' ? 'date' : 'flag', help: description }, `${whole}.${each}`),
        )
  }
}

const FLAGS = new Map([
  ['yes', true],
  ['no', false],
])

/** The request of a form. Blank fields are left out; a part creates its object. */
export function requestOf(fields: readonly Field[], values: Readonly<Record<string, string>>): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const { name, kind } of fields) {
    const text = values[name] ?? ''
    if (text === '') continue
    // Other text is sent as it is, and refused: JavaScript reads 1e1 and 0xA as ten.
    const value =
      kind === 'flag' ? (FLAGS.get(text) ?? text) : kind === 'count' && /^\d+$/.test(text) ? Number(text) : text
    const point = name.indexOf('.')
    if (point < 0) body[name] = value
    else {
      const whole = name.slice(0, point)
      body[whole] = { ...(body[whole] as object | undefined), [name.slice(point + 1)]: value }
    }
  }
  return body
}
