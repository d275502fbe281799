import { parseConditions, parseFormula } from '../../pipeline/intake/definition/expression.ts'
import type { Adjustment, AdjustmentCase, Value } from '../../releases/record/adjustment.ts'
import { type Condition, type Formula, formulaText, statesNumbers } from '../../releases/record/expression.ts'
import type { Figure, Unit } from '../../releases/record/figure.ts'
import type { Quantity } from '../../releases/record/quantity.ts'
import type { FppasPeriod, ProrationRule, Subsidy } from '../../releases/record/rules.ts'
import { buildSteps, type Slabs } from './charge-builder.ts'
import { buildFigure, PERIOD, quoteOnSheet } from './figure-builder.ts'

/** Conditions as in a definition: `connected_load<=0.5 and area_type=rural`. */
export function conditions(text: string): Condition[] {
  const { conditions: read, mistakes } = parseConditions(text)
  if (mistakes.length > 0) throw new Error(`${text}: ${JSON.stringify(mistakes)}`)
  return read
}

export function formula(text: string): Formula {
  const { formula: read, mistakes } = parseFormula(text)
  if (read === null) throw new Error(`${text}: ${JSON.stringify(mistakes)}`)
  return read
}

/** A case of a quantity: a formula as in a definition, and when it applies. */
export function buildQuantityCase(text: string, when = '', parts: Partial<Quantity['cases'][number]> = {}) {
  return { formula: formula(text), when: conditions(when), effective_from: null, effective_to: null, ...parts }
}

/** A quantity of one formula, or of the `cases` given. A formula with numbers is its own quote. */
export function buildQuantity(quantity_id: string, text: string, parts: Partial<Quantity> = {}): Quantity {
  const cases = parts.cases ?? [buildQuantityCase(text)]
  const printed = cases.map((each) => each.formula).filter(statesNumbers)
  return {
    quantity_id,
    unit: 'number',
    description: quantity_id,
    instead: null,
    figures: [],
    evidence: printed.length === 0 ? null : quoteOnSheet(`${quantity_id} is ${printed.map(formulaText).join('; ')}`),
    ...parts,
    cases,
  }
}

/** Whole parts of the connected load, at least one: what a rate per `part` counts. */
export function buildParts(size = '1'): Quantity {
  const counted = size === '1' ? 'connected_load' : `connected_load / ${size}`
  return buildQuantity('connected_load_parts', `max(1, ceil(${counted}, 1))`, { unit: 'part' })
}

/** The slabs of a month are for 30 days, and are in proportion to the days of a bill. */
export function buildProration(parts: Partial<ProrationRule> = {}): ProrationRule {
  return {
    rule_id: 'DAYS',
    licensees: [],
    applies_to: [],
    method: 'by_days',
    base_days: buildFigure('30', 'number'),
    round: null,
    edges_of: ['energy_units'],
    monthly: [],
    grade: 'order',
    evidence: quoteOnSheet('bills of other lengths are in proportion to 30 days'),
    ...parts,
  }
}

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

/** The unit of figures in a kind of value. */
function unitOf(kind: Value['kind'], per: string | null): Unit {
  if (kind === 'percent' || kind === 'factor') return 'percent'
  if (kind !== 'per_unit') return 'Rs'
  return per === 'energy_units' ? 'Rs/kWh' : 'Rs/kW'
}

/** A value of an adjustment: one figure, or steps over `steps_by` as `[to, figure]` pairs. */
export function buildValue(kind: Value['kind'], value: string | Figure | Slabs, parts: Partial<Value> = {}): Value {
  const per = parts.per === undefined && kind === 'per_unit' ? 'energy_units' : (parts.per ?? null)
  const slabs: Slabs = Array.isArray(value) ? value : [[null, value as string | Figure]]
  return { kind, per, method: 'flat', steps_by: null, steps: buildSteps(slabs, unitOf(kind, per)), ...parts }
}

/** When a case applies, its effect, and its value in the unit of the kind, or complete values; null: none. */
export type CaseSaid = readonly [
  when: string,
  effect: AdjustmentCase['effect'],
  value: string | Figure | readonly Value[] | null,
]

/**
 * An adjustment on energy for DOM. A case is named by the word that chooses it (`tod_period=peak`: `peak`), otherwise
 * `CASE-1` and so on. If a record has several adjustments, tests give each its `order`.
 */
export function buildAdjustment(
  adjustment_id: string,
  kind: Value['kind'],
  cases: readonly CaseSaid[],
  parts: Partial<Adjustment> = {},
): Adjustment {
  return {
    adjustment_id,
    order: 1,
    side: 'base',
    description: `${kind} ${adjustment_id}`,
    applies_to: ['DOM'],
    licensees: [],
    of: kind === 'per_unit' || kind === 'per_bill' ? [] : ['energy'],
    part: null,
    cases: cases.map(([when, effect, value], index) => ({
      case_id: /^[a-z_.]+=([a-z0-9_]+)$/.exec(when)?.[1] ?? `CASE-${index + 1}`,
      when: conditions(when),
      effective_from: null,
      effective_to: null,
      effect,
      description: when === '' ? 'always' : when,
      ...valuesOf(kind, value),
    })),
    cap: null,
    floor: null,
    ...parts,
  }
}

function valuesOf(kind: Value['kind'], value: CaseSaid[2]): Pick<AdjustmentCase, 'pick' | 'values'> {
  if (value === null) return { pick: null, values: [] }
  const values = Array.isArray(value) ? [...value] : [buildValue(kind, value as string | Figure)]
  return { pick: values.length > 1 ? 'least' : null, values }
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
