import { type Condition, namesOfConditions } from '../../record/expression.ts'
import { type Grade, weakest } from '../../record/grade.ts'
import type { Row } from '../../record/row.ts'
import { allHold, compileCondition, type Test } from '../language/condition.ts'
import { holdsOn } from '../language/dates.ts'
import type { HeldPath, Quantity, Read } from '../language/quantities.ts'
import type { Inputs } from '../types.ts'
import { type ChargePlan, type Context, compileCharge, type HeldCharge } from './charge.ts'
import { CompileError } from './error.ts'

export type RowPlan = {
  readonly rowId: string
  readonly rowSha256: string
  readonly conditions: readonly Test[]
  readonly conditionReads: readonly Read[]
  /** In the order that they are priced: charges, then minimums. */
  readonly base: readonly ChargePlan[]
  readonly beside: readonly ChargePlan[]
  /** True where no charge of the base has conditions or dates: all of them always hold. */
  readonly isPlain: boolean
  /** Inputs that the base charges read, held or not. */
  readonly reads: readonly Read[]
  /** Quantities of which exactly one case must hold. */
  readonly deciding: Quantity['deciding']
  /** Inputs that are taken in place of a quantity's formula where given. */
  readonly instead: readonly string[]
  /** Base charges without a usable figure. */
  readonly held: readonly (ChargePlan & { readonly held: HeldCharge })[]
  /** A quantity on hold that the row, or its category, is chosen by: what the row says of a request is not known then. */
  readonly heldBy: HeldPath | null
  /** The weakest of `figures`: what the evidence floor is judged on. */
  readonly grade: Grade
  readonly figures: readonly { readonly path: string; readonly grade: Grade }[]
}

function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}

/** Compiles a schedule row of a category with `bounds`. Held figures are absent from the plan: no amount can be made from them. */
export function compileRow(context: Context, row: Row, bounds: readonly Condition[]): RowPlan {
  const path = `rows/${row.row_id}`
  const charges = row.charges.map((charge) => compileCharge(context, row.row_id, charge))
  const ids = new Set(charges.map(({ id }) => id))
  if (ids.size < charges.length) throw new CompileError(path, 'two of its charges have one id')
  for (const { id, minimumOf } of charges) {
    const unknown = minimumOf?.find((other) => !ids.has(other) || other === id)
    if (unknown !== undefined) throw new CompileError(`${path}/${id}`, `is a minimum of ${unknown}, which is no other charge of the row`)
  }
  const onBase = charges.filter(({ side }) => side === 'base')
  const base = [...onBase.filter((each) => each.minimumOf === null), ...onBase.filter((each) => each.minimumOf !== null)]
  const conditionNames = namesOfConditions(row.conditions)
  const conditionQuantities = conditionNames.flatMap((name) => context.quantities.find(name) ?? [])
  const bounding = namesOfConditions(bounds).flatMap((name) => context.quantities.find(name) ?? [])
  const quantities = unique([...charges.flatMap((charge) => charge.quantities), ...bounding, ...conditionQuantities], ({ name }) => name)
  const figures = unique(
    [...charges.flatMap((charge) => charge.figures), ...quantities.flatMap((quantity) => quantity.figures)],
    ({ path: at }) => at,
  )
  return {
    rowId: row.row_id,
    rowSha256: row.row_sha256,
    conditions: row.conditions.map((condition) => compileCondition(condition, context.quantities, path)),
    conditionReads: context.quantities.readsOf(conditionNames),
    base,
    beside: charges.filter(({ side }) => side === 'beside'),
    isPlain: base.every(({ tests, dates }) => tests.length === 0 && dates.from === null && dates.to === null),
    reads: unique(
      base.flatMap((charge) => charge.reads),
      ({ name, unless }) => [name, ...unless].join(' '),
    ),
    deciding: unique(
      [...conditionQuantities, ...base.flatMap((charge) => charge.quantities)].flatMap(({ deciding }) => deciding),
      ({ name }) => name,
    ),
    instead: [...new Set(quantities.flatMap((quantity) => quantity.instead))],
    held: base.flatMap((charge) => (charge.held === null ? [] : [{ ...charge, held: charge.held }])),
    heldBy: [...bounding, ...conditionQuantities].find(({ held }) => held !== null)?.held ?? null,
    grade: weakest(figures.map(({ grade }) => grade)),
    figures,
  }
}

/** True when a charge's conditions and dates hold. */
export function chargeHolds({ tests, dates }: ChargePlan, inputs: Inputs): boolean {
  return allHold(tests, inputs) && holdsOn(dates, inputs)
}

/** True when a held charge has a part in a request: it holds, or whether it does is not known. */
export function isMissed(charge: RowPlan['held'][number], inputs: Inputs): boolean {
  return charge.held.always || chargeHolds(charge, inputs)
}

/** The bound of a base charge's steps that the request passes, or the name of a quantity that no one case decides. */
export function rowBoundPassed(row: RowPlan, inputs: Inputs): string | null {
  for (const { name, isDecided } of row.deciding) if (!isDecided(inputs)) return name
  for (const charge of row.base) {
    const bound = row.isPlain || chargeHolds(charge, inputs) ? charge.outside(inputs) : null
    if (bound !== null) return bound
  }
  return null
}
