import { type Condition, namesOfConditions } from '../../record/expression.ts'
import { type Grade, weaker, weakest } from '../../record/grade.ts'
import type { Row } from '../../record/row.ts'
import type { Inputs } from '../given-inputs.ts'
import type { Input } from '../input.ts'
import { isInputName } from '../input-names.ts'
import { INPUTS } from '../inputs.ts'
import { CompileError } from '../language/compile-error.ts'
import { allHold, compileCondition, type Test } from '../language/condition.ts'
import { holdsOn, isDated, UNDATED } from '../language/dates.ts'
import { UNEXPLAINED } from '../language/holds.ts'
import type { Quantity } from '../language/quantities.ts'
import { type Read, uniqueReads } from '../language/reads.ts'
import { type ChargePlan, type Context, compileCharge, type HeldCharge, scaledNames } from './charge.ts'
import { NEVER_OUTSIDE } from './steps.ts'

export type RowPlan = {
  readonly rowId: string
  readonly rowSha256: string
  readonly conditions: readonly Test[]
  readonly conditionReads: readonly Read[]
  /** The unit its energy is billed in; null: it has no energy charge of the base. */
  readonly energyUnit: string | null
  /** In pricing order: charges, then minimums. */
  readonly base: readonly ChargePlan[]
  readonly beside: readonly ChargePlan[]
  /** Base charges with bounds that some requests exceed. */
  readonly bounded: readonly ChargePlan[]
  /** True if no charge of the base has conditions or dates, so that all of them always apply. */
  readonly isPlain: boolean
  /** Inputs that the base charges read, held or not. */
  readonly reads: readonly Read[]
  /** Quantities that must have exactly one matching case. */
  readonly deciding: Quantity['deciding']
  /** Inputs that, if given, replace a quantity's formula. */
  readonly instead: readonly string[]
  /** Base charges without a usable figure. */
  readonly held: readonly (ChargePlan & { readonly held: HeldCharge })[]
  /** True if no charge at all has conditions, dates or a hold, so that the same figures are used for every request. */
  readonly isUnconditional: boolean
  /**
   * The weakest grade of the figures of all charges; it is compared with the evidence floor if no charge has
   * conditions.
   */
  readonly grade: Grade
  /** Figures of the proration rule, if the row is compiled for bills that are not one month long. */
  readonly prorated: Figures
  /** Base charges on the contracted demand, for which no verified rule says which demand is billed. */
  readonly onContractDemand: readonly ChargePlan[]
  /** Quantities that select the row, and the weakest grade of their figures and of those used for proration. */
  readonly conditionQuantities: readonly Quantity[]
  readonly conditionGrade: Grade
}

function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}

/** Components that the release lists as held and for which the row has no charge: they are unknown, not zero. */
function absentHeld({ holds }: Context, { row_id: rowId, charges }: Row): RowPlan['held'] {
  const components = (['energy', 'wheeling', 'fixed'] as const).filter(
    (component) => holds.listed(`rows/${rowId}/${component}`) && charges.every(({ charge_id: id }) => id !== component),
  )
  return components.map((component) => ({
    id: component,
    description: component,
    component,
    side: 'base',
    tests: [],
    dates: UNDATED,
    pricing: null,
    held: {
      ...UNEXPLAINED,
      path: `rows/${rowId}/${component}`,
      tolerated: true,
      always: true,
    },
    per: null,
    isStepped: false,
    minimumOf: null,
    reads: [],
    quantities: [],
    outside: NEVER_OUTSIDE,
    figures: [],
    grade: 'order',
  }))
}

function isDemand(name: string, which: Input['demand']): boolean {
  const input: Input | null = isInputName(name) ? INPUTS[name] : null
  return input?.demand === which && which !== undefined
}

/** A demand charge for which the release knows only the contract demand, not how recorded demand counts. */
function isOnContractDemand({ per, minimumOf }: ChargePlan): boolean {
  if (minimumOf !== null) return false
  const reads = per?.reads ?? []
  return reads.some(({ name }) => isDemand(name, 'contracted')) && !reads.some(({ name }) => isDemand(name, 'recorded'))
}

const isBaseEnergy = ({ side, component, minimum_of: minimum }: Row['charges'][number]): boolean =>
  side === 'base' && component === 'energy' && minimum === null

/** Compiles a schedule row. Held figures are not in the plan, so no amount can be calculated from them. */
export function compileRow(context: Context, row: Row, bounds: readonly Condition[]): RowPlan {
  const path = `rows/${row.row_id}`
  const charges = row.charges.map((charge) => compileCharge(context, row.row_id, charge))
  const ids = new Set(charges.map(({ id }) => id))
  if (ids.size < charges.length) throw new CompileError(path, 'two of its charges have one id')
  for (const { id, minimumOf } of charges) {
    const unknown = minimumOf?.find((other) => !ids.has(other) || other === id)
    if (unknown !== undefined)
      throw new CompileError(`${path}/${id}`, `is a minimum of ${unknown}, which is not another charge of the row`)
  }
  const onBase = charges.filter(({ side }) => side === 'base')
  const base = [
    ...onBase.filter((each) => each.minimumOf === null),
    ...onBase.filter((each) => each.minimumOf !== null),
  ]
  const conditionNames = namesOfConditions(row.conditions)
  const conditionQuantities = [...namesOfConditions(bounds), ...conditionNames].flatMap(
    (name) => context.quantities.find(name) ?? [],
  )
  const quantities = unique(
    [...conditionQuantities, ...charges.flatMap((charge) => charge.quantities)],
    ({ name }) => name,
  )
  const prorated = context.proration?.figures ?? []
  const figures = [...figuresOf(charges, conditionQuantities), ...prorated]
  return {
    rowId: row.row_id,
    rowSha256: row.row_sha256,
    conditions: row.conditions.map((condition) => compileCondition(condition, scaledNames(context), path)),
    conditionReads: context.quantities.readsOf(conditionNames),
    energyUnit: row.charges.find(isBaseEnergy)?.unit ?? null,
    base,
    beside: charges.filter(({ side }) => side === 'beside'),
    bounded: base.filter(({ outside }) => outside !== NEVER_OUTSIDE),
    isPlain: base.every(({ tests, dates }) => tests.length === 0 && !isDated(dates)),
    reads: uniqueReads(base.flatMap((charge) => charge.reads)),
    deciding: unique(
      [...conditionQuantities, ...base.flatMap((charge) => charge.quantities)].flatMap(({ deciding }) => deciding),
      ({ name }) => name,
    ),
    instead: [...new Set(quantities.flatMap((quantity) => quantity.instead))],
    held: [
      ...base.flatMap((charge) => (charge.held === null ? [] : [{ ...charge, held: charge.held }])),
      ...absentHeld(context, row),
    ],
    isUnconditional: charges.every(
      ({ tests, dates, side, held }) => tests.length === 0 && !isDated(dates) && (side === 'base' || held === null),
    ),
    grade: weakest(figures.map(({ grade }) => grade)),
    prorated,
    onContractDemand: base.filter(isOnContractDemand),
    conditionQuantities,
    conditionGrade: weakest([...figuresOf([], conditionQuantities), ...prorated].map((figure) => figure.grade)),
  }
}

type Figures = readonly { readonly path: string; readonly grade: Grade }[]

/**
 * The figures of charges, then of the quantities that the charges and the row's conditions read; each once. A charge
 * listed under component_holds has no line, so nothing of it counts.
 */
function figuresOf(charges: readonly ChargePlan[], conditionQuantities: readonly Quantity[]): Figures {
  const read = charges.flatMap(({ held, quantities }) => (held?.tolerated === true ? [] : quantities))
  const quantities = [...read, ...conditionQuantities]
  const all = [...charges.flatMap((charge) => charge.figures), ...quantities.flatMap((quantity) => quantity.figures)]
  return unique(all, ({ path }) => path)
}

/**
 * True if the evidence floor applies to a charge for a request: the charge applies, and is not a held charge beside.
 */
function isJudged(charge: ChargePlan, inputs: Inputs): boolean {
  return (charge.side === 'base' || charge.held === null) && chargeHolds(charge, inputs)
}

/**
 * Figures that are compared with the evidence floor for a request: those of the charges that apply, without held
 * charges beside.
 */
export function figuresJudged({ base, beside, conditionQuantities, prorated }: RowPlan, inputs: Inputs): Figures {
  const charges = [...base, ...beside].filter((charge) => isJudged(charge, inputs))
  return [...figuresOf(charges, conditionQuantities), ...prorated]
}

/** The weakest grade of the figures that are compared with the evidence floor. */
export function gradeJudged({ isUnconditional, grade, base, beside, conditionGrade }: RowPlan, inputs: Inputs): Grade {
  if (isUnconditional) return grade
  let worst = conditionGrade
  for (const charge of base) if (isJudged(charge, inputs)) worst = weaker(worst, charge.grade)
  for (const charge of beside) if (isJudged(charge, inputs)) worst = weaker(worst, charge.grade)
  return worst
}

/** True if a charge's conditions and dates are met. */
export function chargeHolds({ tests, dates }: ChargePlan, inputs: Inputs): boolean {
  return allHold(tests, inputs) && holdsOn(dates, inputs)
}

/** True if a held charge affects a request: it applies, or may apply. */
export function isMissed(charge: RowPlan['held'][number], inputs: Inputs): boolean {
  return charge.held.always || chargeHolds(charge, inputs)
}

/**
 * The bound of a base charge's steps that the request exceeds, or the name of a quantity without exactly one matching
 * case.
 */
export function rowBoundPassed(row: RowPlan, inputs: Inputs): string | null {
  for (const { name, isDecided } of row.deciding) if (!isDecided(inputs)) return name
  for (const charge of row.bounded) {
    const bound = row.isPlain || chargeHolds(charge, inputs) ? charge.outside(inputs) : null
    if (bound !== null) return bound
  }
  return null
}
