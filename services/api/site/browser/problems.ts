import { largestOf } from '../../../../releases/engine/compile/category.ts'
import { largestQuantity } from '../../../../releases/engine/input-names.ts'
import type { Asked } from './ask.ts'
import type { Choices } from './choices.ts'
import { capitalised, inWords, titleOf } from './fields.ts'

/** A field that a refusal is about. `message`: what is wrong with it, if the refusal says so for each field. */
export type Problem = { readonly name: string; readonly label: string; readonly message: string | null }

/** The field of every category that the form sets itself. */
export const UNITS = 'energy_units'

type Details = Readonly<Record<string, unknown>>
type Reported = { readonly field: string; readonly rule: string; readonly message: string }

/** The fields that a refusal is about, in the words of the form; `values`: what they contain. */
export function problemsOf(asked: Asked | null, choices: Choices, values: Readonly<Record<string, string>>): Problem[] {
  if (asked === null || asked.ok) return []
  const labels = labelsOf(choices)
  const reported = asked.details['fields'] as readonly Reported[] | undefined
  if (reported === undefined)
    return [...labels]
      .filter(([name]) => (values[name] ?? '') !== '' && isAbout(asked.details, choices, name, values[name]))
      .map(([name, label]) => ({ name, label, message: null }))
  return reported.map(({ field, rule, message }) => {
    const name = field.slice(1).replace('/', '.')
    const said = ruleInWords(choices, name, rule, message) ?? inFormWords(withoutName(message, name), choices)
    return { name, label: labels.get(name) ?? name, message: capitalised(said) }
  })
}

/** Whether a refusal that lists no fields is because of this one. */
function isAbout(details: Details, choices: Choices, name: string, text = ''): boolean {
  const [whole = name] = name.split('.')
  const bounds = String(details['bound'] ?? '').match(/[a-z_.]+/g) ?? []
  return (
    details['field'] === name ||
    whole in details ||
    details['operation'] === text ||
    bounds.some((bound) => inputNamed(bound, choices) === name)
  )
}

/** The input behind a name in a bound: a quantity of the release may only rename one. */
function inputNamed(name: string, { plan }: Choices): string {
  const cases = plan.record.quantities.find(({ quantity_id: id }) => id === name)?.cases ?? []
  const formula = cases.length === 1 ? cases[0]?.formula : null
  return typeof formula === 'string' ? formula : name
}

export const unitsLabel = ({ unit }: Choices): string => `Units of the bill (${unit})`

/** Labels by name, also of an input whose parts are the fields: `bill_period`. */
const labelsOf = (choices: Choices): ReadonlyMap<string, string> =>
  new Map([
    [UNITS, unitsLabel(choices)],
    ...choices.fields.flatMap(({ name, label }) =>
      name.includes('.') ? [[name.split('.')[0] ?? name, label.split(': ')[0] ?? label] as const] : [],
    ),
    ...choices.fields.map((field) => [field.name, titleOf(field)] as const),
  ])

/** A message of the API without the name of its field, which is shown before it. */
function withoutName(message: string, name: string): string {
  const [first = ''] = message.split(/:? /, 1)
  return first.replace('/', '.') === name ? message.slice(first.length).replace(/^:? /, '') : message
}

/** Forms of a value, for people who type it: the API's words are for programs, which send text or numbers. */
function ruleInWords({ category, fields }: Choices, name: string, rule: string, message: string): string | null {
  const { kind, words = [] } = fields.find((field) => field.name === name) ?? {}
  if (rule === 'type' && kind === 'flag') return 'must be yes or no'
  // Other faults of a word are in words already.
  if (rule === 'enum' && message.includes(' takes one of: ')) return `must be one of: ${words.map(inWords).join(', ')}`
  if (rule === 'type') return 'must be a whole number, in the digits 0 to 9'
  if (rule !== 'quantity' && rule !== 'decimals') return null
  const largest = largestQuantity(name, largestOf(category)).toLocaleString('en-IN')
  return `must be a number from 0 to ${largest}, in the digits 0 to 9 with at most 3 decimals after a point, without commas, spaces or unit`
}

/** A text of the API with the labels of the form instead of names of fields, and other names as words. */
export function inFormWords(text: string, choices: Choices): string {
  const labels = labelsOf(choices)
  return text.replaceAll(/[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_]+)*/g, (written) => {
    if (written === choices.category.subcategory_code) return 'this category'
    const label = labels.get(inputNamed(written.replace('/', '.'), choices))
    if (label === undefined) return /^[a-z0-9]+(_[a-z0-9]+)+$/.test(written) ? inWords(written) : written
    // A name of one word, such as district, is a word of the sentence too.
    return /[_./]/.test(written) ? `“${label}”` : written
  })
}
