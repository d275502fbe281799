import { seededRandom } from '../../pipeline/gates/requests/random.ts'
import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import type { Explained } from '../../releases/engine/answer/verification.ts'
import { explainedAnswer } from '../../releases/engine/explain/explain-bill.ts'
import { calculateBody } from '../../releases/engine/request/body.ts'
import bills from '../conformance/bills.json' with { type: 'json' }
import { planOf, STATE_CODES, servingStates } from '../support/definitions.ts'
import { drawRequest, knownRequests } from './draw-request.ts'
import type { recomputed } from './recompute.ts'
import type { Request } from './reference-bill.ts'
import { releaseBefore } from './release-before.ts'
import { type Ask, SEEDS, type Seeded, type State } from './seeded-bills.ts'

/** Seeded bills of every state, and the service's answer to each. */

const SERVING = await servingStates()
export const STATES: readonly State[] = STATE_CODES.map((code) => {
  const { record } = SERVING[code][0]
  const printed =
    code === 'MH'
      ? Array(20)
          .fill(bills.bills)
          .flat()
          .map(({ request }) => request as Request)
      : []
  return { record, earlier: releaseBefore(record), requests: [...knownRequests(record), ...printed] }
})

/** The releases in service of a state: the shipped one, and the one before. */
const IN_SERVICE: ReadonlyMap<string, readonly AnswerPlan[]> = new Map(
  STATES.map(({ record, earlier }) => [record.state_code, [planOf(earlier), planOf(record)]]),
)
export const RECORDS = new Map(
  STATES.flatMap(({ record, earlier }) => [record, earlier]).map((record) => [record.release_id, record]),
)

type Answered = Explained & {
  readonly verdict: string
  readonly lines: readonly {
    readonly component: string
    readonly status: string
    readonly difference_paise: number | null
  }[]
}

/** `data` of the answer to a request with `explain`; null: it is refused. */
function explained(code: string, body: Request) {
  const steps = explainedAnswer(IN_SERVICE.get(code) ?? [], calculateBody.parse({ ...body, explain: true }), 'derived')
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value.ok ? JSON.parse(step.value.dataText) : null
  }
}

/** The lines of a correct answer, as a caller reads them. */
const asker =
  (code: string): Ask =>
  (request) => {
    const data = explained(code, { ...request, actual_bill: {} })
    return data === null ? null : data.calculation.lines
  }

export type Case = Seeded & {
  readonly state: State
  readonly error: string
  readonly answered: Answered
  readonly lines: Parameters<typeof recomputed>[3]
}

/** Only deductions are negative. */
function isPrintable({ bill }: Seeded): boolean {
  return Object.entries(bill).every(([name, paise]) => paise >= 0 || SIGNED.has(name))
}
const SIGNED = new Set(['time_of_day_paise', 'fuel_adjustment_paise', 'subsidy_paise'])

/** A bill with an error that changes a compared amount; null if this draw gives none. */
export function drawBill(seed: number): Case | null {
  const random = seededRandom(seed)
  const state = random.pick(STATES)!
  const error = random.pick(Object.keys(SEEDS))!
  const request = drawRequest(state, random)
  const code = state.record.state_code
  const seeded = SEEDS[error]!(state, request, random, asker(code))
  if (seeded === null || !isPrintable(seeded)) return null
  const data = explained(code, { ...seeded.request, actual_bill: { ...seeded.bill, ...seeded.also } })
  if (data === null || data.verification.verdict !== 'mismatch') return null
  return { ...seeded, state, error, answered: data.verification, lines: data.calculation.lines }
}
