import type { RowPlan } from './charges/row.ts'
import type { CategoryPlan } from './compile/category.ts'
import type { Inputs } from './given-inputs.ts'
import type { Input } from './input.ts'
import { inputOf, kindOf, tableInput } from './input-names.ts'
import { INPUTS, type InputName } from './inputs.ts'
import { isGiven, isReadGiven, type Read } from './language/reads.ts'
import { type FieldProblem, notApplicable, pointerOf, quantityMessage, required } from './refuse.ts'
import type { RequestProblems } from './request/declared.ts'
import { fractionalZones, fractionProblem } from './rules/units.ts'

/** Checks of a request's fields once its category is known (docs/design/tariff-language.md "Inputs"). */

const NO_PROBLEMS: readonly FieldProblem[] = []

const NO_NAMES: readonly string[] = []

/** The given names, and those of `reads` that are missing. */
function withMissing(before: readonly string[], reads: readonly Read[], inputs: Inputs): readonly string[] {
  if (isGiven(reads, inputs)) return before
  const missing = reads.filter((read) => !isReadGiven(read, inputs)).map(({ name }) => name)
  return [...new Set([...before, ...missing])]
}

/** If a zone is missing and none is given: the other zones of the release, since units are given for all of them. */
function otherZones({ zones }: CategoryPlan, missing: readonly string[], { values }: Inputs): FieldProblem[] {
  if (!zones.some((zone) => missing.includes(zone)) || zones.some((zone) => values[zone] !== undefined)) return []
  return zones
    .filter((zone) => !missing.includes(zone))
    .map((zone) => required(zone, 'units by zone are needed for every zone'))
}

/** Missing inputs that the category needs, or the row that applies to the request. */
export function missingInputs(
  category: CategoryPlan,
  row: RowPlan | null,
  inputs: Inputs,
  declared: RequestProblems['declared'],
): readonly FieldProblem[] {
  let missing = withMissing(NO_NAMES, category.conditionReads, inputs)
  if (row !== null) missing = withMissing(missing, row.reads, inputs)
  missing = withMissing(missing, category.alsoRequired, inputs)
  const isDayUnknown = category.isDated && inputs.date === null
  if (missing.length === 0 && !isDayUnknown && declared.size === 0) return NO_PROBLEMS
  const problems = missing.map((name) => required(name, `the schedule of ${category.code} uses it`))
  problems.push(...otherZones(category, missing, inputs))
  for (const [name, parts] of declared) if (readsPartOf(category, name)) problems.push(...parts.missing)
  if (isDayUnknown) problems.push(required('effective_on', `the tariff of ${category.code} changes within the year`))
  return problems
}

/**
 * Unsuitable inputs, in the order of the table: those that this category does not read, that contradict each other,
 * whose word has no case in its adjustments, or whose unit of load is wrong.
 */
export function unreadInputs(
  category: CategoryPlan,
  inputs: Inputs,
  declared: RequestProblems['declared'],
): readonly FieldProblem[] {
  const { given, values } = inputs
  const loadUnit = values['load_unit']
  const largest = category.largestMilli
  const isOrdinary =
    (loadUnit === undefined || loadUnit === category.loadUnit) &&
    fits(values['energy_units'], largest) &&
    areTaken(category, inputs, declared)
  const fraction = fractionProblem(category, inputs)
  const hasWholeZones = category.unitRules.length === 0 || fractionalZones(inputs).length === 0
  if (isOrdinary && fraction === null && hasWholeZones) return NO_PROBLEMS
  const problems: FieldProblem[] = fits(values['energy_units'], largest) ? [] : [tooLarge('energy_units', largest)]
  if (fraction !== null && problems.length === 0) problems.push(fraction)
  for (const name of given) {
    const whole = inputOf(name)
    if (whole !== null && readsPartOf(category, whole)) problems.push(...(declared.get(whole)?.unread ?? []))
    const problem = problemOf(category, name, inputs)
    if (problem !== null) problems.push(problem)
  }
  problems.push(...given.flatMap((name) => unknownWord(category, name, inputs) ?? []))
  if (loadUnit !== undefined && loadUnit !== category.loadUnit) {
    const message = `${category.code} takes its load in ${category.loadUnit}; units are never converted`
    problems.push({ field: '/load_unit', rule: 'enum', message })
  }
  return problems
}

/** True if no given input can be wrong. */
function areTaken({ takes }: CategoryPlan, { given, values }: Inputs, declared: RequestProblems['declared']): boolean {
  if (declared.size > 0) for (const { unread } of declared.values()) if (unread.length > 0) return false
  for (const name of given) {
    const words = takes.get(name)
    const value = values[name]
    if (words === undefined || value === undefined) return false
    if (words !== null && !(typeof value === 'string' && words.has(value))) return false
  }
  return true
}

const fits = (value: string | number | undefined, largestMilli: number): boolean =>
  typeof value !== 'number' || value <= largestMilli

function tooLarge(field: string, largestMilli: number): FieldProblem {
  return { field: `/${field}`, rule: 'decimals', message: quantityMessage(field, largestMilli / 1000) }
}

/** True if the category reads the input or some part of it. */
function readsPartOf({ reads }: CategoryPlan, whole: InputName): boolean {
  for (const read of reads) if (inputOf(read) === whole) return true
  return false
}

function isRead(category: CategoryPlan, name: string): boolean {
  if (name === 'billing_days') return category.subsidy !== null
  if (name === 'billing_month') return category.readsBillingMonth
  if (category.reads.has(name)) return true
  // A category that reads one zone reads all of them.
  const whole = inputOf(name)
  const input = tableInput(name)
  return whole !== null && input?.kind === 'declared' && input.of === 'quantities' && readsPartOf(category, whole)
}

function problemOf(category: CategoryPlan, name: string, inputs: Inputs): FieldProblem | null {
  const { values } = inputs
  const whole = inputOf(name)
  const isEmpty = name === whole && values[name] === undefined
  if (isEmpty && readsPartOf(category, whole)) return null
  if (whole === null || !isRead(category, name)) {
    return notApplicable(whole === null || readsPartOf(category, whole) ? name : whole, category.code)
  }
  const fraction = whole === 'energy_by_zone' ? fractionProblem(category, inputs, name) : null
  if (fraction !== null) return fraction
  const input: Input = INPUTS[whole]
  const other = input.oneOf?.find((each) => values[each] !== undefined)
  if (other !== undefined) {
    return { field: pointerOf(name), rule: 'one_of', message: `give ${name} or ${other}, not both` }
  }
  const least = input.atLeast === undefined ? undefined : values[input.atLeast]
  const value = values[name]
  if (typeof least === 'number' && typeof value === 'number' && value < least) {
    return { field: pointerOf(name), rule: 'disagrees', message: `${name} cannot be less than ${input.atLeast}` }
  }
  if (name !== 'energy_kwh' || fits(values[name], category.largestMilli)) return null
  return tooLarge(name, category.largestMilli)
}

/** A word that selects cases of adjustments but has no case. A flag needs none: without one it changes nothing. */
function unknownWord(category: CategoryPlan, name: string, { values }: Inputs): FieldProblem | null {
  const words = category.words.get(name)
  const value = values[name]
  if (words === undefined || typeof value !== 'string' || words.has(value)) return null
  if (kindOf(name) === 'flag') return null
  return { field: pointerOf(name), rule: 'enum', message: `${name} takes one of: ${[...words].join(', ')}` }
}
