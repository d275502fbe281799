import { normaliseDecimal } from '../../../releases/record/decimal.ts'
import { type Bound, OPPOSITE } from '../record/comparisons.ts'
import { printedNumbers } from '../text/numbers.ts'
import { remembering } from '../text/remembering.ts'
import { type Said, saidIn } from './label-edges.ts'

/** MVA and MW are thousands of kVA and kW, which conditions use. */
export const inThousands = remembering((text): string =>
  text.replace(/(?<![\d.])(\d+(?:\.\d+)?)\s*M(VA|W)\b/gu, (_, number: string, unit: string) => {
    const thousands = Math.round(Number(number) * 1_000_000) / 1_000
    return `${thousands} k${unit}`
  }),
)

const KINDS: Readonly<Record<string, { readonly kind: 'from' | 'to'; readonly within: boolean }>> = {
  '<': { kind: 'to', within: false },
  '<=': { kind: 'to', within: true },
  '>': { kind: 'from', within: false },
  '>=': { kind: 'from', within: true },
}

/** Whether a printed edge is that of a comparison, on the same side: `101 to 300` has `> 100`. */
export function isEdgeOf({ op, value }: Bound, { kind, value: edge, within }: Said): boolean {
  const wanted = KINDS[op]
  if (wanted === undefined || kind !== wanted.kind) return false
  if (edge === (normaliseDecimal(value) ?? value)) return within === undefined || within === wanted.within
  return op === '>' && edge === String(Number(value) + 1) && within !== false
}

const isSaid = (bound: Bound, text: string): boolean =>
  KINDS[bound.op] === undefined
    ? printedNumbers(text).some(({ value }) => value === bound.value)
    : saidIn(text).some((said) => isEdgeOf(bound, said))

/** A number in front of a unit. */
const before = (unit: string): RegExp => new RegExp(`(?<!\\d|\\d[.,]{1,3})\\d[\\d.,]*(?=\\s*${unit})`, 'giu')

/**
 * Units that a text may print after a number, and the inputs measured in them; `connected_load` is in kW or HP by its
 * category.
 */
const UNITS: readonly { readonly unit: RegExp; readonly fields: RegExp }[] = [
  { unit: before('kVA(?!\\p{L})'), fields: /_kva$/u },
  { unit: before('kW(?!\\p{L})'), fields: /_kw$|^connected_load$|^connected_load_parts$/u },
  { unit: before('B?HP(?!\\p{L})'), fields: /_hp$|^connected_load$|^connected_load_parts$/u },
  { unit: before('kV(?!\\p{L})'), fields: /_kv$/u },
  { unit: before('(?:units?|kWh|kVAh)(?!\\p{L})'), fields: /units|energy/u },
  { unit: before('(?:%|per ?cent)'), fields: /percent|factor|share/u },
]

/** For each field that is measured in one of them, a text without the numbers in the others. */
const countedIn = remembering((field) => {
  const others = UNITS.filter(({ fields }) => !fields.test(field))
  return remembering((text): string =>
    others.length === UNITS.length ? text : others.reduce((rest, { unit }) => rest.replace(unit, 'other'), text),
  )
})

/** Whether a value is beyond a printed edge: 33 of `66 kV and above`. */
const excludes = ({ kind, value }: Pick<Said, 'kind' | 'value'>, other: string): boolean =>
  kind === 'from' ? Number(other) < Number(value) : kind === 'to' && Number(other) > Number(value)

/** A text without numbers in another unit than a field's: for a load, `110 kVA or 100 kW` has 100. */
const countedAs = (field: string | undefined, text: string): string =>
  field === undefined ? text : countedIn(field)(text)

const MEASURED = '\\d[\\d.]*\\s*(?:kW|kVA|B?HP)(?!\\p{L})'
/** An edge in two units: `up to 100 HP (75 kW)`, `above 75 kW / 100 BHP`. */
const EQUIVALENT = new RegExp(
  `(?<!\\p{L})(?<edge>up ?to|above|below|beyond|more than|less than|exceeding|at least)\\s+(?<first>${MEASURED})\\s*(?:\\(\\s*(?=[^()]*\\))|/\\s*)(?<second>${MEASURED})\\s*\\)?`,
  'giu',
)

/** `above a load factor of 60` becomes above 60; the fields of a line, `120,3.00`, are two numbers. */
export const plainEdges = remembering((text): string =>
  inThousands(text)
    .replace(EQUIVALENT, '$<edge> $<first> or $<edge> $<second>')
    .replace(/\b(less than|below)\s+(\d[\d.]*\s*\p{L}+)\s+or\s+(?=\d)/giu, '$1 $2 or $1 ')
    .replace(/\b(above|below|beyond|up ?to|more than|less than|exceeding)\s+(?:\p{L}+\s+){1,4}of\s+(?=\d)/giu, '$1 ')
    .replace(/,(?=\d{1,2}(?:\.|[^\d,.]|$))/gu, ', '),
)

/**
 * Whether one of some texts contains the edge of a comparison: on its own side, or on the other. `20-50 kW` does not say
 * whether 20 itself belongs to it; a text that does say so (`above 20`) then decides.
 */
export function isStated(bound: Bound, texts: readonly string[]): boolean {
  const value = normaliseDecimal(bound.value) ?? bound.value
  const sides = [bound.op, OPPOSITE[bound.op] ?? bound.op].map((op) => ({ op, value }))
  const own = inUnitOf(bound, texts)
  const clear = own.filter((text) => saidIn(text).some((said) => said.value === value && said.within !== undefined))
  return (clear.length > 0 ? clear : own).some((text) => sides.some((side) => isSaid(side, text)))
}

/** Whether one of some texts prints the number of a comparison as an edge, on whatever side. */
export function isEdge(bound: Bound, texts: readonly string[]): boolean {
  const value = normaliseDecimal(bound.value) ?? bound.value
  return (
    KINDS[bound.op] !== undefined &&
    inUnitOf(bound, texts).some((text) => saidIn(text).some((said) => said.value === value))
  )
}

/** A power factor is printed in percent too: `below 90%` is below 0.9. */
const inFractions = (text: string): string =>
  text.replace(/(?<![\d.])(\d+(?:\.\d+)?)\s*(?:%|per ?cent)/giu, (_, percent: string) =>
    String(Math.round(Number(percent) * 1000) / 100_000),
  )
const inUnitOf = ({ field }: Bound, texts: readonly string[]): string[] =>
  texts.map((text) => countedAs(field, plainEdges(field === 'power_factor' ? inFractions(text) : text)))

/**
 * Whether some texts say only the opposite of a comparison: `<= 70` where they say `exceeds 70`. A text with both sides, or
 * with an edge that may belong to either, says neither alone.
 */
export function isTurnedRound(bound: Bound, texts: readonly string[]): boolean {
  const said = inUnitOf(bound, texts).flatMap((text) => saidIn(text).filter(({ within }) => within !== undefined))
  const opposite = { op: OPPOSITE[bound.op] ?? '', value: bound.value }
  return said.some((each) => isEdgeOf(opposite, each)) && !said.some((each) => isEdgeOf(bound, each))
}

/**
 * Comparisons whose edge is in none of some texts; each once. Edges that go without saying need no text: `above 0`, and
 * `at least one` where no text prints 1 as an edge. That something is 0 is said in words too (`no consumption`).
 * `further`: texts that decide only about numbers that the first texts do not print as an edge.
 */
export function unstated(bounds: readonly Bound[], texts: readonly string[], further: readonly string[] = []): Bound[] {
  const missing = bounds.filter(
    (bound) =>
      !(bound.value === '0' && (!NOTHING_OF.has(bound.op) || [...texts, ...further].some((text) => NONE.test(text)))) &&
      (bound.value !== '1' || bound.op !== '>=' || isEdge(bound, [...texts, ...further])) &&
      !isStated(bound, texts) &&
      // In whatever unit: `up to 20 kVA` of a label is not the 20 kW of another.
      (isEdge({ op: bound.op, value: bound.value }, texts) || !isStated(bound, further)),
  )
  return [...new Map(missing.map((bound) => [`${bound.op} ${bound.value}`, bound])).values()]
}
const NOTHING_OF: ReadonlySet<string> = new Set(['=', '<=', 'in'])
const NONE = /(?<!\p{L})(?:no|nil|zero|none|not|without|idle|closed|vacant)(?!\p{L})/iu

/** Numbers that a text prints in the unit of a field; all others as words. */
const onlyIn = (field: string, text: string): string => {
  const own = UNITS.filter(({ fields }) => fields.test(field)).map(({ unit }) => new RegExp(unit.source, 'iuy'))
  return plainEdges(text).replace(/(?<![\d.,])\d[\d.,]*/gu, (number, at: number, whole: string) => {
    const isOwn = own.some((unit) => {
      unit.lastIndex = at
      return unit.test(whole)
    })
    return isOwn ? number : 'other'
  })
}

/**
 * A comparison that part of a sentence contradicts: it prints an edge in the same unit with which no request that is
 * asked for agrees (`up to 1 kW` for more than 1), or only other values or edges than the one that the whole sentence
 * prints too. `isStep`: the bounds are the edges of a step, which `the first 100 units` names. `known`: all that the
 * figure is read for, as conditions and as a step.
 */
export function contradicted(
  bounds: readonly Bound[],
  clause: string,
  whole: string,
  { isStep, known }: { readonly isStep: boolean; readonly known: readonly Bound[] } = { isStep: false, known: bounds },
): Bound | undefined {
  return bounds.find(({ op, field = '', value }) => {
    const own = normaliseDecimal(value) ?? value
    const inClause = onlyIn(field, clause)
    const text = isStep ? inClause : inClause.replace(/(?:first|next)\s+\d[\d.,]*/giu, ' ')
    const said = saidIn(text)
    const printed = said.length > 0 ? [] : printedNumbers(text).map((each) => each.value)
    const inWhole = onlyIn(field, whole)
    if (op === '=') {
      const isOther = printed.length > 0 ? !printed.includes(own) : said.some((edge) => excludes(edge, own))
      return isOther && printedNumbers(inWhole).some((each) => each.value === own)
    }
    const side = KINDS[op]
    if (side === undefined) return false
    // `2 percent at 33 kV and 3 percent at 66 kV and above`: the one at 33 is not for 66 and above.
    const ownEdge = { kind: side.kind, value: own }
    const isAtOther = !isStep && printed.length > 0 && printed.every((each) => each !== null && excludes(ownEdge, each))
    if (isAtOther && saidIn(inWhole).some((each) => isEdgeOf({ op, value }, each))) return true
    const isAnyOf = (edge: Said): boolean => known.some((bound) => isEdgeOf(bound, edge))
    // `2 percent above 60 and 3 percent above 80`: the edge of the other amount.
    const isOfOther = said.some(({ kind }) => kind === side.kind) && !said.some(isAnyOf)
    if (isOfOther && saidIn(inWhole).some((each) => isEdgeOf({ op, value }, each))) return true
    return said.some((edge) => {
      if (edge.kind === 'width' || edge.kind === side.kind || isAnyOf(edge)) return false
      const beyond = (Number(edge.value) - Number(own)) * (edge.kind === 'to' ? 1 : -1)
      return beyond < 0 || (beyond === 0 && !(edge.within !== false && side.within))
    })
  })
}
