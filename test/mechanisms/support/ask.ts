import { workingOf } from '../../../releases/engine/answer/working.ts'
import { answerRequest } from '../../../releases/engine/answer-request.ts'
import { calculateBody } from '../../../releases/engine/request/body.ts'
import { type Amounts, type Order, STATE } from './order.ts'
import { planOf } from './read-order.ts'

/** A line of an answer in the tests' form: `energy 100 kWh x 5.4 = 54000`, with the charge if it is named. */
type AnswerLine = {
  readonly description: string
  readonly component: string
  readonly charge_id?: string
  readonly quantity: string
  readonly quantity_exact?: string
  readonly unit: string
  readonly rate: string
  readonly rate_kind?: string
  readonly steps?: readonly { readonly quantity: string; readonly rate: string }[]
  readonly amount_paise: number
}

export type Data = {
  readonly calculation: {
    readonly lines: readonly AnswerLine[]
    readonly energy_charge_paise: number | null
    readonly fixed_charge_paise: number | null
    readonly wheeling_charge_paise: number | null
    readonly other_charges_paise?: number
    readonly minimum_paise?: number
    readonly adjustments_paise?: number
    readonly base_tariff_paise: number | null
  }
  readonly beside?: { readonly lines: readonly AnswerLine[]; readonly total_paise: number }
  readonly disclosures: readonly { readonly code: string; readonly message: string }[]
  readonly verification?: { readonly lines: readonly { readonly status: string }[] }
}
export type Refused = { readonly code: string; readonly details: Readonly<Record<string, unknown>> }

/** Answer of POST /calculate; the default category is the first of the order. */
async function answer(
  order: Order,
  body: Readonly<Record<string, unknown>>,
): Promise<{ ok: true; data: Data } | ({ ok: false } & Refused)> {
  const said = { state_code: STATE, subcategory_code: order.categories[0]?.subcategory_code, ...body }
  const answered = answerRequest([await planOf(order)], calculateBody.parse(said), 'order')
  return answered.ok ? { ok: true, data: JSON.parse(answered.dataText) as Data } : answered
}

/** The `data` of an answer; a refusal fails the test. */
export async function ask(order: Order, body: Readonly<Record<string, unknown>>): Promise<Data> {
  const answered = await answer(order, body)
  if (!answered.ok) throw new Error(`refused: ${answered.code} ${JSON.stringify(answered.details)}`)
  return answered.data
}

/** A refusal as a caller reads it; fields are `/field rule`. */
export async function refusal(order: Order, body: Readonly<Record<string, unknown>>): Promise<Refused> {
  const answered = await answer(order, body)
  if (answered.ok) throw new Error(`answered: ${JSON.stringify(answered.data.calculation)}`)
  const { code, details } = answered
  const fields = details['fields'] as readonly { field: string; rule: string }[] | undefined
  return fields === undefined
    ? { code, details }
    : { code, details: { ...details, fields: fields.map(({ field, rule }) => `${field} ${rule}`) } }
}

/** The sums of an answer in paise, if present. */
export async function amounts(order: Order, body: Readonly<Record<string, unknown>>): Promise<Amounts> {
  const { calculation, beside } = await ask(order, body)
  const sums = {
    energy: calculation.energy_charge_paise,
    fixed: calculation.fixed_charge_paise,
    base: calculation.base_tariff_paise,
    wheeling: calculation.wheeling_charge_paise,
    other: calculation.other_charges_paise,
    minimum: calculation.minimum_paise,
    adjustments: calculation.adjustments_paise,
    beside: beside?.total_paise,
  }
  return Object.fromEntries(
    Object.entries(sums).filter(([, paise]) => paise !== null && paise !== undefined),
  ) as Amounts
}

/** Base and beside lines as text: `energy 100 x 5.4 = 54000`; `adjustment 6 % of 232.5 = 1395`. */
export async function lines(order: Order, body: Readonly<Record<string, unknown>>): Promise<string[]> {
  const { calculation, beside } = await ask(order, body)
  return [...calculation.lines, ...(beside?.lines ?? [])].map(
    ({ component, charge_id: id, quantity_exact: exact, amount_paise: paise, ...line }) => {
      const quantity = exact ?? line.quantity
      const working =
        line.rate_kind === undefined && line.steps === undefined
          ? `${quantity} x ${line.rate}`
          : workingOf({ ...line, quantity }, (decimal) => decimal)
      return `${id ?? component} ${working} = ${paise}`
    },
  )
}

/** The codes of an answer's disclosures. */
export async function disclosed(order: Order, body: Readonly<Record<string, unknown>>): Promise<string[]> {
  return (await ask(order, body)).disclosures.map(({ code }) => code)
}
