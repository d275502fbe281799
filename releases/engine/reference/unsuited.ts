import { alwaysAsked } from '../../record/adjustment.ts'
import type { Category } from '../../record/category.ts'
import { comparisonsOf, wordsOf } from '../../record/expression.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { Input } from '../input.ts'
import { inputOf, inTableOrder, isInputName } from '../input-names.ts'
import { INPUT_LIST, INPUTS, type InputName, LARGEST_QUANTITY } from '../inputs.ts'
import { adjustmentsRead, isFor } from './adjustments.ts'
import { type Context, given, numberGiven, pointerOf, pointerTo } from './context.ts'
import { decimalIn, type Names, remembered } from './names.ts'
import { quantityOf } from './quantities.ts'
import { add, compare, ZERO } from './rational.ts'
import { inputsBehind, readByAllCases, readByCategory, readByCharge } from './reads.ts'
import type { FieldProblem } from './result.ts'
import { rowsOf } from './tariff.ts'

/**
 * Inputs of a request that it must not have, one problem per field: fields that the release does not use, in the order
 * of the body; fields that the category does not use, in the order of the table; words without a case in an adjustment;
 * a wrong unit of load.
 */
export function unsuitedInputs(context: Context, category: Category): FieldProblem[] {
  const { names } = context
  const said = Object.keys(context.body).filter(isInputName)
  const problems: FieldProblem[] = []
  const taken = takenBy(names, category)
  const untaken: { readonly name: InputName; readonly own: readonly FieldProblem[] }[] = []
  for (const name of said) {
    if (given(context, name) === null) continue
    if (!releaseTakes(names, name)) problems.push(problem(name, 'not_applicable'))
    else {
      const own = taken.has(name) ? problemsOf(context, category, name) : [problem(name, 'not_applicable')]
      if (own.length > 0) untaken.push({ name, own })
    }
  }
  for (const { own } of inTableOrder(untaken, ({ name }) => name)) problems.push(...own)
  for (const name of unknownWords(context, category)) problems.push(problem(name, 'enum'))
  const unit = given(context, 'load_unit')
  if (unit !== null && unit !== category.load_unit) problems.push(problem('load_unit', 'enum'))
  if (problems.length < 2) return problems
  return problems.filter(({ field }, index) => problems.findIndex((first) => first.field === field) === index)
}

function problem(name: string, rule: FieldProblem['rule']): FieldProblem {
  return { field: pointerOf(name), rule }
}

/** True if an input may be given for the category: the release declares it, and something reads it. */
export function takesInput(names: Names, category: Category, name: InputName): boolean {
  return releaseTakes(names, name) && takenBy(names, category).has(name)
}

const takenBy = remembered(
  (names: Names, category: Category): ReadonlySet<InputName> =>
    new Set(INPUT_LIST.flatMap(([name]) => (categoryTakes(names, category, name) ? [name] : []))),
)

function releaseTakes(names: Names, name: InputName): boolean {
  return INPUTS[name].scope === 'common' || inputsDeclared(names, names.record).has(name)
}

/** Inputs that the release declares, itself or in a category. */
const inputsDeclared = remembered((_, { request, categories }: ReleaseRecord) =>
  wholeInputs([
    ...request.required,
    ...request.optional,
    ...categories.flatMap((each) => [...each.required_inputs, ...each.optional_inputs.map(({ field }) => field)]),
  ]),
)

function wholeInputs(names: readonly string[]): ReadonlySet<InputName> {
  return new Set(names.map(inputOf).filter((name) => name !== null))
}

function categoryTakes(names: Names, category: Category, name: InputName): boolean {
  if (INPUTS[name].scope !== 'category') return true
  const { subsidy, fppas_month: month, fppas_periods: periods } = names.record.rules
  const code = category.subcategory_code
  if (name === 'billing_days') return subsidy !== null
  if (name === 'billing_month') {
    const inPeriod = periods.some(({ applies_to: codes }) => codes.length === 0 || codes.includes(code))
    return (subsidy?.applies_to.includes(code) ?? false) || month !== null || inPeriod
  }
  return inputsRead(names, category).has(name)
}

/** Inputs and parts of inputs that something in a category reads, by dotted names. */
const partsRead = remembered((names, category: Category): ReadonlySet<string> => {
  const charges = rowsOf(names, category).flatMap((row) => row.charges)
  const read = [
    ...readByCategory(names, category),
    ...charges.flatMap((charge) => readByCharge(names, charge)),
    ...adjustmentsRead(names, category).flatMap((each) => readByAllCases(names, each)),
  ]
  return new Set(inputsBehind(names, read))
})
const inputsRead = remembered((names, category: Category) => wholeInputs([...partsRead(names, category)]))

const NONE: readonly FieldProblem[] = []

function problemsOf(context: Context, category: Category, name: InputName): readonly FieldProblem[] {
  const input: Input = INPUTS[name]
  if (input.oneOf?.some((other) => given(context, other) !== null)) return [problem(name, 'one_of')]
  if (input.atLeast !== undefined) {
    const least = quantityOf(context, input.atLeast)
    if (least !== null && compare(quantityOf(context, name) ?? least, least) < 0) return [problem(name, 'disagrees')]
  }
  if (name === 'energy_units' || name === 'energy_kwh') {
    const largest = category.largest_quantity
    const most = decimalIn(context.names, largest ?? String(LARGEST_QUANTITY))
    const units = quantityOf(context, name) ?? ZERO
    if (compare(units, most) > 0) return [problem(name, 'decimals')]
    const isRefused = name === 'energy_units' && units.denominator !== 1n && billsWholeUnits(context, category)
    return isRefused ? [problem(name, 'whole_units')] : NONE
  }
  if (name === 'energy_by_zone') return problemsOfZones(context, billsWholeUnits(context, category))
  if (input.scope !== 'category' || (input.kind !== 'object' && input.kind !== 'declared')) return NONE
  const unread = partsOf(context, name)
    .map(([part]) => `${name}.${part}`)
    .filter((part) => !partsRead(context.names, category).has(part))
  return [
    ...(name === 'selectors' ? problemsOfSelectors(context) : []),
    ...unread.map((part) => problem(part, 'not_applicable')),
  ]
}

/** True if the cited rule for the licensee and category is that only whole units are billed. */
function billsWholeUnits({ names, licenseeCode }: Context, { subcategory_code: code }: Category): boolean {
  const rule = (names.record.rules.unit_rules ?? []).find(
    ({ applies_to: codes, licensees }) =>
      (codes.length === 0 || codes.includes(code)) && isFor(licensees, licenseeCode),
  )
  return rule?.rule === 'whole'
}

function partsOf(context: Context, name: string): [string, unknown][] {
  const parts = given(context, name)
  return typeof parts === 'object' && parts !== null ? Object.entries(parts) : []
}

function problemsOfSelectors(context: Context): FieldProblem[] {
  return partsOf(context, 'selectors').flatMap(([name, word]): FieldProblem[] => {
    const field = pointerTo('selectors', name)
    const declared = context.names.record.selectors.find(({ selector }) => selector === name)
    if (declared === undefined) return [{ field, rule: 'not_applicable' }]
    return declared.words.includes(String(word)) ? [] : [{ field, rule: 'enum' }]
  })
}

function problemsOfZones(context: Context, areWhole: boolean): FieldProblem[] {
  const parts = partsOf(context, 'energy_by_zone')
  const unknown = parts.filter(([zone]) => !context.names.record.zones.includes(zone))
  const sum = parts.map(([, units]) => numberGiven(units) ?? ZERO).reduce(add, ZERO)
  const isWhole = compare(sum, numberGiven(given(context, 'energy_units')) ?? ZERO) === 0
  const fractions = parts.filter(([, units]) => areWhole && (numberGiven(units) ?? ZERO).denominator !== 1n)
  return [
    ...unknown.map(([zone]): FieldProblem => ({ field: pointerTo('energy_by_zone', zone), rule: 'not_applicable' })),
    ...(isWhole
      ? fractions.map(([zone]): FieldProblem => ({ field: pointerTo('energy_by_zone', zone), rule: 'whole_units' }))
      : [problem('energy_by_zone', 'sum')]),
  ]
}

/** Names whose word chooses a case of an adjustment, if the given word has none; in the order of the table. */
function unknownWords(context: Context, category: Category): string[] {
  const unknown: string[] = []
  for (const [name, words] of wordsKnown(context.names, category)) {
    const word = given(context, name)
    if (typeof word === 'string' && !words.has(word)) unknown.push(name)
  }
  if (unknown.length < 2) return unknown
  // Parts of one input are in the order of the request.
  return INPUT_LIST.flatMap(([input]) => {
    const said = partsOf(context, input).map(([part]) => `${input}.${part}`)
    const own = unknown.filter((name) => inputOf(name) === input)
    return [...own].sort((a, b) => said.indexOf(a) - said.indexOf(b))
  })
}

/** The words that conditions of a category name, by each input of which every case of an adjustment asks a word. */
const wordsKnown = remembered((names, category: Category): ReadonlyMap<string, ReadonlySet<string>> => {
  const adjustments = adjustmentsRead(names, category)
  const parts = [
    ...rowsOf(names, category).flatMap((row) => [{ when: row.conditions }, ...row.charges]),
    ...names.record.quantities.flatMap(({ cases }) => cases),
    ...adjustments.flatMap(({ cases }) => cases),
  ]
  const named = wordsOf(comparisonsOf([...category.bounds, ...parts.flatMap(({ when }) => when)]))
  const asked = new Set(adjustments.flatMap(alwaysAsked))
  return new Map(
    [...asked].map((name) => [name, new Set(named.flatMap(([field, words]) => (field === name ? words : [])))]),
  )
})
