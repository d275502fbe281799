import { SELECTED, type Selector } from './adjustments/adjustment.ts'
import type { CategoryPlan } from './compile/category.ts'
import { READ_INPUT } from './compile/condition.ts'
import type { RowPlan } from './compile/row.ts'
import { type FieldProblem, notApplicable, required } from './refuse.ts'
import type { InputField, Inputs } from './types.ts'

/** The checks of contract 2.5 between SUBCATEGORY_NOT_FOUND and UNSUPPORTED_BILLING_DAYS. */

const NO_PROBLEMS: readonly FieldProblem[] = Object.freeze([])

/** Inputs that the category's conditions, or the chosen row's charges, read and that were not given. */
export function missingInputs(category: CategoryPlan, row: RowPlan | null, inputs: Inputs): readonly FieldProblem[] {
  const missing: InputField[] = []
  for (const field of category.conditionInputs) if (READ_INPUT[field](inputs) === null) missing.push(field)
  if (row !== null) {
    for (const field of row.reads) {
      if (READ_INPUT[field](inputs) === null && !missing.includes(field)) missing.push(field)
    }
  }
  if (missing.length === 0) return NO_PROBLEMS
  return missing.map((field) => required(field, `the schedule row of ${category.code} reads it`))
}

/** Words that only some categories read. Loads, demand and dates are accepted everywhere. */
const WORDS: readonly { field: InputField; read: (inputs: Inputs) => unknown }[] = [
  { field: 'area_type', read: (inputs) => inputs.areaType },
  { field: 'phase', read: (inputs) => inputs.phase },
  { field: 'supply_level', read: (inputs) => inputs.supplyLevel },
  { field: 'fixed_charge_basis_units', read: (inputs) => inputs.fixedChargeBasisUnitsMilli },
]
const SELECTORS = Object.entries(SELECTED) as [Selector, (inputs: Inputs) => string | null][]

function badOption(category: CategoryPlan, selector: Selector, value: string): FieldProblem | null {
  if (!category.selectors.has(selector)) return notApplicable(selector, category.code)
  if (selector === 'apply_htss_11kv_surcharge') return null
  const known = category.adjustments.some(
    (adjustment) => adjustment.selector === selector && (adjustment.options.has(value) || adjustment.held.has(value)),
  )
  return known ? null : { field: `/${selector}`, rule: 'enum', message: `${selector} has no option ${value}` }
}

/** Selectors that were given and that this category does not read, or that name no option of it. */
export function unreadSelectors(category: CategoryPlan, inputs: Inputs): readonly FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const { field, read } of WORDS) {
    if (read(inputs) !== null && !category.reads.has(field)) problems.push(notApplicable(field, category.code))
  }
  for (const [selector, read] of SELECTORS) {
    const value = read(inputs)
    const problem = value === null ? null : badOption(category, selector, value)
    if (problem !== null) problems.push(problem)
  }
  if (inputs.billingMonth !== null && !category.readsBillingMonth) {
    problems.push(notApplicable('billing_month', category.code))
  }
  if (inputs.billingDays !== null && category.subsidy === null) {
    problems.push(notApplicable('billing_days', category.code))
  }
  if (inputs.loadUnit !== null && inputs.loadUnit !== category.loadUnit) {
    const message = `${category.code} takes its load in ${category.loadUnit}; units are never converted`
    problems.push({ field: '/load_unit', rule: 'enum', message })
  }
  return problems
}
