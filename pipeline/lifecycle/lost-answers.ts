import { isHeldFigure } from '../../releases/engine/language/holds.ts'
import { candidatesFor, latestOf } from '../../releases/engine/request/choose-release.ts'
import { type Category, isOfCategory } from '../../releases/record/category.ts'
import { figuresOfRow } from '../../releases/record/figures.ts'
import { holdConcerns } from '../../releases/record/holds.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { dayAfter } from '../../releases/record/text.ts'

/** A release in service: its sealed record, the scope it serves, and its components that are held at run time. */
export type Served = {
  readonly scope: string
  readonly record: ReleaseRecord
  readonly holds: readonly string[]
}

/** The same before its record is read. Days YYYY-MM-DD, both included. */
export type Unread = { readonly scope: string; readonly from: string; readonly to: string }

/**
 * Categories that lose their answer on the days from `from` to `to` (YYYY-MM-DD, both included; both null: requests
 * without a day), for requests that name `licensee_code` (null: none named). `partly`: categories with newly held
 * figures, so that some requests are refused.
 */
export type LostAnswers = {
  readonly from: string | null
  readonly to: string | null
  readonly licensee_code: string | null
  readonly subcategory_codes: readonly string[]
  readonly partly: readonly string[]
}

type Period = { readonly from: string; readonly to: string }
/** How much of a category can be answered; absent categories are in none of these maps. */
type Answered = 'whole' | 'partly'
type Lost = Pick<LostAnswers, 'subcategory_codes' | 'partly'>

/** The periods between days on which something begins or ends: within each, the same release answers throughout. */
function periodsOf(served: readonly Served[]): Period[] {
  const edges = served.flatMap(({ record }) => [record.effective_from, dayAfter(record.effective_to)])
  const starts = [...new Set(edges)].sort()
  return starts.slice(0, -1).map((from, index) => ({ from, to: dayAfter(starts[index + 1] ?? from, -1) }))
}

function licenseesOf(served: readonly Served[]): (string | null)[] {
  return [null, ...new Set(served.flatMap(({ record }) => record.licensees.map(({ code }) => code)))]
}

/** The releases that may answer a request, by the rule that answers use (docs/design/contract.md#checks). */
function candidatesOf(served: readonly Served[], licensee: string | null): readonly InService[] {
  return candidatesFor(served.map(inService), licensee, null)
}

type InService = { readonly record: ReleaseRecord; readonly context: { readonly scope: string }; readonly one: Served }
const inService = (one: Served): InService => ({ record: one.record, context: { scope: one.scope }, one })

/** The one of them that answers for a day (null: none given). */
function chosenFor(candidates: readonly InService[], day: string | null): Served | null {
  if (day === null) return latestOf(candidates)?.one ?? null
  const chosen = candidates.find(({ record }) => record.effective_from <= day && day <= record.effective_to)
  return chosen?.one ?? null
}

function isPartlyHeld({ record, holds }: Served, category: Category): boolean {
  const all = [...record.holds.map(({ path }) => path), ...holds]
  return record.rows
    .filter((row) => isOfCategory(row, category))
    .flatMap(figuresOfRow)
    .some(({ path, figure }) => isHeldFigure(figure) || all.some((hold) => holdConcerns(hold, path)))
}

function answersOf(release: Served, licensee: string | null): Map<string, Answered> {
  const { categories, licensees } = release.record
  const isActive = licensees.some(({ code, status }) => code === licensee && status === 'active')
  if (licensee === null ? categories.some(({ licensee_code }) => licensee_code !== null) : !isActive) return new Map()
  const own = categories.filter(({ licensee_code }) => licensee_code === null || licensee_code === licensee)
  const answered = new Map<string, Answered>()
  for (const category of own) {
    const known = answered.get(category.subcategory_code)
    const is = known === 'partly' || isPartlyHeld(release, category) ? 'partly' : 'whole'
    answered.set(category.subcategory_code, is)
  }
  return answered
}

/**
 * Requests that lose their answer if other releases serve, by period and licensee. A category counts as answered if a
 * release in service has it; conditions and bounds of its rows are not compared.
 */
export function lostAnswers(before: readonly Served[], after: readonly Served[]): LostAnswers[] {
  const lost: LostAnswers[] = []
  const periods = periodsOf([...before, ...after])
  for (const licensee_code of licenseesOf([...before, ...after])) {
    const known = new Map<Served, ReadonlyMap<string, Answered>>()
    const answers = (candidates: readonly InService[], day: string | null) => {
      const release = chosenFor(candidates, day)
      if (release === null) return new Map<string, Answered>()
      const found = known.get(release) ?? answersOf(release, licensee_code)
      known.set(release, found)
      return found
    }
    const [were, are] = [candidatesOf(before, licensee_code), candidatesOf(after, licensee_code)]
    const on = (day: string | null): Lost => difference(answers(were, day), answers(are, day))
    const dated = periods.map((period) => ({ ...period, licensee_code, ...on(period.from) }))
    const undated = { from: null, to: null, licensee_code, ...on(null) }
    lost.push(...joined([...dated, undated].filter(isLoss)))
  }
  return lost
}

/**
 * Which releases in service decide what is lost if `changed` begin or cease to serve: those of their days, and the
 * latest-starting of each scope before and after, which answers a request without a day. The others answer the same. A
 * licensee that none of these lists has no answer on those days, whatever other records say.
 */
export function concerned(
  changed: readonly Unread[],
  before: readonly Unread[],
  after: readonly Unread[],
): (one: Unread) => boolean {
  const latest = [before, after].map((serving) => {
    const starts = new Map<string, string>()
    for (const { scope, from } of serving) if (from > (starts.get(scope) ?? '')) starts.set(scope, from)
    return starts
  })
  return ({ scope, from, to }) =>
    latest.some((starts) => starts.get(scope) === from) || changed.some((other) => from <= other.to && other.from <= to)
}

const isLoss = ({ subcategory_codes, partly }: Lost): boolean => subcategory_codes.length + partly.length > 0

function difference(before: ReadonlyMap<string, Answered>, after: ReadonlyMap<string, Answered>): Lost {
  const codes = [...before.keys()].sort()
  return {
    subcategory_codes: codes.filter((code) => !after.has(code)),
    partly: codes.filter((code) => before.get(code) === 'whole' && after.get(code) === 'partly'),
  }
}

/** Merges consecutive periods with the same losses. */
function joined(lost: readonly LostAnswers[]): LostAnswers[] {
  const result: LostAnswers[] = []
  for (const one of lost) {
    const last = result.at(-1)
    const follows = last?.to != null && one.from === dayAfter(last.to)
    if (last !== undefined && follows && sameLoss(last, one)) result[result.length - 1] = { ...last, to: one.to }
    else result.push(one)
  }
  return result
}

function sameLoss(a: Lost, b: Lost): boolean {
  return JSON.stringify([a.subcategory_codes, a.partly]) === JSON.stringify([b.subcategory_codes, b.partly])
}
