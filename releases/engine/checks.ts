import type { ReleaseRecord } from '../record/record.ts'
import type { RowPlan } from './charges/row.ts'
import type { CategoryPlan } from './compile/category.ts'
import { INPUTS, type Input, inputOf, isInputName, kindOf } from './inputs.ts'
import type { Read } from './language/quantities.ts'
import { type FieldProblem, notApplicable, pointerOf, required } from './refuse.ts'
import type { Inputs } from './types.ts'

/** Checks of a request's fields once its category is known (docs/design/tariff-language.md "Inputs"). */

const NO_PROBLEMS: readonly FieldProblem[] = Object.freeze([])

function collectMissing(reads: readonly Read[], { values }: Inputs, missing: string[]): void {
  for (const { name, unless } of reads) {
    if (values[name] !== undefined || missing.includes(name)) continue
    if (!unless.some((other) => values[other] !== undefined)) missing.push(name)
  }
}

/** Inputs that the category, or the row that takes the request, needs and that were not given. */
export function missingInputs(category: CategoryPlan, row: RowPlan | null, inputs: Inputs): readonly FieldProblem[] {
  const missing: string[] = []
  collectMissing(category.conditionReads, inputs, missing)
  if (row !== null) collectMissing(row.reads, inputs, missing)
  collectMissing(category.alsoRequired, inputs, missing)
  const isDayUnknown = category.isDated && inputs.date === null
  if (missing.length === 0 && !isDayUnknown) return NO_PROBLEMS
  const problems = missing.map((name) => required(name, `the schedule row of ${category.code} reads it`))
  if (isDayUnknown) problems.push(required('effective_on', `the tariff of ${category.code} changes within the year`))
  return problems
}

/**
 * Inputs given that do not belong to this category, in the order of the table: what it does not read, parts and words that
 * the release does not declare, what disagrees. Then words that no adjustment has; the unit of the load last.
 */
export function unreadInputs(category: CategoryPlan, inputs: Inputs, record: ReleaseRecord): readonly FieldProblem[] {
  const { given, values } = inputs
  const loadUnit = values['load_unit']
  const largest = category.largestMilli
  const isOrdinary =
    given.length === 0 &&
    (loadUnit === undefined || loadUnit === category.loadUnit) &&
    fits(values['energy_units'], largest)
  if (isOrdinary) return NO_PROBLEMS
  const wholes = Map.groupBy(given, (name) => inputOf(name) ?? name)
  const problems = [
    ...(fits(values['energy_units'], largest) ? [] : [tooLarge('energy_units', largest)]),
    ...[...wholes].flatMap(([whole, names]) => problemsOf(category, whole, names, inputs, record)),
    ...given.flatMap((name) => wordProblem(category, name, inputs) ?? []),
  ]
  if (loadUnit !== undefined && loadUnit !== category.loadUnit) {
    const message = `${category.code} takes its load in ${category.loadUnit}; units are never converted`
    problems.push({ field: '/load_unit', rule: 'enum', message })
  }
  return problems.filter(({ field }, index) => problems.findIndex((other) => other.field === field) === index)
}

const fits = (value: string | number | undefined, largestMilli: number): boolean =>
  typeof value !== 'number' || value <= largestMilli

function tooLarge(field: string, largestMilli: number): FieldProblem {
  const largest = (largestMilli / 1000).toLocaleString('en-US')
  return { field: `/${field}`, rule: 'decimals', message: quantityMessage(field, largest) }
}

/** What a quantity may be, as every refusal of one says it. */
export function quantityMessage(field: string, largest = '10,000,000'): string {
  return `${field} takes at most 3 decimals, from 0 to ${largest}; it is refused rather than rounded`
}

function isRead(category: CategoryPlan, whole: string): boolean {
  if (whole === 'billing_days') return category.subsidy !== null
  if (whole === 'billing_month') return category.readsBillingMonth
  return [...category.reads].some((name) => inputOf(name) === whole)
}

/** What is wrong with one input; `names` are its parts that are given, or its own name. */
function problemsOf(
  category: CategoryPlan,
  whole: string,
  names: readonly string[],
  { values }: Inputs,
  record: ReleaseRecord,
): FieldProblem[] {
  if (!isRead(category, whole)) return [notApplicable(whole, category.code)]
  const input: Input | null = isInputName(whole) ? INPUTS[whole] : null
  const other = input?.oneOf?.find((each) => values[each] !== undefined)
  if (other !== undefined) {
    return [{ field: pointerOf(whole), rule: 'one_of', message: `${whole} is given beside ${other}; give one of them` }]
  }
  if (whole === 'energy_kwh' && !fits(values[whole], category.largestMilli))
    return [tooLarge(whole, category.largestMilli)]
  if (whole === 'energy_by_zone') return zoneProblems(record, names, values)
  const isOfParts = input?.kind === 'object' || input?.kind === 'declared'
  return names.flatMap((name) => {
    const declared = whole === 'selectors' ? selectorProblem(record, name, values) : null
    if (declared !== null) return [declared]
    return isOfParts && !category.reads.has(name) ? [notApplicable(name, category.code)] : []
  })
}

function selectorProblem(
  { selectors, state_code: state }: ReleaseRecord,
  name: string,
  values: Inputs['values'],
): FieldProblem | null {
  const known = selectors.find(({ selector }) => `selectors.${selector}` === name)
  if (known === undefined) return notApplicable(name, state)
  if (known.words.includes(String(values[name]))) return null
  return { field: pointerOf(name), rule: 'enum', message: `${name} is one of ${known.words.join(', ')}` }
}

function zoneProblems(
  { zones, state_code: state }: ReleaseRecord,
  names: readonly string[],
  values: Inputs['values'],
): FieldProblem[] {
  const unknown = names
    .filter((name) => !zones.some((zone) => name === `energy_by_zone.${zone}`))
    .map((name) => notApplicable(name, state))
  const sum = names.reduce((total, name) => total + Number(values[name] ?? 0), 0)
  if (sum === values['energy_units']) return unknown
  const message = 'the zones of energy_by_zone sum to energy_units'
  return [...unknown, { field: '/energy_by_zone', rule: 'sum', message }]
}

/** A word that no case of the adjustments chosen by it has. */
function wordProblem(category: CategoryPlan, name: string, { values }: Inputs): FieldProblem | null {
  const words = category.words.get(name)
  const value = values[name]
  // A flag that is false declines; it needs no case of its own.
  if (
    words === undefined ||
    typeof value !== 'string' ||
    words.has(value) ||
    (kindOf(name) === 'flag' && value === 'false')
  ) {
    return null
  }
  return { field: pointerOf(name), rule: 'enum', message: `${name} has no option ${value}` }
}
