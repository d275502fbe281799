import type { Category } from '../../../releases/record/category.ts'
import type { Bracketed } from '../record/bracketed.ts'
import { comparisonsIn } from '../record/comparisons.ts'
import { printedNumbers } from '../text/numbers.ts'
import { saidIn } from './label-edges.ts'
import { inThousands, isEdgeOf } from './stated-bounds.ts'

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
