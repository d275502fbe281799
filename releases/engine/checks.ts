import { SELECTED, type Selector } from './adjustments/adjustment.ts'
import type { CategoryPlan } from './compile/category.ts'
import { READ_INPUT } from './compile/condition.ts'
import type { RowPlan } from './compile/row.ts'
import { type FieldProblem, notApplicable, required } from './refuse.ts'
import { type InputField, type Inputs, MAX_QUANTITY_MILLI } from './types.ts'

/** The checks of a request's fields: of the quantities first, then, once the category is known, of what it reads. */

function isQuantity(milli: number): boolean {
  return Number.isInteger(milli) && milli >= 0 && milli <= MAX_QUANTITY_MILLI
}

/** True when every quantity given is a whole number of thousandths from 0 to the largest accepted one. */
export function quantitiesInRange(inputs: Inputs): boolean {
  const { connectedLoadMilli: load, contractDemandMilli: demand, fixedChargeBasisUnitsMilli: basis } = inputs
  return (
    isQuantity(inputs.energyUnitsMilli) &&
    (load === null || isQuantity(load)) &&
    (demand === null || isQuantity(demand)) &&
    (basis === null || isQuantity(basis))
  )
}

/** The quantities that are not such numbers. */
export function badQuantities(inputs: Inputs): readonly FieldProblem[] {
  const given = {
    energy_units: inputs.energyUnitsMilli,
    connected_load: inputs.connectedLoadMilli,
    contract_demand_kva: inputs.contractDemandMilli,
    fixed_charge_basis_units: inputs.fixedChargeBasisUnitsMilli,
  }
  return Object.entries(given).flatMap(([field, milli]) =>
    milli === null || isQuantity(milli)
      ? []
      : [{ field: `/${field}`, rule: 'range', message: `${field} is 0 to 10,000,000 with at most three decimals` }],
  )
}

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
const SELECTORS: readonly { selector: Selector; given: (inputs: Inputs) => unknown }[] = [
  { selector: 'tod_period', given: (inputs) => inputs.todPeriod },
  { selector: 'rts_voltage_mode', given: (inputs) => inputs.rtsVoltageMode },
  { selector: 'apply_htss_11kv_surcharge', given: (inputs) => inputs.applyHtss11kvSurcharge },
]

function badOption(category: CategoryPlan, selector: Selector, inputs: Inputs): FieldProblem | null {
  if (!category.selectors.has(selector)) return notApplicable(selector, category.code)
  const value = SELECTED[selector](inputs)
  if (value === null) return null
  const known = category.adjustments.some(
    (adjustment) => adjustment.selector === selector && adjustment.options.has(value),
  )
  return known ? null : { field: `/${selector}`, rule: 'enum', message: `${selector} has no option ${value}` }
}

/** Selectors that were given and that this category does not read, or that name no option of it. */
export function unreadSelectors(category: CategoryPlan, inputs: Inputs): readonly FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const { field, read } of WORDS) {
    if (read(inputs) !== null && !category.reads.has(field)) problems.push(notApplicable(field, category.code))
  }
  for (const { selector, given } of SELECTORS) {
    const problem = given(inputs) === null ? null : badOption(category, selector, inputs)
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
