import type { Category } from '../../record/category.ts'
import type { Figure } from '../../record/figure.ts'
import type { PathFigure } from '../../record/figures.ts'
import type { FppasPeriod, Subsidy } from '../../record/rules.ts'
import { type Context, given } from './context.ts'
import { isPathHeld } from './evidence.ts'
import { figureValue, isHeld } from './figures.ts'
import { compare, ZERO } from './rational.ts'

/** The scheme with the entitlement for the billing days of the request. */
export type ChosenSubsidy = { readonly subsidy: Subsidy; readonly days: number; readonly entitlement: Figure }

/**
 * The given billing days, and those of the scheme in ascending order, if they have no entitlement; null if they have
 * one.
 */
export function unsupportedDays(context: Context): { billing_days: number; supported: number[] } | null {
  const days = given(context, 'billing_days')
  if (days === null) return null
  const entitlements = context.names.record.rules.subsidy?.entitlements ?? []
  const supported = entitlements.map(({ billing_days: each }) => each).sort((one, other) => one - other)
  return supported.includes(Number(days)) ? null : { billing_days: Number(days), supported }
}

/** The scheme if the request selects it and nothing in it is held; otherwise null. */
export function chooseSubsidy(context: Context, category: Category, holds: readonly string[]): ChosenSubsidy | null {
  const { subsidy } = context.names.record.rules
  if (subsidy === null || !subsidy.applies_to.includes(category.subcategory_code)) return null
  const days = given(context, 'billing_days')
  if (days === null) return null
  const entitlement = subsidy.entitlements.find((each) => each.billing_days === Number(days))
  if (entitlement === undefined) return null
  const chosen = { subsidy, days: entitlement.billing_days, entitlement: entitlement.units }
  return isBlocked(chosen, holds) ? null : chosen
}

/** A scheme is applied only if it says that a unit and a fixed charge inside the entitlement cost nothing. */
function isBlocked(chosen: ChosenSubsidy, holds: readonly string[]): boolean {
  if (figuresOfSubsidy(chosen).some(({ figure }) => isHeld(figure)) || isPathHeld('rules/subsidy', holds)) return true
  const { energy_within: energyWithin, fixed_within: fixedWithin } = chosen.subsidy
  return [energyWithin, fixedWithin].some((figure) => compare(figureValue(figure), ZERO) !== 0)
}

export function figuresOfSubsidy({ subsidy, days, entitlement }: ChosenSubsidy): PathFigure[] {
  return [
    { path: `rules/subsidy/entitlements/${days}`, figure: entitlement },
    { path: 'rules/subsidy/energy_within', figure: subsidy.energy_within },
    { path: 'rules/subsidy/fixed_within', figure: subsidy.fixed_within },
  ]
}

/**
 * The first approved period of each kind that is recovered in the bill's month, held or not. If the release does not
 * use the billing date, a month is only considered together with an entitlement that applies.
 */
export function chooseFppas(context: Context, category: Category, hasEntitlement: boolean): readonly FppasPeriod[] {
  const { fppas_month: by, fppas_periods: periods } = context.names.record.rules
  const dayMonth = by === 'billing_date' ? (context.date?.slice(0, 7) ?? null) : null
  const month = dayMonth ?? given(context, 'billing_month')
  if (month === null || (by !== 'billing_date' && !hasEntitlement)) return []
  const firstOfKind = new Map<FppasPeriod['kind'], FppasPeriod>()
  for (const period of periods) {
    const applies =
      period.status === 'approved_exact_month' &&
      period.recovery_month === month &&
      (period.licensee_code === null || period.licensee_code === context.licenseeCode) &&
      (period.applies_to.length === 0 || period.applies_to.includes(category.subcategory_code))
    if (applies && !firstOfKind.has(period.kind)) firstOfKind.set(period.kind, period)
  }
  return [...firstOfKind.values()]
}

export function isPeriodHeld({ period_id: id, figure }: FppasPeriod, holds: readonly string[]): boolean {
  return isHeld(figure) || isPathHeld(`rules/fppas_periods/${id}`, holds)
}

export function figuresOfFppas(periods: readonly FppasPeriod[], holds: readonly string[]): PathFigure[] {
  return periods
    .filter((period) => !isPeriodHeld(period, holds))
    .map(({ period_id: id, figure }) => ({ path: `rules/fppas_periods/${id}`, figure }))
}
