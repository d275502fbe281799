import { expect, test } from 'vitest'
import { bodyOf } from '../../pipeline/gates/calculation/draft.ts'
import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import { answerRequest } from '../../releases/engine/answer-request.ts'
import type { Input } from '../../releases/engine/input.ts'
import { INPUTS, type InputName } from '../../releases/engine/inputs.ts'
import type { FieldProblem } from '../../releases/engine/refuse.ts'
import { calculateBody } from '../../releases/engine/request/body.ts'
import type { Category } from '../../releases/record/category.ts'
import { coverageInputs } from '../../services/api/snapshot/coverage-inputs.ts'
import { ODISHA_2025_26, shippedPlan } from '../support/definitions.ts'
import { SERVING } from './ask.ts'

type Listed = ReturnType<typeof coverageInputs>[number]

/** One category for each code: those of other licensees differ by figures only. */
const categoriesOf = ({ record }: AnswerPlan): readonly Category[] => [
  ...new Map(record.categories.map((category) => [category.subcategory_code, category])).values(),
]

/** An answered request of the category, from the release's own cases; null: it has none. */
function knownBody({ record }: AnswerPlan, { subcategory_code: code, licensee_code: own }: Category) {
  const known = record.cases.find(({ inputs, expected }) => {
    return (
      inputs['subcategory_code'] === code &&
      (own ?? inputs['licensee_code']) === inputs['licensee_code'] &&
      !('refusal' in expected)
    )
  })
  return known === undefined ? null : bodyOf(record.state_code, known.inputs)
}

/** Members that a body may give: a word or flag of an input, or of a part of it, by its place. */
type Given = { readonly field: string; readonly name: string; readonly value: unknown }

function membersOf(name: string, words: readonly string[], parts: readonly (readonly [string, readonly unknown[]])[]) {
  const ofParts = parts.flatMap(([part, values]) =>
    values.map((value): Given => ({ field: `/${name}/${part}`, name, value: { [part]: value } })),
  )
  const count = (word: string) => (name === 'billing_days' ? Number(word) : word)
  return [...words.map((word): Given => ({ field: `/${name}`, name, value: count(word) })), ...ofParts]
}

/** Everything that the coverage lists for an input. */
function listed({ name, words, parts }: Listed): Given[] {
  if (name === 'generation_units') return [{ field: '/generation_units', name, value: 5 }]
  const isNamed = name === 'licensee_code' || name === 'district'
  const flagsAndWords = (parts ?? []).map(({ name: part, kind, words: own }) => {
    return [part, kind === 'flag' ? [true, false] : (own ?? [])] as const
  })
  return membersOf(name, isNamed ? [] : (words ?? []), flagsAndWords)
}

/** All words and flags of the table of inputs, and of the selectors that the release declares. */
function known({ selectors }: AnswerPlan['record'], { name }: Listed): Given[] {
  const input: Input = INPUTS[name as InputName]
  if (name === 'selectors')
    return membersOf(
      name,
      [],
      selectors.map(({ selector, words }) => [selector, words]),
    )
  if (input.kind === 'word') return membersOf(name, input.words, [])
  if (input.kind !== 'object') return []
  const flags = Object.entries(input.parts).filter(([, { kind }]) => kind === 'flag')
  return membersOf(
    name,
    [],
    flags.map(([part]) => [part, [true, false]]),
  )
}

/** What is said against a value: that it is no word, no part or no operation of the category. */
function faultOf(
  plan: AnswerPlan,
  body: Readonly<Record<string, unknown>>,
  { field, name, value }: Given,
): string | null {
  const before = body[name]
  const isPart = field !== `/${name}`
  const whole = isPart && typeof before === 'object' ? { ...before, ...(value as object) } : value
  const companion = name === 'generation_units' ? { metering: 'gross' } : {}
  const given = { ...body, ...companion, [name]: whole }
  const answer = answerRequest([plan], calculateBody.parse(given), 'specimen')
  if (answer.ok) return null
  if (answer.code === 'UNSUPPORTED_OPERATION') return answer.code
  const { fields = [] } = answer.details as { fields?: readonly FieldProblem[] }
  const own = fields.find((each) => each.field === field || field.startsWith(`${each.field}/`))
  return own === undefined || own.rule === 'one_of' ? null : own.rule
}

/** The listed values that are refused, and the others that are taken. */
function differences(plan: AnswerPlan): { tried: number; wrong: unknown[] } {
  const { record } = plan
  const wrong: unknown[] = []
  let tried = 0
  for (const category of categoriesOf(plan)) {
    const body = knownBody(plan, category)
    if (body === null) continue
    const { subcategory_code: code, licensee_code: own } = category
    const rows = record.rows.filter((row) => row.subcategory_code === code && row.licensee_code === own)
    for (const input of coverageInputs(record, category, rows, own === null ? [] : [own])) {
      const said = listed(input)
      const places = new Set(said.map((each) => JSON.stringify([each.field, each.value])))
      const others = known(record, input).filter(({ field, value }) => !places.has(JSON.stringify([field, value])))
      tried += said.length + others.length
      for (const each of said) {
        const fault = faultOf(plan, body, each)
        // A word that disagrees is for a bill of another month.
        if (fault !== null && fault !== 'disagrees') wrong.push([code, each.field, each.value, fault])
      }
      for (const each of others)
        if (faultOf(plan, body, each) === null) wrong.push([code, each.field, each.value, 'is taken, and not listed'])
    }
  }
  return { tried, wrong }
}

const RELEASES = [...Object.values(SERVING).flat(), await shippedPlan(ODISHA_2025_26)]
const FOUND = RELEASES.map((plan) => [plan.record.release_id, differences(plan)] as const)

test.each(FOUND)('%s: coverage lists every word and part that calculate takes, and no others', (_id, { wrong }) => {
  expect(wrong).toEqual([])
})

test('words and parts of many categories are tried', () => {
  expect(FOUND.reduce((sum, [, { tried }]) => sum + tried, 0)).toBeGreaterThan(1500)
})
