import type { AnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import { resolveRequest } from '../../../releases/engine/answer-request.ts'
import type { Calculation } from '../../../releases/engine/calculation.ts'
import { INPUT_LIST, inputOf, LARGEST_QUANTITY } from '../../../releases/engine/inputs.ts'
import { fppasSum } from '../../../releases/engine/price-row.ts'
import { referenceEvaluate } from '../../../releases/engine/reference/evaluate.ts'
import type { ReferenceResult } from '../../../releases/engine/reference/result.ts'
import { calculateBody } from '../../../releases/engine/request/body.ts'
import { releaseAsked } from '../../../releases/engine/request/choose-release.ts'
import { normaliseRequest } from '../../../releases/engine/request/normalise.ts'
import { unsupportedOperation } from '../../../releases/engine/request/operations.ts'
import { routeLicensee } from '../../../releases/engine/request/routing.ts'
import type { Fraction, Line } from '../../../releases/engine/types.ts'
import type { Grade } from '../../../releases/record/grade.ts'
import type { Body } from './requests.ts'

/** What the engine and the reference say of one request, in the words of the reference; null: refused before either. */
export type Compared = { readonly engine: unknown; readonly reference: unknown } | null

/** Both evaluators on one request, from where the release, the licensee and the day are known. */
export function compared(answer: AnswerPlan, body: Body, floor: Grade = 'order'): Compared {
  const parsed = calculateBody.safeParse(body)
  if (!parsed.success) return null
  const { record, plan } = answer
  const read = normaliseRequest(parsed.data, Math.max(LARGEST_QUANTITY, plan.largest))
  const asked = releaseAsked([answer], parsed.data)
  const routed = routeLicensee(record, parsed.data.licensee_code ?? null, parsed.data.district ?? null)
  if (!read.ok || !asked.ok || !routed.ok || unsupportedOperation(record, parsed.data) !== null) return null
  const resolved = resolveRequest([answer], parsed.data, floor)
  const reference = referenceEvaluate(
    record,
    { body, licenseeCode: routed.licensee, date: asked.date },
    { floor, holds: [] },
  )
  const component = reference.ok || reference.code !== 'RATE_NOT_VERIFIED' ? null : reference.details.component
  return {
    engine: resolved.ok
      ? engineAnswer(resolved.calculation)
      : engineRefusal(resolved.code, resolved.details, component),
    reference,
  }
}

export const isAnswered = ({ reference }: NonNullable<Compared>): boolean => (reference as ReferenceResult).ok

function engineAnswer(calculation: Calculation): unknown {
  const names = calculation.notGiven.map(inputOf)
  return {
    ok: true,
    rowId: calculation.row.rowId,
    lines: calculation.lines.map(lineOf),
    beside: (calculation.beside?.lines ?? []).map(lineOf),
    energyChargePaise: calculation.energyPaise,
    fixedChargePaise: calculation.fixedPaise,
    wheelingChargePaise: calculation.wheelingPaise,
    otherChargesPaise: calculation.otherPaise,
    minimumPaise: calculation.minimumPaise,
    adjustmentsPaise: calculation.adjustmentsPaise,
    baseTariffPaise: calculation.basePaise,
    besidePaise: calculation.beside?.totalPaise ?? null,
    subsidyPaise: calculation.subsidy.status === 'applied' ? calculation.subsidy.amountPaise : null,
    fppasPaise: calculation.fppas === null ? null : fppasSum(calculation.fppas),
    finalPayablePaise: calculation.finalPaise,
    grade: calculation.grade,
    notGiven: INPUT_LIST.map(([name]) => name).filter((name) => names.includes(name)),
  }
}

function lineOf({ step, quantityMilli, quantity, amountPaise }: Line): unknown {
  const exact = quantity ?? { n: BigInt(quantityMilli), d: 1000n }
  return { component: step.component, id: step.id, quantity: textOf(exact), amountPaise }
}

/** `7` or `22/3`, in lowest terms. */
function textOf({ n, d }: Fraction): string {
  const divisor = greatestDivisor(n < 0n ? -n : n, d)
  return d === divisor ? String(n / divisor) : `${n / divisor}/${d / divisor}`
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b)
}

/** The details that both say; a path that is held may be named more closely by the engine. */
function engineRefusal(code: string, details: Readonly<Record<string, unknown>>, component: string | null): unknown {
  const said = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, details[name]]))
  switch (code) {
    case 'INVALID_REQUEST_FIELD': {
      const fields = details['fields'] as readonly { field: string; rule: string }[]
      return { ok: false, code, details: { fields: fields.map(({ field, rule }) => ({ field, rule })) } }
    }
    case 'SUBCATEGORY_NOT_FOUND':
      return { ok: false, code, details: said('subcategory_code', 'available') }
    case 'UNSUPPORTED_BILLING_PERIOD':
      return { ok: false, code, details: said('reason') }
    case 'UNSUPPORTED_BILLING_DAYS':
      return { ok: false, code, details: said('billing_days', 'supported') }
    case 'CATEGORY_NOT_APPLICABLE':
      return { ok: false, code, details: said('subcategory_code', 'bound', 'covering_category') }
    case 'EVIDENCE_BELOW_FLOOR':
      return { ok: false, code, details: said('grade', 'floor', 'figures') }
    default: {
      const path = String(details['component'])
      const isWithin = component !== null && (path === component || path.startsWith(`${component}/`))
      return { ok: false, code, details: { component: isWithin ? component : path } }
    }
  }
}
