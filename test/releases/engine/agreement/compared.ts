import type { AnswerPlan } from '../../../../releases/engine/answer/answer-plan.ts'
import { resolveRequest } from '../../../../releases/engine/answer-request.ts'
import type { Calculation } from '../../../../releases/engine/calculation.ts'
import { INPUT_LIST, inputOf } from '../../../../releases/engine/inputs.ts'
import { lowest } from '../../../../releases/engine/language/fraction.ts'
import { fppasSum } from '../../../../releases/engine/price-row.ts'
import { referenceEvaluate } from '../../../../releases/engine/reference/evaluate.ts'
import type { ReferenceResult } from '../../../../releases/engine/reference/result.ts'
import type { CalculateBody } from '../../../../releases/engine/request/body.ts'
import type { Line } from '../../../../releases/engine/types.ts'
import type { Grade } from '../../../../releases/record/grade.ts'

/** What the engine and the reference say of one request, in the words of the reference. */
export type Compared = { readonly engine: unknown; readonly reference: ReferenceResult }

/** Both evaluators on a body that its schema takes, whose release, licensee and day nothing refuses. */
export function compared(answer: AnswerPlan, body: CalculateBody, floor: Grade): Compared {
  const { record, context } = answer
  const holds = context.holds.map(({ component }) => component)
  const date = body.bill_period?.to ?? body.billing_date ?? body.effective_on ?? null
  const request = { body, licenseeCode: body.licensee_code ?? null, date }
  const reference = referenceEvaluate(record, request, { floor, holds })
  const resolved = resolveRequest([answer], body, floor)
  if (resolved.ok) return { engine: answered(resolved.calculation), reference }
  return { engine: refused(resolved.code, resolved.details, reference), reference }
}

function answered(bill: Calculation): unknown {
  const names = bill.notGiven.map(inputOf)
  return {
    ok: true,
    rowId: bill.row.rowId,
    lines: bill.lines.map(lineOf),
    beside: (bill.beside?.lines ?? []).map(lineOf),
    energyChargePaise: bill.energyPaise,
    fixedChargePaise: bill.fixedPaise,
    wheelingChargePaise: bill.wheelingPaise,
    otherChargesPaise: bill.otherPaise,
    minimumPaise: bill.minimumPaise,
    adjustmentsPaise: bill.adjustmentsPaise,
    baseTariffPaise: bill.basePaise,
    besidePaise: bill.beside?.totalPaise ?? null,
    subsidyPaise: bill.subsidy.status === 'applied' ? bill.subsidy.amountPaise : null,
    fppasPaise: bill.fppas === null ? null : fppasSum(bill.fppas),
    finalPayablePaise: bill.finalPaise,
    grade: bill.grade,
    notGiven: INPUT_LIST.map(([name]) => name).filter((name) => names.includes(name)),
  }
}

/** `7` or `22/3`, in lowest terms. */
function lineOf({ step, quantityMilli, quantity, amountPaise }: Line): unknown {
  const { n, d } = lowest(quantity ?? { n: BigInt(quantityMilli), d: 1000n })
  return { component: step.component, id: step.id, quantity: d === 1n ? String(n) : `${n}/${d}`, amountPaise }
}

/** The details that both say; the engine may name a path that is held more closely. */
function refused(code: string, details: Readonly<Record<string, unknown>>, reference: ReferenceResult): unknown {
  const said = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, details[name]]))
  const told = (shown: unknown) => ({ ok: false, code, details: shown })
  switch (code) {
    case 'INVALID_REQUEST_FIELD': {
      const fields = details['fields'] as readonly { field: string; rule: string }[]
      return told({ fields: fields.map(({ field, rule }) => ({ field, rule })) })
    }
    case 'SUBCATEGORY_NOT_FOUND':
      return told(said('subcategory_code', 'available'))
    case 'UNSUPPORTED_BILLING_PERIOD':
      return told(said('reason'))
    case 'UNSUPPORTED_BILLING_DAYS':
      return told(said('billing_days', 'supported'))
    case 'CATEGORY_NOT_APPLICABLE':
      return told(said('subcategory_code', 'bound', 'covering_category'))
    case 'EVIDENCE_BELOW_FLOOR':
      return told(said('grade', 'floor', 'figures'))
    default: {
      const path = String(details['component'])
      const named = reference.ok || reference.code !== 'RATE_NOT_VERIFIED' ? '' : reference.details.component
      return told({ component: path === named || path.startsWith(`${named}/`) ? named : path })
    }
  }
}
