import type { FppasPeriod } from '../record/rules.ts'
import { baseAmount } from './adjustments/adjustment.ts'
import { compileRate } from './compile/rate.ts'
import { percentOf, price } from './round.ts'
import type { Inputs, Line, LineComponent, Rate } from './types.ts'

/** A month's adjustment that may reach an amount: approved, exact month, released with a figure. Others never compile. */
export type FppasPlan = {
  readonly periodId: string
  readonly period: string
  readonly recoveryMonth: string
  readonly licenseeCode: string | null
  readonly appliesTo: ReadonlySet<string> | null
  readonly valueUnit: FppasPeriod['value_unit']
  readonly basis: ReadonlySet<LineComponent>
  readonly rate: Rate
}

export type AppliedFppas = { readonly plan: FppasPlan; readonly amountPaise: number }

export function compileFppas(periods: readonly FppasPeriod[], isHeld: (path: string) => boolean): FppasPlan[] {
  const plans: FppasPlan[] = []
  for (const period of periods) {
    const path = `rules/fppas_periods/${period.period_id}`
    if (period.status !== 'approved_exact_month' || isHeld(path)) continue
    const rate = compileRate(period.figure, path)
    if (rate === null) continue
    plans.push({
      periodId: period.period_id,
      period: period.period,
      recoveryMonth: period.recovery_month,
      licenseeCode: period.licensee_code,
      appliesTo: period.applies_to.length === 0 ? null : new Set(period.applies_to),
      valueUnit: period.value_unit,
      basis: new Set<LineComponent>(period.basis),
      rate,
    })
  }
  return plans
}

/** The period whose recovery month is exactly the bill's month, or null. No other month is ever taken. */
export function findFppas(plans: readonly FppasPlan[], inputs: Inputs): FppasPlan | null {
  if (inputs.billingMonth === null) return null
  for (const plan of plans) {
    if (plan.recoveryMonth !== inputs.billingMonth) continue
    if (plan.licenseeCode !== null && plan.licenseeCode !== inputs.licenseeCode) continue
    if (plan.appliesTo === null || plan.appliesTo.has(inputs.subcategoryCode)) return plan
  }
  return null
}

/** One line, half up, on the components its basis names, before the subsidy (contract 2.7 FPPAS). */
export function priceFppas(plan: FppasPlan, lines: readonly Line[], unitsMilli: number): AppliedFppas {
  const amountPaise =
    plan.valueUnit === 'percent' ? percentOf(baseAmount(lines, plan.basis), plan.rate) : price(unitsMilli, plan.rate)
  return { plan, amountPaise }
}
