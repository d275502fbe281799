import { isHeldFigure } from '../../../releases/engine/language/holds.ts'
import { latestOf } from '../../../releases/engine/request/choose-release.ts'
import { activeLicensees, checkLicensee, districtsOf } from '../../../releases/engine/request/routing.ts'
import { areAskedAlike, type Category, isOfCategory } from '../../../releases/record/category.ts'
import { conditionText, namesOfConditions } from '../../../releases/record/expression.ts'
import { figuresOfRow } from '../../../releases/record/figures.ts'
import { weakest } from '../../../releases/record/grade.ts'
import { holdConcerns, isRowHeld } from '../../../releases/record/holds.ts'
import { inputsBehind, plainName } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import type { CoveredCategory, StateCoverage } from '../contract/responses/coverage.ts'
import type { Refused } from '../contract/responses/error-details.ts'
import { coverageInputs } from './coverage-inputs.ts'
import { isSame, unknownFilter } from './filters.ts'
import { heldRecord } from './held-record.ts'
import type { ServingRelease } from './serving-release.ts'

type Serving = Pick<ServingRelease, 'record' | 'pointer'>

/** What a caller wants to see: one licensee, or one category in any case. */
export type CoverageFilter = {
  readonly licensee_code?: string | undefined
  readonly subcategory_code?: string | undefined
}

/** A category that can be requested, and the licensees for which it can; none: no licensee is needed. */
type Offered = { readonly category: Category; readonly licensees: readonly string[] }

/** The categories of a release in service that a filter leaves. */
function offeredBy({ record, pointer }: Serving, filter: CoverageFilter): Offered[] {
  const active = activeLicensees(record)
  const served = pointer.scope === record.state_code ? active : active.filter((code) => code === pointer.scope)
  return record.categories.flatMap((category): Offered[] => {
    const { licensee_code: own } = category
    const licensees = own === null ? served : served.filter((code) => code === own)
    if (own !== null && licensees.length === 0) return []
    const isAsked =
      isSame(filter.subcategory_code, category.subcategory_code) &&
      (filter.licensee_code === undefined || licensees.includes(filter.licensee_code))
    return isAsked ? [{ category, licensees }] : []
  })
}

/** Why a filter leaves nothing of a state, in the words of the other routes; null: it leaves something. */
export function filterRefusal(
  serving: readonly Serving[],
  filter: CoverageFilter,
): Refused<'LICENSEE_NOT_SUPPORTED' | 'INVALID_QUERY_PARAMETER'> | null {
  const { licensee_code, subcategory_code } = filter
  const newest = latestOf(serving)
  const checked = (one: Serving) => (licensee_code === undefined ? null : checkLicensee(one.record, licensee_code))
  const refused = newest === null || serving.some((one) => checked(one) === null) ? null : checked(newest)
  if (refused !== null) return { ...refused, code: 'LICENSEE_NOT_SUPPORTED' }
  const offered = serving.flatMap((one) => offeredBy(one, { licensee_code }))
  return unknownFilter(
    'subcategory_code',
    subcategory_code,
    offered.map(({ category }) => category.subcategory_code),
  )
}

/** Possible requests for a state, from the given releases: at least one, all of that state. */
export function coverageOf(serving: readonly Serving[], filter: CoverageFilter = {}): StateCoverage {
  const newestFirst = serving.toSorted((a, b) => (a.record.effective_from < b.record.effective_from ? 1 : -1))
  const [newest] = newestFirst
  if (newest === undefined) throw new Error('no release to say the coverage of')
  return {
    state_code: newest.record.state_code,
    name: newest.record.state_name,
    releases: serving.map(releaseOf),
    licensees: licenseesOf(newestFirst).filter(
      ({ licensee_code }) => filter.licensee_code === undefined || licensee_code === filter.licensee_code,
    ),
    categories: serving.flatMap((each) => categoriesOf(each, filter)),
  }
}

function releaseOf({ record, pointer }: Serving): StateCoverage['releases'][number] {
  return {
    release_id: pointer.release_id,
    revision: pointer.revision,
    release_sha256: pointer.release_sha256,
    scope: pointer.scope,
    financial_year: record.financial_year,
    stage: pointer.stage,
    tier: record.tier,
    mode: record.mode,
    effective_from: record.effective_from,
    effective_to: record.effective_to,
    catalogue: record.catalogue,
    holds: [
      ...[...record.holds, ...record.component_holds].map(({ path, reason }) => {
        return { component: path, reason, since: null }
      }),
      ...pointer.holds.map(({ component, reason, since }) => ({ component, reason, since })),
    ],
    checked_on:
      pointer.checks
        .map(({ checked_on }) => checked_on)
        .sort()
        .at(-1) ?? null,
    check_by: pointer.checks.map(({ check_by }) => check_by).sort()[0] ?? null,
  }
}

/** Each licensee once, from the newest release that has it. */
function licenseesOf(newestFirst: readonly Serving[]): StateCoverage['licensees'] {
  const known = new Map<string, StateCoverage['licensees'][number]>()
  for (const { record } of newestFirst) {
    for (const { code, name, status, reason } of record.licensees) {
      if (known.has(code)) continue
      known.set(code, { licensee_code: code, name, status, reason, districts: districtsOf(record, [code]) })
    }
  }
  return [...known.values()]
}

function categoriesOf(serving: Serving, filter: CoverageFilter): CoveredCategory[] {
  const { record: sealed, pointer } = serving
  const record = heldRecord(sealed, pointer.holds)
  return offeredBy(serving, filter).map(({ category, licensees }): CoveredCategory => {
    const ofCode = record.rows.filter((row) => areAskedAlike(row, category))
    const rows = ofCode.filter((row) => isOfCategory(row, category))
    const grades = rows.flatMap(figuresOfRow).map(({ figure }) => figure.grade)
    const reason = reasonOf(record, rows)
    return {
      subcategory_code: category.subcategory_code,
      category_id: category.category_id,
      label: category.raw_category_label,
      release_id: pointer.release_id,
      revision: pointer.revision,
      licensees: [...licensees],
      supported: !grades.includes('held') && !rows.some(({ row_id }) => isRowHeld(record, row_id)),
      reason,
      evidence_grade: weakest(grades),
      bounds: boundsOf(record, category),
      inputs: coverageInputs({
        record,
        category,
        rows,
        ofCode,
        licensees,
        isOfLicensee: pointer.scope !== record.state_code,
      }),
    }
  })
}

/** Why some figure of a category is not used: the first reason, by row. */
function reasonOf(record: ReleaseRecord, rows: readonly Row[]): string | null {
  const holds = [...record.holds, ...record.component_holds]
  for (const row of rows) {
    const named = holds.find(({ path }) => holdConcerns(path, `rows/${row.row_id}`))
    if (named !== undefined) return named.reason
    const held = figuresOfRow(row).find(({ figure }) => isHeldFigure(figure))
    if (held !== undefined) return held.figure.held?.reason ?? `${held.path} has no verified figure`
  }
  return null
}

function boundsOf(record: ReleaseRecord, { bounds }: Category): CoveredCategory['bounds'] {
  return bounds.map((bound) => {
    const reads = inputsBehind(record, namesOfConditions([bound]))
    const text = conditionText(bound)
    if (!('field' in bound)) return { text, field: null, op: null, value: null, reads }
    const { field, op, value } = bound
    return { text, field: plainName(record, field), op, value, reads }
  })
}
