import type { Adjustment, AdjustmentCase, Value } from '../../../../releases/record/adjustment.ts'
import type { Charge } from '../../../../releases/record/charge.ts'
import type { Comparison, Formula } from '../../../../releases/record/expression.ts'
import type { Figure, Unit } from '../../../../releases/record/figure.ts'
import type { Quantity } from '../../../../releases/record/quantity.ts'
import { buildSteps, type Slabs } from '../../../support/charge-builder.ts'

export { buildEnergy, buildSteps, buildWheeling, type Slabs } from '../../../support/charge-builder.ts'
export { buildFigure, buildHeldFigure, PERIOD } from '../../../support/figure-builder.ts'
export { buildFppas, buildSubsidy } from '../../../support/rule-builder.ts'

/** Parts of small records: figures, charges, quantities, adjustments. Figures are test values, not anybody's tariff. */

const ALWAYS = { effective_from: null, effective_to: null }
type Worth = string | Figure

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
