import type { Cell } from '../../../releases/record/cell.ts'
import { normaliseDecimal } from '../../../releases/record/decimal.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import type { Failing } from '../gate.ts'
import { inFull, inOurDigits, numberWords, type PrintedNumber } from '../text/numbers.ts'
import { EXCEPTING } from '../text/reading-words.ts'
import { remembering } from '../text/remembering.ts'
import type { FigureContext } from './figure-context.ts'

/** Range in a printed label: an edge with its side, or a width (`next 150 units`). */
export type Said = {
  readonly kind: 'from' | 'to' | 'width'
  readonly value: string
  /** Whether the edge itself is included: in `>= 110` it is, in `above 110` it is not. */
  readonly within?: boolean
}

/** A whole number and not a part of one: in a row of digits that goes on, each would begin one. */
const N = '((?<!\\d,?)\\d[\\d,]{0,30}(?:\\.\\d{1,30})?|half)'
/** `Of and below 10 kW`, `equal to or less than 10 kW`: the edge is included. */
const AND_ITSELF = '(?<!\\p{L})(?:of (?:and|or)|equal to or)'
/** Before how wide a later step is. */
const NEXT = '(?<!\\p{L})(?:next|further|subsequent|following|another)'
/** Between a number and the words of its edge: `66 kV and above`, `80 % or more`. */
const UNIT = '\\s*%?\\s*\\w*\\s*'
const rangeOf = ([a = '', b = '']: readonly string[]): Said[] => [
  { kind: 'from', value: a },
  { kind: 'to', value: b },
]
const fromItself = ([a = '']: readonly string[]): Said[] => [{ kind: 'from', value: a, within: true }]
const FORMS: readonly (readonly [RegExp, (numbers: readonly string[]) => Said[]])[] = [
  [
    new RegExp(`${N}\\s*(?:-|\\u2013|to)\\s*(?:\\u221e|infinity|unlimited)(?!\\p{L})`, 'giu'),
    ([a = '']) => [{ kind: 'from', value: a }],
  ],
  [
    new RegExp(
      `${N}(?:\\s*(?:units?|k(?:W|VA)h?|B?HP)(?=\\s+to))?\\s*(?:-|\\u2013|to|and up ?to)\\s*${N}(?!\\s*-)`,
      'giu',
    ),
    rangeOf,
  ],
  [
    new RegExp(`between\\s+${N}\\s*(?:units?\\s*)?and\\s*${N}(?=\\s*(?:units?|k(?:W|VA)h?|B?HP|%|per ?cent))`, 'giu'),
    rangeOf,
  ],
  [new RegExp(`${NEXT}\\s+${N}`, 'giu'), ([a = '']) => [{ kind: 'width', value: a }]],
  [
    new RegExp(
      `(?:<=|=\\s*<|\\u2264|up ?to(?:,? (?:and|&) (?:including|inclusive of))?|(?:not|no) (?:more|greater|higher) than|not (?:(?:to )?exceed(?:s|ing)?|above|beyond|over)|(?:less than|below) or equal to|${AND_ITSELF} (?:less than|below)|at most|first|within)\\s*${N}`,
      'giu',
    ),
    ([a = '']) => [{ kind: 'to', value: a, within: true }],
  ],
  [
    new RegExp(`(?:<|(?<!(?:not|no) )(?:less than|below))\\s*${N}`, 'giu'),
    ([a = '']) => [{ kind: 'to', value: a, within: false }],
  ],
  [new RegExp(`${N}${UNIT}(?:or|and|&) (?:less|below|lower)`, 'giu'), ([a = '']) => [{ kind: 'to', value: a }]],
  [
    new RegExp(
      `(?:>=|=\\s*>|\\u2265|at least|(?:not|no) (?:less|lower) than|not below|(?:(?:more|greater) than|above) or equal to|${AND_ITSELF} (?:(?:more|greater) than|above))\\s*${N}`,
      'giu',
    ),
    fromItself,
  ],
  [new RegExp(`from\\s+${N}(?=\\s*(?:kVA|kW|HP|units?|%|percent)(?!\\p{L}))`, 'giu'), fromItself],
  [new RegExp(`${N}\\s*<\\s*(?!=)(?=\\p{L})`, 'giu'), ([a = '']) => [{ kind: 'from', value: a, within: false }]],
  [new RegExp(`${N}\\s*<=\\s*(?=\\p{L})|minimum(?: of)?\\s+${N}`, 'giu'), fromItself],
  [
    new RegExp(
      `(?:>|\\uff1e|above|more than|over|exceeding|exceeds|beyond|greater than|after|in excess of)\\s*${N}`,
      'giu',
    ),
    ([a = '']) => [{ kind: 'from', value: a, within: false }],
  ],
  [new RegExp(`${N}${UNIT}(?:(?:or|and|&) (?:above|more|up|higher)|onwards|upwards)`, 'giu'), fromItself],
]

const plainNumber = (text: string): string =>
  text.toLowerCase() === 'half' ? '0.5' : (normaliseDecimal(text.replaceAll(',', '')) ?? text)

/** The edges in a label; each of its words is used once. */
export const saidIn = remembering((given): readonly Said[] => {
  const label = inFull(inOurDigits(given))
  let rest = label
  const said: Said[] = []
  for (const [form, read] of FORMS) {
    rest = rest.replace(form, (whole, ...groups) => {
      const numbers = groups.filter(
        (group): group is string =>
          typeof group === 'string' && /^(?:\d|half)/iu.test(group) && whole.includes(group) && group !== label,
      )
      said.push(...read(numbers.map(plainNumber)))
      return ' '.repeat(whole.length)
    })
  }
  return said
})

/**
 * The comparisons by which a bound may be written: including the edge, excluding it, or either if the print does not
 * say.
 */
const OPS = {
  to: { within: ['<=', '='], without: ['<', '='] },
  from: { within: ['>=', '='], without: ['>', '='] },
} as const

function less(value: string, by: number): string {
  return String(Number(value) - by)
}

/** Where all units are at the rate of one step, an edge is on the side that is printed: `below 50 kW` is no step up to 50. */
function holds({ kind, value, within }: Said, { from, to, bounds, whole }: FigureContext): boolean {
  const among = (side: 'to' | 'from'): boolean => {
    const { within: closed, without: open } = OPS[side]
    const ops: readonly string[] = within === undefined ? [...closed, ...open] : within ? closed : open
    return bounds.some(({ op, value: bound }) => ops.includes(op) && normaliseDecimal(bound) === value)
  }
  switch (kind) {
    case 'to':
      return (
        (to === value && !(whole && within === false)) || (within === false && to === less(value, 1)) || among('to')
      )
    case 'from':
      return (from === value && !(whole && within === true)) || from === less(value, 1) || among('from')
    case 'width':
      return to !== null && from !== null && less(to, Number(from)) === value
  }
}

const saidText = ({ kind, value, within }: Said): string => {
  if (kind === 'width') return `${value} wide`
  if (kind === 'to') return within === false ? `below ${value}` : `up to ${value}`
  return within === true ? `from ${value}` : `above ${value}`
}

const NEGATED = new RegExp(
  `(?<!\\p{L})(?:not\\s+(?:[<>=\u2264\u2265]|up ?to|first)|${EXCEPTING}\\s+(?:[<>=\u2264\u2265]|up ?to|above|below|first|beyond))`,
  'iu',
)

/** Units in which steps are counted, as they are printed behind an edge. */
const KINDS_OF_UNITS = {
  kWh: /^\s*(?:units?|kWh|kVAh)(?!\p{L})/iu,
  kW: /^\s*kW(?!\p{L})/iu,
  kVA: /^\s*kVA(?!\p{L})/iu,
  HP: /^\s*B?HP(?!\p{L})/iu,
  percent: /^\s*(?:%|per ?cent)/iu,
} as const

/** Whether an edge of the figure's own step is printed in another unit than its steps are counted in. */
function isOfAnother({ kind, value }: Said, label: string, { stepUnit, from, to, bounds }: FigureContext): boolean {
  if (stepUnit === null || kind === 'width' || (kind === 'to' ? to : from) !== value) return false
  if (bounds.some((bound) => normaliseDecimal(bound.value) === value)) return false
  const behind = inOurDigits(label)
    .split(new RegExp(`(?<![\\d.,])${value}(?![\\d.,]*\\d)`, 'u'))
    .slice(1)
  const named = behind.flatMap((text) =>
    (Object.keys(KINDS_OF_UNITS) as (keyof typeof KINDS_OF_UNITS)[]).filter((unit) => KINDS_OF_UNITS[unit].test(text)),
  )
  const own = stepUnit === 'kVAh' ? 'kWh' : stepUnit
  return named.length > 0 && own in KINDS_OF_UNITS && !named.some((unit) => unit === own)
}

/** An edge of the figure's step that a label or sentence prints in another unit: `up to 200 units` of steps of a load. */
export function edgeUnitFaults(text: string, given: FigureContext): Failing<F>[] {
  const context = inPrint(given)
  const said = saidIn(text).filter(({ value }) => !context.numbers.has(value))
  return said.some((each) => isOfAnother(each, text, context))
    ? [['other_edge', `edges in ${context.stepUnit}, in which its steps are counted`, `"${text}"`]]
    : []
}

const WIDTH = new RegExp(`${NEXT}\\s+\\d[\\d.,]*(?=\\s*(?:units?|kWh|kVAh|kW|kVA|B?HP)(?!\\p{L}))`, 'giu')
/** `Next 300 units` in a sentence: how wide its step is, in the unit in which steps are counted. */
const widthsIn = (text: string): Said[] => (text.match(WIDTH) ?? []).flatMap(saidIn)

/** The width that a sentence prints of a figure's step, where it is that of the step. */
export const widthsOf = (text: string, given: FigureContext): string[] =>
  widthsIn(text).flatMap((each) => (holds(each, inPrint(given)) ? [each.value] : []))

/** A step of numbers that is not as wide as its sentence says. */
export function widthFaults(text: string, given: FigureContext): Failing<F>[] {
  const { from, to, component } = inPrint(given)
  const [said] = widthsIn(text)
  const isOfNumbers = [from, to].every((edge) => edge === null || /^\d/u.test(edge))
  if (component === null || said === undefined || !isOfNumbers || widthsOf(text, given).length > 0) return []
  return [['other_edge', `a step ${said.value} wide, as in "${text}"`, `from ${from ?? 'open'} to ${to ?? 'open'}`]]
}

/** Faults between a figure's edges and the printed label: an edge that only one of them has. */
export function edgeFaults(label: string, given: FigureContext): Failing<F>[] {
  const context = inPrint(given)
  // Numbers read by a derivation or formula are not edges: `6.55 times 1.241 to 2 places`.
  const all = saidIn(label)
  const said = all.filter(({ value }) => !context.numbers.has(value))
  const faults: Failing<F>[] = said
    .filter((each) => !holds(each, context))
    .map((each) => ['other_edge', `edges or a bound ${saidText(each)}, as in "${label}"`, edgesText(context)])
  const negated = NEGATED.exec(label)?.[0]
  if (negated !== undefined) faults.push(['other_edge', 'a range that is not negated', `"${label}" says ${negated}`])
  faults.push(...edgeUnitFaults(label, given))
  const words = new Set(numberWords(label))
  for (const [kind, edge] of [
    ['from', context.from],
    ['to', context.to],
  ] as const) {
    if (edge === null || edge === '0' || !/^\d/u.test(edge)) continue
    const isThis = ({ kind: of, value, within }: Said): boolean =>
      of === kind && (value === edge || ((kind === 'from' || within === false) && less(value, 1) === edge))
    const isSaid =
      words.has(edge) || all.some((each) => isThis(each) || (each.kind === 'width' && holds(each, context)))
    if (!isSaid) faults.push(['edge_not_said', `the edge ${edge} in the printed label`, `"${label}"`])
  }
  return faults
}

/**
 * Whether a step is read from the row directly below that of the step before it, of the same row of the record: then
 * `Balance units` says where it begins. `above`: the label of the row above it in its table.
 */
export function followsStep(
  { path, component, figure: { cell }, from }: FigureContext,
  all: readonly FigureContext[],
  above: readonly string[] | null,
): boolean {
  if (component === null || cell === undefined || above === null || from === '0') return false
  const place = ({ source_sha256, page, table }: Cell, row: readonly string[]): string =>
    [source_sha256, page, table, ...row].join('\n')
  const row = path.split('/').slice(0, 2).join('/')
  return all.some(
    ({ path: of, component: kind, to, figure: { cell: other } }) =>
      to === from &&
      kind === component &&
      of.startsWith(`${row}/`) &&
      other?.through === null &&
      place(other, other.row) === place(cell, above),
  )
}

/**
 * A label with its lower edge where all units are at the rate of the step that they reach: `0-300 units` or `up to 300 units` below
 * the step up to 250.
 */
export function withLowerEdge(label: string, { whole, from, to }: FigureContext, follows: boolean): string {
  if (!whole || !follows || from === null || to === null) return label
  if (!saidIn(label).some(({ kind }) => kind === 'from'))
    return label.replace(new RegExp(`(?<!\\p{L})up ?to\\s+(?=${to}(?![\\d.,]*\\d))`, 'iu'), `${from} to `)
  return label.replace(new RegExp(`(?<![\\d.,])[01](?=\\s*(?:-|\\u2013|to)\\s*${to}(?![\\d.,]*\\d))`, 'u'), from)
}

/** `11 kV or higher`, `all voltages`: more than the values that are printed. */
const OPEN = /(?<!\p{L})(?:higher|lower|(?:all|any|other) (?:voltages?|levels?))(?!\p{L})/iu

/** A line that lists values of an input, `at 11 and 33 kV`, but not the one of the row that is read from it. */
export function listFaults(label: string, printed: readonly PrintedNumber[], context: FigureContext): Failing<F>[] {
  // Of a derived figure, `6.55 times 1.241 to 2 places` is no range.
  if (saidIn(label).some(({ value }) => !context.numbers.has(value)) || OPEN.test(label)) return []
  const listed = new Set(printed.map(({ value }) => value))
  const isListed = ({ value }: { readonly value: string }): boolean => listed.has(normaliseDecimal(value) ?? value)
  return [...new Set(context.exact.map(({ field }) => field))].flatMap((field): Failing<F>[] => {
    const own = context.exact.filter((each) => each.field === field)
    if (own.some(isListed) || !context.bounds.some((each) => each.field === field && isListed(each))) return []
    const wanted = own.map(({ value }) => value).join(' or ')
    return [['edge_not_said', `${wanted} of ${field} among the values of the printed label`, `"${label}"`]]
  })
}

/** The context with its edges as printed: parts of 10 kW in kW. */
function inPrint(context: FigureContext): FigureContext {
  const { size } = context
  if (size === 1) return context
  const scaled = (edge: string | null): string | null =>
    edge === null || !/^\d/u.test(edge) ? edge : String(Number(edge) * size)
  return { ...context, from: scaled(context.from), to: scaled(context.to) }
}

const edgesText = ({ from, to, bounds }: FigureContext): string =>
  [`from ${from ?? 'open'} to ${to ?? 'open'}`, ...bounds.map(({ op, value }) => `${op} ${value}`)].join(', ')

/** Numbers of a label that are not an edge, a bound or another number of the figure. */
export function strayNumbers(label: string, numbers: readonly PrintedNumber[], given: FigureContext): string[] {
  const context = inPrint(given)
  const said = saidIn(label)
  const own = new Set([
    ...[context.from, context.to, ...context.numbers, ...context.bounds.map(({ value }) => value)].flatMap((value) =>
      value === null ? [] : [normaliseDecimal(value) ?? value],
    ),
    ...said.filter((each) => holds(each, context)).map(({ value }) => value),
  ])
  return numbers.filter(({ value }) => value === null || !own.has(value.replace(/^-/u, ''))).map(({ text }) => text)
}
