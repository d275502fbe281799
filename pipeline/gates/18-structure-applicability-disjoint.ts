import type { AdjustmentPlan } from '../../releases/engine/adjustments/adjustment.ts'
import type { CategoryPlan } from '../../releases/engine/compile/category.ts'
import type { ChargePlan } from '../../releases/engine/compile/charge.ts'
import type { Plan } from '../../releases/engine/compile/plan.ts'
import type { RowPlan } from '../../releases/engine/compile/row.ts'
import { compileCondition, type Test } from '../../releases/engine/language/condition.ts'
import { type Dates, datesOf, holdsOn, isDated } from '../../releases/engine/language/dates.ts'
import { inputNamed } from '../../releases/engine/language/names.ts'
import type { Inputs } from '../../releases/engine/types.ts'
import { isDecimal, toScaled } from '../../releases/record/decimal.ts'
import { type Condition, comparisonsOf, conditionText } from '../../releases/record/expression.ts'
import type { Quantity } from '../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { type Candidate, type Finding, type Gate, verdict } from './gate.ts'
import { planOf } from './support/compiled.ts'
import { finding } from './support/finding.ts'
import { groupBy } from './support/group-by.ts'
import { categoryPath } from './support/groups.ts'
import { plainName, quantitiesBehind, readsAmount } from './support/names.ts'
import { isPriced } from './support/priced.ts'
import { type Question, Sampler, sampleHolds, sampleText, wordsText } from './support/samples.ts'

/** Conditions of every part of a record that has some. */
function conditionsOf({
  rows,
  categories,
  quantities,
  rules,
}: ReleaseRecord): { path: string; conditions: readonly Condition[] }[] {
  return [
    ...rows.map(({ row_id, conditions }) => ({ path: `rows/${row_id}`, conditions })),
    ...categories.map((category) => ({ path: categoryPath(category), conditions: category.bounds })),
    ...rows.flatMap(({ row_id, charges }) =>
      charges.map(({ charge_id, when }) => ({ path: `rows/${row_id}/${charge_id}`, conditions: when })),
    ),
    ...quantities.flatMap(({ quantity_id, cases }) =>
      cases.map(({ when }, index) => ({ path: `quantities/${quantity_id}/cases/${index}`, conditions: when })),
    ),
    ...rules.adjustments.flatMap(({ adjustment_id, cases }) =>
      cases.map(({ case_id, when }) => ({ path: `rules/adjustments/${adjustment_id}/${case_id}`, conditions: when })),
    ),
  ]
}

/** What makes a condition impossible to judge, or null. An input has no more than three decimals, and so has its edge. */
function conditionFault(record: ReleaseRecord, sampler: Sampler, condition: Condition, path: string): string | null {
  try {
    compileCondition(condition, sampler.quantities, path)
  } catch (error) {
    return error instanceof Error ? error.message.replace(`${path}: `, '') : String(error)
  }
  for (const { field, value } of comparisonsOf([condition])) {
    const named = inputNamed(record, plainName(record, field))
    if (named === null || named.kind === 'word' || typeof value !== 'string' || !isDecimal(value)) continue
    if (toScaled(value, 3) === null) return `"${value}" is not a quantity of at most three decimals`
  }
  return null
}

function unsound(candidate: Candidate, sampler: Sampler): Finding[] {
  const { record } = candidate
  return conditionsOf(record).flatMap(({ path, conditions }) =>
    conditions.flatMap((condition) => {
      const fault = conditionFault(record, sampler, condition, path)
      if (fault === null) return []
      return [finding(candidate, path, 'a condition that can be judged', `${conditionText(condition)}: ${fault}`)]
    }),
  )
}

/** What a request can name, a licensee and a subcategory code: its categories as compiled, and the rows of all of them. */
type Group = {
  readonly path: string
  readonly categories: readonly [CategoryPlan, ...CategoryPlan[]]
  readonly rows: readonly RowPlan[]
}

function groupsOf({ record, categories }: Plan): Group[] {
  const keyed = categories.map((plan, index) => ({ plan, category: record.categories[index] }))
  return [...groupBy(keyed, ({ plan }) => `${plan.licenseeCode}/${plan.code}`).values()].map((same) => {
    const [{ plan, category }, ...others] = same
    return {
      path: category === undefined ? `categories/${plan.code}` : categoryPath(category),
      categories: [plan, ...others.map((other) => other.plan)],
      rows: plan.rows,
    }
  })
}

const isInside = ({ categories }: Group, sample: Inputs): boolean =>
  categories.some(({ bounds }) => sampleHolds(bounds, sample))

type Taken = { readonly sample: Inputs; readonly takenBy: readonly RowPlan[] }

/** Requests inside the declared range that tell the parts in question apart, and the rows that take each. */
function taken(sampler: Sampler, group: Group, question: Question): Taken[] {
  const { categories, rows } = group
  const tests = [...rows.flatMap((row) => row.conditions), ...categories.flatMap(({ bounds }) => bounds)]
  const [{ largestMilli }] = categories
  const conditions = [...tests.map(({ condition }) => condition), ...question.conditions]
  return sampler
    .samples({ ...question, conditions, largestMilli })
    .filter((sample) => isInside(group, sample))
    .map((sample) => ({ sample, takenBy: rows.filter((row) => sampleHolds(row.conditions, sample)) }))
}

/** One finding for each set of rows that take the same input, with an example. Rows that are all held refuse alike. */
function overlaps(candidate: Candidate, all: readonly Taken[]): Finding[] {
  const shared = all.filter(({ takenBy }) => takenBy.length > 1 && takenBy.some(isPriced))
  const idsOf = ({ takenBy }: Taken): string => takenBy.map(({ rowId }) => rowId).join(' and ')
  return [...groupBy(shared, idsOf)].map(([ids, [example]]) => {
    const path = `rows/${example.takenBy[1]?.rowId}`
    const found = `${ids} both take ${sampleText(candidate.record, example.sample)}`
    return finding(candidate, path, 'rows that exclude each other', found)
  })
}

/** One finding for each combination of words that leaves inputs to no row, with the first and the last example. */
function gaps(candidate: Candidate, { path }: Group, all: readonly Taken[]): Finding[] {
  const { record } = candidate
  const untaken = all.filter(({ takenBy }) => takenBy.length === 0).map(({ sample }) => sample)
  return [...groupBy(untaken, wordsText).values()].map(([first, ...others]) => {
    const last = others.at(-1)
    const more = last === undefined ? '' : `, nor ${sampleText(record, last)}`
    return finding(
      candidate,
      path,
      'rows that cover the declared range',
      `no row takes ${sampleText(record, first)}${more}`,
    )
  })
}

const REACHED = 'conditions that some request inside the declared range fulfils'

function checkRows(candidate: Candidate, sampler: Sampler, group: Group): Finding[] {
  const all = taken(sampler, group, { conditions: [] })
  if (all.length === 0) return [finding(candidate, group.path, REACHED, 'no request fulfils its bounds')]
  const idle = group.rows.filter((row) => all.every(({ takenBy }) => !takenBy.includes(row)))
  return [
    ...overlaps(candidate, all),
    ...gaps(candidate, group, all),
    ...idle.map(({ rowId }) => finding(candidate, `rows/${rowId}`, REACHED, 'no request fulfils them')),
    ...group.rows.flatMap((row) =>
      [...row.base, ...row.beside].flatMap((charge) => checkCharge(candidate, sampler, group, row, charge)),
    ),
  ]
}

/** A charge with conditions or dates that never holds for a request that its row takes. */
function checkCharge(
  candidate: Candidate,
  sampler: Sampler,
  group: Group,
  row: RowPlan,
  { id, tests, dates }: ChargePlan,
): Finding[] {
  if (tests.length === 0 && !isDated(dates)) return []
  const absent = new Set(group.categories.flatMap(({ optional }) => optional))
  const all = taken(sampler, group, { conditions: tests.map(({ condition }) => condition), dates: [dates], absent })
  const holds = all.some(
    ({ sample, takenBy }) => takenBy.includes(row) && holdsOn(dates, sample) && sampleHolds(tests, sample),
  )
  return holds
    ? []
    : [finding(candidate, `rows/${row.rowId}/${id}`, REACHED, 'no request that its row takes fulfils them')]
}

/** The quantities that anything of a category reads. */
function quantitiesOf(record: ReleaseRecord, { code, licenseeCode, adjustments }: CategoryPlan): Quantity[] {
  const ids = new Set(adjustments.map(({ id }) => id))
  const parts = [
    record.categories.filter((each) => each.subcategory_code === code && each.licensee_code === licenseeCode),
    record.rows.filter((each) => each.subcategory_code === code && each.licensee_code === licenseeCode),
    record.rules.adjustments.filter(({ adjustment_id }) => ids.has(adjustment_id)),
  ]
  const texts = new Set(textsIn(parts))
  return quantitiesBehind(
    record,
    record.quantities.map(({ quantity_id }) => quantity_id).filter((id) => texts.has(id)),
  )
}

/** The names in a part of a record, wherever they stand; evidence says nothing of them. */
function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  if (typeof part !== 'object' || part === null || 'quote' in part) return []
  return Object.values(part).flatMap(textsIn)
}

type CaseTests = { readonly tests: readonly Test[]; readonly dates: Dates }

function casesOf(sampler: Sampler, { quantity_id, cases }: Quantity): CaseTests[] {
  return cases.map((each) => ({
    tests: each.when.map((condition) => compileCondition(condition, sampler.quantities, `quantities/${quantity_id}`)),
    dates: datesOf(each),
  }))
}

/** Exactly one case of a quantity holds for each request that a category using it takes, and each holds for some. */
function checkQuantities(candidate: Candidate, sampler: Sampler, groups: readonly Group[]): Finding[] {
  const { record } = candidate
  const users = groups.map((group) => ({
    group,
    quantities: group.categories.flatMap((each) => quantitiesOf(record, each)),
  }))
  return record.quantities.flatMap((quantity) => {
    const path = `quantities/${quantity.quantity_id}`
    const own = users.filter(({ quantities }) => quantities.includes(quantity))
    if (own.length === 0) return [finding(candidate, path, 'a category that reads it', 'none does')]
    const cases = casesOf(sampler, quantity)
    if (cases.length === 1 && cases[0]?.tests.length === 0 && !isDated(cases[0].dates)) return []
    const reached = new Set<number>()
    const undecided: Finding[] = []
    for (const { group } of own) {
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
      if (wrong === undefined) continue
      const which = wrong.held.length === 0 ? 'no case holds' : `cases ${wrong.held.join(' and ')} hold`
      const found = `${which} for ${sampleText(record, wrong.sample, dates.some(isDated))} (${group.path})`
      undecided.push(
        finding(candidate, path, 'exactly one case for every request of the categories that use it', found),
      )
    }
    const idle = cases.flatMap((_, index) => (reached.has(index) ? [] : [index]))
    return [
      ...undecided,
      ...idle.map((index) => finding(candidate, `${path}/cases/${index}`, REACHED, 'no request fulfils them')),
    ]
  })
}

/** The cases of an adjustment that hold for some request, as far as amounts do not decide. */
function reachedCases(sampler: Sampler, group: Group, { cases, licensees }: AdjustmentPlan): string[] {
  const [{ licenseeCode, optional }] = group.categories
  if (licensees !== null && licenseeCode !== null && !licensees.has(licenseeCode)) return []
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

function checkAdjustments(candidate: Candidate, sampler: Sampler, groups: readonly Group[]): Finding[] {
  return candidate.record.rules.adjustments.flatMap(({ adjustment_id: id, cases }) => {
    const reached = new Set(
      groups.flatMap((group) => {
        const plan = group.categories[0].adjustments.find((each) => each.id === id)
        return plan === undefined ? [] : reachedCases(sampler, group, plan)
      }),
    )
    return cases
      .filter(({ case_id }) => !reached.has(case_id))
      .map(({ case_id }) => {
        const found = 'no request fulfils them, or an earlier case always does'
        return finding(candidate, `rules/adjustments/${id}/${case_id}`, REACHED, found)
      })
  })
}

/** Of two solar rules of one arrangement that speak for one licensee, only the first would ever be used. */
function solarOverlaps(candidate: Candidate): Finding[] {
  const { solar } = candidate.record.rules
  const scope = (licensees: readonly string[]): string =>
    licensees.length === 0 ? 'every licensee' : licensees.join(', ')
  return solar.flatMap((rule, index) => {
    const earlier = solar.slice(0, index).find(({ arrangement, licensees }) => {
      if (arrangement !== rule.arrangement) return false
      const isWhole = licensees.length === 0 || rule.licensees.length === 0
      return isWhole || licensees.some((code) => rule.licensees.includes(code))
    })
    if (earlier === undefined) return []
    const expected = `one rule of ${rule.arrangement} for each licensee`
    const found = `a rule for ${scope(rule.licensees)} beside one for ${scope(earlier.licensees)}`
    return [finding(candidate, `rules/solar/${rule.arrangement}/${index}`, expected, found, rule.evidence.quote)]
  })
}

/**
 * Gate 18: of the rows a licensee's subcategory has, exactly one takes each input inside the declared bounds, and exactly
 * one case of each quantity holds for it. What only describes (a voltage) is not asked, so it cannot tell rows apart
 * (release design 3.5); rows that are all held may share inputs, since whichever is chosen refuses alike. Every row, charge
 * and case holds for some request. Of the solar rules of an arrangement one speaks for each licensee.
 */
export const structureApplicabilityDisjoint: Gate = {
  name: 'structure.applicability_disjoint',
  heavy: false,
  check(candidate) {
    const { record } = candidate
    const sampler = new Sampler(record)
    const faults = unsound(candidate, sampler)
    const plan = faults.length > 0 ? null : planOf(record)
    // A category without rows is gate 16's finding.
    const groups = plan === null ? [] : groupsOf(plan).filter(({ rows }) => rows.length > 0)
    const findings = [
      ...faults,
      ...groups.flatMap((group) => checkRows(candidate, sampler, group)),
      ...(plan === null ? [] : checkQuantities(candidate, sampler, groups)),
      ...(plan === null ? [] : checkAdjustments(candidate, sampler, groups)),
      ...solarOverlaps(candidate),
    ]
    const { rows, quantities, rules } = record
    const checked = rows.length + quantities.length + rules.adjustments.length + rules.solar.length
    return verdict('structure.applicability_disjoint', checked, findings)
  },
}
