import type { Quotation } from '../../../releases/record/figure.ts'
import { chargesIn } from '../../../releases/record/figures.ts'
import { inputsBehind, plainName } from '../../../releases/record/names.ts'
import { namesOfQuantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { codesOf, means, namesIn } from '../record/category-names.ts'
import { OF_LEVEL } from '../record/levels-named.ts'
import { levelsIn } from '../text/reading-words.ts'
import { partsIn } from './bases.ts'
import { isBilling } from './demands-compared.ts'
import { LEAVES_OUT } from './exemptions.ts'
import { sentencesFrom } from './rule-texts.ts'
import { BEGINS } from './unnamed-consumers.ts'

/**
 * Quantities whose sentence names categories: `For Domestic and Commercial the fixed charge is payable on the connected
 * load; a part of a kW is counted as one kW.` Only these are charged by it, and each row of them is, as far as it has
 * the named charge in the same unit. The same holds for the rows of a level: `For LT consumers a fraction of a kW counts as one.`
 */
export function measuredFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const read = record.quantities.map(({ quantity_id: id, evidence, figures, unit }) => ({
    id,
    unit,
    evidence,
    texts: [
      ...(evidence === null ? [] : [sentenceOf(evidence, citedIn)]),
      ...figures.map(({ figure }) => sentenceOf(figure, citedIn)),
    ],
  }))
  return read.flatMap(({ id, unit, evidence, texts }) =>
    [...new Set(texts)].flatMap((text) => {
      const parts = partsIn(text)
      // `For Mixed Load it shall be 70 percent of the contract demand`: the demand or load of a fixed charge.
      const otherwise = MEASURES.has(unit) ? ['fixed'] : []
      const charged = parts.length > 0 ? parts : otherwise
      if (namesIn(record, text).found.length > 0) return faultsOfText(record, read, id, text, charged)
      const printed = evidence === null ? text : (citedIn.around(evidence)[0] ?? text)
      const behind = evidence === null ? [] : sentencesFrom(evidence, { printed }, citedIn)
      return [...faultsOfLevel(record, id, text, charged, behind), ...faultsOfBilling(record, id, text)]
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
  if (parts.length === 0 || OTHERS.test(text)) return []
  const measures = measuredBy(record, id)
  const charges = chargesIn(record)
    .filter(({ charge }) => parts.includes(charge.component))
    .map(({ row, charge: { unit, per } }) => ({ row: row.row_id, code: row.subcategory_code, unit, per }))
  const by = charges.filter(({ per }) => per !== null && measures.has(per))
  const units = new Set(by.map(({ unit }) => unit))
  const others = charges.filter(({ unit, per }) => units.has(unit) && !(per !== null && measures.has(per)))
  const named = new Set(names.flatMap((name) => [...codesOf(record, name)]))
  const unsaid = by.filter(({ code }) => !names.some((name) => means(record, name, code)))
  // A penal charge for the excess demand stands beside one for the demand.
  const isBy = (row: string): boolean => by.some((each) => each.row === row)
  // Another sentence, or a part of this one, may name it for some of its rows: `for HT-2 above 1 MVA it is 90 percent`.
  const isOfOther = (code: string, per: string | null): boolean =>
    read.some(
      (each) =>
        measuredBy(record, each.id).has(per ?? '') &&
        each.texts.some((other) => namesIn(record, other).found.some((name) => means(record, name, code))),
    )
  const left = others.filter(({ row, code, per }) => named.has(code) && !isBy(row) && !isOfOther(code, per))
  return faultsOf(id, `charges by it only of what "${text}" names`, unsaid, text, SOME.test(text) ? [] : left)
}

/**
 * A sentence of the consumers of one level of supply: no row of another level is charged by its quantity. Where it is of
 * all of them and reads one input, each row of the level that is charged by this input is charged by the quantity.
 */
function faultsOfLevel(
  record: ReleaseRecord,
  id: string,
  text: string,
  parts: readonly string[],
  behind: readonly string[],
): Found<F>[] {
  const [level, ...others] = new Set((text.match(OF_LEVEL) ?? []).flatMap((words) => levelsIn(words)))
  if (level === undefined || others.length > 0 || SOME.test(text)) return []
  const layers = new Map(record.categories.map(({ subcategory_code: code, layer }) => [code, layer]))
  const measures = measuredBy(record, id)
  const charges = chargesIn(record).flatMap(({ row: { subcategory_code: code }, charge: { component, unit, per } }) =>
    parts.includes(component) && per !== null ? [{ code, unit, per, isBy: measures.has(per) }] : [],
  )
  const by = charges.filter(({ isBy }) => isBy)
  const unsaid = by.filter(({ code }) => ![level, 'any'].includes(layers.get(code) ?? 'any'))
  const [input, ...more] = new Set(inputsBehind(record, [id]))
  const isOfAll = ALL_OF_LEVEL.test(text) && input !== undefined && more.length === 0
  const units = new Set(by.map(({ unit }) => unit))
  const spared = behind
    .filter((each) => LEAVES_OUT.test(each))
    .flatMap((each) => namesIn(record, each).found.flatMap((name) => [...codesOf(record, name)]))
  const left = charges.filter(
    ({ code, unit, per, isBy }) =>
      isOfAll &&
      !isBy &&
      units.has(unit) &&
      layers.get(code) === level &&
      plainName(record, per) === input &&
      !spared.includes(code),
  )
  return faultsOf(id, `charges by it only of ${level} consumers, as in "${text}"`, unsaid, text, left)
}

/** `For all consumers the billable demand is`: nobody is charged by what was recorded or contracted alone, in the same unit. */
function faultsOfBilling(record: ReleaseRecord, id: string, text: string): Found<F>[] {
  if (!FOR_ALL.test(text) || SOME.test(text) || levelsIn(text).length > 0 || !isBilling(record, id)) return []
  const measures = measuredBy(record, id)
  const charges = chargesIn(record).filter(
    ({ charge }) => charge.component === 'fixed' && charge.per !== null && charge.minimum_of === null,
  )
  const units = new Set(charges.flatMap(({ charge: { per, unit } }) => (measures.has(per ?? '') ? [unit] : [])))
  const left = charges.filter(
    ({ charge: { per, unit } }) => units.has(unit) && ONE_DEMAND.test(plainName(record, per ?? '')),
  )
  return left.map(({ row }) =>
    failing(
      `quantities/${id}`,
      'category_left_out',
      `the charge of ${row.row_id} by it too, as in "${text}"`,
      'by one demand alone',
    ),
  )
}
const FOR_ALL = /(?<!\p{L})all (?:the )?consumers(?!\p{L})/iu
const ONE_DEMAND = /^(?:recorded|highest|peak|offpeak|contract)_demand/u

/** All consumers of a level, and not those of them `with`, `of` or `in` something. */
const ALL_OF_LEVEL = new RegExp(
  `${BEGINS}(?:${OF_LEVEL.source})(?=\\s*(?:$|[.,;:])|\\s+(?:an?|any|the|each|every|shall|will|is|are|has|have|pay)(?!\\p{L}))`,
  'iu',
)

type Of = { readonly code: string }

function faultsOf(id: string, only: string, unsaid: readonly Of[], text: string, left: readonly Of[]): Found<F>[] {
  const path = `quantities/${id}`
  const codesIn = (charges: readonly Of[]): string[] => [...new Set(charges.map(({ code }) => code))]
  return [
    ...codesIn(unsaid).map((code) => failing(path, 'category_not_said', only, `a charge of ${code}`)),
    ...codesIn(left).map((code) =>
      failing(path, 'category_left_out', `the charge of ${code} by it too, as in "${text}"`, 'by another quantity'),
    ),
  ]
}

/** A sentence of all but some, and the same or one of some under a condition. */
const OTHERS = /(?<!\p{L})(?:other|others|except|excluding|not|unless)(?!\p{L})/iu
const SOME = /(?<!\p{L})(?:other|others|except|excluding|not|if|where|unless|provided|who|whose|having|with)(?!\p{L})/iu

/** A quantity and those that are calculated from it. */
export function measuredBy({ quantities }: ReleaseRecord, id: string): ReadonlySet<string> {
  const found = new Set([id])
  for (const each of found)
    for (const other of quantities) if (namesOfQuantity(other).includes(each)) found.add(other.quantity_id)
  return found
}
