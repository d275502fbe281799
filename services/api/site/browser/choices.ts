import type { AnswerPlan } from '../../../../releases/engine/answer/answer-plan.ts'
import { INPUTS } from '../../../../releases/engine/inputs.ts'
import { type Category, isDomesticWithSlabs } from '../../../../releases/record/category.ts'
import type { RegressionCase } from '../../../../releases/record/record.ts'
import { energyUnitOf } from '../../../../releases/record/row.ts'
import { type Asked, ask } from './ask.ts'
import { type Field, fieldsOf, requestOf, titleOfName } from './fields.ts'

/** Content of the form: selections, and fields as text. */
export type Chosen = {
  readonly state: string
  readonly release?: string
  readonly licensee: string
  readonly code: string
  readonly values: Readonly<Record<string, string>>
}

export type Choices = {
  readonly plan: AnswerPlan
  readonly licensees: readonly { readonly code: string; readonly name: string }[]
  /** Licensees of the state that cannot be chosen. They are named so that their consumers do not take another's tariff for their own. */
  readonly notServed: readonly { readonly code: string; readonly name: string }[]
  readonly licensee: string
  readonly categories: readonly Category[]
  readonly category: Category
  readonly fields: readonly Field[]
  /** The unit of energy_units: kWh or kVAh. */
  readonly unit: string
  /** Units at which a step of an energy charge ends. */
  readonly edges: readonly number[]
  /** The request without units. */
  readonly body: Readonly<Record<string, unknown>>
}

/** The newest first. */
export const newest = (plans: readonly AnswerPlan[]): readonly AnswerPlan[] =>
  plans.toSorted((a, b) => (a.record.effective_from < b.record.effective_from ? 1 : -1))

/**
 * Initial content of the form: the first worked case of the newest release that can be answered at the page's evidence
 * floor, preferably for a household category with slabs. The form shows its inputs, which can be changed.
 */
export function exampleOf(plans: readonly AnswerPlan[], state: string): Example | null {
  const record = newest(plans)[0]?.record
  if (record === undefined) return null
  const slabbed = new Set(record.categories.filter(isDomesticWithSlabs).map(({ subcategory_code: code }) => code))
  const shown = record.cases.filter(({ inputs }) => slabbed.has(String(inputs['subcategory_code'])))
  return firstAnswered(plans, state, [...shown, ...record.cases])
}

/** A worked case of another category of the same licensee, for comparison. */
export function nextOf(
  plans: readonly AnswerPlan[],
  { plan, categories, category, licensee }: Choices,
  chosen: Chosen,
): Chosen | null {
  const others = new Set(categories.map(({ subcategory_code: code }) => code))
  others.delete(category.subcategory_code)
  const cases = plan.record.cases.filter(
    ({ inputs }) =>
      others.has(String(inputs['subcategory_code'])) && (inputs['licensee_code'] ?? licensee) === licensee,
  )
  return firstAnswered(plans, chosen.state, cases)?.chosen ?? null
}

type Example = { readonly chosen: Chosen; readonly units: string }

function firstAnswered(plans: readonly AnswerPlan[], state: string, cases: readonly RegressionCase[]): Example | null {
  for (const { inputs } of cases) {
    const { subcategory_code: code, licensee_code: licensee = '', energy_units: units, ...rest } = inputs
    const asked = { state, licensee: String(licensee), code: String(code) }
    const needed = choicesOf(plans, { ...asked, values: {} })?.fields.filter(({ required }) => required) ?? []
    const values = Object.fromEntries(
      Object.entries(rest)
        .filter(([name]) => !DATES.has(name) || needed.some((field) => field.name === name))
        .map(([name, value]) => [name, value === true ? 'yes' : value === false ? 'no' : String(value)]),
    )
    const chosen = { ...asked, values }
    const body = choicesOf(plans, chosen)?.body
    if (body !== undefined && ask(plans, { ...body, energy_units: String(units) }).ok)
      return { chosen, units: String(units) }
  }
  return null
}

/** From a worked case; the form sets the year, unless the category needs the date. */
const DATES = new Set(['billing_date', 'effective_on'])

const day = (name: string, label: string, help: string): Field => {
  return { name, label, kind: 'date', unit: null, words: [], required: false, help }
}

/** Fields of every category: some rates apply only in part of a year, and one month is assumed without a bill period. */
const DAYS: readonly Field[] = [
  day(
    'effective_on',
    'Day of the tariff',
    'Default: the first day of the newest release; the last day of an earlier year',
  ),
  day('bill_period.from', 'Bill period: from', INPUTS.bill_period.parts.from.description),
  day('bill_period.to', 'Bill period: to', INPUTS.bill_period.parts.to.description),
]
/** Inputs that choose the day of the tariff. */
const DATED_BY = ['effective_on', 'billing_date', 'bill_period']

/** The year of an answer that is not of the chosen release, because a day in the form is in another one; otherwise null. */
export const otherYearOf = ({ plan }: Choices, asked: Asked): string | null =>
  asked.ok && asked.from.record.release_id !== plan.record.release_id ? asked.from.record.financial_year : null

/**
 * What was chosen, such as by an old link, and does not exist here: choices, for which the form shows the first option,
 * and inputs that it has no field for, which the answer does not use.
 */
export function unavailable({ plan, licensee, category, fields }: Choices, chosen: Chosen): string[] {
  const choices = [
    [chosen.release ?? '', plan.record.release_id],
    [chosen.licensee, licensee],
    [chosen.code, category.subcategory_code],
  ].flatMap(([wanted = '', shown]) => (wanted === '' || wanted === shown ? [] : [wanted]))
  const names = new Set(fields.map(({ name }) => name))
  const inputs = Object.entries(chosen.values).flatMap(([name, text]) =>
    text === '' || names.has(name) ? [] : [`“${titleOfName(name)}”`],
  )
  return [...choices, ...inputs]
}

/**
 * Another category. Inputs that it has too stay: the same field, in the same unit, with a word that it takes; 7 kW do not
 * become 7 HP.
 */
export function withCategory(plans: readonly AnswerPlan[], chosen: Chosen, code: string): Chosen {
  const before = choicesOf(plans, chosen)?.fields ?? []
  const after = choicesOf(plans, { ...chosen, code })?.fields ?? []
  const isKept = (name: string, text: string): boolean => {
    const [old, next] = [before, after].map((fields) => fields.find((field) => field.name === name))
    return next !== undefined && next.unit === old?.unit && (next.words.length === 0 || next.words.includes(text))
  }
  const values = Object.fromEntries(Object.entries(chosen.values).filter(([name, text]) => isKept(name, text)))
  return { ...chosen, code, values }
}

/** Remaining choices, and the request for the current ones; a missing choice defaults to the first option. */
export function choicesOf(plans: readonly AnswerPlan[], chosen: Chosen): Choices | null {
  const years = newest(plans)
  const plan = years.find(({ record }) => record.release_id === chosen.release) ?? years[0]
  if (plan === undefined) return null
  const { record } = plan
  const licensees = record.licensees.filter(({ status }) => status === 'active')
  const licensee = (licensees.find(({ code }) => code === chosen.licensee) ?? licensees[0])?.code ?? ''
  const categories = record.categories.filter(({ licensee_code: own }) => own === null || own === licensee)
  const category = categories.find(({ subcategory_code: code }) => code === chosen.code) ?? categories[0]
  if (category === undefined) return null
  const rows = record.rows.filter(
    (row) => row.subcategory_code === category.subcategory_code && (row.licensee_code ?? licensee) === licensee,
  )
  const unit = energyUnitOf(rows)
  const taken = plan.plan.find(category.licensee_code, category.subcategory_code)?.words ?? new Map()
  const own = fieldsOf({ record, category, licensee, unit, taken })
  const fields = [...own.filter(({ name }) => DAYS.every((each) => each.name !== name)), ...DAYS]
  const steps = rows.flatMap(({ charges }) =>
    charges.filter(({ component }) => component === 'energy').flatMap((charge) => charge.steps),
  )
  const edges = [...new Set(steps.flatMap(({ to }) => (to !== null && /^\d/.test(to) ? [Number(to)] : [])))]
  const request = requestOf(fields, chosen.values)
  const isDated = plan === years[0] || DATED_BY.some((name) => name in request)
  return {
    plan,
    licensees,
    notServed: record.licensees.filter(({ status }) => status !== 'active'),
    licensee,
    categories,
    category,
    fields,
    edges,
    unit,
    body: {
      state_code: record.state_code,
      subcategory_code: category.subcategory_code,
      ...(licensee === '' ? {} : { licensee_code: licensee }),
      ...(isDated ? {} : { effective_on: record.effective_to }),
      ...request,
    },
  }
}
