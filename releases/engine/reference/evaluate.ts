import type { Category } from '../../record/category.ts'
import type { Charge } from '../../record/charge.ts'
import { figuresOfProration } from '../../record/figures.ts'
import { type Grade, isBelowFloor, weakest } from '../../record/grade.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { Row } from '../../record/row.ts'
import type { FppasPeriod } from '../../record/rules.ts'
import { inputOf } from '../input-names.ts'
import { INPUT_LIST } from '../inputs.ts'
import { type Bill, billOf } from './bill.ts'
import { chargeHolds } from './charges.ts'
import { fppasSum, subsidyAmount } from './composition.ts'
import { type Context, contextOf } from './context.ts'
import { chargeState, heldCondition, isAdjustmentHeld, isWhenHeld, type Judged, judgedFigures } from './evidence.ts'
import { baseEntries, linesOf, sumIfAny, sumOf } from './ledger.ts'
import { missingInputs } from './missing.ts'
import { holdsOf } from './names.ts'
import { rulesChangeInside } from './periods.ts'
import { proratedFor, ruleFor } from './proration.ts'
import type { FieldProblem, ReferenceOptions, ReferenceRefusal, ReferenceRequest, ReferenceResult } from './result.ts'
import { sumPaise } from './result.ts'
import {
  type ChosenSubsidy,
  chooseFppas,
  chooseSubsidy,
  figuresOfFppas,
  figuresOfSubsidy,
  unsupportedDays,
} from './rules.ts'
import { boundRefusing, categoryNamed, codesAvailable, notApplicable, rowTaken } from './selection.ts'
import { rowsOf } from './tariff.ts'
import { unsuitedInputs } from './unsuited.ts'

/**
 * The second evaluator: calculates one bill directly from the record, in exact rational arithmetic. It was written from
 * docs/design/tariff-language.md, independently of the compiled engine with which gate 24 compares it. Refusals come in
 * the document's order. It never throws for a request; it throws (TypeError, RangeError, SyntaxError) for a malformed
 * record, which the structure gates reject.
 */
export function referenceEvaluate(
  record: ReleaseRecord,
  request: ReferenceRequest,
  options: ReferenceOptions,
): ReferenceResult {
  const asked = contextOf(record, request)
  const code = String(request.body['subcategory_code'])
  const category = categoryNamed(asked.names, code, request.licenseeCode)
  if (category === null) {
    const available = codesAvailable(asked.names, request.licenseeCode)
    return { ok: false, code: 'SUBCATEGORY_NOT_FOUND', details: { subcategory_code: code, available } }
  }
  const context = proratedFor(asked, category)
  if (context === 'unruled') {
    return { ok: false, code: 'UNSUPPORTED_BILLING_PERIOD', details: { reason: 'no_rule' } }
  }
  const rows = rowsOf(context.names, category)
  if (rulesChangeInside(context, category))
    return { ok: false, code: 'UNSUPPORTED_BILLING_PERIOD', details: { reason: 'rule_changes' } }
  const holds = holdsOf(context.names, options.holds)
  const heldPath = heldCondition(context.names, category, holds)
  const found = heldPath === null ? rowTaken(context, rows) : null
  const missing = missingInputs(context, category, found)
  if (missing.length > 0) return invalid(missing)
  const unsuited = unsuitedInputs(context, category)
  if (unsuited.length > 0) return invalid(unsuited)
  const days = unsupportedDays(context)
  if (days !== null) return { ok: false, code: 'UNSUPPORTED_BILLING_DAYS', details: days }

  if (heldPath !== null) return { ok: false, code: 'RATE_NOT_VERIFIED', details: { component: heldPath } }
  const bound = boundRefusing(context, category, rows, found)
  if (bound !== null || found === null) return notApplicable(context, category, bound ?? '')
  return evaluateRow(context, category, found, holds, options.floor)
}

function invalid(fields: readonly FieldProblem[]): ReferenceRefusal {
  return { ok: false, code: 'INVALID_REQUEST_FIELD', details: { fields } }
}

const INPUT_NAMES = INPUT_LIST.map(([name]) => name)

function evaluateRow(
  context: Context,
  category: Category,
  row: Row,
  holds: readonly string[],
  floor: Grade,
): ReferenceResult {
  const { names } = context
  const bill = billOf(context, category, row, holds)
  const [uncased] = bill.uncased
  if (uncased !== undefined) return notApplicable(context, category, uncased)

  const subsidy = chooseSubsidy(context, category, holds)
  const fppas = chooseFppas(context, category, subsidy !== null)
  const rule = context.month === null ? null : ruleFor(context, category)
  const prorating = rule === null ? [] : figuresOfProration(rule)
  const applies = (charge: Charge): boolean => chargeHolds(context, charge)
  const own = judgedFigures(names, category, row, bill.chosen, holds, applies, prorating)
  const others = [
    ...(subsidy === null ? [] : [judgedEntitlement(subsidy)]),
    ...figuresOfFppas(fppas, holds).map(({ path, figure }) => ({ path, grade: figure.grade })),
  ]
  const grade = weakest([own.grade, ...others.map((each) => each.grade)])
  if (isBelowFloor(grade, floor)) {
    const figures = [...own.figures, ...others].filter((each) => isBelowFloor(each.grade, floor))
    return { ok: false, code: 'EVIDENCE_BELOW_FLOOR', details: { grade, floor, figures } }
  }

  const held = heldComponent(context, row, bill, holds)
  if (held !== null) return { ok: false, code: 'RATE_NOT_VERIFIED', details: { component: held } }
  const left = new Set([...bill.notGiven].map(inputOf))
  const notGiven = left.size === 0 ? [] : INPUT_NAMES.filter((name) => left.has(name))
  return { ok: true, rowId: row.row_id, ...sumsOf(context, row, bill, subsidy, fppas, holds), grade, notGiven }
}

/** The entitlement counts as one figure, with the weakest grade of its figures. */
function judgedEntitlement(subsidy: ChosenSubsidy): Judged {
  const [{ path } = { path: '' }] = figuresOfSubsidy(subsidy)
  return { path, grade: weakest(figuresOfSubsidy(subsidy).map(({ figure }) => figure.grade)) }
}

/** The path of the first held component that is needed. A charge or adjustment beside that is held is left out instead. */
function heldComponent(context: Context, row: Row, { chosen }: Bill, holds: readonly string[]): string | null {
  const { names } = context
  const adjustment = chosen.find((each) => each.adjustment.side === 'base' && isAdjustmentHeld(names, each, holds))
  if (adjustment !== undefined) {
    return `rules/adjustments/${adjustment.adjustment.adjustment_id}/${adjustment.chosen.case_id}`
  }
  const charge = row.charges.find(
    (each) =>
      each.side === 'base' &&
      chargeState(names, row, each, holds) === 'held' &&
      (chargeHolds(context, each) || isWhenHeld(names, each, holds)),
  )
  return charge === undefined ? null : `rows/${row.row_id}/${charge.charge_id}`
}

/** The sums of a bill. A payable needs the base, a subsidy, and every FPPAS line that applies. */
function sumsOf(
  context: Context,
  row: Row,
  { entries }: Bill,
  subsidy: ChosenSubsidy | null,
  fppas: readonly FppasPeriod[],
  holds: readonly string[],
) {
  const baseTariffPaise = sumOf(baseEntries(entries))
  const subsidyPaise = subsidy === null ? null : subsidyAmount(context, subsidy, row, entries)
  const fppasPaise = fppasSum(context, fppas, entries, holds)
  const isPayable = baseTariffPaise !== null && subsidyPaise !== null && (fppas.length === 0 || fppasPaise !== null)
  const beside = linesOf(entries, 'beside')
  const isBesideKnown = entries.every(
    ({ side, component, amountPaise }) => side === 'base' || component !== 'adjustment' || amountPaise !== null,
  )
  return {
    lines: linesOf(entries, 'base'),
    beside,
    energyChargePaise: sumOf(baseEntries(entries, 'energy')),
    fixedChargePaise: sumOf(baseEntries(entries, 'fixed')),
    wheelingChargePaise: sumIfAny(baseEntries(entries, 'wheeling')),
    otherChargesPaise: sumIfAny(baseEntries(entries, 'other')),
    minimumPaise: sumIfAny(baseEntries(entries, 'minimum')),
    adjustmentsPaise: sumIfAny(baseEntries(entries, 'adjustment')),
    baseTariffPaise,
    besidePaise: isBesideKnown && beside.length > 0 ? sumPaise(beside.map(({ amountPaise }) => amountPaise)) : null,
    subsidyPaise,
    fppasPaise,
    finalPayablePaise: isPayable ? sumPaise([baseTariffPaise, -subsidyPaise, fppasPaise ?? 0]) : null,
  }
}
