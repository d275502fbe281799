import type { RowPlan } from '../../../releases/engine/charges/row.ts'
import type { CategoryPlan } from '../../../releases/engine/compile/category.ts'
import type { Plan } from '../../../releases/engine/compile/plan.ts'
import type { Inputs } from '../../../releases/engine/given-inputs.ts'
import { categoryPath, groupBy } from '../record/groups.ts'
import { repeatedCategories } from '../record/likeness.ts'
import { type Question, type Sampler, sampleHolds } from './samples.ts'

/** A licensee and a subcategory code that a request can name, with the compiled categories and all their rows. */
export type CompiledGroup = {
  readonly path: string
  readonly categories: readonly [CategoryPlan, ...CategoryPlan[]]
  readonly rows: readonly RowPlan[]
  /**
   * The rules that decide which requests are in range and which row applies. Groups with the same text get the same
   * requests.
   */
  readonly asks: string
}

/** The groups of a release, without those whose categories all repeat another licensee's. */
export function compiledGroups(release: Plan): CompiledGroup[] {
  const { record, categories } = release
  const repeated = repeatedCategories(release)
  const keyed = categories
    .map((plan, index) => ({ plan, category: record.categories[index] }))
    .filter(({ category }) => category === undefined || !repeated.has(category))
  return [...groupBy(keyed, ({ plan }) => `${plan.licenseeCode}/${plan.code}`).values()].map((same) => {
    const [{ plan, category }, ...others] = same
    const path = category === undefined ? `categories/${plan.code}` : categoryPath(category)
    const categories = [plan, ...others.map((other) => other.plan)] as const
    const { rows, largestMilli } = plan
    const bounds = categories.map((each) => each.bounds.map(({ condition }) => condition))
    const conditions = rows.map((row) => row.conditions.map(({ condition }) => condition))
    return { path, categories, rows, asks: JSON.stringify([largestMilli, bounds, conditions]) }
  })
}

const isInside = ({ categories }: CompiledGroup, sample: Inputs): boolean =>
  categories.some(({ bounds }) => sampleHolds(bounds, sample))

export type Taken = { readonly sample: Inputs; readonly takenBy: readonly RowPlan[] }

/** Requests in the declared range that distinguish the parts being tested, and the rows that apply to each. */
export function taken(sampler: Sampler, group: CompiledGroup, question: Question): Taken[] {
  const { categories, rows } = group
  const tests = [...rows.flatMap((row) => row.conditions), ...categories.flatMap(({ bounds }) => bounds)]
  const [{ largestMilli }] = categories
  const conditions = [...tests.map(({ condition }) => condition), ...question.conditions]
  return sampler
    .samples({ ...question, conditions, largestMilli })
    .filter((sample) => isInside(group, sample))
    .map((sample) => ({ sample, takenBy: rows.filter((row) => sampleHolds(row.conditions, sample)) }))
}

/** Parts with conditions and dates. */
export const REACHED = 'conditions that some request in the declared range meets'
