import type { Charge } from '../../../releases/record/charge.ts'
import { chargeAt } from '../../../releases/record/charge-rates.ts'
import { certainComparisons, type Formula } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfValues } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { isReduced } from './demands-compared.ts'
import { textOf } from './rule-texts.ts'

/** `The demand in excess is billed at twice the demand charge`: all that is paid for it. */
const ALL_OF_IT =
  /(?<!\p{L})(?:excess (?:\p{L}+ )?demand|demand (?:of [^.;|]{0,60}? )?(?:\p{L}+ )?(?:in excess|above|beyond|over)|(?:such|the) excess)(?!\p{L})[^.;|]{0,120}?(?<!\p{L})(?:(?:charged|billed|payable|levied|recovered)(?:,? (?:in addition|additionally|extra),?)?|attracts? (?:\p{L}+ ){1,2}charges?) at (?:the |a )?(?:rate of )?(?:\p{L}+(?: and a half)?(?: times)?|\d[\d.]* ?(?:times|%|per ?cent)) (?:of )?(?:\p{L}+ ){0,3}?(?:charges?|rates?|tariff)(?!\p{L})/iu
/** What is paid beside the charge for the demand; a penalty may be either. */
const BESIDE =
  /(?<!\p{L})(?:in addition|additional(?:ly)?|extra|over and above the (?:\p{L}+ ){0,2}(?:charges?|rates?)|besides|as well)(?!\p{L})/iu
const EITHER = /(?<!\p{L})(?:penal\p{L}*|surcharge|plus)(?!\p{L})/iu

/**
 * A multiple that a sentence says of the demand in excess is all that is paid for it: of `billed at twice the demand charge`, one is in
 * a billing demand that includes the excess, and only one more is added.
 */
export function excessMultipleFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const saidOf = (figure: Figure, isBeside: boolean): string | null => {
    const { own, near } = textOf(figure, citedIn)
    const words = ALL_OF_IT.exec(own)?.[0] ?? null
    const all = `${own} | ${near} | ${citedIn.sentenceOf(figure)?.next ?? ''}`
    return EITHER.test(all) || BESIDE.test(all) !== isBeside ? null : words
  }
  /** The share of its rate that a figure prints; a multiple up to 1 is paid beside the charge. */
  const timesOf = ({ value, unit }: Figure): number => Number(value) / (unit === 'times' ? 1 : 100)
  const ofCharges = record.rows.flatMap((row) =>
    row.charges.flatMap((charge): Found<F>[] => {
      const { rates_of: of, per } = charge
      if (of === null || per === null || of.multiple.grade === 'held' || timesOf(of.multiple) <= 1) return []
      const [words, including] = [saidOf(of.multiple, false), otherOf(record, row, charge)]
      if (words === null || including === null || !isExcess(record, per)) return []
      const path = `rows/${row.row_id}/${charge.charge_id}/multiple`
      const expected = `the ${including.charge_id} charge without the excess, or an adjustment of kind factor on that part of it: all that is paid is "${words}"`
      return [
        failing(path, 'other_share', expected, `this beside the ${including.charge_id} charge per ${including.per}`),
      ]
    }),
  )
  const ofRules = record.rules.adjustments.flatMap(({ adjustment_id, part, cases }) =>
    cases.flatMap(({ case_id, effect, values }) =>
      values.flatMap((value): Found<F>[] => {
        const path = `rules/adjustments/${adjustment_id}/${case_id}`
        const [first] = figuresOfValues(path, [value])
        const isRead = first !== undefined && first.figure.grade !== 'held' && timesOf(first.figure) > 1
        const isShare = value.kind === 'percent' || value.kind === 'factor'
        if (!isRead || !isShare || effect !== 'add' || part === null || !isExcess(record, part.quantity)) return []
        const words = saidOf(first.figure, value.kind === 'factor')
        const [kind, why] =
          value.kind === 'percent'
            ? ['factor', `one of all that is paid is in the ${part.charge_id} charge`]
            : ['percent', `it is paid beside the ${part.charge_id} charge`]
        if (words === null) return []
        return [failing(path, 'other_share', `kind ${kind}: ${why}, as in "${words}"`, `kind ${value.kind}`)]
      }),
    ),
  )
  return [...ofCharges, ...ofRules]
}

/** The charge of the same sort that is for the demand with its excess; null: none. */
function otherOf(record: ReleaseRecord, { charges }: Row, own: Charge): Charge | null {
  const rates = own.rates_of === null ? null : chargeAt(record.rows, own.rates_of)
  const includes = ({ per, component, minimum_of, rates_of, when }: Charge): boolean =>
    per !== null &&
    component === rates?.component &&
    minimum_of === null &&
    rates_of === null &&
    isDemand(record, per) &&
    // A charge for those who stay within their contract demand has no excess.
    !certainComparisons(when).some(({ field, op }) => RECORDED.test(field) && op.startsWith('<'))
  return charges.find((charge) => charge !== own && includes(charge)) ?? null
}

/** What is left of a recorded demand above something; a billing demand has nothing taken off. */
const isExcess = (record: ReleaseRecord, name: string): boolean =>
  name === 'excess_demand_kva' || (isReduced(record, name) && grows(record, name))
const isDemand = (record: ReleaseRecord, name: string): boolean => !isReduced(record, name) && grows(record, name)

const RECORDED = /^(?:recorded|peak|offpeak|highest)_demand/u
/** Whether a formula grows with a recorded demand that is above the contract demand. */
function grows(record: ReleaseRecord, formula: Formula, passed: readonly string[] = []): boolean {
  const part = (each: Formula): boolean => grows(record, each, passed)
  if (typeof formula === 'string') {
    const quantity = record.quantities.find(({ quantity_id: id }) => id === formula)
    if (quantity === undefined) return RECORDED.test(formula)
    const within = [...passed, formula]
    return !passed.includes(formula) && quantity.cases.some((each) => grows(record, each.formula, within))
  }
  if ('value' in formula) return false
  if ('step' in formula) return part(formula.of)
  const [first, ...rest] = formula.of.map(part)
  if (formula.op === 'min') return first === true && rest.every((each) => each)
  if (formula.op === '-') return first === true && !rest.some((each) => each)
  return first === true || rest.some((each) => each)
}
