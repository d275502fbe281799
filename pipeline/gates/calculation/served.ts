import type { CalculateBody } from '../../../releases/engine/request/body.ts'
import { bodyOutcome, messagesOf, type Tested } from './outcome.ts'

/** Content of an answer, parsed from the served text. */
export type Served =
  | {
      readonly ok: true
      /** Amounts by their names in regression cases; null: absent. */
      readonly amounts: Readonly<Record<string, number | null>>
      readonly data: Readonly<Record<string, unknown>>
    }
  /** `fields`: what a refusal names, and what it says of that: `/area_type enum: area_type takes one of: rural, urban`. */
  | { readonly ok: false; readonly code: string; readonly fields: readonly string[] }

type Members = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {})
const paise = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Answers a body as POST /calculate does. The floor is specimen, so that every row calculates. */
export function servedOf({ engine, release }: Tested, body: CalculateBody): Served {
  try {
    const answer = engine.answer(release, body, 'specimen')
    return answer.ok ? readAnswer(answer.dataText) : { ok: false, code: answer.code, fields: messagesOf(answer) }
  } catch (error) {
    return { ok: false, code: `exception: ${error instanceof Error ? error.message : String(error)}`, fields: [] }
  }
}

/** The row that prices a body, which its answer does not name; a refusal's code where there is none. */
export function rowOf(tested: Tested, body: CalculateBody): string {
  const outcome = bodyOutcome(tested, body)
  return outcome.ok ? outcome.rowId : outcome.code
}

function readAnswer(dataText: string): Served {
  const data = membersOf(JSON.parse(dataText))
  const calculation = membersOf(data['calculation'])
  const amounts: Record<string, number | null> = {
    beside_paise: paise(membersOf(data['beside'])['total_paise']),
    subsidy_paise: paise(membersOf(data['subsidy'])['amount_paise']),
    fppas_paise: paise(membersOf(data['fppas'])['amount_paise']),
    final_payable_paise: paise(membersOf(data['final_payable'])['amount_paise']),
  }
  for (const name in calculation) if (name.endsWith('_paise')) amounts[name] = paise(calculation[name])
  return { ok: true, amounts, data }
}
