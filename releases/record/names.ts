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

type Words = ReadonlyMap<string, ReadonlySet<string>>

/** The words that conditions compare with, by input. */
function wordsNamed(conditions: readonly Condition[]): Words {
  const named = new Map<string, Set<string>>()
  for (const [name, words] of wordsOf(comparisonsOf(conditions))) {
    const known = keptIn(named, name, () => new Set<string>())
    for (const word of words) known.add(word)
  }
  return named
}

const casesNamed = (of: readonly (Quantity | Adjustment)[]): Words =>
  wordsNamed(of.flatMap(({ cases }) => cases.flatMap(({ when }) => when)))

/** Found once for all categories. */
const ofQuantities = new WeakMap<readonly Quantity[], Words>()
const ofCases = new WeakMap<Adjustment, { readonly always: readonly string[]; readonly named: Words }>()

/**
 * The words that conditions of a category name, by each input of which every case of some adjustment asks a word: any
 * other word of it chooses nothing.
 */
export function wordsOfCategory(
  { quantities }: Quantities,
  bounds: readonly Condition[],
  rows: readonly Row[],
  adjustments: readonly Adjustment[],
): Words {
  const ofAdjustments = adjustments.map((each) =>
    keptIn(ofCases, each, () => ({ always: alwaysAsked(each), named: casesNamed([each]) })),
  )
  const asked = new Set(ofAdjustments.flatMap(({ always }) => always))
  if (asked.size === 0) return new Map()
  const own = rows.flatMap(({ conditions, charges }) => [...conditions, ...charges.flatMap(({ when }) => when)])
  const all = [
    ...ofAdjustments.map(({ named }) => named),
    keptIn(ofQuantities, quantities, () => casesNamed(quantities)),
    wordsNamed([...bounds, ...own]),
  ]
  const known = new Map<string, Set<string>>()
  for (const name of asked) {
    const words = new Set<string>()
    for (const named of all) {
      const found = named.get(name)
      if (found !== undefined) for (const word of found) words.add(word)
    }
    known.set(name, words)
  }
  return known
}

/** True for a condition that depends on calculated amounts. */
export function readsAmount(condition: Condition): boolean {
  return comparisonsOf([condition]).some(({ field }) => field.startsWith('amount.'))
}
