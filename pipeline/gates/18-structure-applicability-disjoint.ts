import { type Condition, conditionText } from '../../releases/record/condition.ts'
import { figuresOfRow } from '../../releases/record/figures.ts'
import { isInside, isRowHeld } from '../../releases/record/holds.ts'
import type { Row } from '../../releases/record/row.ts'
import { type Candidate, type Finding, type Gate, verdict } from './gate.ts'
import { conditionFault, holds, type Sample } from './support/conditions.ts'
import { finding } from './support/finding.ts'
import { groupBy } from './support/group-by.ts'
import { categoryPath, type Group, groupsOf } from './support/groups.ts'
import { samplesOf, sampleText, wordsText } from './support/samples.ts'

const allHold = (conditions: readonly Condition[], sample: Sample): boolean =>
  conditions.every((condition) => holds(condition, sample))

function unsound(candidate: Candidate, group: Group): Finding[] {
  const parts = [
    ...group.rows.map(({ row_id, conditions }) => ({ path: `rows/${row_id}`, conditions })),
    ...group.categories.map((category) => ({ path: categoryPath(category), conditions: category.bounds })),
  ]
  return parts.flatMap(({ path, conditions }) =>
    conditions.flatMap((condition) => {
      const fault = conditionFault(condition)
      return fault === null
        ? []
        : [finding(candidate, path, 'a condition that can be judged', `${conditionText(condition)}: ${fault}`)]
    }),
  )
}

/** The rows that take each sample of the declared range. Outside every category's bounds the answer is a refusal. */
function takers({ rows, categories }: Group): { sample: Sample; takenBy: readonly Row[] }[] {
  const all = [...rows.flatMap((row) => row.conditions), ...categories.flatMap((category) => category.bounds)]
  return samplesOf(all)
    .filter((sample) => categories.some((category) => allHold(category.bounds, sample)))
    .map((sample) => ({ sample, takenBy: rows.filter((row) => allHold(row.conditions, sample)) }))
}

type Taken = ReturnType<typeof takers>

/** Rows that are refused whatever is asked: some component is held and nothing tolerates it. */
function unpricedRows({ record }: Candidate): ReadonlySet<string> {
  return new Set(
    record.rows
      .filter((row) => {
        const held = figuresOfRow(row).some(
          ({ path, figure }) =>
            figure.grade === 'held' && !record.component_holds.some((hold) => isInside(hold.path, path)),
        )
        return held || isRowHeld(record, row.row_id)
      })
      .map(({ row_id }) => row_id),
  )
}

/** One finding for each set of rows that take the same input, with an example. */
function overlaps(candidate: Candidate, taken: Taken, unpriced: ReadonlySet<string>): Finding[] {
  const shared = taken.filter(
    ({ takenBy }) => takenBy.length > 1 && !takenBy.every(({ row_id }) => unpriced.has(row_id)),
  )
  const idsOf = ({ takenBy }: Taken[number]): string => takenBy.map((row) => row.row_id).join(' and ')
  return [...groupBy(shared, idsOf)].map(([ids, [example]]) => {
    const path = `rows/${example.takenBy[1]?.row_id}`
    return finding(candidate, path, 'rows that exclude each other', `${ids} both take ${sampleText(example.sample)}`)
  })
}

/** One finding for each combination of words that leaves inputs to no row, with the first and the last example. */
function gaps(candidate: Candidate, group: Group, taken: Taken): Finding[] {
  const untaken = taken.filter(({ takenBy }) => takenBy.length === 0).map(({ sample }) => sample)
  return [...groupBy(untaken, wordsText).values()].map(([first, ...others]) => {
    const last = others.at(-1)
    const found = `no row takes ${sampleText(first)}${last === undefined ? '' : `, nor ${sampleText(last)}`}`
    return finding(candidate, categoryPath(group.categories[0]), 'rows that cover the declared range', found)
  })
}

function checkGroup(candidate: Candidate, group: Group, unpriced: ReadonlySet<string>): Finding[] {
  const faults = unsound(candidate, group)
  // A category without rows is gate 16's finding.
  if (faults.length > 0 || group.rows.length === 0) return faults
  const taken = takers(group)
  return [...overlaps(candidate, taken, unpriced), ...gaps(candidate, group, taken)]
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
 * Gate 18: of the rows a licensee's subcategory has, exactly one takes each input inside the declared bounds. A voltage
 * describes and is not asked, so it cannot tell rows apart (release design 3.5); rows that are all held may share inputs,
 * since whichever is chosen refuses alike. The same holds for the solar rules of an arrangement.
 */
export const structureApplicabilityDisjoint: Gate = {
  name: 'structure.applicability_disjoint',
  heavy: false,
  check(candidate) {
    const unpriced = unpricedRows(candidate)
    const findings = groupsOf(candidate.record).flatMap((group) => checkGroup(candidate, group, unpriced))
    const { rows, rules } = candidate.record
    const checked = rows.length + rules.solar.length
    return verdict('structure.applicability_disjoint', checked, [...findings, ...solarOverlaps(candidate)])
  },
}
