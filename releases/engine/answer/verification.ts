import { canonicalText } from '../../record/canonical.ts'
import { missingReads } from '../adjustments/adjustment.ts'
import { calculate } from '../calculate.ts'
import type { Calculation } from '../calculation.ts'
import { Inputs } from '../given-inputs.ts'
import type { CalculateBody } from '../request/body.ts'
import { wordsOf } from '../request/declared.ts'
import type { Answered } from './answer-plan.ts'
import { blockedOf } from './blocked.ts'
import { BILL_PARTS, expectedOther, expectedParts, expectedTotal } from './expected-parts.ts'
import { int, members, str } from './json.ts'
import { isAdjusted, printedWith } from './printed-with.ts'

type ActualBill = NonNullable<CalculateBody['actual_bill']>
/** An error of bills that explains the differences of a bill to the paisa. */
export type Explanation = {
  readonly error: string
  /** The error as text and in machine-readable form. */
  readonly says: string
  readonly changes: Readonly<Record<string, unknown>>
  /** The amount that it adds to the bill. */
  readonly difference_paise: number
}

/** All explanations for the differences of a bill, and how many variants of each error were calculated. */
export type Explained = {
  readonly explanations: readonly Explanation[]
  readonly tried: Readonly<Record<string, number>>
}

/** A part of a bill compared with the expected amount. */
export type ComparedPart = {
  readonly component: string
  readonly actual: number
  /** Null: held, or not asked. */
  readonly expected: number | null
  readonly status: 'match' | 'mismatch' | 'held' | 'not_asked'
  /** Ids of the adjustments of the base, or `subsidy`, that the bill prints in this part, and that `expected` includes. */
  readonly adjustments: readonly string[]
}

type Bill = Pick<Answered, 'answer' | 'calculation' | 'inputs'>

/**
 * Compares a bill with the amounts expected from the release (docs/design/contract.md#bill-verification): difference =
 * actual - expected, to the paisa. A held part has no expected amount; `total` is held if any part of a bill is. A part
 * that would match with some word or flag that the request leaves out is `not_asked`, and so is one on which an adjustment
 * of the base lacks a number, or several inputs: not all of their values can be tried.
 */
export function compareBill(
  answered: Bill,
  bill: ActualBill,
  blocked = blockedOf(answered.answer, answered.calculation, answered.inputs),
): readonly ComparedPart[] {
  const parts = compareAsGiven(answered, bill, blocked)
  const { answer, calculation, inputs } = answered
  if (!parts.some(({ status }) => status === 'mismatch')) return parts
  const open = new Set(partsLeftOpen(answered))
  for (const { name } of calculation.notGiven) {
    for (const word of wordsOf(answer.record, name)) {
      const asked = new Inputs({ ...inputs, values: { ...inputs.values, [name]: String(word) } })
      const other = calculate(answer.plan, asked, 'specimen')
      if (!other.ok) continue
      for (const { component, status } of compareAsGiven({ answer, calculation: other, inputs: asked }, bill))
        if (status === 'match') open.add(component)
    }
  }
  return parts.map((part) =>
    part.status === 'mismatch' && open.has(part.component)
      ? { ...part, expected: null, status: 'not_asked', adjustments: [] }
      : part,
  )
}

/** Charges of a bill that an adjustment of the base may change, for which the request lacks a number or several inputs. */
function partsLeftOpen({ answer, calculation, inputs }: Bill): string[] {
  const { category, row, leftOut } = calculation
  const lacking = category.adjustments.filter((adjustment) => {
    const { id, side } = adjustment
    const [first, ...others] = new Set(missingReads(adjustment, inputs))
    const isTried = first !== undefined && others.length === 0 && wordsOf(answer.record, first.name).length > 0
    return side === 'base' && leftOut.has(id) && !isTried
  })
  return lacking.flatMap(({ of }) => {
    const changed = row.base.filter(({ id, component }) =>
      of.some((line) => [id, component, 'base_tariff'].includes(line)),
    )
    return (of.length === 0 ? row.base : changed).map(({ component }) => `${component}_charge`)
  })
}

/** The same by what the request gives alone: a part that some word would make match is a `mismatch`. */
export function compareAsGiven(
  { answer, calculation, inputs }: Bill,
  bill: ActualBill,
  blocked = blockedOf(answer, calculation, inputs),
): ComparedPart[] {
  const printed = BILL_PARTS.flatMap((component) => {
    const actual = bill[`${component}_paise`]
    return actual === undefined ? [] : [{ component, actual }]
  })
  const given = new Set<string>(printed.map(({ component }) => component))
  const alone = expectedParts(calculation, inputs, blocked)
  const differing = printed.flatMap(({ component, actual }) => {
    const paise = alone[component]
    const isWith = isAdjusted(component) && typeof paise === 'number' && paise !== actual
    return isWith ? [{ component, excessPaise: actual - paise }] : []
  })
  const added = printedWith(calculation, given, differing)
  const total = expectedTotal(answer, calculation, inputs, blocked, given)
  const onCharges = added === null ? null : new Set([...added.values()].flat())
  // A subsidy is in the total, and in no other part.
  const rest = given.has('subsidy') ? expectedTotal(answer, calculation, inputs, blocked, new Set()) : total
  const other =
    typeof rest !== 'number' ? rest : onCharges === null ? 'held' : expectedOther(calculation, given, onCharges)
  return printed.map(({ component, actual }): ComparedPart => {
    const adjustments = added?.get(component) ?? []
    const isOpen = added === null && differing.some((charge) => charge.component === component)
    const paise = component === 'total' ? total : component === 'other' ? other : (alone[component] ?? 'held')
    const expected = isOpen ? 'held' : adjustments.length > 0 ? actual : paise
    if (typeof expected !== 'number') return { component, actual, expected: null, status: expected, adjustments }
    const waived = given.has('subsidy') ? 0 : waivedOf(calculation, component)
    if (waived > 0 && actual === expected - waived)
      return { component, actual, expected: actual, status: 'match', adjustments: [...adjustments, 'subsidy'] }
    return { component, actual, expected, status: actual === expected ? 'match' : 'mismatch', adjustments }
  })
}

/** What the subsidy waives of a charge in paise: no source says whether a bill prints it on the charge or on a line of its own. */
function waivedOf({ subsidy }: Calculation, component: string): number {
  if (subsidy.status !== 'applied') return 0
  if (component === 'energy_charge') return subsidy.energyWaivedPaise
  return component === 'fixed_charge' ? subsidy.fixedWaivedPaise : 0
}

/**
 * The comparison in an answer. The verdict is mismatch if any part mismatches, otherwise inconclusive if any line is
 * held or not asked. `explained`: explanations of the mismatches, if requested.
 */
export function verificationText(parts: readonly ComparedPart[], explained: Explained | null): string {
  const lines = parts.map(({ component, actual, expected, status, adjustments }) =>
    members([
      ['actual_paise', int(actual)],
      ['adjustments', adjustments.length === 0 ? null : JSON.stringify(adjustments)],
      ['component', str(component)],
      ['difference_paise', int(expected === null ? null : actual - expected)],
      ['expected_paise', int(expected)],
      ['status', str(status)],
    ]),
  )
  const has = (wanted: ComparedPart['status']): boolean => parts.some(({ status }) => status === wanted)
  const isOpen = parts.length === 0 || has('held') || has('not_asked')
  const verdict = has('mismatch') ? 'mismatch' : isOpen ? 'inconclusive' : 'match'
  return members([
    ['explanations', explained === null ? null : canonicalText(explained.explanations)],
    ['lines', `[${lines.join(',')}]`],
    ['tolerance_paise', '0'],
    ['tried', explained === null ? null : canonicalText(explained.tried)],
    ['verdict', str(verdict)],
  ])
}
