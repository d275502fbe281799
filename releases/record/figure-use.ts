import type { Adjustment, AdjustmentCase, Value } from './adjustment.ts'
import { type Charge, rangeOf, type Step } from './charge.ts'
import { type Condition, conditionText, formulaText } from './expression.ts'
import { figuresOfCharge, figuresOfQuantity, figuresOfValues } from './figures.ts'
import type { Quantity } from './quantity.ts'
import type { ReleaseRecord } from './record.ts'
import type { Row } from './row.ts'
import { daysText } from './text.ts'

const joined = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join('; ')

const where = (conditions: readonly Condition[]): string | null =>
  conditions.length === 0 ? null : `where ${conditions.map(conditionText).join(' and ')}`

const edges = (step: Step, steps: readonly Step[], by: string | null): string | null => {
  if (steps.length === 1 && step.from === '0' && step.to === null) return null
  return `${by ?? 'quantity'} ${rangeOf(step)}`
}

/** Of how much a rate is: `per energy_units, telescopic; energy_units above 100 up to 200`. */
function rated(
  { per, method, steps_by: by, steps }: Pick<Charge, 'per' | 'method' | 'steps_by' | 'steps'>,
  step: Step,
): string {
  return joined([
    `${per === null ? 'once a bill' : `per ${per}`}${method === 'flat' ? '' : `, ${method}`}`,
    edges(step, steps, by ?? per),
  ])
}

function useOfRow({ subcategory_code, licensee_code, area_type, conditions }: Row): string {
  return joined([
    [licensee_code, subcategory_code].filter(Boolean).join(' '),
    area_type === 'any' ? null : area_type,
    where(conditions),
  ])
}

/** The figures of a charge: its steps, or the multiple of another charge's rates. */
function* ofCharge(row: Row, charge: Charge): Generator<[string, string]> {
  const { component, side, minimum_of: least, together_with: together, when, rates_of: other } = charge
  const about = joined([
    useOfRow(row),
    `${least === null ? component : `minimum of ${least.join(', ')}`}${side === 'beside' ? ', beside the base tariff' : ''}`,
  ])
  const holds = joined([
    where(when),
    daysText(charge),
    together.length === 0 ? null : `together with ${together.join(', ')}`,
  ])
  for (const { path, figure } of figuresOfCharge(row.row_id, charge)) {
    const step = charge.steps.find((each) => each.figure === figure)
    const rate = step === undefined ? `times the rates of ${other?.row_id}/${other?.charge_id}` : rated(charge, step)
    yield [path, joined([about, rate, holds])]
  }
}

const KINDS: Readonly<Record<Value['kind'], string>> = {
  percent: 'percent of these lines',
  factor: 'these lines become this percent of themselves',
  per_unit: 'rupees a unit',
  per_bill: 'rupees a bill',
  round_half_up: 'these lines are rounded to multiples of it',
  round_up: 'these lines are rounded up to multiples of it',
  round_down: 'these lines are rounded down to multiples of it',
}
const EFFECTS = { add: 'added', subtract: 'deducted', none: 'nothing' } as const

/** The figures of values, each by its kind and step. */
function* ofValues(path: string, values: readonly Value[], said: string): Generator<[string, string]> {
  const paths = figuresOfValues(path, values)
  const all = values.flatMap((value) => value.steps.map((step) => ({ value, step })))
  for (const [at, { value, step }] of all.entries()) {
    const own = paths[at]?.path ?? path
    const rate = value.per === null && value.steps.length === 1 ? null : rated(value, step)
    yield [own, joined([`${said}: ${KINDS[value.kind]}`, rate])]
  }
}

const caseText = ({ when, effect, pick, ...dated }: AdjustmentCase): string =>
  joined([`${EFFECTS[effect]}${pick === null ? '' : `, the ${pick}`}`, where(when), daysText(dated)])

/** The figures of an adjustment: what it is of, for whom, and its cases in order, of which the first that applies counts. */
function* ofAdjustment(adjustment: Adjustment): Generator<[string, string]> {
  const {
    adjustment_id: id,
    order,
    side,
    of,
    part,
    applies_to,
    licensees,
    stands_for: line,
    cases,
    cap,
    floor,
  } = adjustment
  const path = `rules/adjustments/${id}`
  const about = joined([
    `${side === 'base' ? 'in the base tariff' : 'beside the base tariff'}, number ${order}`,
    of.length === 0 ? null : `of ${of.join(', ')}`,
    part === null
      ? null
      : `the part of ${part.charge_id} for ${part.quantity}${part.by === null ? '' : `, by ${part.by}`}`,
    `for ${[...licensees, ...applies_to].join(', ')}`,
    line === undefined ? null : `as ${line}`,
  ])
  const none = cases.filter(({ effect }) => effect === 'none').map(caseText)
  for (const each of cases)
    yield* ofValues(`${path}/${each.case_id}`, each.values, joined([about, ...none, caseText(each)]))
  yield* ofValues(`${path}/cap`, cap === null ? [] : [cap], joined([about, 'at most']))
  yield* ofValues(`${path}/floor`, floor === null ? [] : [floor], joined([about, 'at least']))
}

function* ofQuantity(quantity: Quantity): Generator<[string, string]> {
  const { quantity_id: id, unit, cases, instead } = quantity
  const said = joined([
    `${id}, in ${unit}`,
    ...cases.map(({ formula, when, ...dated }) => joined([formulaText(formula), where(when), daysText(dated)])),
    instead === null ? null : `or ${instead} as given`,
  ])
  for (const { path } of figuresOfQuantity(quantity)) yield [path, said]
}

/**
 * How a record uses each figure, in words, by the figure's path: what of, for whom, where, when, and by which steps. For the person who
 * compares a release with its documents, since a right number that is used wrongly is a wrong amount. Figures of the subsidy, of a
 * fuel adjustment, of proration and of duty are said by their paths.
 */
export function usesOf({ rows, rules, quantities }: ReleaseRecord): ReadonlyMap<string, string> {
  return new Map([
    ...quantities.flatMap((quantity) => [...ofQuantity(quantity)]),
    ...rows.flatMap((row) => row.charges.flatMap((charge) => [...ofCharge(row, charge)])),
    ...rules.adjustments.flatMap((adjustment) => [...ofAdjustment(adjustment)]),
  ])
}
