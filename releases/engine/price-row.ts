import type { Grade } from '../record/grade.ts'
import { LineSums } from './adjustments/line-sums.ts'
import { priceAdjustment } from './adjustments/price.ts'
import type { Calculation } from './calculation.ts'
import type { ChargePlan } from './charges/charge.ts'
import type { Line } from './charges/line.ts'
import { chargeHolds, type RowPlan } from './charges/row.ts'
import type { CategoryPlan } from './compile/category.ts'
import { Inputs } from './given-inputs.ts'
import { isGiven } from './language/reads.ts'
import { priceDuty } from './rules/duty.ts'
import { type AppliedFppas, type FoundFppas, priceFppas } from './rules/fppas.ts'
import { evaluateSubsidy, SUBSIDY_NOT_APPLICABLE, SUBSIDY_NOT_EVALUATED, type SubsidyOutcome } from './rules/subsidy.ts'
import type { SelectedRules } from './selected-rules.ts'
import type { Component } from './types.ts'

/**
 * Prices a row that applies and whose required figures are all usable. Each line is rounded once; sums are sums of
 * rounded lines.
 */
export function priceRow(
  category: CategoryPlan,
  row: RowPlan,
  inputs: Inputs,
  rules: SelectedRules,
  grade: Grade,
  floor: Grade,
): Calculation {
  const sums = new LineSums(row, inputs)
  const { base: lines } = sums
  for (const charge of row.base) {
    if (charge.pricing === null || !(row.isPlain || chargeHolds(charge, inputs))) continue
    if (charge.minimumOf === null) charge.pricing.price(inputs, lines)
    else priceMinimum(charge, charge.minimumOf, inputs, sums)
  }
  const adjustmentsPaise = rules.adjustments.length === 0 ? null : adjust(sums, row, inputs, rules, 'base')
  const basePaise = sums.holdsHeld() ? null : sums.total()
  const fppas = fppasOf(rules.fppas, sums, inputs)
  const subsidy = subsidyOf(category, row, inputs, rules, sums)
  const wanted = rules.fppas.plans.length > 0 || rules.fppas.held
  const finalPaise =
    subsidy.status === 'applied' && basePaise !== null && (!wanted || fppas !== null)
      ? basePaise - subsidy.amountPaise + fppasSum(fppas)
      : null
  if (row.beside.length + rules.adjustments.length > 0) priceBeside(row, inputs, rules, sums)
  const { energy, wheeling, fixed, other, minimum } = sums.components()
  return {
    ok: true,
    category,
    row,
    lines,
    energyPaise: energy ?? (sums.isHeld('energy') ? null : 0),
    wheelingPaise: wheeling,
    fixedPaise: fixed ?? (sums.isHeld('fixed') ? null : 0),
    otherPaise: other,
    minimumPaise: minimum,
    adjustmentsPaise,
    basePaise,
    beside: sums.beside.length === 0 ? null : { lines: sums.beside, totalPaise: sums.besideTotal() },
    besideHeld: sums.besideHeld(),
    unknown: sums.unknown(),
    notGiven: rules.notGiven,
    leftOut: rules.leftOut,
    subsidy,
    fppas,
    duty: priceDuty(category.duty, row, unitsMilli(inputs), floor),
    finalPaise,
    grade,
  }
}

function unitsMilli({ values }: Inputs): number {
  const units = values['energy_units']
  return typeof units === 'number' ? units : 0
}

/**
 * A minimum is one line: by how much the charges that it names fall short of it, at least 0. It is unknown if one of
 * them is.
 */
function priceMinimum({ id, pricing }: ChargePlan, of: readonly string[], inputs: Inputs, sums: LineSums): void {
  const own: Line[] = []
  const minimumPaise = pricing?.price(inputs, own) ?? 0
  const [first, second] = own
  if (first === undefined) return
  if (sums.isAnyUnknown(of)) {
    sums.addUnknown(id, 'base')
    return
  }
  let sum = 0
  for (const line of sums.base) if (of.includes(line.step.id)) sum += line.amountPaise
  const line: Line = { ...first, amountPaise: Math.max(0, minimumPaise - sum), minimumPaise }
  if (second !== undefined) line.steps = own
  sums.base.push(line)
}

/** Runs the adjustments of a side in order; null if there is none, or if one is unknown. */
function adjust(
  sums: LineSums,
  row: RowPlan,
  inputs: Inputs,
  { adjustments }: SelectedRules,
  side: 'base' | 'beside',
): number | null {
  let total: number | null = null
  let isKnown = true
  for (const { adjustment, cases } of adjustments) {
    if (adjustment.side !== side) continue
    const priced = priceAdjustment(adjustment, cases, row, inputs, sums)
    if (priced === 'nothing') continue
    if (priced === 'unknown') {
      sums.addUnknown(adjustment.id, side)
      isKnown = false
      continue
    }
    const lines = side === 'base' ? sums.base : sums.beside
    lines.push(priced)
    total = (total ?? 0) + priced.amountPaise
  }
  return isKnown ? total : null
}

/** Charges and adjustments beside the base; held charges are left out. */
function priceBeside(row: RowPlan, inputs: Inputs, rules: SelectedRules, sums: LineSums): void {
  for (const charge of row.beside) {
    if (!isGiven(charge.reads, inputs) || !chargeHolds(charge, inputs)) continue
    if (charge.pricing === null) sums.leaveOut(charge.id, charge.held?.path ?? charge.id)
    else if (charge.outside(inputs) === null) charge.pricing.price(inputs, sums.beside)
  }
  adjust(sums, row, inputs, rules, 'beside')
}

/** All of the periods that apply, or none: part of an adjustment would be a wrong amount. */
function fppasOf({ plans, held }: FoundFppas, sums: LineSums, inputs: Inputs): readonly AppliedFppas[] | null {
  if (held || plans.length === 0) return null
  if (plans.some(({ basis }) => [...basis].some((component) => sums.isHeld(component)))) return null
  return plans.map((plan) => {
    const base = [...plan.basis].reduce((sum, component: Component) => sum + (sums.component(component) ?? 0), 0)
    return priceFppas(plan, base, unitsMilli(inputs))
  })
}

export function fppasSum(fppas: readonly AppliedFppas[] | null): number {
  let total = 0
  for (const { amountPaise } of fppas ?? []) total += amountPaise
  return total
}

function subsidyOf(
  { subsidised }: CategoryPlan,
  row: RowPlan,
  inputs: Inputs,
  { entitlement }: SelectedRules,
  sums: LineSums,
): SubsidyOutcome {
  const billingDays = inputs.values['billing_days']
  if (typeof billingDays !== 'number') return SUBSIDY_NOT_EVALUATED
  if (!subsidised) return SUBSIDY_NOT_APPLICABLE
  if (entitlement === null || sums.isHeld('energy')) return { status: 'blocked', billingDays }
  const units = unitsMilli(inputs)
  // The fixed charge is waived only for a bill wholly inside the entitlement; otherwise it may be held.
  if (sums.isHeld('fixed') && units <= entitlement.unitsMilli) return { status: 'blocked', billingDays }
  const energyFor = (covered: number): number => {
    if (covered === units) return sums.component('energy') ?? 0
    const within = new Inputs({ ...inputs, values: { ...inputs.values, energy_units: covered } })
    const priced: Line[] = []
    for (const charge of row.base) {
      if (charge.component === 'energy' && chargeHolds(charge, inputs)) charge.pricing?.price(within, priced)
    }
    return priced.reduce((sum, line) => sum + line.amountPaise, 0)
  }
  return evaluateSubsidy(billingDays, entitlement, units, energyFor, sums.component('fixed') ?? 0)
}
