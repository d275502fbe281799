import { expect, test } from 'vitest'
import { bodyOf } from '../../pipeline/gates/calculation/draft.ts'
import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import { answerRequest } from '../../releases/engine/answer-request.ts'
import type { Input } from '../../releases/engine/input.ts'
import { INPUTS, type InputName } from '../../releases/engine/inputs.ts'
import type { FieldProblem } from '../../releases/engine/refuse.ts'
import { calculateBody } from '../../releases/engine/request/body.ts'
import type { Category } from '../../releases/record/category.ts'
import type { CoveredCategory } from '../../services/api/contract/responses/coverage.ts'
import { categoryRecords } from '../../services/api/snapshot/category-record.ts'
import { ODISHA_2025_26, shippedPlan } from '../support/definitions.ts'
import { ask, type Body, SERVING } from './ask.ts'
import { coverageAt } from './coverage-at.ts'
import { EXAMPLES } from './examples.ts'

type Listed = CoveredCategory['inputs'][number]

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
function known({ selectors }: AnswerPlan['record'], name: string): Given[] {
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
  const covered = coverageAt(plan).categories
  const wrong: unknown[] = []
  let tried = 0
  for (const category of categoriesOf(plan)) {
    const body = knownBody(plan, category)
    if (body === null) continue
    const { subcategory_code: code, licensee_code: own } = category
    // A code may have several entries, each with its own words; a request names only the code.
    const entries = covered.filter((each) => {
      return each.subcategory_code === code && (own === null || each.licensees.includes(own))
    })
    for (const [name, inputs] of Map.groupBy(
      entries.flatMap((each) => each.inputs),
      (each) => each.name,
    )) {
      const said = inputs.flatMap(listed)
      const places = new Set(said.map((each) => JSON.stringify([each.field, each.value])))
      const others = known(record, name).filter(({ field, value }) => !places.has(JSON.stringify([field, value])))
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

/** Quantities of a small and of a large customer: what is needed may depend on them. */
const SIZES = [0.3, 3, 30, 90, 300, 3000]

/** A request with nothing but what an entry lists as required, as large as `size`, with the first or the last words. */
function requestOf(
  { effective_to: day, state_code }: AnswerPlan['record'],
  entry: CoveredCategory,
  size: number,
  licensee: { licensee_code: string; districts: readonly string[] } | undefined,
  word: 0 | -1 = 0,
): Body {
  const filledIn = ({ name, kind, words, parts }: Listed): unknown => {
    if (name === 'licensee_code') return licensee?.licensee_code
    if (name === 'district') return licensee?.districts[0]
    if (parts !== null) {
      const needed = parts.filter((part) => part.required)
      return Object.fromEntries(needed.map((part) => [part.name, part.words?.at(word) ?? size]))
    }
    if (kind === 'date') return day
    return kind === 'quantity' ? size : words?.at(word)
  }
  const required = entry.inputs.filter((input) => input.required)
  const given = Object.fromEntries(required.map((input) => [input.name, filledIn(input)]))
  return { state_code, subcategory_code: entry.subcategory_code, ...given } as Body
}

/** The fields that are asked for, or the code of another refusal; null: it is answered. */
function outcome(plan: AnswerPlan, body: Readonly<Record<string, unknown>>): string | readonly string[] | null {
  const read = calculateBody.safeParse(body)
  if (!read.success) return read.error.issues.map(({ path }) => `/${path.join('/')}`)
  const answer = answerRequest([plan], read.data, 'specimen')
  if (answer.ok) return null
  if (answer.code === 'LICENSEE_REQUIRED') return ['/licensee_code']
  if (answer.code !== 'INVALID_REQUEST_FIELD') return answer.code
  const { fields = [] } = answer.details as { fields?: readonly FieldProblem[] }
  return fields.some(({ rule }) => !rule.startsWith('required')) ? answer.code : fields.map(({ field }) => field)
}

/** Where the required inputs of a release's entries are not what calculate asks for. */
function wrongRequirements(plan: AnswerPlan): { tried: number; wrong: unknown[] } {
  const { categories, licensees } = coverageAt(plan)
  const wrong: unknown[] = []
  let tried = 0
  for (const entry of categories) {
    const { category_id, subcategory_code } = entry
    for (const own of entry.licensees.length === 0 ? [undefined] : entry.licensees) {
      const named = licensees.find(({ licensee_code }) => licensee_code === own)
      const bodies = SIZES.map((size) => requestOf(plan.record, entry, size, named))
      const outcomes = bodies.map((body) => outcome(plan, body))
      const note = (...what: unknown[]) => wrong.push([own, subcategory_code, category_id, ...what])
      for (const each of outcomes) if (Array.isArray(each)) note('asks for', each)
      if (!outcomes.some((each) => each === null || (each === 'RATE_NOT_VERIFIED' && !entry.supported)))
        note('is never answered', outcomes)
      for (const { name } of entry.inputs.filter(({ required }) => required)) {
        const without = bodies.map(({ [name]: _left, ...body }) => outcome(plan, body))
        if (!without.some((each) => Array.isArray(each) && each.some((field) => field.split('/')[1] === name)))
          note('does not need', name)
        tried += 1
      }
    }
  }
  return { tried, wrong }
}

test.each(RELEASES.map((plan) => [plan.record.release_id, plan] as const))(
  '%s: an entry lists as required what calculate asks for, and nothing else',
  (_id, plan) => {
    const { tried, wrong } = wrongRequirements(plan)
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(5)
  },
)

/** Where the inputs of the listed categories are not those of the coverage, or not what calculate asks for. */
function wrongCategories(plan: AnswerPlan): { tried: number; wrong: unknown[] } {
  const { categories, licensees } = coverageAt(plan)
  const wrong: unknown[] = []
  let tried = 0
  for (const listed of categoryRecords(plan.record)) {
    const { licensee_code: own, state_subcategory_code: code, category_id: id } = listed
    const note = (...what: unknown[]) => wrong.push([own, code, id, ...what])
    const entry = categories.find((each) => {
      return each.subcategory_code === code && each.category_id === id && (own === null || each.licensees.includes(own))
    })
    if (entry === undefined) {
      note('is not covered')
      continue
    }
    const wholes = (names: readonly string[]) => new Set(names.map((name) => name.split('.')[0] as string))
    const required = wholes(listed.required_calculation_inputs)
    const names = wholes([...required, ...listed.optional_calculation_inputs])
    const covered = ['state_code', 'subcategory_code', ...entry.inputs.map(({ name }) => name)]
    if ([...names].sort().join() !== covered.sort().join()) note('lists', [...names], 'and not', covered)
    const named = licensees.find(({ licensee_code }) => licensee_code === (own ?? entry.licensees[0]))
    const bodies = SIZES.flatMap((size) =>
      ([0, -1] as const).map((at) => requestOf(plan.record, entry, size, named, at)),
    )
    const answered = bodies.filter((body) => [null, 'RATE_NOT_VERIFIED'].includes(outcome(plan, body) as string | null))
    const asksFor = (name: string, body: Body) => {
      const { [name]: _left, ...without } = body as Record<string, unknown>
      const asked = outcome(plan, without)
      return Array.isArray(asked) && asked.some((field) => field.split('/')[1] === name)
    }
    for (const name of Object.keys(answered[0] as Body)) {
      const isAlways = answered.every((body) => asksFor(name, body))
      if (isAlways !== required.has(name)) note(name, isAlways ? 'is always needed' : 'is not always needed')
      tried += 1
    }
  }
  return { tried, wrong }
}

test.each(RELEASES.map((plan) => [plan.record.release_id, plan] as const))(
  '%s: a category lists the inputs that its coverage lists, and as required what each request needs',
  (_id, plan) => {
    const { tried, wrong } = wrongCategories(plan)
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(5)
  },
)

test('an entry lists the words that choose its own rows, and needs what they read', () => {
  const { categories } = coverageAt(SERVING.MH[0])
  const entries = ['MH_AEML', 'MH_BEST'].flatMap((licensee) =>
    categories.filter((each) => each.subcategory_code === 'LT-I-B' && each.licensees.includes(licensee)),
  )
  const read = ({ inputs }: CoveredCategory, name: string) => inputs.find((input) => input.name === name)
  expect(
    entries.map((entry) => [entry.category_id, read(entry, 'phase')?.words, read(entry, 'connected_load')?.required]),
  ).toEqual([
    ['LT-I-B', ['single'], false],
    ['LT-I-B-3PH', ['three'], true],
    ['LT-I-B', ['single'], undefined],
    ['LT-I-B-3PH', ['three'], undefined],
  ])
})

test('a release of one licensee needs its name, also if the schedule is the same for all', () => {
  const [plan] = SERVING.TS
  const isRequired = (scope?: string) =>
    coverageAt(plan, scope).categories.map(
      ({ inputs }) => inputs.find(({ name }) => name === 'licensee_code')?.required,
    )
  expect([new Set(isRequired()), new Set(isRequired('TS_TGSPDCL'))]).toEqual([new Set([false]), new Set([true])])
  const own = { ...plan, context: { ...plan.context, scope: 'TS_TGSPDCL' } }
  const { licensee_code: _left, ...body } = { ...EXAMPLES.TS, licensee_code: 'TS_TGSPDCL' }
  expect(ask(body, { serving: [own] }).code).toBe('STATE_NOT_RELEASED')
  expect(ask({ ...body, licensee_code: 'TS_TGSPDCL' }, { serving: [own] }).code).toBeNull()
})
