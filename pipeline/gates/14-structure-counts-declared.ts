import type { Plan } from '../../releases/engine/compile/plan.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { isPriced, planOf } from './calculation/compiled.ts'
import { failing, gate } from './gate.ts'
import { categoryKey } from './record/groups.ts'

const FAULTS = ['schedule_rows', 'supported_subcategories', 'licensees', 'districts', 'fppas_periods'] as const

/**
 * Categories with at least one row that has all its figures and is not held; a row with a component hold is still
 * usable.
 */
function supportedCategories({ categories, rows }: ReleaseRecord, plan: Plan): number {
  const priced = new Set(
    plan.categories.flatMap((category) => category.rows.filter(isPriced).map(({ rowId }) => rowId)),
  )
  const supported = new Set(rows.filter(({ row_id }) => priced.has(row_id)).map(categoryKey))
  return categories.filter((category) => supported.has(categoryKey(category))).length
}

/** Actual counts of the items whose number is declared. */
function actualCounts(record: ReleaseRecord): ReleaseRecord['declared'] {
  const plan = planOf(record)
  return {
    schedule_rows: record.rows.length,
    // A release that does not compile is gate 10's finding: nobody can count what it supports.
    supported_subcategories:
      plan === null ? record.declared.supported_subcategories : supportedCategories(record, plan),
    licensees: record.licensees.length,
    districts: record.routing.filter(({ key_type }) => key_type === 'district').length,
    fppas_periods: record.rules.fppas_periods.length,
  }
}

/**
 * Gate 14: the numbers of rows, supported subcategories, licensees, districts and periods are as declared in
 * release.yaml.
 */
export const structureCountsDeclared = gate('structure.counts_declared', FAULTS, ({ record }) => {
  const { declared } = record
  const actual = actualCounts(record)
  const names = Object.keys(actual) as (keyof typeof actual)[]
  const findings = names
    .filter((name) => declared[name] !== actual[name])
    .map((name) => failing(`declared/${name}`, name, `${declared[name]} as declared`, `${actual[name]}`))
  return { checked: names.length, findings }
})
