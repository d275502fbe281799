import { figuresOf } from '../../releases/record/figures.ts'
import { isInside } from '../../releases/record/holds.ts'
import { holdableComponents } from '../../releases/record/production-obstacles.ts'
import { type Candidate, type Finding, type Gate, verdict } from './gate.ts'
import { componentPaths } from './support/components.ts'
import { finding } from './support/finding.ts'
import { categoryKey, categoryPath } from './support/groups.ts'

function unpaired(candidate: Candidate): Finding[] {
  const { categories, rows } = candidate.record
  const categoryKeys = new Set(categories.map(categoryKey))
  const rowKeys = new Set(rows.map(categoryKey))
  return [
    ...categories
      .filter((category) => !rowKeys.has(categoryKey(category)))
      .map((category) => finding(candidate, categoryPath(category), 'a row of the category', 'it has none')),
    ...rows
      .filter((row) => !categoryKeys.has(categoryKey(row)))
      .map((row) =>
        finding(candidate, `rows/${row.row_id}`, 'a category for the row', `there is no category ${categoryKey(row)}`),
      ),
  ]
}

/** Where rules and categories name a subcategory, with the codes they name. */
function references({ record }: Candidate): { path: string; codes: readonly string[] }[] {
  const { adjustments, subsidy, fppas_periods } = record.rules
  return [
    ...record.categories.map((category) => ({
      path: categoryPath(category),
      codes: category.covering.flatMap(({ covering_category }) =>
        covering_category === null ? [] : [covering_category],
      ),
    })),
    ...adjustments.map((rule) => ({ path: `rules/adjustments/${rule.adjustment_id}`, codes: rule.applies_to })),
    ...(subsidy === null ? [] : [{ path: 'rules/subsidy', codes: subsidy.applies_to }]),
    ...fppas_periods.map((rule) => ({ path: `rules/fppas_periods/${rule.period_id}`, codes: rule.applies_to })),
  ]
}

/** A profile promises whole bills, so each of its codes must be one that its own licensee's supply is priced by. */
function unresolvedProfiles(candidate: Candidate): Finding[] {
  const { rules, categories } = candidate.record
  return rules.complete_payable.flatMap(({ profile, licensee_code: licensee, subcategory_codes: codes }) => {
    const own = categories.filter(({ licensee_code: code }) => code === null || code === licensee)
    return codes
      .filter((code) => !own.some((category) => category.subcategory_code === code))
      .map((code) =>
        finding(candidate, `rules/complete_payable/${profile}`, `a subcategory code that ${licensee} has`, code),
      )
  })
}

/** A hold that names nothing holds nothing. A listed component is a charge of a row; a hold may name more, or less. */
function emptyHolds(candidate: Candidate): Finding[] {
  const { record } = candidate
  const charges = componentPaths(record)
  const parts = [...figuresOf(record).map(({ path }) => path), ...holdableComponents(record)]
  return [
    ...record.holds
      .filter(({ path }) => !parts.some((part) => isInside(path, part)))
      .map(({ path }) =>
        finding(candidate, `holds/${path}`, 'the path of a part of this release', 'nothing has this path'),
      ),
    ...record.component_holds
      .filter(({ path }) => !charges.includes(path))
      .map(({ path }) =>
        finding(
          candidate,
          `component_holds/${path}`,
          'rows/<row_id>/<energy|wheeling|fixed> of this release',
          'no row has this charge',
        ),
      ),
  ]
}

function unresolved(candidate: Candidate): Finding[] {
  const known = new Set(candidate.record.categories.map((category) => category.subcategory_code))
  return references(candidate).flatMap(({ path, codes }) =>
    codes
      .filter((code) => !known.has(code))
      .map((code) => finding(candidate, path, 'a subcategory code of this release', code)),
  )
}

/** Gate 16: every category has a row, every row a category, and what rules, categories and holds refer to exists. */
export const structureRowsAndCategories: Gate = {
  name: 'structure.rows_and_categories',
  heavy: false,
  check(candidate) {
    const { categories, rows } = candidate.record
    const findings = [
      ...unpaired(candidate),
      ...unresolved(candidate),
      ...unresolvedProfiles(candidate),
      ...emptyHolds(candidate),
    ]
    return verdict('structure.rows_and_categories', categories.length + rows.length, findings)
  },
}
