import type { Condition } from '../../../releases/record/expression.ts'
import { dayAfter, isRealDate } from '../../../releases/record/text.ts'
import type { Problem } from './language.ts'

/** A case or charge with dates; null: from the first, to the last day of the period. */
export type Dated = {
  readonly path: string
  readonly when: readonly Condition[]
  readonly effective_from: string | null
  readonly effective_to: string | null
}
type Period = { readonly effective_from: string; readonly effective_to: string }

/**
 * Dated cases with the same conditions must follow each other day by day over the whole period; with `partly`, from the
 * first of them to the last.
 */
export function gapsAndOverlaps(all: readonly Dated[], period: Period, what: string, partly = false): Problem[] {
  // An invalid period is reported separately.
  if (!isRealDate(period.effective_from) || !isRealDate(period.effective_to)) return []
  return [...Map.groupBy(all, ({ when }) => JSON.stringify(when)).values()]
    .filter((group) =>
      group.some(({ effective_from, effective_to }) => effective_from !== null || effective_to !== null),
    )
    .flatMap((group) => alongPeriod(group, period, what, partly))
}

function alongPeriod(group: readonly Dated[], period: Period, what: string, partly: boolean): Problem[] {
  const parts = group
    .map(({ path, effective_from, effective_to }) => ({
      path,
      from: effective_from ?? period.effective_from,
      to: effective_to ?? period.effective_to,
    }))
    .sort((a, b) => (a.from < b.from ? -1 : 1))
  const unreal = parts.filter(({ from, to }) => !isRealDate(from) || !isRealDate(to) || to < from)
  if (unreal.length > 0) {
    return unreal.map(({ path, from, to }) => ({
      path,
      expected: 'two days of the calendar, in order',
      found: `${from} to ${to}`,
    }))
  }
  const expected = `${what} with the same conditions that follow one another from ${period.effective_from} to ${period.effective_to}`
  const problems: Problem[] = []
  let next = partly ? (parts[0]?.from ?? '') : period.effective_from
  for (const { path, from, to } of parts) {
    if (from > next) problems.push({ path, expected, found: `none from ${next} to ${dayAfter(from, -1)}` })
    if (from < next) problems.push({ path, expected, found: outside(from, next, period) })
    const after = dayAfter(to)
    if (after > next) next = after
  }
  const last = parts.at(-1)
  const end = dayAfter(period.effective_to)
  if (last !== undefined && next < end && !partly) {
    problems.push({ path: last.path, expected, found: `none from ${next} to ${period.effective_to}` })
  }
  if (last !== undefined && next > end) {
    problems.push({ path: last.path, expected, found: `days after ${period.effective_to}` })
  }
  return problems
}

function outside(from: string, next: string, period: Period): string {
  return next === period.effective_from ? `days before ${next}` : `another from ${from} to ${dayAfter(next, -1)}`
}
