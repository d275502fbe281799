import type { AdjustmentPlan } from '../../../releases/engine/adjustments/adjustment.ts'
import { holdsOn } from '../../../releases/engine/language/dates.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { casesIn } from '../../../releases/record/figures.ts'
import { readsAmount } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { type Found, failing } from '../gate.ts'
import { groupBy } from '../record/groups.ts'
import { fold } from '../text/fold.ts'
import { isMade } from './reached-cases.ts'
import { type Sampler, sampleHolds, sampleText } from './samples.ts'
import { type CompiledGroup, taken } from './taken.ts'

/** A case with an amount, and the print that it is read from. */
type Amount = { readonly path: string; readonly rule: string; readonly caseId: string; readonly figure: Figure }

/** Cases of rules whose amount is of the same print, with the same effect on the same base. */
function alike(record: ReleaseRecord): (readonly Amount[])[] {
  const amounts = casesIn(record).flatMap(({ path, rule, own }) =>
    own.values.flatMap(({ kind, per, steps }) =>
      steps.map(({ figure }) => {
        const { source_id, locator, quote, cell, printed } = figure
        const place = [source_id, locator.page, cell?.row ?? fold(quote), cell?.column ?? [], printed]
        const key = JSON.stringify([place, own.effect, kind, per, rule.of.toSorted(), rule.part])
        return { key, path, rule: rule.adjustment_id, caseId: own.case_id, figure }
      }),
    ),
  )
  return [...groupBy(amounts, ({ key }) => key).values()]
}

/** Whether some rules are for one licensee; those without a list are for all. */
function shareLicensee(plans: readonly [AdjustmentPlan, string][]): boolean {
  const lists = plans.flatMap(([{ licensees }]) => (licensees === null ? [] : [licensees]))
  const [first, ...others] = lists
  return first === undefined || [...first].some((code) => others.every((each) => each.has(code)))
}

/** A request of a group to which a case of one rule and a case of another both apply. */
function both(sampler: Sampler, group: CompiledGroup, asked: readonly [AdjustmentPlan, string][]) {
  const cases = asked.flatMap(([{ cases }, id]) => cases.filter((each) => each.id === id))
  const tests = cases.flatMap((each) => each.tests.filter(({ condition }) => !readsAmount(condition)))
  const dates = cases.map((each) => each.dates)
  const conditions = tests.map(({ condition }) => condition)
  return taken(sampler, group, { conditions, dates }).find(
    ({ sample, takenBy }) =>
      takenBy.length > 0 && dates.every((each) => holdsOn(each, sample)) && sampleHolds(tests, sample),
  )?.sample
}

/** Amounts that are printed once and read by two rules which both apply to some request. */
export function countedTwice(
  record: ReleaseRecord,
  sampler: Sampler,
  groups: readonly CompiledGroup[],
): Found<'counted_twice'>[] {
  return alike(record).flatMap((amounts) =>
    amounts.flatMap((amount, index) => {
      const others = amounts.slice(0, index).filter(({ rule }) => rule !== amount.rule)
      for (const other of others) {
        for (const group of groups) {
          const [{ adjustments }] = group.categories
          const plans = [other, amount].flatMap(({ rule, caseId }): [AdjustmentPlan, string][] => {
            const plan = adjustments.find((each) => each.id === rule)
            return plan === undefined || !isMade(group, plan) ? [] : [[plan, caseId]]
          })
          const sample = plans.length === 2 && shareLicensee(plans) ? both(sampler, group, plans) : undefined
          if (sample === undefined) continue
          const found = `${other.path} reads it too, and both apply to ${sampleText(record, sample)} (${group.path})`
          const expected = `one rule for "${amount.figure.printed}" of "${amount.figure.quote}"`
          return [failing(amount.path, 'counted_twice', expected, found)]
        }
      }
      return []
    }),
  )
}
