import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import type { ReferenceAnswer } from '../../releases/engine/reference/result.ts'
import { byReference } from '../../test/support/compared.ts'
import type { Kept } from './open-loop.ts'

/** A body of POST /calculate. */
export type Body = Readonly<Record<string, unknown>>
/** Result of JSON.parse, to be checked by the caller. */
type Json = ReturnType<typeof JSON.parse>
/** Every release that served during a run, by the hash that answers contain. */
export type Serving = ReadonlyMap<string, AnswerPlan>

/** The floor of the keys used. */
export const FLOOR = 'derived'

export type Recomputed = { readonly bills: number; readonly wrong: readonly string[] }

/**
 * Recalculates the bills of an answer with the reference evaluator, each from the record of the release it names.
 * `bodies`: the requests, in order. An unexpected refusal is not judged here; a truncated answer, or a release that
 * never served, is an error.
 */
export function recompute(serving: Serving, { kind, status, text }: Kept, bodies: readonly Body[]): Recomputed {
  if (status !== 200) return { bills: 0, wrong: [] }
  const answers = dataOf(kind, JSON.parse(text))
  if (answers.length !== bodies.length)
    return { bills: 0, wrong: [`${kind}: ${answers.length} answers to ${bodies.length} bills`] }
  const wrong = answers.flatMap((data, index) => {
    const body = bodies[index] ?? {}
    const fault = faultOf(serving, body, data)
    return fault === null ? [] : [`${kind} ${JSON.stringify(body)}: ${fault}`]
  })
  return { bills: answers.length, wrong }
}

/** The `data` of every bill in an answer, by the form of its kind. */
function dataOf(kind: string, answer: Json): readonly Json[] {
  if (kind === 'batch') return answer.data.answers.map(({ body }: Json) => body.data)
  if (kind === 'agent') return [answer.result.structuredContent?.data]
  return [answer.data]
}

function faultOf(serving: Serving, body: Body, data: Json): string | null {
  const sha256: unknown = data?.release?.release_sha256
  const plan = serving.get(String(sha256))
  if (plan === undefined) return `release ${sha256} did not serve in this run`
  const expected = byReference(plan, body, FLOOR)
  if (expected === null || !expected.ok) return `an amount where the reference gives none`
  const [ours, theirs] = [shown(data), figuresOf(expected)]
  return ours === theirs ? null : `${ours}, where the reference has ${theirs}`
}

/** The sums and lines of an answer as text. */
function shown({ calculation, beside, final_payable: payable }: Json): string {
  const lines = (of: readonly Json[]) => of.map((line) => [line.component, line.amount_paise])
  return JSON.stringify([
    calculation.lines[0]?.row_id ?? null,
    calculation.energy_charge_paise,
    calculation.fixed_charge_paise,
    calculation.wheeling_charge_paise ?? null,
    calculation.other_charges_paise ?? null,
    calculation.minimum_paise ?? null,
    calculation.adjustments_paise ?? null,
    calculation.base_tariff_paise,
    beside?.total_paise ?? null,
    payable.amount_paise,
    lines(calculation.lines),
    lines(beside?.lines ?? []),
  ])
}

function figuresOf(answer: ReferenceAnswer): string {
  const lines = (of: ReferenceAnswer['lines']) => of.map(({ component, amountPaise }) => [component, amountPaise])
  return JSON.stringify([
    answer.lines.length === 0 ? null : answer.rowId,
    answer.energyChargePaise,
    answer.fixedChargePaise,
    answer.wheelingChargePaise,
    answer.otherChargesPaise,
    answer.minimumPaise,
    answer.adjustmentsPaise,
    answer.baseTariffPaise,
    answer.besidePaise,
    answer.finalPayablePaise,
    lines(answer.lines),
    lines(answer.beside),
  ])
}
