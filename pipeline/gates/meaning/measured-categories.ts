import type { Quotation } from '../../../releases/record/figure.ts'
import { chargesIn } from '../../../releases/record/figures.ts'
import { namesOfQuantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { partsIn } from './bases.ts'
import { codesOf, means, namesIn } from './category-names.ts'

/**
 * Quantities whose sentence names categories: `For Domestic and Commercial the fixed charge is payable on the connected
 * load; a part of a kW is counted as one kW.` Only these are charged by it, and each row of them is, as far as it has
 * the named charge in the same unit.
 */
export function measuredFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const read = record.quantities.map(({ quantity_id: id, evidence, figures, unit }) => ({
    id,
    unit,
    texts: [
      ...(evidence === null ? [] : [sentenceOf(evidence, citedIn)]),
      ...figures.map(({ figure }) => figure.quote),
    ],
  }))
  return read.flatMap(({ id, unit, texts }) =>
    [...new Set(texts)].flatMap((text) => {
      const parts = partsIn(text)
      // `For Mixed Load it shall be 70 percent of the contract demand`: the demand or load of a fixed charge.
      const otherwise = MEASURES.has(unit) ? ['fixed'] : []
      return faultsOfText(record, read, id, text, parts.length > 0 ? parts : otherwise)
    }),
  )
}

/** All of the sentence of a quote, which may leave out whom it names, without words that are declared. */
function sentenceOf(evidence: Quotation, citedIn: Cited): string {
  const quote = citedIn.around(evidence)[0] ?? evidence.quote
  return citedIn.undeclared({ ...evidence, quote }) ?? evidence.quote
}

const MEASURES: ReadonlySet<string> = new Set(['kW', 'kVA', 'HP', 'BHP'])

/** A quantity, and the texts in which it is read. */
type Read = { readonly id: string; readonly texts: readonly string[] }

function faultsOfText(
  record: ReleaseRecord,
  read: readonly Read[],
  id: string,
  text: string,
  parts: readonly string[],
): Found<F>[] {
  const names = namesIn(record, text).found
  if (names.length === 0 || parts.length === 0 || SOME.test(text)) return []
  const measures = measuredBy(record, id)
  const charges = chargesIn(record)
    .filter(({ charge }) => parts.includes(charge.component))
    .map(({ row, charge: { unit, per } }) => ({ row: row.row_id, code: row.subcategory_code, unit, per }))
  const by = charges.filter(({ per }) => per !== null && measures.has(per))
  const units = new Set(by.map(({ unit }) => unit))
  const others = charges.filter(({ unit, per }) => units.has(unit) && !(per !== null && measures.has(per)))
  const named = new Set(names.flatMap((name) => [...codesOf(record, name)]))
  const path = `quantities/${id}`
  const unsaid = by.filter(({ code }) => !names.some((name) => means(record, name, code))).map(({ code }) => code)
  // A penal charge for the excess demand stands beside one for the demand.
  const isBy = (row: string): boolean => by.some((each) => each.row === row)
  // Another sentence, or a part of this one, may name it for some of its rows: `for HT-2 above 1 MVA it is 90 percent`.
  const isOfOther = (code: string, per: string | null): boolean =>
    read.some(
      (each) =>
        measuredBy(record, each.id).has(per ?? '') &&
        each.texts.some((other) => namesIn(record, other).found.some((name) => means(record, name, code))),
    )
  const left = others
    .filter(({ row, code, per }) => named.has(code) && !isBy(row) && !isOfOther(code, per))
    .map(({ code }) => code)
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
