import type { UnitRule } from '../../record/rules.ts'
import type { Inputs } from '../given-inputs.ts'
import { type FieldProblem, pointerOf } from '../refuse.ts'

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

const ZONE = 'energy_by_zone.'

/** The given zones of the day, by name, whose units have a fraction, though all units together may be whole. */
export function fractionalZones({ given, values }: Pick<Inputs, 'given' | 'values'>): readonly string[] {
  return given.filter((name) => name.startsWith(ZONE) && isFraction(values[name]))
}

/**
 * The problem of a fraction of a unit, of the bill or of a zone of it, if whole units are billed: the service must not guess how
 * it would be rounded.
 */
export function fractionProblem(
  category: Counted,
  { licenseeCode, values }: Pick<Inputs, 'licenseeCode' | 'values'>,
  name = 'energy_units',
): FieldProblem | null {
  if (category.unitRules.length === 0 || !isFraction(values[name])) return null
  const rule = unitRuleOf(category, licenseeCode)
  if (rule === null || rule.rule === 'exact') return null
  const { source_id: source, quote } = rule.evidence
  return {
    field: pointerOf(name),
    rule: 'whole_units',
    message: `${category.code} is billed in whole units${rule.rounding === null ? '' : ` (${rule.rounding})`}: give the units as printed on the bill (${source}: "${quote}")`,
  }
}
