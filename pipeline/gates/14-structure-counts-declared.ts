import { isInside, isRowHeld } from '../../releases/record/holds.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { type Gate, verdict } from './gate.ts'
import { figuresOfRow } from './support/figures.ts'
import { finding } from './support/finding.ts'
import { categoryKey } from './support/groups.ts'

/** Categories of which at least one row has all its figures and is not held; a component hold leaves the rest of a row standing. */
function supportedCategories(record: ReleaseRecord): number {
  const { categories, rows, component_holds } = record
  const isListed = (path: string): boolean => component_holds.some((hold) => isInside(hold.path, path))
  const supported = new Set(
    rows
      .filter(({ row_id: id }) => !isRowHeld(record, id))
      .filter((row) => figuresOfRow(row).every(({ path, figure }) => figure.grade !== 'held' || isListed(path)))
      .map(categoryKey),
  )
  return categories.filter((category) => supported.has(categoryKey(category))).length
}

/** What the release holds of each thing whose number is declared. */
function actualCounts(record: ReleaseRecord): ReleaseRecord['declared'] {
  return {
    schedule_rows: record.rows.length,
    supported_subcategories: supportedCategories(record),
    licensees: record.licensees.length,
    districts: record.routing.filter(({ key_type }) => key_type === 'district').length,
    fppas_periods: record.rules.fppas_periods.length,
  }
}

/** Gate 14: rows, supported subcategories, licensees, districts and periods are as many as release.yaml declares. */
export const structureCountsDeclared: Gate = {
  name: 'structure.counts_declared',
  heavy: false,
  check(candidate) {
    const { declared } = candidate.record
    const actual = actualCounts(candidate.record)
    const names = Object.keys(actual) as (keyof typeof actual)[]
    const findings = names
      .filter((name) => declared[name] !== actual[name])
      .map((name) => finding(candidate, `declared/${name}`, `${declared[name]} as declared`, `${actual[name]}`))
    return verdict('structure.counts_declared', names.length, findings)
  },
}
