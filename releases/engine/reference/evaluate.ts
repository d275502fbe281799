import { isBelowFloor, weakest } from '../../record/grade.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { Inputs, RefusalCode } from '../types.ts'
import { billAmounts } from './bill.ts'
import { chargesCover } from './charges.ts'
import { conditionHolds } from './conditions.ts'
import { componentState, holdsInForce, judgedFigures, selectsHeldAdjustment } from './evidence.ts'
import { quantitiesInRange } from './quantities.ts'
import { givesUnreadSelector, lacksChargeInput, lacksConditionInput } from './request.ts'
import { COMPONENTS, type ReferenceOptions, type ReferenceRefusal, type ReferenceResult } from './result.ts'
import { billingDaysSupported, chooseRules } from './rules.ts'
import { categoryAskedFor, rowsOf, rowThatApplies } from './selection.ts'

/**
 * The second evaluator (engine design 4.5): one bill straight from the record, in exact rational arithmetic, apart from
 * the compiled engine that gate 24 compares it with. Quantities come in thousandths, amounts go out in whole paise.
 * Refusals follow the order of contract 2.5. It never throws for inputs; it throws (TypeError, RangeError, SyntaxError)
 * for a record whose charges make no sense, which the structure gates refuse.
 */
export function referenceEvaluate(record: ReleaseRecord, inputs: Inputs, options: ReferenceOptions): ReferenceResult {
  if (!quantitiesInRange(inputs)) return refuse('INVALID_REQUEST_FIELD')
  const category = categoryAskedFor(record, inputs)
  if (category === null) return refuse('SUBCATEGORY_NOT_FOUND')
  const rows = rowsOf(record, category)
  if (lacksConditionInput(category, rows, inputs)) return refuse('INVALID_REQUEST_FIELD')
  const row = rowThatApplies(rows, inputs)
  if (row !== null && lacksChargeInput(row, inputs)) return refuse('INVALID_REQUEST_FIELD')
  if (givesUnreadSelector(record, category, rows, inputs)) return refuse('INVALID_REQUEST_FIELD')
  if (!billingDaysSupported(record, inputs)) return refuse('UNSUPPORTED_BILLING_DAYS')

  const insideBounds = category.bounds.every((bound) => conditionHolds(bound, inputs))
  if (row === null || !insideBounds || !chargesCover(row, inputs)) return refuse('CATEGORY_NOT_APPLICABLE')

  const holds = holdsInForce(record, options.holds)
  const rules = chooseRules(record, category, inputs, holds)
  const grade = weakest(judgedFigures(record, row, rules, holds).map((figure) => figure.grade))
  if (isBelowFloor(grade, options.floor)) return refuse('EVIDENCE_BELOW_FLOOR')

  const states = COMPONENTS.map((component) => componentState(record, row, component, holds))
  if (states.includes('refused') || selectsHeldAdjustment(rules, holds)) return refuse('RATE_NOT_VERIFIED')
  const withheld = new Set(COMPONENTS.filter((_, index) => states[index] === 'withheld'))
  return { ok: true, rowId: row.row_id, ...billAmounts(row, rules, withheld, holds, inputs), grade }
}

function refuse(code: RefusalCode): ReferenceRefusal {
  return { ok: false, code }
}
