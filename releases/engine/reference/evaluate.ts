import { type Grade, isBelowFloor, weakest } from '../../record/grade.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { Row } from '../../record/row.ts'
import type { Inputs, RefusalCode } from '../types.ts'
import { adjustmentAmount, type Charges } from './adjustments.ts'
import { chargesCover, energyAmounts, fixedAmounts, wheelingAmount } from './charges.ts'
import { fppasAmount, subsidyAmount } from './composition.ts'
import { conditionHolds } from './conditions.ts'
import { componentState, judgedFigures, selectsHeldRule } from './evidence.ts'
import { quantitiesInRange } from './quantities.ts'
import { fromMilli } from './rational.ts'
import { givesUnreadSelector, lacksChargeInput, lacksConditionInput } from './request.ts'
import {
  COMPONENTS,
  type Component,
  type ReferenceAnswer,
  type ReferenceLine,
  type ReferenceOptions,
  type ReferenceRefusal,
  type ReferenceResult,
  sumPaise,
} from './result.ts'
import { billingDaysSupported, type ChosenRules, chooseRules } from './rules.ts'
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

  const rules = chooseRules(record, category, inputs)
  const grade = weakest(judgedFigures(record, row, rules).map((figure) => figure.grade))
  if (isBelowFloor(grade, options.floor)) return refuse('EVIDENCE_BELOW_FLOOR')

  const states = COMPONENTS.map((component) => componentState(record, row, component, options.holds))
  if (states.includes('refused') || selectsHeldRule(rules, options.holds)) return refuse('RATE_NOT_VERIFIED')
  const withheld = new Set(COMPONENTS.filter((_, index) => states[index] === 'withheld'))
  return bill(row, rules, withheld, inputs, grade)
}

/** The bill of a row whose needed figures are all there, but for the withheld components. */
function bill(
  row: Row,
  rules: ChosenRules,
  withheld: ReadonlySet<Component>,
  inputs: Inputs,
  grade: Grade,
): ReferenceAnswer {
  const lines: ReferenceLine[] = COMPONENTS.filter((component) => !withheld.has(component)).flatMap((component) =>
    amountsOf(row, component, inputs).map((amountPaise) => ({ component, amountPaise })),
  )
  const total = (component: Component) => (withheld.has(component) ? null : sumOf(lines, component))
  const charges: Charges = { energy: total('energy'), wheeling: total('wheeling'), fixed: total('fixed') }

  const adjustments = rules.adjustments.map((chosen) => adjustmentAmount(chosen, charges, inputs))
  const known = adjustments.filter((amount) => amount !== null)
  for (const amountPaise of known) lines.push({ component: 'adjustment', amountPaise })
  const adjusted = known.length > 0 && known.length === adjustments.length

  const base = withheld.size > 0 ? null : sumPaise(lines.map((line) => line.amountPaise))
  const subsidy = rules.subsidy === null ? null : subsidyAmount(rules.subsidy, row, charges, inputs)
  const fppas = rules.fppas === null ? null : fppasAmount(rules.fppas, charges, inputs)
  return {
    ok: true,
    rowId: row.row_id,
    lines,
    energyChargePaise: charges.energy,
    fixedChargePaise: charges.fixed,
    wheelingChargePaise: row.wheeling === null ? null : charges.wheeling,
    adjustmentsPaise: adjusted ? sumOf(lines, 'adjustment') : null,
    baseTariffPaise: base,
    subsidyPaise: subsidy,
    fppasPaise: fppas,
    finalPayablePaise: base === null || subsidy === null ? null : sumPaise([base, -subsidy, fppas ?? 0]),
    grade,
  }
}

function amountsOf(row: Row, component: Component, inputs: Inputs): number[] {
  const units = fromMilli(inputs.energyUnitsMilli)
  if (component === 'energy') return row.energy === null ? [] : energyAmounts(row.energy, units)
  if (component === 'fixed') return row.fixed === null ? [] : fixedAmounts(row.fixed, inputs)
  return row.wheeling === null ? [] : [wheelingAmount(row.wheeling, units)]
}

function sumOf(lines: readonly ReferenceLine[], component: ReferenceLine['component']): number {
  return sumPaise(lines.filter((line) => line.component === component).map((line) => line.amountPaise))
}

function refuse(code: RefusalCode): ReferenceRefusal {
  return { ok: false, code }
}
