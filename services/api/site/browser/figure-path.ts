import { type Adjustment, appliesTo } from '../../../../releases/record/adjustment.ts'
import {
  figuresOfAdjustment,
  figuresOfCharge,
  figuresOfSubsidy,
  type PathFigure,
} from '../../../../releases/record/figures.ts'
import { type Grade, weakest } from '../../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import type { Line } from './ask.ts'

/** The place of a figure on the evidence page of a row; without a path, the page. */
export const evidenceAt = (rowSha256: string, path: string | null): string =>
  `/evidence/${rowSha256}${path === null ? '' : `#${path}`}`

/** The path in the record of the figure behind a line; null: its rate has none of its own. */
export function figurePathOf(record: ReleaseRecord, line: Line): string | null {
  const { quote, source_id: source, locator } = line.evidence.multiple ?? line.evidence
  const same = figuresNear(record, line).filter(
    ({ figure }) =>
      figure.quote === quote &&
      figure.source_id === source &&
      figure.locator.page === locator.page &&
      figure.locator.line === locator.line &&
      figure.locator.section === locator.section,
  )
  // A sentence may print several figures.
  return (same.find(({ figure }) => Number(figure.value) === Number(line.rate)) ?? same[0])?.path ?? null
}

/** The figures of the charge of a line, or of the adjustments that it may be of. */
function figuresNear({ rows, rules }: ReleaseRecord, line: Line): PathFigure[] {
  const row = rows.find(({ row_id: id }) => id === line.row_id)
  if (row === undefined) return []
  if (line.component === 'adjustment')
    return rules.adjustments
      .filter((each) => appliesTo(each, row) && isNamed(each, line.description))
      .flatMap(figuresOfAdjustment)
  return row.charges
    .filter(({ charge_id: id }) => id === (line.charge_id ?? line.component))
    .flatMap((charge) => figuresOfCharge(line.row_id, charge))
}

const isNamed = (rule: Adjustment, name: string): boolean =>
  [rule, ...rule.cases].some(({ description }) => description === name)

/** The figures of a subsidy for these days: where they begin on the page, and their weakest grade; null: there is none. */
export function subsidyFigures(record: ReleaseRecord, days: number): { path: string; grade: Grade } | null {
  const path = `rules/subsidy/entitlements/${days}`
  const used = figuresOfSubsidy(record).filter((each) => each.path === path || each.path.endsWith('_within'))
  return used.length === 0 ? null : { path, grade: weakest(used.map(({ figure }) => figure.grade)) }
}
