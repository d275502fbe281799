import { bodyOf } from '../../pipeline/gates/calculation/draft.ts'
import { type Random, seededRandom } from '../../pipeline/gates/requests/random.ts'
import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import type { Explained } from '../../releases/engine/answer/verification.ts'
import { explainedAnswer } from '../../releases/engine/explain/explain-bill.ts'
import { calculateBody } from '../../releases/engine/request/body.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import bills from '../conformance/bills.json' with { type: 'json' }
import { planOf, STATE_CODES, servingStates } from '../support/definitions.ts'
import type { recomputed } from './recompute.ts'
import type { Request } from './reference-bill.ts'
import { releaseBefore } from './release-before.ts'
import { type Ask, SEEDS, type Seeded, type State } from './seeded-bills.ts'

const DAY_MS = 86_400_000
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** A request of a state: a known one with other units and, if it gives no days, a bill of 28 to 31 days. */
function drawRequest({ record, requests }: State, random: Random): Request {
  const known = random.pick(requests)!
  const hasZones = known['energy_by_zone'] !== undefined
  const largest = random.pick([60, 250, 700, 3_000])!
  const units = hasZones || random.percent(25) ? {} : { energy_units: String(1 + random.below(largest)) }
  const isDated = known['bill_period'] !== undefined || known['billing_days'] !== undefined
  const from = dayAfter(record.effective_from, random.below(300))
  const period = { from, to: dayAfter(from, 27 + random.below(4)) }
  const days = isDated || random.percent(30) ? {} : { bill_period: period, ...dated(known, period) }
  const demand = known['contract_demand_kva']
  const isBilled = demand !== undefined && known['billed_demand_kva'] === undefined && random.percent(70)
  const billed = isBilled ? { billed_demand_kva: String(Math.max(1, Math.floor(Number(demand) * 0.7))) } : {}
  return { ...known, ...units, ...days, ...billed }
}

/** Dates in addition to a period: a bill is dated after it. */
function dated(known: Request, { to }: { to: string }): object {
  const { billing_date, effective_on } = known
  return {
    ...(billing_date === undefined ? {} : { billing_date: to }),
    ...(effective_on === undefined ? {} : { effective_on: to }),
  }
}

/** The requests of a record's regression cases that have an amount. */
function knownRequests(record: ReleaseRecord): Request[] {
  return record.cases
    .filter(({ expected }) => !('refusal' in expected))
    .map(({ inputs }) => bodyOf(record.state_code, inputs))
}

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
