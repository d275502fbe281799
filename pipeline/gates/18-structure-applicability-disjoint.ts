import type { ChargePlan } from '../../releases/engine/charges/charge.ts'
import type { RowPlan } from '../../releases/engine/charges/row.ts'
import { compileCondition } from '../../releases/engine/language/condition.ts'
import { holdsOn, isDated } from '../../releases/engine/language/dates.ts'
import { inputNamed } from '../../releases/engine/language/names.ts'
import { isDecimal, toScaled } from '../../releases/record/decimal.ts'
import { type Condition, comparisonsOf, conditionText } from '../../releases/record/expression.ts'
import { casesIn, chargesIn } from '../../releases/record/figures.ts'
import { plainName } from '../../releases/record/names.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { isPriced, planOf } from './calculation/compiled.ts'
import { countedTwice } from './conditions/counted-twice.ts'
import { CASE_FAULTS, checkAdjustments, checkQuantities } from './conditions/reached-cases.ts'
import { Sampler, sampleHolds, sampleText, wordsText } from './conditions/samples.ts'
import { type CompiledGroup, compiledGroups, REACHED, type Taken, taken } from './conditions/taken.ts'
import { type Found, failing, gate } from './gate.ts'
import { categoryPath, groupBy } from './record/groups.ts'
import { attempt } from './record/parse.ts'

const FAULTS = [
  ...CASE_FAULTS,
  'unsound',
  'rows_overlap',
  'range_uncovered',
  'bounds_unreached',
  'row_unreached',
  'charge_unreached',
  'solar_overlap',
  'counted_twice',
] as const
type F = (typeof FAULTS)[number]

/**
 * One finding for each set of rows that apply to the same input, with an example. If all of them are held, they refuse
 * alike.
 */
function overlaps(record: ReleaseRecord, all: readonly Taken[]): Found<F>[] {
  const shared = all.filter(({ takenBy }) => takenBy.length > 1 && takenBy.some(isPriced))
  const idsOf = ({ takenBy }: Taken): string => takenBy.map(({ rowId }) => rowId).join(' and ')
  return [...groupBy(shared, idsOf)].map(([ids, [example]]) => {
    const path = `rows/${example.takenBy[1]?.rowId}`
    const found = `${ids} both apply to ${sampleText(record, example.sample)}`
    return failing(path, 'rows_overlap', 'rows that exclude each other', found)
  })
}

/** One finding for each combination of words that has inputs without a row, with the first and the last example. */
function gaps(record: ReleaseRecord, { path }: CompiledGroup, all: readonly Taken[]): Found<F>[] {
  const untaken = all.filter(({ takenBy }) => takenBy.length === 0).map(({ sample }) => sample)
  return [...groupBy(untaken, wordsText).values()].map(([first, ...others]) => {
    const last = others.at(-1)
    const more = last === undefined ? '' : `, nor ${sampleText(record, last)}`
    return failing(
      path,
      'range_uncovered',
      'rows that cover the declared range',
      `no row applies to ${sampleText(record, first)}${more}`,
    )
  })
}

function checkRows(record: ReleaseRecord, sampler: Sampler, group: CompiledGroup): Found<F>[] {
  const all = taken(sampler, group, { conditions: [] })
  if (all.length === 0) return [failing(group.path, 'bounds_unreached', REACHED, 'no request meets its bounds')]
  const idle = group.rows.filter((row) => all.every(({ takenBy }) => !takenBy.includes(row)))
  return [
    ...overlaps(record, all),
    ...gaps(record, group, all),
    ...idle.map(({ rowId }) => failing(`rows/${rowId}`, 'row_unreached', REACHED, 'no request meets them')),
    ...group.rows.flatMap((row) =>
      [...row.base, ...row.beside].flatMap((charge) => checkCharge(sampler, group, row, charge)),
    ),
  ]
}

/** A charge with conditions or dates that never applies to a request of its row. */
function checkCharge(
  sampler: Sampler,
  group: CompiledGroup,
  row: RowPlan,
  { id, tests, dates }: ChargePlan,
): Found<F>[] {
  if (tests.length === 0 && !isDated(dates)) return []
  const absent = new Set(group.categories.flatMap(({ optional }) => optional))
  const all = taken(sampler, group, { conditions: tests.map(({ condition }) => condition), dates: [dates], absent })
  const holds = all.some(
    ({ sample, takenBy }) => takenBy.includes(row) && holdsOn(dates, sample) && sampleHolds(tests, sample),
  )
  return holds
    ? []
    : [failing(`rows/${row.rowId}/${id}`, 'charge_unreached', REACHED, 'no request of its row meets them')]
}

/** If one licensee has two solar rules of one arrangement, only the first would ever be used. */
function solarOverlaps(record: ReleaseRecord): Found<F>[] {
  const { solar } = record.rules
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
    const found = `a rule for ${scope(rule.licensees)} and one for ${scope(earlier.licensees)}`
    return [failing(`rules/solar/${rule.arrangement}/${index}`, 'solar_overlap', expected, found, rule.evidence.quote)]
  })
}

/**
 * Gate 18: of the rows of a licensee's subcategory, exactly one applies to each input inside the declared bounds, and
 * exactly one case of each quantity. Conditions that only describe (a voltage) need no input, so they cannot
 * distinguish rows (docs/design/release.md#states); rows that are all held may overlap, since they refuse alike. Every
 * row, charge and case applies to some request. No amount that is printed once is counted twice by two rules. Each
 * licensee has one solar rule per arrangement.
 */
export const structureApplicabilityDisjoint = gate('structure.applicability_disjoint', FAULTS, ({ record }) => {
  const sampler = new Sampler(record)
  const faults = unsound(record, sampler)
  const plan = faults.length > 0 ? null : planOf(record)
  // A category without rows is gate 16's finding.
  const groups = plan === null ? [] : compiledGroups(plan).filter(({ rows }) => rows.length > 0)
  const findings = [
    ...faults,
    ...groups.flatMap((group) => checkRows(record, sampler, group)),
    ...(plan === null ? [] : checkQuantities(record, sampler, groups)),
    ...(plan === null ? [] : checkAdjustments(record, sampler, groups)),
    ...(plan === null ? [] : countedTwice(record, sampler, groups)),
    ...solarOverlaps(record),
  ]
  const { rows, quantities, rules } = record
  const checked = rows.length + quantities.length + rules.adjustments.length + rules.solar.length
  return { checked, findings }
})

/** Conditions of every part of a record that has some. */
function conditionsOf(record: ReleaseRecord): { path: string; conditions: readonly Condition[] }[] {
  const { rows, categories, quantities } = record
  return [
    ...rows.map(({ row_id, conditions }) => ({ path: `rows/${row_id}`, conditions })),
    ...categories.map((category) => ({ path: categoryPath(category), conditions: category.bounds })),
    ...chargesIn(record).map(({ path, charge }) => ({ path, conditions: charge.when })),
    ...quantities.flatMap(({ quantity_id, cases }) =>
      cases.map(({ when }, index) => ({ path: `quantities/${quantity_id}/cases/${index}`, conditions: when })),
    ),
    ...casesIn(record).map(({ path, own }) => ({ path, conditions: own.when })),
  ]
}

/**
 * Reason why a condition cannot be evaluated, or null. An input has at most three decimals, so its edge may not have
 * more.
 */
function conditionFault(record: ReleaseRecord, sampler: Sampler, condition: Condition, path: string): string | null {
  const compiled = attempt(() => compileCondition(condition, sampler.quantities, path))
  if (!compiled.ok) return compiled.reason.replace(`${path}: `, '')
  for (const { field, value } of comparisonsOf([condition])) {
    const named = inputNamed(record, plainName(record, field))
    if (named === null || named.kind === 'word' || typeof value !== 'string' || !isDecimal(value)) continue
    if (toScaled(value, 3) === null) return `"${value}" is not a quantity of at most three decimals`
  }
  return null
}

/** Conditions that cannot be evaluated: unknown names and words, ordering of words, edges finer than inputs. */
function unsound(record: ReleaseRecord, sampler: Sampler): Found<'unsound'>[] {
  return conditionsOf(record).flatMap(({ path, conditions }) =>
    conditions.flatMap((condition) => {
      const fault = conditionFault(record, sampler, condition, path)
      if (fault === null) return []
      return [failing(path, 'unsound', 'a condition that can be judged', `${conditionText(condition)}: ${fault}`)]
    }),
  )
}
