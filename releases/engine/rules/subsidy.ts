import { toScaled } from '../../record/decimal.ts'
import type { Figure } from '../../record/figure.ts'
import { type Grade, weakest } from '../../record/grade.ts'
import type { Subsidy as RecordSubsidy } from '../../record/rules.ts'
import { compileRate } from '../charges/rate.ts'
import { CompileError } from '../language/compile-error.ts'
import { type HoldLookup, isHeldFigure } from '../language/holds.ts'

/** The entitlement for a number of billing days, and the weakest grade of its figures. */
export type Entitlement = {
  readonly units: string
  readonly unitsMilli: number
  readonly grade: Grade
  readonly path: string
}

export type SubsidyPlan = {
  readonly scheme: string
  readonly appliesTo: ReadonlySet<string>
  readonly days: readonly number[]
  /** By billing days; null: the days are listed but their units are held. */
  readonly entitlements: ReadonlyMap<number, Entitlement | null>
  /** True if the rule is held: it is evaluated as blocked, never as an amount. */
  readonly held: boolean
}

export type SubsidyOutcome =
  | { readonly status: 'not_evaluated' | 'not_applicable' }
  | { readonly status: 'blocked'; readonly billingDays: number }
  | {
      readonly status: 'applied'
      readonly billingDays: number
      readonly entitlement: Entitlement
      readonly coveredMilli: number
      readonly energyWaivedPaise: number
      readonly fixedWaivedPaise: number
      readonly amountPaise: number
    }

export const SUBSIDY_NOT_EVALUATED: SubsidyOutcome = Object.freeze({ status: 'not_evaluated' })
export const SUBSIDY_NOT_APPLICABLE: SubsidyOutcome = Object.freeze({ status: 'not_applicable' })

function milliOf(text: string, path: string): number {
  const scaled = toScaled(text, 3)
  if (scaled === null) throw new CompileError(path, `${text} has more than three decimals`)
  return Number(scaled)
}

function isFree(figure: Figure, path: string): boolean {
  const rate = compileRate(figure, figure.unit.startsWith('Rs') ? figure.unit : 'Rs', path)
  return rate !== null && rate.scaled === 0
}

/** Compiles the scheme. It is held unless the release states that a covered unit and a covered bill cost nothing. */
export function compileSubsidy(subsidy: RecordSubsidy, holds: HoldLookup): SubsidyPlan {
  const path = 'rules/subsidy'
  const entitlements = new Map<number, Entitlement | null>()
  for (const { billing_days: days, units } of subsidy.entitlements) {
    const path = `rules/subsidy/entitlements/${days}`
    if (entitlements.has(days)) throw new CompileError(path, 'stands twice')
    if (units.unit !== subsidy.unit) throw new CompileError(path, `is in ${units.unit}; ${subsidy.unit} is needed here`)
    if (units.value === null || isHeldFigure(units)) {
      entitlements.set(days, null)
      continue
    }
    const grade = weakest([units.grade, subsidy.energy_within.grade, subsidy.fixed_within.grade])
    entitlements.set(days, { units: units.value, unitsMilli: milliOf(units.value, path), grade, path })
  }
  return {
    scheme: subsidy.scheme,
    appliesTo: new Set(subsidy.applies_to),
    days: [...entitlements.keys()].sort((a, b) => a - b),
    entitlements,
    held:
      holds.runtime(path) !== null ||
      !isFree(subsidy.energy_within, `${path}/energy_within`) ||
      !isFree(subsidy.fixed_within, `${path}/fixed_within`),
  }
}

/**
 * The verified monetary core (docs/design/release.md#bihar): the energy charge of the covered units, and for a
 * consumption at or below the entitlement the fixed charge too. Units above the entitlement stay unsubsidised: that
 * part is blocked. Example: 200 units at Rs 7.42, entitlement 125: 125 x 742 = 92750 paise. `energyFor` returns the
 * row's energy charges for a number of units.
 */
export function evaluateSubsidy(
  billingDays: number,
  entitlement: Entitlement,
  unitsMilli: number,
  energyFor: (unitsMilli: number) => number,
  fixedPaise: number,
): SubsidyOutcome {
  const coveredMilli = Math.min(unitsMilli, entitlement.unitsMilli)
  const energyWaivedPaise = energyFor(coveredMilli)
  const fixedWaivedPaise = unitsMilli <= entitlement.unitsMilli ? fixedPaise : 0
  const amountPaise = energyWaivedPaise + fixedWaivedPaise
  return { status: 'applied', billingDays, entitlement, coveredMilli, energyWaivedPaise, fixedWaivedPaise, amountPaise }
}
