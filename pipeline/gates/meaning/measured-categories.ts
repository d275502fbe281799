import { namesOfQuantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import { partsIn } from './bases.ts'
import { codesOf, means, namesIn } from './category-names.ts'

/**
 * Quantities whose sentence names categories: `For Domestic and Commercial the fixed charge is payable on the connected
 * load; a part of a kW is counted as one kW.` Only these are charged by it, and each row of them is, as far as it has
 * the named charge in the same unit.
 */
export function measuredFaults(record: ReleaseRecord): Found<F>[] {
  return record.quantities.flatMap((quantity) => {
    const { evidence, figures, unit } = quantity
    const texts = [
      { text: evidence?.quote ?? '', otherwise: [] },
      // `For Mixed Load it shall be 70 percent of the contract demand`: the demand or load of a fixed charge.
      ...figures.map(({ figure }) => ({ text: figure.quote, otherwise: MEASURES.has(unit) ? ['fixed'] : [] })),
    ]
    return texts.flatMap(({ text, otherwise }) => {
      const parts = partsIn(text)
      return faultsOfText(record, quantity.quantity_id, text, parts.length > 0 ? parts : otherwise)
    })
  })
}

const MEASURES: ReadonlySet<string> = new Set(['kW', 'kVA', 'HP', 'BHP'])

function faultsOfText(record: ReleaseRecord, id: string, text: string, parts: readonly string[]): Found<F>[] {
  const names = namesIn(record, text).found
  if (names.length === 0 || parts.length === 0 || SOME.test(text)) return []
  const measures = measuredBy(record, id)
  const charges = record.rows.flatMap(({ row_id: row, subcategory_code: code, charges: own }) =>
    own.flatMap((charge) =>
      parts.includes(charge.component) ? [{ row, code, unit: charge.unit, per: charge.per }] : [],
    ),
  )
  const by = charges.filter(({ per }) => per !== null && measures.has(per))
  const units = new Set(by.map(({ unit }) => unit))
  const others = charges.filter(({ unit, per }) => units.has(unit) && !(per !== null && measures.has(per)))
  const named = new Set(names.flatMap((name) => [...codesOf(record, name)]))
  const path = `quantities/${id}`
  const unsaid = by.filter(({ code }) => !names.some((name) => means(record, name, code))).map(({ code }) => code)
  // A penal charge for the excess demand stands beside one for the demand.
  const isBy = (row: string): boolean => by.some((each) => each.row === row)
  const left = others.filter(({ row, code }) => named.has(code) && !isBy(row)).map(({ code }) => code)
  return [
    ...[...new Set(unsaid)].map((code) =>
      failing(path, 'category_not_said', `charges by it only of what "${text}" names`, `a charge of ${code}`),
    ),
    ...[...new Set(left)].map((code) =>
      failing(path, 'category_left_out', `the charge of ${code} by it too, as in "${text}"`, 'by another quantity'),
    ),
  ]
}

/** A sentence of all but some, or of some under a condition. */
const SOME = /(?<!\p{L})(?:other|others|except|excluding|not|if|where|unless|provided|who|whose|having|with)(?!\p{L})/iu

/** A quantity and those that are calculated from it. */
function measuredBy({ quantities }: ReleaseRecord, id: string): ReadonlySet<string> {
  const found = new Set([id])
  for (const each of found)
    for (const other of quantities) if (namesOfQuantity(other).includes(each)) found.add(other.quantity_id)
  return found
}
