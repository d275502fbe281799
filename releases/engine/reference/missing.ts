import type { Category } from '../../record/category.ts'
import type { Row } from '../../record/row.ts'
import { adjustmentsRead } from './adjustments.ts'
import { type Context, given, pointerOf, pointerTo } from './context.ts'
import { type Names, remembered } from './names.ts'
import { lacksDay } from './periods.ts'
import {
  inputsBehind,
  notGivenOf,
  readByAllCases,
  readByBase,
  readByBaseCharges,
  readByCategory,
  readByCharge,
} from './reads.ts'
import type { FieldProblem } from './result.ts'
import { rowsOf } from './tariff.ts'
import { takesInput } from './unsuited.ts'

/** All inputs that a request lacks, in the order of the document, each once. `row`: the row that applies to it. */
export function missingInputs(context: Context, category: Category, row: Row | null): FieldProblem[] {
  const { names, licenseeCode } = context
  const read = row === null ? readByCategory(names, category) : readByBase(names, row)(names, category)
  const fields = [
    ...names.record.request.required
      .filter((name) => given(context, name) === null && !(name === 'licensee_code' && licenseeCode !== null))
      .map(pointerOf),
    ...notGivenOf(context, read).map(pointerOf),
    ...missingByCategory(context, category, row).map(pointerOf),
  ]
  fields.push(...missingZones(context, category, fields))
  if (lacksDay(context, category)) fields.push('/effective_on')
  return [...new Set(fields)].map((field) => ({ field, rule: 'required' }))
}

/** Required inputs of the category that only adjustments or charges beside read, in the order of its list. */
function missingByCategory(context: Context, category: Category, row: Row | null): string[] {
  const { names } = context
  if (listedOfOthers(names, category).length === 0) return []
  // Inputs of base charges are required from the row of the request, once the row is known.
  const ofBase = behindBase(names, category)
  const beside = (row?.charges ?? []).filter(({ side }) => side === 'beside')
  const missing = [
    ...beside.flatMap((charge) => notGivenOf(context, readByCharge(names, charge))),
    ...notGivenOf(context, readByAdjustments(names, category)),
  ]
  return category.required_inputs.flatMap((listed) =>
    missing.filter((name) => !ofBase.includes(name) && (name === listed || name.startsWith(`${listed}.`))),
  )
}

/** Names read by any case of any of its adjustments, each once. */
const readByAdjustments = remembered((names: Names, category: Category): readonly string[] => [
  ...new Set(adjustmentsRead(names, category).flatMap((each) => readByAllCases(names, each))),
])

/** Inputs that the category lists as required and that only adjustments or charges beside use. */
const listedOfOthers = remembered((names: Names, category: Category) => {
  const beside = rowsOf(names, category).flatMap(({ charges }) => charges.filter(({ side }) => side === 'beside'))
  const behind = inputsBehind(names, [
    ...beside.flatMap((charge) => readByCharge(names, charge)),
    ...readByAdjustments(names, category),
  ])
  const ofBase = behindBase(names, category)
  return behind.filter(
    (name) =>
      !ofBase.includes(name) &&
      category.required_inputs.some((listed) => name === listed || name.startsWith(`${listed}.`)),
  )
})

/** The inputs that the base charges of any of its rows read. */
const behindBase = remembered((names: Names, category: Category) =>
  inputsBehind(
    names,
    rowsOf(names, category).flatMap((row) => readByBaseCharges(names, row)),
  ),
)

/** Zones of the release that are missing from a given `energy_by_zone`, if the category accepts it; all if one is asked for. */
function missingZones(context: Context, category: Category, asked: readonly string[]): string[] {
  const zones = context.names.record.zones.map((zone) => pointerTo('energy_by_zone', zone))
  if (given(context, 'energy_by_zone') === null) return zones.some((zone) => asked.includes(zone)) ? zones : []
  if (!takesInput(context.names, category, 'energy_by_zone')) return []
  return zones.filter((_, index) => given(context, `energy_by_zone.${context.names.record.zones[index]}`) === null)
}
