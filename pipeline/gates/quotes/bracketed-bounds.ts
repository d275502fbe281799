import type { Category } from '../../../releases/record/category.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { saidIn } from '../cells/label-edges.ts'
import { inThousands, isEdgeOf } from '../cells/stated-bounds.ts'
import { comparisonsIn } from '../record/comparisons.ts'
import { printedNumbers } from '../text/numbers.ts'

/** The inputs that are measured in a unit. */
export const FIELDS: Readonly<Record<string, RegExp>> = {
  kva: /_kva$/u,
  kw: /_kw$|^connected_load/u,
  hp: /_hp$|^connected_load/u,
  bhp: /_hp$|^connected_load/u,
  kv: /_kv$/u,
}
const UNIT = /(?<![\p{L}])(?:kVA|kW|B?HP|kV)(?!\p{L})/giu
/** A name with a bound in brackets behind it. */
const BRACKET = /(?<![\p{L}\p{N}-])(\p{L}[\p{L}\p{N}-]*)\s*\(([^()]*\d[^()]*)\)/gu

/** Categories whose bounds a text may print behind their names: all of those that it names, or one of them. */
export type Bracketed = { readonly of: readonly Category[]; readonly isOne: boolean }

/** For a rule the categories that it applies to, for a row its own; a quantity may be of any. */
export function bracketedOf({ categories, rows, rules }: ReleaseRecord, path: string): Bracketed {
  const [kind, id, rule] = path.split('/')
  const codes =
    kind === 'rows'
      ? rows.flatMap(({ row_id, subcategory_code }) => (row_id === id ? subcategory_code : []))
      : rules.adjustments.find(({ adjustment_id }) => id === 'adjustments' && adjustment_id === rule)?.applies_to
  return codes === undefined
    ? { of: categories, isOne: true }
    : { of: categories.filter(({ subcategory_code: code }) => codes.includes(code)), isOne: false }
}

/** A text without the bounds of categories in brackets behind their names: `schedules CS (above 20 kVA) and LIP`. */
export const withoutBracketed = (text: string, { of, isOne }: Bracketed): string =>
  text.replace(BRACKET, (whole, name: string, inner: string) => {
    const named = of.filter((category) => isCalled(category, name.toLowerCase()))
    const has = (category: Category): boolean => hasBounds(category, inThousands(inner))
    return named.length > 0 && (isOne ? named.some(has) : named.every(has)) ? `${name} ` : whole
  })

const isCalled = ({ subcategory_code, raw_category_label }: Category, name: string): boolean =>
  `${subcategory_code}-`.toLowerCase().startsWith(`${name}-`) ||
  raw_category_label
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .includes(name)

/** Whether each edge of a text, and each of its numbers, is a bound of a category, on the same side and in the same unit. */
function hasBounds({ bounds }: Category, text: string): boolean {
  const said = saidIn(text)
  const units = (text.match(UNIT) ?? []).map((unit) => unit.toLowerCase())
  return (
    said.length > 0 &&
    said.length === printedNumbers(text).length &&
    said.every((edge) =>
      comparisonsIn(bounds).some(
        (bound) =>
          isEdgeOf(bound, edge) && units.length > 0 && units.every((unit) => FIELDS[unit]?.test(bound.field ?? '')),
      ),
    )
  )
}
