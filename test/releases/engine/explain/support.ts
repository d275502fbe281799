import { compileAnswerPlan } from '../../../../releases/engine/answer/answer-plan.ts'
import { compareBill } from '../../../../releases/engine/answer/verification.ts'
import { resolveRequest } from '../../../../releases/engine/answer-request.ts'
import { explainedAnswer } from '../../../../releases/engine/explain/explain-bill.ts'
import type { DifferingBill, Hypothesis } from '../../../../releases/engine/explain/hypothesis.ts'
import type { CalculateBody } from '../../../../releases/engine/request/body.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'

/** Wrong bills for small records, with the variants tried and the explanations found. */

export type WrongBill = Partial<CalculateBody> & { readonly actual_bill: NonNullable<CalculateBody['actual_bill']> }

const servedOf = (records: readonly ReleaseRecord[]) =>
  records.map((record) =>
    compileAnswerPlan(record, {
      releaseSha256: '0'.repeat(64),
      revision: 1,
      stage: 'reference',
      logPosition: 1,
      holds: [],
    }),
  )
const bodyOf = (records: readonly ReleaseRecord[], asked: WrongBill): CalculateBody => ({
  state_code: records[0]!.state_code,
  subcategory_code: 'DOM',
  energy_units: 100,
  explain: true,
  ...asked,
})

/** A bill of category DOM, by default 100 units, with the releases, including the one that applies. */
export function differing(records: readonly ReleaseRecord[], asked: WrongBill): DifferingBill {
  const inService = servedOf(records)
  const body = bodyOf(records, asked)
  const resolved = resolveRequest(inService, body, 'specimen')
  if (!resolved.ok) throw new Error(`refused: ${resolved.code} ${JSON.stringify(resolved.details)}`)
  return {
    inService,
    body,
    resolved,
    parts: compareBill(resolved, asked.actual_bill),
    calculate: (serving, other) => {
      const result = resolveRequest(serving, other, 'specimen')
      return result.ok ? result : null
    },
  }
}

/** Variants tried for one error, as text. */
export function triedOf(
  error: (bill: DifferingBill) => Iterable<Hypothesis>,
  records: readonly ReleaseRecord[],
  asked: WrongBill,
): string[] {
  return [...error(differing(records, asked))].map(({ says }) => says)
}

/** Explanations of a bill, `error: text`, with the excess. */
export function namedOf(records: readonly ReleaseRecord[], asked: WrongBill): [string, number][] {
  const steps = explainedAnswer(servedOf(records), bodyOf(records, asked), 'specimen')
  for (;;) {
    const step = steps.next()
    if (!step.done) continue
    if (!step.value.ok) throw new Error(`refused: ${step.value.code}`)
    const { explanations } = JSON.parse(step.value.dataText).verification
    return explanations.map((one: { error: string; says: string; difference_paise: number }) => [
      `${one.error}: ${one.says}`,
      one.difference_paise,
    ])
  }
}
