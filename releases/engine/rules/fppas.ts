import { formatExact, parseDecimal } from '../../record/decimal.ts'
import type { FppasPeriod } from '../../record/rules.ts'
import { compileRate } from '../charges/rate.ts'
import type { Inputs } from '../given-inputs.ts'
import type { HoldLookup } from '../language/holds.ts'
import { Ratio } from '../language/ratio.ts'
import type { Halves } from '../language/round.ts'
import type { Component, Rate } from '../types.ts'

/** A month's adjustment that may be used in an amount: approved, for exactly that month, with a released figure. */
type FppasPlan = {
  readonly kind: FppasPeriod['kind']
  readonly period: string
  readonly recoveryMonth: string
  readonly licenseeCode: string | null
  readonly appliesTo: ReadonlySet<string> | null
  readonly valueUnit: FppasPeriod['value_unit']
  readonly basis: ReadonlySet<Component>
  readonly rate: Rate
  readonly halves: Halves
}

/**
 * The value of a period as answers show it beside its `value_unit`: figures are in rupees, so Rs 0.35 a unit is 35 paise
 * (docs/design/contract.md#fppas-periods). `value`: decimal text.
 */
export function valueInUnit(unit: FppasPeriod['value_unit'], value: string): string {
  const exact = unit === 'percent' ? null : parseDecimal(value)
  return exact === null ? value : formatExact(100n * exact.digits, exact.scale)
}

/** An approved period. `plan` is null if it is held; then it adds nothing and no other period replaces it. */
export type ApprovedPeriod = Omit<FppasPlan, 'rate' | 'halves'> & { readonly plan: FppasPlan | null }

export type AppliedFppas = { readonly plan: FppasPlan; readonly amountPaise: number }

/** FPPAS periods for the month of a bill, one of each kind, and whether one of them is held. */
export type FoundFppas = { readonly plans: readonly FppasPlan[]; readonly held: boolean }

export const NO_FPPAS: FoundFppas = Object.freeze({ plans: [], held: false })

/**
 * Compiles the approved periods of a record. Historical evidence and specimens are not included, so no amount can use
 * them.
 */
export function compileFppas(periods: readonly FppasPeriod[], holds: HoldLookup, halves: Halves): ApprovedPeriod[] {
  return periods
    .filter(({ status }) => status === 'approved_exact_month')
    .map((period) => {
      const path = `rules/fppas_periods/${period.period_id}`
      const perUnit = period.figure.unit === 'Rs/kVAh' ? 'Rs/kVAh' : 'Rs/kWh'
      const rate = compileRate(period.figure, period.value_unit === 'percent' ? 'percent' : perUnit, path)
      const terms = {
        kind: period.kind,
        period: period.period,
        recoveryMonth: period.recovery_month,
        licenseeCode: period.licensee_code,
        appliesTo: period.applies_to.length === 0 ? null : new Set(period.applies_to),
        valueUnit: period.value_unit,
        basis: new Set<Component>(period.basis),
      }
      return { ...terms, plan: rate === null || holds.runtime(path) !== null ? null : { ...terms, rate, halves } }
    })
}

/** True if a period is for bills of this licensee and category, in whichever month. */
export function isForBill({ licenseeCode, appliesTo }: ApprovedPeriod, inputs: Inputs): boolean {
  if (licenseeCode !== null && licenseeCode !== inputs.licenseeCode) return false
  return appliesTo === null || appliesTo.has(inputs.subcategoryCode)
}

/**
 * The periods whose recovery month is exactly the bill's month: the first of each kind (base, periodic, or the only
 * kind). No other month is ever used; a held period is returned as held, and no other replaces it.
 */
export function findFppas(periods: readonly ApprovedPeriod[], inputs: Inputs, month: string | null): FoundFppas {
  if (month === null || periods.length === 0) return NO_FPPAS
  const found = new Map<FppasPlan['kind'], FppasPlan | null>()
  for (const period of periods) {
    if (period.recoveryMonth !== month || found.has(period.kind)) continue
    if (isForBill(period, inputs)) found.set(period.kind, period.plan)
  }
  const plans = [...found.values()].filter((plan) => plan !== null)
  return { plans, held: plans.length < found.size }
}

/**
 * One line, rounded by the release's own rule, on the components named by its basis, before the subsidy
 * (docs/design/contract.md#fuel-adjustment).
 */
export function priceFppas(plan: FppasPlan, basePaise: number, unitsMilli: number): AppliedFppas {
  const exact = new Ratio()
  if (plan.valueUnit === 'percent') exact.set(basePaise, 100)
  else exact.set(unitsMilli, 1000)
  exact.setPriced(exact, plan.rate)
  return { plan, amountPaise: exact.rounded(plan.halves) }
}
