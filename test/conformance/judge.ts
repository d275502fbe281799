import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import { answerRequest } from '../../releases/engine/answer-request.ts'
import { calculateBody } from '../../releases/engine/request/body.ts'
import amounts from './amounts.json' with { type: 'json' }
import bills from './bills.json' with { type: 'json' }

/** An amount printed by somebody else, the request for it, and the documented result. */
export type Amount = {
  readonly id: string
  readonly source: string
  readonly state_code: string
  readonly category: string
  readonly of: string
  readonly expected: number | null
  /** A duty that the author adds and the service does not. */
  readonly their_duty_paise?: number
  readonly request: Readonly<Record<string, unknown>>
  readonly verdict: string
  readonly code?: string
  readonly because?: string
  /** The units of the bill if the row has a fraction; with them the amounts agree. */
  readonly whole_units?: number
}

export const AMOUNTS: readonly Amount[] = amounts.amounts
export const BILLS = bills.bills
export type PrintedBill = (typeof BILLS)[number]

export type Judged = { readonly verdict: string; readonly ours: number | null; readonly code: string | null }

// JSON as served, untyped: tests and the document read parts of it.
type Data = ReturnType<typeof JSON.parse>

export type Serving = Readonly<Record<string, readonly AnswerPlan[]>>

/** The `data` of POST /calculate, or the code of its refusal. */
export function asked(serving: Serving, request: Readonly<Record<string, unknown>>): Data | string {
  const state = String(request['state_code'])
  const answer = answerRequest(serving[state] ?? [], calculateBody.parse(request), 'derived')
  return answer.ok ? (JSON.parse(answer.dataText) as Data) : answer.code
}

const sumOf = (lines: readonly { amount_paise: number }[]): number =>
  lines.reduce((sum, line) => sum + line.amount_paise, 0)

/** Fields of the answer that identify an amount's component. */
function partOf({ of, their_duty_paise: duty = 0, request }: Amount, data: Data): number | null {
  const { calculation, subsidy, final_payable: payable, beside } = data
  switch (of) {
    case 'energy':
      return calculation.energy_charge_paise
    case 'fixed':
      return calculation.fixed_charge_paise
    case 'wheeling':
      return calculation.wheeling_charge_paise
    case 'energy+wheeling':
      return calculation.energy_charge_paise + calculation.wheeling_charge_paise
    case 'page_total':
      return Math.round((calculation.base_tariff_paise + duty) / 100) * 100
    case 'base_and_duty':
      return calculation.base_tariff_paise + (beside?.total_paise ?? 0)
    case 'final_payable':
      return payable.amount_paise
    case 'entitlement_units':
      return subsidy.entitlement_units
    case 'units_beyond_entitlement':
      return Number(request['energy_units']) - Number(subsidy.covered_units)
    case 'energy_beyond_entitlement':
      return calculation.energy_charge_paise - subsidy.energy_waived_paise
    case 'energy_100_300':
      return sumOf(
        calculation.lines.filter((line: { component: string; slab?: { from: string } }) => {
          return line.component === 'energy' && line.slab?.from === '100'
        }),
      )
    default:
      throw new RangeError(`nothing of an answer is called ${of}`)
  }
}

/** Whether the service agrees to the paisa, by its answer: `data`, or the code of a refusal. */
export function judge(amount: Amount, data: Data | string): Judged {
  if (typeof data === 'string') return { verdict: 'refused', ours: null, code: data }
  const ours = partOf(amount, data)
  return { verdict: ours === amount.expected ? 'agrees' : 'differs', ours, code: null }
}

export const judged = (serving: Serving, amount: Amount): Judged => judge(amount, asked(serving, amount.request))

export const reproduced = (serving: Serving, bill: PrintedBill): ReturnType<typeof linesAnswered> =>
  linesAnswered(bill, asked(serving, bill.request))

/** The service's lines of a printed bill, by the names in the data. */
export function linesAnswered(bill: PrintedBill, data: Data | string): Readonly<Record<string, number>> | string {
  if (typeof data === 'string') return data
  const beside = (pattern: RegExp): number =>
    sumOf(
      (data.beside?.lines ?? []).filter((line: { charge_id?: string; description: string }) =>
        pattern.test(line.description),
      ),
    )
  const { fixed_charge_paise, energy_charge_paise, wheeling_charge_paise } = data.calculation
  const lines = {
    fixed: fixed_charge_paise,
    energy: energy_charge_paise,
    wheeling: wheeling_charge_paise,
    time_of_day: beside(/^Time of day/),
    fuel_adjustment: beside(/^Fuel adjustment/),
    excess_demand: beside(/excess/),
    electricity_duty: beside(/duty/),
  }
  return Object.fromEntries(Object.entries(lines).filter(([name]) => name in bill.printed_paise))
}
