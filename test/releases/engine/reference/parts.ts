import type { Adjustment, AdjustmentCase, Value } from '../../../../releases/record/adjustment.ts'
import type { Charge, Step } from '../../../../releases/record/charge.ts'
import type { Comparison, Formula } from '../../../../releases/record/expression.ts'
import type { Figure, Unit } from '../../../../releases/record/figure.ts'
import type { Grade } from '../../../../releases/record/grade.ts'
import type { Quantity } from '../../../../releases/record/quantity.ts'
import type { FppasPeriod, Subsidy } from '../../../../releases/record/rules.ts'

/** Parts of small records: figures, charges, quantities, adjustments. Figures are test values, not anybody's tariff. */

export const PERIOD = { effective_from: '2026-04-01', effective_to: '2027-03-31' }
const ALWAYS = { effective_from: null, effective_to: null }
const QUOTED = { source_id: 'SRC', locator: { page: 1, line: null, section: null }, quote: 'as printed' }

export function buildFigure(value: string, unit: Unit = 'Rs', grade: Exclude<Grade, 'held'> = 'transcription'): Figure {
  const none = { citations: [], carried: null, derivation: null, held: null }
  return { grade, value, unit, printed: value, printed_unit: unit, ...QUOTED, ...none }
}

export function buildHeldFigure(unit: Unit = 'Rs'): Figure {
  const held = { reason: 'not published', unblocked_by: 'the order' }
  return { ...buildFigure('0', unit), grade: 'held', value: null, printed: null, printed_unit: null, held }
}

type Worth = string | Figure
const figureOf = (worth: Worth, unit: Unit): Figure => (typeof worth === 'string' ? buildFigure(worth, unit) : worth)

/** Upper edges and rates; each step begins where the one before it ends, the first at 0. */
export type Slabs = readonly (readonly [to: string | null, rate: Worth])[]

export function buildSteps(slabs: Slabs, unit: Unit = 'Rs'): Step[] {
  return slabs.map(([to, rate], index) => ({ from: slabs[index - 1]?.[0] ?? '0', to, figure: figureOf(rate, unit) }))
}

/** A base charge of component `other`, Rs 1.00 for each of the energy units. */
export function buildCharge(id: string, parts: Partial<Charge> = {}): Charge {
  return {
    charge_id: id,
    component: 'other',
    side: 'base',
    label: id,
    method: 'flat',
    per: 'energy_units',
    unit: 'unit',
    unit_label: null,
    steps_by: null,
    steps_label: null,
    steps: parts.rates_of ? [] : buildSteps([[null, '1']]),
    rates_of: null,
    minimum_of: null,
    together_with: [],
    when: [],
    ...ALWAYS,
    ...parts,
  }
}

export function buildEnergy(method: Charge['method'], slabs: Slabs, parts: Partial<Charge> = {}): Charge {
  return buildCharge('energy', { component: 'energy', method, steps: buildSteps(slabs, 'Rs/kWh'), ...parts })
}

export function buildWheeling(rate: Worth): Charge {
  return buildCharge('wheeling', { component: 'wheeling', steps: buildSteps([[null, rate]], 'Rs/kWh') })
}

export function buildFixed(method: Charge['method'], per: string | null, slabs: Slabs, parts: Partial<Charge> = {}) {
  return buildCharge('fixed', { component: 'fixed', method, per, steps: buildSteps(slabs), ...parts })
}

/** One case without conditions. */
export function buildQuantity(id: string, formula: Formula, parts: Partial<Quantity> = {}): Quantity {
  const cases = [{ formula, when: [], ...ALWAYS }]
  return { quantity_id: id, unit: 'kW', description: id, cases, instead: null, figures: [], evidence: null, ...parts }
}

/** "kW or part", of a size. */
export function buildParts(id: string, of: string, size: string | null = null): Quantity {
  const divided: Formula = size === null ? of : { op: '/', of: [of, { value: size }] }
  return buildQuantity(id, { op: 'max', of: [{ value: '1' }, { op: 'ceil', of: divided, step: '1' }] })
}

/** `load_factor_percent>=60`, `phase in {single,three}`. */
export function when(text: string): Comparison {
  const [, field = '', op = '', value = ''] = /^([\w.]+) ?(<=|>=|[<=>]|in) ?(.+)$/.exec(text) ?? []
  return { field, op: op as Comparison['op'], value: op === 'in' ? value.slice(1, -1).split(',') : value }
}

export function buildValue(kind: Value['kind'], worth: Worth | Slabs, parts: Partial<Value> = {}): Value {
  const slabs: Slabs = typeof worth === 'object' && !('grade' in worth) ? worth : [[null, worth]]
  const unit: Unit = kind === 'percent' || kind === 'factor' ? 'percent' : 'Rs'
  return { kind, per: null, method: 'flat', steps_by: null, steps: buildSteps(slabs, unit), ...parts }
}

export function buildCase(values: Value[], parts: Partial<AdjustmentCase> = {}): AdjustmentCase {
  const rest = { case_id: 'all', when: [], ...ALWAYS, effect: 'add' as const, description: 'a case', pick: null }
  return { ...rest, values, ...parts }
}

/** An adjustment of DOM on the energy charge. */
export function buildAdjustment(id: string, cases: AdjustmentCase[], parts: Partial<Adjustment> = {}): Adjustment {
  return {
    adjustment_id: id,
    order: 1,
    side: 'base',
    description: id,
    applies_to: ['DOM'],
    licensees: [],
    of: ['energy'],
    part: null,
    cases,
    cap: null,
    floor: null,
    ...parts,
  }
}

/** An adjustment whose case is chosen by a word: each with its effect and figure, null for none. */
export function buildChosen(
  kind: Value['kind'],
  by: string,
  options: readonly (readonly [word: string, effect: AdjustmentCase['effect'], worth: Worth | null])[],
  parts: Partial<Adjustment> = {},
): Adjustment {
  const per = kind === 'per_unit' ? 'energy_units' : null
  const cases = options.map(([word, effect, worth]) =>
    buildCase(worth === null ? [] : [buildValue(kind, worth, { per })], {
      case_id: word,
      when: [when(`${by}=${word}`)],
      effect,
    }),
  )
  return buildAdjustment(`ADJ-${by.toUpperCase()}`, cases, parts)
}

/** Free units by billing days; nothing is paid inside the entitlement. */
export function buildSubsidy(entitlements: Readonly<Record<number, string>>, parts: Partial<Subsidy> = {}): Subsidy {
  return {
    scheme: 'Free units',
    applies_to: ['DOM'],
    unit: 'kWh',
    base_days: 30,
    monthly_units: buildFigure('125', 'kWh'),
    entitlements: Object.entries(entitlements).map(([days, units]) => ({
      billing_days: Number(days),
      units: buildFigure(units, 'kWh'),
    })),
    rounding_status: 'as printed',
    energy_within: buildFigure('0.00', 'Rs/kWh'),
    fixed_within: buildFigure('0.00'),
    blocked: [],
    conditions: [],
    ...PERIOD,
    ...parts,
  }
}

/** A percent of the energy charge, approved for recovery in June 2026. */
export function buildFppas(worth: Worth, parts: Partial<FppasPeriod> = {}): FppasPeriod {
  return {
    period_id: 'P',
    kind: null,
    period: '2026-04',
    recovery_month: '2026-06',
    licensee_code: null,
    status: 'approved_exact_month',
    value_unit: 'percent',
    figure: figureOf(worth, 'percent'),
    basis: ['energy'],
    applies_to: [],
    ...parts,
  }
}
