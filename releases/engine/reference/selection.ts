import type { Category } from '../../record/category.ts'
import { type Condition, conditionText } from '../../record/expression.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { Row } from '../../record/row.ts'
import { boundPassed, chargeHolds } from './charges.ts'
import type { Context } from './context.ts'
import { type Names, remembered } from './names.ts'
import { conditionHolds, uncasedAmong } from './quantities.ts'
import { quantitiesOfCharge, readByBaseCharges, readByConditions, readByWhen } from './reads.ts'
import type { ReferenceRefusal } from './result.ts'
import { chargesOf } from './tariff.ts'

/**
 * The category of a code: the licensee's own if there is one, otherwise that of the whole state (licensee null). Null
 * if there is none.
 */
export function categoryNamed(names: Names, code: string, licenseeCode: string | null): Category | null {
  const named = categoriesByCode(names, names.record).get(code) ?? []
  const own = named.find(({ licensee_code: licensee }) => licensee === licenseeCode)
  return own ?? named.find(({ licensee_code: licensee }) => licensee === null) ?? null
}

const categoriesByCode = remembered((_, { categories }: ReleaseRecord) =>
  Map.groupBy(categories, ({ subcategory_code: code }) => code),
)

/** The codes that a licensee may use; all codes if the licensee is unknown. */
export function codesAvailable(names: Names, licenseeCode: string | null): readonly string[] {
  const known = codesByLicensee(names, names.record)
  const before = known.get(licenseeCode)
  if (before !== undefined) return before
  const available = names.record.categories.filter(
    ({ licensee_code: licensee }) => licenseeCode === null || licensee === null || licensee === licenseeCode,
  )
  const codes = [...new Set(available.map(({ subcategory_code: code }) => code))]
  known.set(licenseeCode, codes)
  return codes
}

const codesByLicensee = remembered((_, _record: ReleaseRecord) => new Map<string | null, readonly string[]>())

/** The row whose conditions are all met; the rows of a category exclude each other (gate 18). Null if there is none. */
export function rowTaken(context: Context, rows: readonly Row[]): Row | null {
  return rows.find((row) => row.conditions.every((condition) => conditionHolds(context, condition))) ?? null
}

/** The first bound of a category that is not met. */
function boundOutside(context: Context, { bounds }: Category): Condition | null {
  return bounds.find((bound) => !conditionHolds(context, bound)) ?? null
}

/**
 * The bound that excludes a request from a category, as text; null if its row applies. `row`: the one whose conditions
 * are met.
 */
export function boundRefusing(
  context: Context,
  category: Category,
  rows: readonly Row[],
  row: Row | null,
): string | null {
  const outside = boundOutside(context, category)
  if (outside !== null) return conditionText(outside)
  if (row === null) return rows.map(({ conditions }) => conditions.map(conditionText).join(' and ')).join(' or ')

  const base = chargesOf(context.names, row).base
  const holding = base.filter((charge) => chargeHolds(context, charge))
  for (const charge of holding) {
    const passed = boundPassed(context, charge)
    if (passed !== null) return passed
  }
  const read =
    holding.length === base.length
      ? readByBaseCharges(context.names, row)
      : base.flatMap((charge) => [
          ...(holding.includes(charge) ? quantitiesOfCharge(context.names, charge) : []),
          ...readByWhen(context.names, charge),
        ])
  return (
    [
      ...uncasedAmong(context, readBefore(context.names, row)(context.names, category)),
      ...uncasedAmong(context, read),
    ][0] ?? null
  )
}

/** Names that the bounds of a category and the conditions of one of its rows read. */
const readBefore = remembered((names: Names, row: Row) =>
  remembered((_, category: Category): readonly string[] => readByConditions(names, category, [row])),
)

export function notApplicable(context: Context, category: Category, bound: string): ReferenceRefusal {
  const covering = coveringCategory(context, category, bound, [category])
  const details = { subcategory_code: category.subcategory_code, bound, covering_category: covering }
  return { ok: false, code: 'CATEGORY_NOT_APPLICABLE', details }
}

/** The category named for a bound; if its own bounds also exclude the request, the category named there, and so on. */
function coveringCategory(
  context: Context,
  { covering }: Category,
  bound: string,
  passed: readonly Category[],
): string | null {
  const code = covering.find((each) => conditionText(each.bound) === bound)?.covering_category ?? null
  const named = code === null ? null : categoryNamed(context.names, code, context.licenseeCode)
  if (named === null || passed.includes(named)) return null
  const outside = boundOutside(context, named)
  return outside === null ? code : coveringCategory(context, named, conditionText(outside), [...passed, named])
}
