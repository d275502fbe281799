import type { AdjustmentPlan } from '../../../releases/engine/adjustments/adjustment.ts'
import type { CategoryPlan } from '../../../releases/engine/compile/category.ts'
import { compileCondition, type Test } from '../../../releases/engine/language/condition.ts'
import { type Dates, datesOf, holdsOn, isDated } from '../../../releases/engine/language/dates.ts'
import type { Category } from '../../../releases/record/category.ts'
import { namesOfCategory, quantitiesBehind, readsAmount } from '../../../releases/record/names.ts'
import type { Quantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { type Found, failing } from '../gate.ts'
import { type Sampler, sampleHolds, sampleText } from './samples.ts'
import { type CompiledGroup, REACHED, taken } from './taken.ts'

/** Possible faults of cases of quantities and adjustments. */
export const CASE_FAULTS = [
  'quantity_unread',
  'no_case',
  'several_cases',
  'quantity_case_unreached',
  'adjustment_case_unreached',
] as const
type CaseFault = (typeof CASE_FAULTS)[number]

/** The quantities that any part of a category reads. */
function quantitiesOf(record: ReleaseRecord, { code, licenseeCode, adjustments }: CategoryPlan): Quantity[] {
  const ids = new Set(adjustments.map(({ id }) => id))
  const isOwn = (each: Pick<Category, 'subcategory_code' | 'licensee_code'>): boolean =>
    each.subcategory_code === code && each.licensee_code === licenseeCode
  const bounds = record.categories.filter(isOwn).flatMap((each) => each.bounds)
  const own = record.rules.adjustments.filter((each) => ids.has(each.adjustment_id))
  return quantitiesBehind(record, namesOfCategory(record, bounds, record.rows.filter(isOwn), own))
}

type CaseTests = { readonly tests: readonly Test[]; readonly dates: Dates }

function casesOf(sampler: Sampler, { quantity_id, cases }: Quantity): CaseTests[] {
  return cases.map((each) => ({
    tests: each.when.map((condition) => compileCondition(condition, sampler.quantities, `quantities/${quantity_id}`)),
    dates: datesOf(each),
  }))
}

/**
 * For each request of a category that uses the quantity, exactly one of its cases applies, and each case applies to
 * some request.
 */
export function checkQuantities(
  record: ReleaseRecord,
  sampler: Sampler,
  groups: readonly CompiledGroup[],
): Found<CaseFault>[] {
  const users = groups.map((group) => ({
    group,
    quantities: group.categories.flatMap((each) => quantitiesOf(record, each)),
  }))
  return record.quantities.flatMap((quantity) => {
    const path = `quantities/${quantity.quantity_id}`
    const own = users.filter(({ quantities }) => quantities.includes(quantity))
    if (own.length === 0) return [failing(path, 'quantity_unread', 'a category that reads it', 'none does')]
    const cases = casesOf(sampler, quantity)
    if (cases.length === 1 && cases[0]?.tests.length === 0 && !isDated(cases[0].dates)) return []
    const reached = new Set<number>()
    const undecided: Found<CaseFault>[] = []
    const decided = new Set<string>()
    for (const { group } of own) {
      if (decided.has(group.asks)) continue
      const dates = cases.map((each) => each.dates)
      const asked = taken(sampler, group, { conditions: [], names: [quantity.quantity_id], dates }).filter(
        ({ sample, takenBy }) =>
          takenBy.length > 0 && (quantity.instead === null || sample.values[quantity.instead] === undefined),
      )
      const holding = asked.map(({ sample }) => ({
        sample,
        held: cases.flatMap((each, index) =>
          holdsOn(each.dates, sample) && sampleHolds(each.tests, sample) ? [index] : [],
        ),
      }))
      for (const { held } of holding) for (const index of held) reached.add(index)
      const wrong = holding.find(({ held }) => held.length !== 1)
      if (wrong === undefined) {
        decided.add(group.asks)
        continue
      }
      const which = wrong.held.length === 0 ? 'no case applies' : `cases ${wrong.held.join(' and ')} apply`
      const fault = wrong.held.length === 0 ? 'no_case' : 'several_cases'
      const found = `${which} for ${sampleText(record, wrong.sample, dates.some(isDated))} (${group.path})`
      undecided.push(failing(path, fault, 'exactly one case for every request of the categories that use it', found))
    }
    const idle = cases.flatMap((_, index) => (reached.has(index) ? [] : [index]))
    return [
      ...undecided,
      ...idle.map((index) =>
        failing(`${path}/cases/${index}`, 'quantity_case_unreached', REACHED, 'no request meets them'),
      ),
    ]
  })
}

/** Whether an adjustment is for the licensee of a group. */
export function isMade({ categories: [{ licenseeCode }] }: CompiledGroup, { licensees }: AdjustmentPlan): boolean {
  return licensees === null || licenseeCode === null || licensees.has(licenseeCode)
}

/** The cases of an adjustment that apply to some request, ignoring conditions on amounts. */
function reachedCases(sampler: Sampler, group: CompiledGroup, { cases }: AdjustmentPlan): string[] {
  const [{ optional }] = group.categories
  const conditions = cases.flatMap(({ tests }) => tests.map(({ condition }) => condition))
  const dates = cases.map((each) => each.dates)
  const reached = new Set<string>()
  for (const { sample, takenBy } of taken(sampler, group, { conditions, dates, absent: new Set(optional) })) {
    if (takenBy.length === 0) continue
    for (const each of cases) {
      const byAmount = each.tests.filter(({ condition }) => readsAmount(condition))
      const rest = each.tests.filter((test) => !byAmount.includes(test))
      if (!holdsOn(each.dates, sample) || !sampleHolds(rest, sample)) continue
      reached.add(each.id)
      if (byAmount.length === 0) break
    }
  }
  return [...reached]
}

export function checkAdjustments(
  record: ReleaseRecord,
  sampler: Sampler,
  groups: readonly CompiledGroup[],
): Found<CaseFault>[] {
  return record.rules.adjustments.flatMap(({ adjustment_id: id, cases }) => {
    const known = new Map<string, readonly string[]>()
    const reached = new Set(
      groups.flatMap((group) => {
        const [{ adjustments, optional }] = group.categories
        const plan = adjustments.find((each) => each.id === id)
        if (plan === undefined || !isMade(group, plan)) return []
        const key = `${group.asks} ${optional.join()}`
        const found = known.get(key) ?? reachedCases(sampler, group, plan)
        known.set(key, found)
        return found
      }),
    )
    return cases
      .filter(({ case_id }) => !reached.has(case_id))
      .map(({ case_id }) => {
        const found = 'no request meets them, or an earlier case always applies'
        return failing(`rules/adjustments/${id}/${case_id}`, 'adjustment_case_unreached', REACHED, found)
      })
  })
}
