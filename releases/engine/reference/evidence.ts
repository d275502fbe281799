import type { Adjustment, AdjustmentCase } from '../../record/adjustment.ts'
import type { Category } from '../../record/category.ts'
import type { Charge } from '../../record/charge.ts'
import { figuresOfCharge, figuresOfQuantity, figuresOfValues, type PathFigure } from '../../record/figures.ts'
import { type Grade, weakest } from '../../record/grade.ts'
import { holdConcerns } from '../../record/holds.ts'
import type { Quantity } from '../../record/quantity.ts'
import type { Row } from '../../record/row.ts'
import { isHeld } from './figures.ts'
import { type Names, remembered, rememberedUnder } from './names.ts'
import {
  quantitiesBehind,
  readByBounds,
  readByCase,
  readByCategory,
  readByCharge,
  readByRow,
  readByWhen,
} from './reads.ts'

/**
 * `held`: one of its figures must not be used. `withheld`: the release lists it under `component_holds`, so it is left
 * out without affecting the rest.
 */
export type ChargeState = 'open' | 'held' | 'withheld'

/** Parts that can be held: figures, and paths of the parts of the record that they depend on. */
type Footing = { readonly figures: readonly PathFigure[]; readonly paths: readonly string[] }

function isFootingHeld({ figures, paths }: Footing, holds: readonly string[]): boolean {
  return figures.some(({ figure }) => isHeld(figure)) || paths.some((path) => isPathHeld(path, holds))
}

export function isPathHeld(path: string, holds: readonly string[]): boolean {
  return holds.some((hold) => holdConcerns(hold, path))
}

export function chargeState(names: Names, row: Row, charge: Charge, holds: readonly string[]): ChargeState {
  return statesOf(names, row, holds).get(charge) ?? stateOf(names, row, footingOf(names, row, charge), holds)
}

const statesOf = rememberedUnder(
  (names, row: Row, holds): ReadonlyMap<Charge, ChargeState> =>
    new Map(footingsOf(names, row).map((footing) => [footing.charge, stateOf(names, row, footing, holds)])),
)

function stateOf(
  names: Names,
  row: Row,
  { charge, all }: { readonly charge: Charge; readonly all: Footing },
  holds: readonly string[],
): ChargeState {
  if (isListed(names, `rows/${row.row_id}/${charge.charge_id}`)) return 'withheld'
  return isFootingHeld(all, holds) ? 'held' : 'open'
}

/** True if an unusable quantity decides whether a charge applies, so that it is unknown. */
export const isWhenHeld = rememberedUnder((names, charge: Charge, holds): boolean =>
  isFootingHeld(footingOfQuantities(names, quantitiesBehind(names, readByWhen(names, charge))), holds),
)

/** True if the release itself lists a component of a row as held. */
export function isListed({ record }: Names, path: string): boolean {
  return record.component_holds.some((hold) => holdConcerns(hold.path, path))
}

/** Figures of the charges of a row, in order. */
const footingsOf = remembered((names: Names, row: Row) => row.charges.map((charge) => footingOf(names, row, charge)))

function footingOf(names: Names, row: Row, charge: Charge) {
  const rates = footingOfRates(names, row.row_id, charge)
  const quantities = quantitiesBehind(names, readByCharge(names, charge))
  return { charge, rates, quantities, all: joined(rates, footingOfQuantities(names, quantities)) }
}

/** Its steps, its multiple, and the charge whose steps it uses. */
function footingOfRates(names: Names, rowId: string, charge: Charge): Footing {
  const own = { figures: figuresOfCharge(rowId, charge), paths: [`rows/${rowId}/${charge.charge_id}`] }
  const from = charge.rates_of
  const other = from === null ? undefined : names.charges.get(`${from.row_id}/${from.charge_id}`)
  return from === null || other === undefined ? own : joined(own, footingOfRates(names, from.row_id, other))
}

function footingOfQuantities(names: Names, quantities: readonly Quantity[]): Footing {
  const each = quantities.map((quantity) => footingOfQuantity(names, quantity))
  return { figures: each.flatMap(({ figures }) => figures), paths: each.flatMap(({ paths }) => paths) }
}

const footingOfQuantity = remembered(
  (_, quantity: Quantity): Footing => ({
    figures: figuresOfQuantity(quantity),
    paths: [`quantities/${quantity.quantity_id}`],
  }),
)

function joined(one: Footing, other: Footing): Footing {
  return { figures: [...one.figures, ...other.figures], paths: [...one.paths, ...other.paths] }
}

/** An adjustment with a case that applies, or may apply depending on an amount, has values, and changes the bill. */
export type Chosen = { readonly adjustment: Adjustment; readonly chosen: AdjustmentCase }

export function isAdjustmentHeld(names: Names, { adjustment, chosen }: Chosen, holds: readonly string[]): boolean {
  return heldCases(names, adjustment, holds).has(chosen)
}

const heldCases = rememberedUnder(
  (names, adjustment: Adjustment, holds): ReadonlySet<AdjustmentCase> =>
    new Set(
      [...footingsOfCases(names, adjustment)].flatMap(([each, { all }]) => (isFootingHeld(all, holds) ? [each] : [])),
    ),
)

function figuresOfCase({ adjustment: { adjustment_id: id }, chosen }: Chosen): PathFigure[] {
  return figuresOfValues(`rules/adjustments/${id}/${chosen.case_id}`, chosen.values)
}

function figuresOfLimits({ adjustment_id: id, cap, floor }: Adjustment): PathFigure[] {
  const path = `rules/adjustments/${id}`
  return [
    ...figuresOfValues(`${path}/cap`, cap === null ? [] : [cap]),
    ...figuresOfValues(`${path}/floor`, floor === null ? [] : [floor]),
  ]
}

/** Figures of each chosen case of an adjustment: its own, and those of its quantities. */
const footingsOfCases = remembered((names: Names, adjustment: Adjustment) => {
  const path = `rules/adjustments/${adjustment.adjustment_id}`
  const limits = (['cap', 'floor'] as const).flatMap((name) => (adjustment[name] === null ? [] : [`${path}/${name}`]))
  return new Map(
    adjustment.cases.map((chosen) => {
      const figures = figuresOfCase({ adjustment, chosen })
      const quantities = quantitiesBehind(names, readByCase(names, adjustment)(names, chosen))
      const behind = footingOfQuantities(names, quantities)
      return [
        chosen,
        {
          figures,
          behind,
          all: joined(
            { figures: [...figures, ...figuresOfLimits(adjustment)], paths: [`${path}/${chosen.case_id}`, ...limits] },
            behind,
          ),
        },
      ]
    }),
  )
})

function footingOfChosen(names: Names, { adjustment, chosen }: Chosen) {
  const footing = footingsOfCases(names, adjustment).get(chosen)
  if (footing === undefined) throw new TypeError(`no case of ${adjustment.adjustment_id}: ${chosen.case_id}`)
  return footing
}

/** Quantities that select the row: those of the category's bounds and of the row's conditions. */
const quantitiesOfBounds = remembered((names, category: Category) =>
  quantitiesBehind(names, readByBounds(names, category)),
)
const quantitiesOfRow = remembered((names, row: Row) => quantitiesBehind(names, readByRow(names, row)))

const quantitiesOfCategory = remembered((names, category: Category) =>
  quantitiesBehind(names, readByCategory(names, category)),
)

/**
 * The path of the first held quantity in the bounds or in any row's conditions; if there is one, no row can be chosen.
 */
export const heldCondition = rememberedUnder((names, category: Category, holds): string | null => {
  const quantities = quantitiesOfCategory(names, category)
  const held = quantities.find((quantity) => isFootingHeld(footingOfQuantity(names, quantity), holds))
  return held === undefined ? null : `quantities/${held.quantity_id}`
})

/** A figure that is compared with the evidence floor. */
export type Judged = { readonly path: string; readonly grade: Grade }

/**
 * The figures of a row that are compared with the evidence floor, each once: those of the charges that apply, with all
 * steps, not only those that the request reaches. Held figures are not included, because they are refused separately;
 * nor are charges that are left out.
 */
export function judgedFigures(
  names: Names,
  category: Category,
  row: Row,
  chosen: readonly Chosen[],
  holds: readonly string[],
  applies: (charge: Charge) => boolean,
  prorating: readonly PathFigure[],
): { readonly figures: readonly Judged[]; readonly grade: Grade } {
  const charges = footingsOf(names, row).filter(({ charge }) => {
    if (!applies(charge)) return false
    const state = chargeState(names, row, charge, holds)
    return state === 'open' || (state === 'held' && charge.side === 'base')
  })
  // Requests differ in their numbers, but rarely in their dependencies.
  const known = judgedBefore(names, row)(names, category)
  const cases = chosen.map(({ adjustment: { adjustment_id: id }, chosen: { case_id } }) => `${id}/${case_id}`)
  const key = [prorating.length, ...charges.map(({ charge }) => charge.charge_id), '', ...cases].join(' ')
  const before = known.get(key)
  if (before !== undefined) return before

  const quantities = [
    ...charges.flatMap((charge) => charge.quantities),
    ...quantitiesOfBounds(names, category),
    ...quantitiesOfRow(names, row),
  ]
  const all = [
    ...charges.flatMap(({ rates }) => rates.figures),
    ...footingOfQuantities(names, quantities).figures,
    ...prorating,
    ...chosen.flatMap((each) => footingOfChosen(names, each).behind.figures),
    // Of an adjustment its cases, then cap and floor.
    ...chosen.flatMap((each, index) => [
      ...footingOfChosen(names, each).figures,
      ...(chosen[index + 1]?.adjustment === each.adjustment ? [] : figuresOfLimits(each.adjustment)),
    ]),
  ]
  const each = new Map(all.filter(({ figure }) => !isHeld(figure)).map((one) => [one.path, one]))
  const figures = [...each.values()].map(({ path, figure }) => ({ path, grade: figure.grade }))
  const judged = { figures, grade: weakest(figures.map(({ grade }) => grade)) }
  known.set(key, judged)
  return judged
}

const judgedBefore = remembered((_, _row: Row) =>
  remembered((_names, _category: Category) => new Map<string, ReturnType<typeof judgedFigures>>()),
)
