import { type Adjustment, alwaysAsked } from './adjustment.ts'
import { type Charge, edgeNames } from './charge.ts'
import { ratesOf } from './charge-rates.ts'
import { type Condition, comparisonsOf, namesOfConditions, wordsOf } from './expression.ts'
import { keptIn } from './kept-in.ts'
import { namesOfQuantity, type Quantity } from './quantity.ts'
import type { ReleaseRecord } from './record.ts'
import type { Row } from './row.ts'

type Quantities = Pick<ReleaseRecord, 'quantities'>

const quantityOf = ({ quantities }: Quantities, name: string): Quantity | undefined =>
  quantities.find(({ quantity_id }) => quantity_id === name)

/** The named quantities and all quantities that they read, each once. */
export function quantitiesBehind(record: Quantities, names: readonly string[]): Quantity[] {
  const found = new Set<Quantity>()
  const follow = (name: string): void => {
    const quantity = quantityOf(record, name)
    if (quantity === undefined || found.has(quantity)) return
    found.add(quantity)
    for (const read of namesOfQuantity(quantity)) follow(read)
  }
  for (const name of names) follow(name)
  return [...found]
}

/** The names, and those that the quantities behind them read. */
export const namesBehind = (record: Quantities, names: readonly string[]): string[] => [
  ...names,
  ...quantitiesBehind(record, names).flatMap(namesOfQuantity),
]

/** The name behind an alias: a quantity whose whole formula is one name. */
export function plainName(record: Quantities, name: string, passed: readonly string[] = []): string {
  const quantity = quantityOf(record, name)
  const [only, ...others] = quantity?.cases ?? []
  if (quantity === undefined || only === undefined || others.length > 0 || passed.includes(name)) return name
  const { formula, when, effective_from: from, effective_to: to } = only
  const isPlain = typeof formula === 'string' && when.length === 0 && from === null && to === null
  if (!isPlain || quantity.instead !== null || quantity.figures.length > 0) return name
  return plainName(record, formula, [...passed, name])
}

/**
 * The inputs behind names: themselves, or those that the quantities of these names read; with `instead`, also those that
 * may be given in place of a quantity.
 */
export function inputsBehind(record: Quantities, names: readonly string[], instead: 'instead' | null = null): string[] {
  const found = new Set<string>()
  const passed = new Set<string>()
  const follow = (name: string): void => {
    if (passed.has(name)) return
    passed.add(name)
    const quantity = quantityOf(record, name)
    if (quantity === undefined) {
      found.add(name)
      return
    }
    for (const read of namesOfQuantity(quantity)) follow(read)
    if (instead !== null && quantity.instead !== null) follow(quantity.instead)
  }
  for (const name of names) follow(name)
  return [...found]
}

const given = (names: readonly (string | null)[]): string[] => names.filter((name) => name !== null)

/** Names that a charge reads: its quantity, its steps and their edges, and its conditions. */
export function namesOfCharge(record: Pick<ReleaseRecord, 'rows'>, charge: Charge): string[] {
  const { per, steps_by, when } = charge
  return [...given([per, steps_by, ...edgeNames(ratesOf(record, charge).steps)]), ...namesOfConditions(when)]
}

/** The same for one case of an adjustment, with the cap, the floor and the part of a charge that all cases share. */
export function namesOfCase({ cap, floor, part }: Adjustment, { when, values }: Adjustment['cases'][number]): string[] {
  const all = [...values, ...[cap, floor].filter((value) => value !== null)]
  const read = all.flatMap(({ per, steps_by, steps }) => [per, steps_by, ...edgeNames(steps)])
  return [...namesOfConditions(when), ...given([...read, part?.quantity ?? null])]
}

/** Names that a category reads: in its bounds, its rows, and the adjustments that apply to it. */
export function namesOfCategory(
  record: Pick<ReleaseRecord, 'rows'>,
  bounds: readonly Condition[],
  rows: readonly Row[],
  adjustments: readonly Adjustment[],
): string[] {
  return [
    ...namesOfConditions([...bounds, ...rows.flatMap(({ conditions }) => conditions)]),
    ...rows.flatMap(({ charges }) => charges.flatMap((charge) => namesOfCharge(record, charge))),
    ...adjustments.flatMap((each) => each.cases.flatMap((one) => namesOfCase(each, one))),
  ]
}

type WordsOfCases = { readonly always: readonly string[]; readonly named: ReturnType<typeof wordsOf> }

/** Found once for all categories. */
const ofCases = new WeakMap<Quantity | Adjustment, WordsOfCases>()

/** The words that the cases of a quantity or an adjustment name, and the inputs of which each case asks a word. */
function wordsOfCases(of: Quantity | Adjustment): WordsOfCases {
  return keptIn(ofCases, of, () => ({
    always: alwaysAsked(of),
    named: wordsOf(comparisonsOf(of.cases.flatMap(({ when }) => when))),
  }))
}

/**
 * The words that conditions of a category name, by each input of which every case of some adjustment asks a word: any
 * other word of it chooses nothing.
 */
export function wordsOfCategory(
  { quantities }: Quantities,
  bounds: readonly Condition[],
  rows: readonly Row[],
  adjustments: readonly Adjustment[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const ofAdjustments = adjustments.map(wordsOfCases)
  const known = new Map(ofAdjustments.flatMap(({ always }) => always.map((name) => [name, new Set<string>()])))
  if (known.size === 0) return known
  const own = rows.flatMap(({ conditions, charges }) => [...conditions, ...charges.flatMap(({ when }) => when)])
  const named = [...ofAdjustments, ...quantities.map(wordsOfCases)].flatMap((each) => each.named)
  for (const [name, words] of [...named, ...wordsOf(comparisonsOf([...bounds, ...own]))])
    for (const word of words) known.get(name)?.add(word)
  return known
}

/** True for a condition that depends on calculated amounts. */
export function readsAmount(condition: Condition): boolean {
  return comparisonsOf([condition]).some(({ field }) => field.startsWith('amount.'))
}
