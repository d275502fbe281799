import type { Figure } from '../../releases/record/figure.ts'
import type { Adjustment, FppasPeriod, Subsidy } from '../../releases/record/rules.ts'
import { buildFigure, PERIOD } from './figure-builder.ts'

/** A subsidy of free units: `entitlements` by billing days, Rs 0.00 inside. */
export function buildSubsidy(entitlements: Readonly<Record<number, string>>, parts: Partial<Subsidy> = {}): Subsidy {
  const [monthly = '125'] = Object.values(entitlements)
  return {
    scheme: 'Free units',
    applies_to: ['DOM'],
    unit: 'kWh',
    base_days: 30,
    monthly_units: buildFigure(monthly, 'kWh'),
    entitlements: Object.entries(entitlements).map(([days, units]) => ({
      billing_days: Number(days),
      units: buildFigure(units, 'kWh'),
    })),
    rounding_status: 'as printed',
    energy_within: buildFigure('0.00', 'Rs/kWh'),
    fixed_within: buildFigure('0.00', 'Rs'),
    blocked: [],
    conditions: [],
    ...PERIOD,
    ...parts,
  }
}

/** An adjustment on energy for DOM; each option is `[when, effect, value or null]` in the unit of its kind. */
export function buildAdjustment(
  kind: Adjustment['kind'],
  selector: Adjustment['selector'],
  options: readonly (readonly [when: string, effect: 'add' | 'subtract' | 'none', value: string | Figure | null])[],
  parts: Partial<Adjustment> = {},
): Adjustment {
  const unit = kind === 'step' ? 'Rs/kWh' : 'percent'
  return {
    adjustment_id: `ADJ-${selector.toUpperCase()}`,
    kind,
    selector,
    description: `${kind} by ${selector}`,
    applies_to: ['DOM'],
    base: ['energy'],
    options: options.map(([when, effect, value]) => ({
      when,
      effect,
      description: when,
      figure: typeof value === 'string' ? buildFigure(value, unit) : value,
    })),
    ...PERIOD,
    ...parts,
  }
}

/** An approved FPPAS period recovered in June 2026: percent of energy, for every category, unless said otherwise. */
export function buildFppas(value: string | Figure, parts: Partial<FppasPeriod> = {}): FppasPeriod {
  const unit = parts.value_unit === 'paise_per_unit' ? 'Rs/kWh' : 'percent'
  return {
    period_id: 'FPPAS-2026-04',
    kind: null,
    period: '2026-04',
    recovery_month: '2026-06',
    licensee_code: null,
    status: 'approved_exact_month',
    value_unit: 'percent',
    figure: typeof value === 'string' ? buildFigure(value, unit) : value,
    basis: ['energy'],
    applies_to: [],
    ...parts,
  }
}
