import { formatMilli } from '../../record/decimal.ts'
import { type Condition, conditionText } from '../../record/expression.ts'
import { keptIn } from '../../record/kept-in.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import { dayAfter, lastDayOf } from '../../record/text.ts'
import type { AnswerPlan } from '../answer/answer-plan.ts'
import type { CategoryPlan } from '../compile/category.ts'
import { inputOf, isInputName } from '../input-names.ts'
import { INPUTS, type InputName } from '../inputs.ts'
import type { CalculateBody } from '../request/body.ts'
import { wordsOf } from '../request/declared.ts'
import { quantityMilli } from '../request/normalise.ts'
import { alteredPlan } from './altered-plan.ts'
import { altered, asked, type Changes, type DifferingBill, type Hypothesis } from './hypothesis.ts'

/** Errors in the calculation's input: another category, demand, meter, count of units or year. */

/** The members of a body that have a word, by the name of the input or part. */
function said(body: CalculateBody, name: string, word: string | boolean): Changes {
  const whole = inputOf(name)
  if (whole === null || whole === name) return { [name]: word }
  return { [whole]: { ...(body[whole] as object | undefined), [name.slice(whole.length + 1)]: word } }
}

/** An input as a reader knows it: area type, municipal corporation. */
const inWords = (name: string): string => name.slice(name.lastIndexOf('.') + 1).replaceAll('_', ' ')

/** The code of a category with the name that the schedule gives it. */
function named({ resolved: { answer } }: DifferingBill, { code, licenseeCode }: CategoryPlan): string {
  const label = answer.record.categories.find(
    (one) => one.subcategory_code === code && one.licensee_code === licenseeCode,
  )?.raw_category_label
  if (label === undefined || label === code) return code
  return label.startsWith(code) ? label : `${code} (${label})`
}

/** Billed as another category of the licensee, or with another word for an input. */
export function* wrongCategory(bill: DifferingBill): Generator<Hypothesis> {
  const { body, resolved } = bill
  const { answer, calculation, inputs } = resolved
  for (const name of inputs.given) {
    for (const word of wordsOf(resolved.answer.record, name)) {
      if (inputs.values[name] !== String(word)) {
        yield asked(bill, `billed with ${inWords(name)} ${word}`, said(body, name, word))
      }
    }
  }
  for (const code of answer.plan.available(resolved.licenseeCode)) {
    const category = answer.plan.find(resolved.licenseeCode, code)
    if (category === null || category.code === calculation.category.code) continue
    for (const { request, words } of fitted(bill, category))
      yield asked(bill, `billed as ${named(bill, category)}${words}`, request)
    if (category.bounds.length > 0) yield* outsideBounds(bill, category)
  }
}

/** Releases by a category of theirs, without its bounds. Compiling one takes as long as all that is tried for a bill. */
const withoutBounds = new WeakMap<CategoryPlan, AnswerPlan>()

function unbounded(answer: AnswerPlan, category: CategoryPlan, bounds: readonly string[]): AnswerPlan {
  // A row may repeat the bounds of its category.
  const isOther = (condition: Condition): boolean => !bounds.includes(conditionText(condition))
  return keptIn(withoutBounds, category, () =>
    alteredPlan({ answer, calculation: { category } }, ({ categories, rows }) => ({
      categories: categories.map((one) => ({ ...one, bounds: [], covering: [] })),
      rows: rows.map((row) => ({ ...row, conditions: row.conditions.filter(isOther) })),
    })),
  )
}

/** Billed as a category that does not cover the connection, such as a commercial one for larger loads. */
function* outsideBounds(bill: DifferingBill, category: CategoryPlan): Generator<Hypothesis> {
  const { body, resolved, inService, calculate } = bill
  const bounds = category.bounds.map(({ text }) => text)
  const plan = unbounded(resolved.answer, category, bounds)
  const open = plan.plan.find(resolved.licenseeCode, category.code)
  const reasons = bounds.flatMap((bound) => category.covering.get(bound)?.reason ?? [])
  for (const { request, words } of open === null ? [] : fitted(bill, open)) {
    const only = `billed as ${named(bill, category)}${words}, which is only for ${bounds.join(' and ')}`
    const other = altered(body, request)
    // A request inside the bounds was tried as of any other category.
    if (calculate(inService, other) !== null) continue
    const says = [only, ...reasons].join('. ')
    yield { says, changes: { request, without_bounds: bounds }, body: other, serving: [plan] }
  }
}

/** Changes of a request, and what they add to it in words: `, area type rural`. */
type Fitted = { readonly request: Changes; readonly words: string }

/**
 * Changes that turn a request into one for another category: inputs that this category does not read are removed, and
 * required words added.
 */
function fitted(bill: DifferingBill, category: CategoryPlan): readonly Fitted[] {
  const { body, resolved } = bill
  const reads = new Set([...category.reads].map(inputOf))
  const dropped = Object.keys(body).filter((name) => isInputName(name) && !isTaken(category, reads, name))
  const base: Changes = Object.fromEntries([
    ['subcategory_code', category.code],
    ...dropped.map((name) => [name, null]),
    ...(body.load_unit === undefined || body.load_unit === category.loadUnit ? [] : [['load_unit', category.loadUnit]]),
  ])
  const missing = [...category.conditionReads, ...category.alsoRequired]
    .map(({ name }) => name)
    .filter((name) => resolved.inputs.values[name] === undefined)
  return [...new Set(missing)].reduce<readonly Fitted[]>(
    (all, name) => {
      const choices = wordsOf(resolved.answer.record, name)
      if (choices.length === 0) return all
      return all.flatMap(({ request, words }) =>
        choices.map((word) => ({
          request: { ...request, ...said(body, name, word) },
          words: `${words}, ${inWords(name)} ${word}`,
        })),
      )
    },
    [{ request: base, words: '' }],
  )
}

function isTaken(category: CategoryPlan, reads: ReadonlySet<InputName | null>, name: InputName): boolean {
  if (INPUTS[name].scope !== 'category') return true
  if (name === 'billing_days') return category.subsidy !== null
  if (name === 'billing_month') return category.readsBillingMonth
  return reads.has(name)
}

const DEMANDS = { contract_demand_kva: 'contract demand', recorded_demand_kva: 'recorded demand' } as const

/** The contract demand, or the recorded one, billed in place of the billing demand. */
export function* wrongDemand(bill: DifferingBill): Generator<Hypothesis> {
  const { body, resolved } = bill
  if (!resolved.calculation.category.reads.has('billed_demand_kva')) return
  for (const [name, words] of Object.entries(DEMANDS)) {
    const demand = resolved.inputs.values[name]
    if (typeof demand !== 'number' || demand === resolved.inputs.values['billed_demand_kva']) continue
    const request = {
      ...(body.recorded_demand_kva === undefined ? {} : { recorded_demand_kva: null }),
      ...(body.recorded_demand_kw === undefined ? {} : { recorded_demand_kw: null }),
      billed_demand_kva: formatMilli(demand),
    }
    yield asked(bill, `billed on the ${words}`, request)
  }
}

/** Energy of the kWh register although the schedule bills kVAh. */
export function* kwhForKvah(bill: DifferingBill): Generator<Hypothesis> {
  const { body, resolved } = bill
  const energy = resolved.calculation.lines.find(({ step }) => step.component === 'energy')
  const kwh = body.actual_bill?.energy_kwh ?? body.energy_kwh
  if (energy?.step.unit !== 'kVAh' || kwh === undefined || body.energy_by_zone !== undefined) return
  const milli = quantityMilli(kwh)
  if (milli === null || milli === resolved.inputs.values['energy_units']) return
  yield asked(bill, 'billed on kWh, where the schedule bills kVAh', { energy_units: formatMilli(milli) })
}

/** The day `back` months earlier, or the last day of that month if it has no such day. */
function before(date: string, back: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7)
  const days = Number(lastDayOf(first).slice(8))
  return `${first}-${String(Math.min(day, days)).padStart(2, '0')}`
}

/** The dates of a body, moved back by some months. A period that ends at a month's end still does. */
function datesBack({ bill_period: period, billing_date, effective_on }: CalculateBody, back: number): Changes {
  const dates = { billing_date, effective_on }
  const moved = Object.entries(dates).flatMap(([name, date]) =>
    date === undefined ? [] : [[name, before(date, back)] as const],
  )
  if (period === undefined) return Object.fromEntries(moved)
  const to = dayAfter(before(dayAfter(period.to), back), -1)
  return { ...Object.fromEntries(moved), bill_period: { from: before(period.from, back), to } }
}

/** The day of a date; the first and the last of a period. */
function daysOf(date: unknown): string[] {
  if (typeof date === 'string') return [date]
  return typeof date === 'object' && date !== null ? Object.values(date) : []
}

const MONTHS = 12

/** The dates of a body in the period of an earlier release: in the same months, or in the last ones that it has. `own`: the first day of the body's release. */
function datesIn(body: CalculateBody, { effective_from, effective_to }: ReleaseRecord, own: string): Changes {
  const least = (Number(own.slice(0, 4)) - Number(effective_from.slice(0, 4))) * MONTHS
  const backs = Array.from({ length: MONTHS }, (_, more) => datesBack(body, least + more))
  return (
    backs.find((dates) =>
      Object.values(dates)
        .flatMap(daysOf)
        .every((day) => day <= effective_to),
    ) ?? {}
  )
}

/** The rates of an earlier release, or of an earlier month of the same release if something in the bill is dated. */
export function* earlierRates(bill: DifferingBill): Generator<Hypothesis> {
  const { body, inService, resolved } = bill
  const { answer, calculation } = resolved
  const { category } = calculation
  if (category.dates.length + category.besideDated.length > 0) {
    for (let back = 1; back < MONTHS; back += 1) {
      const request = datesBack(body, back)
      const days = Object.values(request).flatMap(daysOf)
      if (days.length === 0 || days.some((day) => day < answer.record.effective_from)) break
      yield asked(bill, `billed at the rates of ${back === 1 ? 'a month' : `${back} months`} earlier`, request)
    }
  }
  const own = answer.record.effective_from
  const inOwnYear = (earlier: ReleaseRecord): boolean => earlier.financial_year === answer.record.financial_year
  for (const other of inService) {
    const { record, plan } = other
    if (record.effective_from >= own) continue
    const earlier = plan.find(resolved.licenseeCode, category.code)
    const fit = earlier === null ? [{ request: {}, words: '' }] : fitted(bill, earlier)
    for (const { request: changes, words } of fit) {
      const { subcategory_code: _same, ...more } = changes as Record<string, unknown>
      const request = { ...more, ...datesIn(body, record, own) }
      yield {
        says: `billed by the rates ${inOwnYear(record) ? `until ${record.effective_to}` : `of ${record.financial_year}`}${words}`,
        changes: { release_id: record.release_id, request },
        body: altered(body, request),
        serving: [other],
      }
    }
  }
}
