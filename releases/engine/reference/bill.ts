import type { Adjustment, AdjustmentCase } from '../../record/adjustment.ts'
import type { Category } from '../../record/category.ts'
import { CHARGE_COMPONENTS, type Charge, SIDES } from '../../record/charge.ts'
import type { Condition } from '../../record/expression.ts'
import type { Row } from '../../record/row.ts'
import { adjustmentLine, adjustmentsOf, isByBill, partPaise } from './adjustments.ts'
import { chargeHolds, priceCharge, roundedPaise } from './charges.ts'
import { billDays, type Context, isDated, isDuring, isDuringBill } from './context.ts'
import { type ChargeState, type Chosen, chargeState, isAdjustmentHeld, isListed, isWhenHeld } from './evidence.ts'
import { type Entry, entriesNamed, sumOf } from './ledger.ts'
import { remembered } from './names.ts'
import { amountsIn, conditionHolds, uncasedAmong } from './quantities.ts'
import { divide, fromPaise, type Rational, textOf } from './rational.ts'
import {
  notGivenOf,
  quantitiesOfCharge,
  readByCharge,
  readByCondition,
  readByLimits,
  readByValues,
  readByWhen,
} from './reads.ts'
import { sumPaise } from './result.ts'
import { chargesOf, PAISE_PER_RUPEE } from './tariff.ts'

/** All lines of a row and the results of its rules. */
export type Bill = {
  readonly entries: readonly Entry[]
  /** Cases of adjustments that apply, or may apply depending on an amount; held or not. */
  readonly chosen: readonly Chosen[]
  /** Inputs whose absence removed an adjustment or a charge beside. */
  readonly notGiven: ReadonlySet<string>
  /** Quantities without exactly one matching case. */
  readonly uncased: readonly string[]
}

type Draft = {
  readonly context: Context
  readonly row: Row
  readonly holds: readonly string[]
  readonly entries: Entry[]
  readonly chosen: Chosen[]
  readonly notGiven: Set<string>
  readonly uncased: string[]
  /** Lines that are left out for a missing input, or because they rest on such a line. */
  readonly leftOut: { readonly base: Set<string>; readonly beside: Set<string> }
  /** Adjustments that have run. */
  readonly ran: Set<string>
}

/** Charges, then minimums, then adjustments; the base before the parts beside it. */
export function billOf(context: Context, category: Category, row: Row, holds: readonly string[]): Bill {
  const draft: Draft = {
    context,
    row,
    holds,
    entries: [...withheldEntries(context.names, row)],
    chosen: [],
    notGiven: new Set(),
    uncased: [],
    leftOut: { base: new Set(), beside: new Set() },
    ran: new Set(),
  }
  const adjustments = adjustmentsOf(context, category)
  for (const side of SIDES) {
    for (const charge of chargesOf(context.names, row)[side]) addCharge(draft, charge)
    for (const adjustment of adjustments) {
      if (adjustment.side !== side) continue
      addAdjustment(draft, adjustment)
      draft.ran.add(adjustment.adjustment_id)
    }
  }
  return draft
}

/** Components that the release lists as held and for which a row has no charge. */
const withheldEntries = remembered((names, row: Row): readonly Entry[] =>
  CHARGE_COMPONENTS.filter(
    (component) =>
      isListed(names, `rows/${row.row_id}/${component}`) && row.charges.every(({ charge_id: id }) => id !== component),
  ).map((component) => ({ side: 'base', component, id: component, quantity: '0', amountPaise: null })),
)

function addCharge(draft: Draft, charge: Charge): void {
  const { context, row, holds, entries } = draft
  const { names } = context
  const component = charge.minimum_of === null ? charge.component : 'minimum'
  const unknown: Entry = { side: charge.side, component, id: charge.charge_id, quantity: '0', amountPaise: null }
  const state = chargeState(names, row, charge, holds)
  if (charge.side === 'beside' && !isWantedBeside(draft, charge, state)) return
  const isUndecided = charge.side === 'base' && state !== 'open' && isWhenHeld(names, charge, holds)
  if (!isUndecided && !chargeHolds(context, charge)) return
  if (state !== 'open') {
    entries.push(unknown)
    return
  }
  const lines = priceCharge(context, charge)
  if (lines === null) return
  const rounded = lines.map(({ quantity, paise }) => ({
    quantity: textOf(quantity),
    amountPaise: roundedPaise(names.record, paise),
  }))
  if (charge.minimum_of === null) {
    for (const line of rounded) entries.push({ ...unknown, ...line })
    return
  }
  const least = sumPaise(rounded.map(({ amountPaise }) => amountPaise))
  const reached = sumOf(chargesNamed(draft, charge, charge.minimum_of))
  const shortfall = reached === null ? null : Math.max(0, sumPaise([least, -reached]))
  const shares = rounded.map(({ quantity }) => quantity)
  const steps = shares.length > 1 ? { shares } : {}
  entries.push({ ...unknown, quantity: shares[0] ?? '0', ...steps, amountPaise: shortfall })
}

/**
 * Records why a charge beside is left out of the answer: a missing input, or a quantity without exactly one matching
 * case.
 */
function isWantedBeside({ context, notGiven, leftOut, uncased }: Draft, charge: Charge, state: ChargeState): boolean {
  if (!isDuring(context, charge) || isRuledOut(context, charge)) return false
  const read = readByCharge(context.names, charge)
  const missing = notGivenOf(context, read)
  for (const name of missing) notGiven.add(name)
  if (missing.length > 0) {
    leftOut.beside.add(charge.charge_id)
    return false
  }
  if (state === 'open') {
    uncased.push(...uncasedAmong(context, readByWhen(context.names, charge)))
    if (chargeHolds(context, charge)) uncased.push(...uncasedAmong(context, quantitiesOfCharge(context.names, charge)))
  }
  return true
}

/** The lines of charges of the same row. Throws TypeError for an unknown charge. */
function chargesNamed({ row, entries }: Draft, minimum: Charge, ids: readonly string[]): Entry[] {
  for (const id of ids)
    if (id === minimum.charge_id || row.charges.every((charge) => charge.charge_id !== id))
      throw new TypeError(`a minimum of no charge of the row: ${id}`)
  return entries.filter((entry) => entry.component !== 'adjustment' && ids.includes(entry.id))
}

function addAdjustment(draft: Draft, adjustment: Adjustment): void {
  const { context, holds, entries } = draft
  const { names } = context
  const lacksDays = isByBill(adjustment) && adjustment.cases.some(isDated) && billDays(context) === null
  if (lacksDays) draft.notGiven.add('bill_period')
  const isInForce = isByBill(adjustment) ? isDuringBill : isDuring
  const cases = adjustment.cases.filter((each) => isInForce(context, each))
  if (cases.length === 0) {
    // Dated by the bill: not known for its days.
    if (isByBill(adjustment)) draft.leftOut.beside.add(adjustment.adjustment_id)
    return
  }
  const missing = missingOf(context, adjustment, cases)
  for (const name of missing) draft.notGiven.add(name)
  const isOfOtherDays =
    isByBill(adjustment) &&
    casesPossible(context, cases).length === 0 &&
    casesPossible(context, adjustment.cases).length > 0
  if (missing.length > 0 || lacksDays || isOfOtherDays || restsOnLeftOut(draft, adjustment)) {
    draft.leftOut[adjustment.side].add(adjustment.adjustment_id)
    return
  }

  const { adjustment_id: id, side } = adjustment
  const unknown: Entry = { side, component: 'adjustment', id, quantity: '0', amountPaise: null }
  for (const each of cases)
    if (notGivenOf(context, readByWhen(names, each)).length === 0)
      draft.uncased.push(...uncasedAmong(context, readByWhen(names, each)))
  const possible = casesPossible(context, cases)
  for (const each of possible) if (changesBill(each)) draft.chosen.push({ adjustment, chosen: each })
  const amountOf = (line: string) => rupees(sumOf(entriesNamed(names, entries, [line], draft.ran)))
  const reads = possible.flatMap((each) => amountsTested(names, each))
  if (possible.some(changesBill) && reads.some((line) => amountOf(line) === null)) {
    entries.push(unknown)
    return
  }
  const chosen = possible.find(({ when }) => when.every((condition) => conditionHolds(context, condition, amountOf)))
  if (chosen === undefined || !changesBill(chosen)) return
  draft.uncased.push(
    ...uncasedAmong(context, readByValues(names, chosen.values)),
    ...uncasedAmong(context, readByLimits(names, adjustment)),
  )

  const base = baseOf(draft, adjustment)
  if (base === null || isAdjustmentHeld(names, { adjustment, chosen }, holds)) {
    entries.push(unknown)
    return
  }
  const line = base === 'no step' ? null : adjustmentLine(context, adjustment, chosen, base)
  if (line !== null) entries.push({ ...unknown, ...line })
}

/**
 * The inputs not given without which nobody can say which of these cases applies, or what it adds. Nothing depends on a case
 * that is ruled out, or on one after a case that is known to apply; and nothing at all if no other case changes the bill.
 */
function missingOf(context: Context, adjustment: Adjustment, cases: readonly AdjustmentCase[]): string[] {
  const { names } = context
  const missing: string[] = []
  const open: AdjustmentCase[] = []
  for (const each of cases) {
    if (isRuledOut(context, each)) continue
    open.push(each)
    const ofConditions = notGivenOf(context, readByWhen(names, each))
    missing.push(...ofConditions)
    if (changesBill(each))
      for (const read of [readByValues(names, each.values), readByLimits(names, adjustment)])
        missing.push(...notGivenOf(context, read))
    if (ofConditions.length === 0 && amountsTested(names, each).length === 0) break
  }
  return open.some(changesBill) ? missing : []
}

/** True if one of the conditions is known to be false: the request gives all that it reads, and it reads no amount. */
function isRuledOut(context: Context, { when }: { readonly when: readonly Condition[] }): boolean {
  const { names } = context
  return when.some(
    (condition) =>
      amountsIn(names, condition).length === 0 &&
      !conditionHolds(context, condition) &&
      notGivenOf(context, readByCondition(names, condition)).length === 0,
  )
}

/**
 * True if a condition names a line that is left out, or if it is beside and its base names a line beside that is; `bill` and
 * `base_tariff` are what is priced.
 */
function restsOnLeftOut(
  { context: { names }, leftOut: { base, beside } }: Draft,
  { side, of, cases }: Adjustment,
): boolean {
  const tested = cases.flatMap((each) => amountsTested(names, each))
  if (tested.some((line) => base.has(line))) return true
  return side === 'beside' && [...of, ...tested].some((line) => beside.has(line))
}

/** The first case whose conditions are met, and all earlier ones that still depend on an amount. */
function casesPossible(context: Context, cases: readonly AdjustmentCase[]): AdjustmentCase[] {
  const possible: AdjustmentCase[] = []
  for (const each of cases) {
    const isPossible = each.when.every(
      (condition) => amountsIn(context.names, condition).length > 0 || conditionHolds(context, condition),
    )
    if (!isPossible) continue
    possible.push(each)
    if (amountsTested(context.names, each).length === 0) break
  }
  return possible
}

/** Lines whose amounts the conditions of a case compare. */
const amountsTested = remembered((names, { when }: AdjustmentCase): readonly string[] =>
  when.flatMap((condition) => amountsIn(names, condition)),
)

function changesBill({ effect, values }: AdjustmentCase): boolean {
  return effect !== 'none' && values.length > 0
}

/** Base of an adjustment in exact paise; null if one of its lines is unknown. */
function baseOf({ context, row, holds, entries, ran }: Draft, { of, part }: Adjustment): Rational | 'no step' | null {
  if (part === null) {
    const paise = sumOf(entriesNamed(context.names, entries, of, ran))
    return paise === null ? null : fromPaise(paise)
  }
  if (!context.names.lines.has(part.charge_id)) throw new TypeError(`a part of no charge: ${part.charge_id}`)
  const charge = row.charges.find(({ charge_id: id }) => id === part.charge_id)
  if (charge !== undefined && chargeState(context.names, row, charge, holds) !== 'open') return null
  return partPaise(context, row, part) ?? 'no step'
}

function rupees(paise: number | null): Rational | null {
  return paise === null ? null : divide(fromPaise(paise), PAISE_PER_RUPEE)
}
