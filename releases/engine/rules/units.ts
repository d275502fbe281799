import type { UnitRule } from '../../record/rules.ts'
import type { Inputs } from '../given-inputs.ts'
import type { FieldProblem } from '../refuse.ts'

type Counted = { readonly code: string; readonly unitRules: readonly UnitRule[] }

/** Evidence of how a licensee counts the units of a category; null if there is none. */
export function unitRuleOf({ unitRules }: Counted, licenseeCode: string | null): UnitRule | null {
  for (const rule of unitRules) {
    if (rule.licensees.length === 0 || (licenseeCode !== null && rule.licensees.includes(licenseeCode))) return rule
  }
  return null
}

/** True if units, in thousandths, are not a whole number. */
export function isFraction(units: number | string | undefined): boolean {
  return typeof units === 'number' && units % 1000 !== 0
}

/**
 * The problem of a fraction of a unit if whole units are billed: the service must not guess how it would be rounded.
 */
export function fractionProblem(category: Counted, { licenseeCode, values }: Inputs): FieldProblem | null {
  if (category.unitRules.length === 0 || !isFraction(values['energy_units'])) return null
  const rule = unitRuleOf(category, licenseeCode)
  if (rule === null || rule.rule === 'exact') return null
  const { source_id: source, quote } = rule.evidence
  return {
    field: '/energy_units',
    rule: 'whole_units',
    message: `${category.code} is billed in whole units${rule.rounding === null ? '' : ` (${rule.rounding})`}: give the units as printed on the bill (${source}: "${quote}")`,
  }
}
