import { inexactContext, type ResolverBody, resolverBody } from '../releases/engine/resolver/body.ts'
import { resolveCategory } from '../releases/engine/resolver/resolve-category.ts'
import type { Category } from '../releases/record/category.ts'
import type { ReleaseRecord } from '../releases/record/record.ts'
import { shippedRecords } from '../scripts/shipped-records.ts'
import { BIHAR_ANSWER, biharAnswer } from './support/bihar-answer.ts'
import { perSecond, requestSet } from './support/per-second.ts'
import { type BenchRow, numberText } from './support/row.ts'

type Asked = { readonly record: ReleaseRecord; readonly body: ResolverBody }

/** Facts as a caller writes them: a record has them as text. */
const FACT: Readonly<Record<string, boolean>> = { true: true, false: false }

/** What is said of a connection of a category: its facts, and a load of its own for each request. */
function contextOf({ facts }: Category, index: number): object {
  const told = Object.entries(facts).map(([fact, [value = '']]) => [fact, FACT[value] ?? value])
  const context = { area_type: 'urban', supply_level: 'lt', ...Object.fromEntries(told) }
  const known = Object.entries(context).filter(([fact, value]) => isAskable(fact, value))
  return { ...Object.fromEntries(known), connected_load: (index * 317) / 1000 }
}

/** A record may rest on facts that no caller can be asked for. */
function isAskable(fact: string, value: unknown): boolean {
  return resolverBody.shape.context.safeParse({ [fact]: value }).success
}

/** The nth request: the states take turns, and the categories of each. */
function asked(records: readonly ReleaseRecord[], index: number): Asked {
  const record = records[index % records.length]
  const category = record?.categories[Math.floor(index / records.length) % record.categories.length]
  if (record === undefined || category === undefined) throw new Error('no definition is shipped')
  const licensee = category.licensee_code === null ? {} : { licensee_code: category.licensee_code }
  const body = resolverBody.parse({ state_code: record.state_code, ...licensee, context: contextOf(category, index) })
  if (inexactContext(body).length > 0) throw new Error(`inexact: ${JSON.stringify(body)}`)
  return { record, body }
}

function answerText({ record, body: { licensee_code, context } }: Asked): string {
  const { state_code, financial_year, tier, release_id } = record
  const licensee = licensee_code ?? null
  const resolution = resolveCategory(record, licensee, context)
  return JSON.stringify({ state_code, licensee, financial_year, tier, context, ...resolution, release_id })
}

function resolvedShare(set: readonly Asked[]): number {
  const resolved = set.filter(({ record, body }) => {
    const { resolution } = resolveCategory(record, body.licensee_code ?? null, body.context)
    return resolution === 'resolved'
  })
  return resolved.length / set.length
}

/** Answers of the category resolver a second, over every category of every shipped definition in turn. */
export async function benchResolver({ answers = 5_000 } = {}): Promise<BenchRow[]> {
  const records = (await shippedRecords()).map(({ record }) => record)
  const set = requestSet((index) => asked(records, index))
  const bill = await biharAnswer('resolver', answers)
  const value = perSecond(answers, set, (each) => answerText(each).length)
  const categories = records.reduce((sum, record) => sum + record.categories.length, 0)
  return [
    bill,
    {
      part: 'resolver',
      name: 'category resolver',
      value,
      unit: 'per s',
      baseline: BIHAR_ANSWER,
      ratio: value / bill.value,
      target: null,
      note: `${records.length} definitions, ${categories} categories; ${numberText(resolvedShare(set) * 100)} % resolve`,
    },
  ]
}
