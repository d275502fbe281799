import type { Category } from '../../record/category.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { FixedCharge, Row } from '../../record/row.ts'
import type { Adjustment } from '../../record/rules.ts'
import type { Inputs } from '../types.ts'
import { lacksInput } from './conditions.ts'
import { INPUT_OF_FIELD, type ReadInput } from './quantities.ts'

/** True when a condition of the category (its rows or its bounds) reads an input that is not given. */
export function lacksConditionInput(category: Category, rows: readonly Row[], inputs: Inputs): boolean {
  return conditionsOf(category, rows).some((condition) => lacksInput(condition, inputs))
}

/** True when the row's charges read an input that is not given. The charge's shape decides, held or not. */
export function lacksChargeInput({ fixed, wheeling }: Row, inputs: Inputs): boolean {
  const reads: (ReadInput | null)[] = fixed === null ? [] : readsOfFixed(fixed)
  if (wheeling?.unit === 'HP') reads.push('connectedLoadMilli')
  return reads.some((name) => name !== null && inputs[name] === null)
}

function readsOfFixed(fixed: FixedCharge): (ReadInput | null)[] {
  const reads: (ReadInput | null)[] = []
  if (fixed.basis === 'kW' || fixed.basis === 'HP') reads.push('connectedLoadMilli')
  if (fixed.basis === 'kVA') reads.push('contractDemandMilli')
  if (fixed.method === 'band' && fixed.band_by !== null) reads.push(INPUT_OF_FIELD[fixed.band_by])
  return reads
}

/** True when the request gives a selector that the category does not read (contract 2.5, rule `not_applicable`). */
export function givesUnreadSelector(
  record: ReleaseRecord,
  category: Category,
  rows: readonly Row[],
  inputs: Inputs,
): boolean {
  const read = new Set(conditionsOf(category, rows).map(({ field }) => INPUT_OF_FIELD[field]))
  const code = category.subcategory_code
  const { subsidy, fppas_periods: periods, fppas_month: fppasMonth } = record.rules

  if (inputs.areaType !== null && !read.has('areaType')) return true
  if (inputs.phase !== null && !read.has('phase')) return true
  if (inputs.supplyLevel !== null && !read.has('supplyLevel')) return true
  if (inputs.fixedChargeBasisUnitsMilli !== null && !rows.some(isBandedByBasisUnits)) return true
  if (inputs.loadUnit !== null && inputs.loadUnit !== category.load_unit) return true
  if (inputs.billingDays !== null && subsidy === null) return true
  if (inputs.billingMonth !== null && fppasMonth !== 'billing_date') {
    const inScheme = subsidy?.applies_to.includes(code) ?? false
    const inPeriod = periods.some(({ applies_to: codes }) => codes.length === 0 || codes.includes(code))
    if (!inScheme && !inPeriod) return true
  }
  return SELECTORS.some((selector) => selectorIsUnread(selector, record.rules.adjustments, code, inputs))
}

const SELECTORS = ['tod_period', 'rts_voltage_mode', 'apply_htss_11kv_surcharge'] as const

/** The option a request names for a selector: null when it names none, 'false' for a surcharge declined. */
export function optionNamed(selector: Adjustment['selector'], inputs: Inputs): string | null {
  if (selector === 'tod_period') return inputs.todPeriod
  if (selector === 'rts_voltage_mode') return inputs.rtsVoltageMode
  return inputs.applyHtss11kvSurcharge === null ? null : String(inputs.applyHtss11kvSurcharge)
}

function selectorIsUnread(
  selector: Adjustment['selector'],
  adjustments: readonly Adjustment[],
  code: string,
  inputs: Inputs,
): boolean {
  const named = optionNamed(selector, inputs)
  if (named === null) return false
  const applicable = adjustments.filter((each) => each.selector === selector && each.applies_to.includes(code))
  if (applicable.length === 0) return true
  // Declining the surcharge needs no option of its own: it leaves the base tariff as it is.
  if (selector === 'apply_htss_11kv_surcharge' && named === 'false') return false
  return !applicable.some(({ options }) => options.some((option) => option.when === named))
}

function isBandedByBasisUnits({ fixed }: Row): boolean {
  return fixed !== null && fixed.method === 'band' && fixed.band_by === 'fixed_charge_basis_units'
}

function conditionsOf(category: Category, rows: readonly Row[]) {
  return [...category.bounds, ...rows.flatMap((row) => row.conditions)]
}
