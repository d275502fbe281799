import type { Adjustment, AdjustmentCase, Value } from '../../record/adjustment.ts'
import type { Category } from '../../record/category.ts'
import type { Charge, Step } from '../../record/charge.ts'
import { isDecimal } from '../../record/decimal.ts'
import { type Condition, namesOf as namesOfFormula } from '../../record/expression.ts'
import type { Quantity } from '../../record/quantity.ts'
import type { Row } from '../../record/row.ts'
import { type Context, given } from './context.ts'
import { type Names, remembered, sortOf } from './names.ts'
import { namesRead } from './quantities.ts'
import { chargeSteps, rowsOf } from './tariff.ts'

/** Names that a charge reads, in the order of the document: `per`, `steps_by`, edges, `when`. */
export const readByCharge = remembered((names: Names, charge: Charge): string[] => [
  ...quantitiesOfCharge(names, charge),
  ...readByWhen(names, charge),
])

export const readByWhen = remembered((names, { when }: { readonly when: readonly Condition[] }) =>
  namesRead(names, when),
)

/** Names of the quantities that a charge multiplies and that its steps divide. */
export const quantitiesOfCharge = remembered((names: Names, charge: Charge) =>
  named([charge.per, charge.steps_by, ...edgesOf(chargeSteps(names, charge).map(({ step }) => step))]),
)

export const readByCondition = remembered((names, condition: Condition) => namesRead(names, [condition]))

export const readByValues = remembered((names: Names, values: readonly Value[]): readonly string[] =>
  values.flatMap((value) => readByValue(names, value)),
)

const readByValue = remembered((_, { per, steps_by: by, steps }: Value) => named([per, by, ...edgesOf(steps)]))

/** Names that a case of an adjustment reads, including those shared by all cases. */
export const readByCase = remembered((names, adjustment: Adjustment) =>
  remembered((_, each: AdjustmentCase) => readByCases(names, adjustment, [each])),
)

function readByCases(names: Names, adjustment: Adjustment, cases: readonly AdjustmentCase[]): readonly string[] {
  return [
    ...cases.flatMap((each) => [...readByWhen(names, each), ...readByValues(names, each.values)]),
    ...readByLimits(names, adjustment),
  ]
}

/** Names that an adjustment reads in every case. */
export const readByLimits = remembered((names: Names, { cap, floor, part }: Adjustment): readonly string[] => {
  const limits = [cap, floor].filter((value) => value !== null)
  return [...readByValues(names, limits), ...(part === null ? [] : [part.quantity])]
})

/** Names that an adjustment reads in any of its cases, each once. */
export const readByAllCases = remembered((names: Names, adjustment: Adjustment): readonly string[] => [
  ...new Set(readByCases(names, adjustment, adjustment.cases)),
])

export const readByBaseCharges = remembered((names: Names, { charges }: Row): readonly string[] => [
  ...new Set(charges.filter(({ side }) => side === 'base').flatMap((charge) => readByCharge(names, charge))),
])

/** Names that the bounds and conditions of a category and the base charges of a row read, each once. */
export const readByBase = remembered((names: Names, row: Row) =>
  remembered((_, category: Category): readonly string[] => [
    ...new Set([...readByCategory(names, category), ...readByBaseCharges(names, row)]),
  ]),
)

/** Names that the bounds of a category and the conditions of its rows read. */
export function readByConditions(names: Names, category: Category, rows: readonly Row[]): string[] {
  return [...readByBounds(names, category), ...rows.flatMap((row) => readByRow(names, row))]
}

/** The same for all its rows. */
export const readByCategory = remembered((names: Names, category: Category) =>
  readByConditions(names, category, rowsOf(names, category)),
)

export const readByBounds = remembered((names: Names, { bounds }: Category) => namesRead(names, bounds))
export const readByRow = remembered((names: Names, { conditions }: Row) => namesRead(names, conditions))

function edgesOf(steps: readonly Step[]): string[] {
  return steps.flatMap(({ from, to }) => [from, to ?? '0']).filter((edge) => !isDecimal(edge))
}

function named(names: readonly (string | null)[]): string[] {
  return names.filter((name) => name !== null)
}

/** Names that a quantity reads directly, except its own figures. */
const readByQuantity = remembered((names: Names, { cases, figures }: Quantity): string[] =>
  cases.flatMap(({ formula, when }) => [
    ...namesOfFormula(formula).filter((name) => !figures.some(({ figure_id: id }) => id === name)),
    ...namesRead(names, when),
  ]),
)

/** Quantities behind names, each once, dependencies first. Throws TypeError for a cycle. */
export function quantitiesBehind(names: Names, read: readonly string[], within: readonly string[] = []): Quantity[] {
  const found = read.flatMap((name) => {
    const quantity = names.quantities.get(name)
    if (quantity === undefined) return []
    if (within.includes(name)) throw new TypeError(`a quantity depends on itself: ${name}`)
    return [quantity, ...quantitiesBehind(names, readByQuantity(names, quantity), [...within, name])]
  })
  return [...new Set(found)]
}

/** The inputs behind names, including those that may be given instead of a quantity. */
export function inputsBehind(names: Names, read: readonly string[]): string[] {
  const quantities = quantitiesBehind(names, read)
  const all = [...read, ...quantities.flatMap((each) => [...named([each.instead]), ...readByQuantity(names, each)])]
  return [...new Set(all.filter((name) => isInput(names, name)))]
}

/** The inputs behind names that the request does not give, each once. A stated quantity needs none. */
export function notGivenOf(context: Context, read: readonly string[]): string[] {
  const missing: string[] = []
  for (const { name, unless } of askedFor(context.names, read)) {
    const isMissing = given(context, name) === null && !unless.some((stated) => given(context, stated) !== null)
    if (isMissing && !missing.includes(name)) missing.push(name)
  }
  return missing
}

/** An input that determines a value, and the inputs that replace a quantity on the way to it. */
type Asked = { readonly name: string; readonly unless: readonly string[] }

const askedFor = remembered((names: Names, read: readonly string[]): readonly Asked[] =>
  read.flatMap((name) => askedBehind(names, name, [], [])),
)

function askedBehind(names: Names, name: string, unless: readonly string[], within: readonly string[]): Asked[] {
  if (isInput(names, name)) return [{ name, unless }]
  const quantity = names.quantities.get(name)
  if (quantity === undefined) return []
  if (within.includes(name)) throw new TypeError(`a quantity depends on itself: ${name}`)
  const stated = [...unless, ...named([quantity.instead])]
  return readByQuantity(names, quantity).flatMap((each) => askedBehind(names, each, stated, [...within, name]))
}

function isInput(names: Names, name: string): boolean {
  if (names.quantities.has(name)) return false
  sortOf(names, name)
  return true
}
