import { type RowPlan, rowBoundPassed } from '../../../releases/engine/charges/row.ts'
import { Inputs, type InputValue } from '../../../releases/engine/given-inputs.ts'
import { tableInput } from '../../../releases/engine/input-names.ts'
import { formatMilli } from '../../../releases/record/decimal.ts'
import type { Row } from '../../../releases/record/row.ts'
import { type Draft, dayOf, milliOf, patched } from '../calculation/draft.ts'
import { oncePer } from '../record/once-per.ts'
import { dayPatch } from './days.ts'
import { type Domain, stepOf } from './domains.ts'
import { edgesAt } from './edges.ts'
import { balanced } from './zones.ts'

/** Quantities tried first, in thousandths: usual ones, then those at the edges. */
export const USUAL = [200_000, 3500, 60_000, 500, 2_000_000] as const

/** Lamps, flats: a whole number of things, and the one that is tried first. */
export const isCounted = (name: string): boolean => tableInput(name)?.kind === 'count' && name !== 'billing_days'
const USUAL_COUNT = 12

/** The most usual value of a quantity of a domain, as text: no more than is accepted. */
export function usualOf({ quantities }: Domain, name: string): string | undefined {
  const largest = quantities.get(name)
  return largest === undefined ? undefined : formatMilli(Math.min(USUAL[0], largest))
}

/** A request that a row prices, with nothing selected, from which probes of the row start. */
export type Fit = {
  readonly row: Row
  readonly compiled: RowPlan
  /** Required inputs of its request. */
  readonly required: readonly string[]
  readonly draft: Draft
}
export type Fits = { readonly fits: readonly Fit[]; readonly unreached: readonly Row[] }

/** The fits of a domain's rows. A row that no request reaches has none and is in `unreached`. */
export const fitsOf = oncePer((domain: Domain): Fits => {
  const fits: Fit[] = []
  const unreached: Row[] = []
  for (const row of domain.rows) {
    const compiled = domain.compiled.rows.find(({ rowId }) => rowId === row.row_id)
    const required = domain.required.get(row.row_id) ?? []
    const draft = compiled === undefined ? null : draftFor(domain, compiled, required)
    if (compiled === undefined || draft === null) unreached.push(row)
    else fits.push({ row, compiled, required, draft })
  }
  return { fits, unreached }
})

/** A request of the category with all required inputs, usual quantities and the first of each word. */
function startOf(domain: Domain, place: Draft, required: readonly string[]): Draft {
  const { category, record, words, dayName, dayIsNeeded, days } = domain
  let draft: Draft = { subcategory_code: category.subcategory_code, ...place }
  for (const name of required) {
    const quantity = usualOf(domain, name)
    const word = words.get(name)?.[0]
    if (quantity !== undefined) draft = { ...draft, [name]: quantity }
    else if (word !== undefined) draft = { ...draft, [name]: word }
    else if (name === 'billing_days') draft = { ...draft, [name]: domain.billingDays[0] ?? 30 }
    else if (isCounted(name)) draft = { ...draft, [name]: USUAL_COUNT }
  }
  const [day] = days
  if (dayIsNeeded && day !== undefined) draft = patched(draft, dayPatch(dayName, day, record.effective_from))
  return balanced(domain, draft, null)
}

/** Fields of a draft that the engine's conditions read. */
export function inputsOf(domain: Domain, draft: Draft): Inputs {
  const values: Record<string, InputValue> = {}
  for (const name in draft) {
    const value = draft[name]
    if (domain.quantities.has(name)) values[name] = milliOf(draft, name) ?? 0
    else if (value !== undefined) values[name] = typeof value === 'number' ? value : String(value)
  }
  const { subcategory_code: subcategoryCode, licensee_code: licenseeCode } = domain.category
  return new Inputs({ subcategoryCode, licenseeCode, date: dayOf(draft), values, given: [] })
}

/** Number of conditions that exclude a draft from a row; 0: the row applies. Gate 18 checks that no other row does. */
function obstacles({ compiled }: Domain, row: RowPlan, inputs: Inputs): number {
  const tests = [...compiled.bounds, ...row.conditions]
  const failing = tests.filter((test) => !test.holds(inputs)).length
  if (failing > 0) return failing + 1
  return rowBoundPassed(row, inputs) === null ? 0 : 1
}

/**
 * Searches from a usual request for one that the row accepts: the best change of one input at a time, or of two if one
 * does not help.
 */
function draftFor(domain: Domain, row: RowPlan, required: readonly string[]): Draft | null {
  const [place] = domain.places
  if (place === undefined) return null
  let draft = startOf(domain, place, required)
  const missed = (tried: Draft): number => obstacles(domain, row, inputsOf(domain, tried))
  for (let left = missed(draft); left > 0; left = missed(draft)) {
    const better = nearer({ domain, draft, moves: movesFrom(domain, draft), missed, left })
    if (better === null) return null
    draft = better
  }
  return draft
}

type Move = readonly [name: string, value: string | boolean]

function movesFrom(domain: Domain, draft: Draft): Move[] {
  const edges = edgesAt(domain, draft)
  const quantities = [...edges].flatMap(([name, found]) =>
    [...USUAL, ...found.flatMap((edge) => [edge, edge - stepOf(domain, name), edge + stepOf(domain, name)])]
      .filter(
        (milli) => milli >= 0 && milli <= (domain.quantities.get(name) ?? 0) && milli % stepOf(domain, name) === 0,
      )
      .map((milli): Move => [name, formatMilli(milli)]),
  )
  const words = [...domain.words].flatMap(([name, values]) =>
    draft[name] === undefined ? [] : values.map((value): Move => [name, value]),
  )
  return [...words, ...quantities]
}

const moved = (domain: Domain, draft: Draft, [name, value]: Move): Draft =>
  balanced(domain, { ...draft, [name]: value }, name)

/** A draft that misses `left` conditions, and the moves that may bring it nearer to a row. */
type Search = {
  readonly domain: Domain
  readonly draft: Draft
  readonly moves: readonly Move[]
  readonly missed: (draft: Draft) => number
  readonly left: number
}

/** The draft after the best move, or after the first two moves that help together: there are many pairs. */
function nearer({ domain, draft, moves, missed, left }: Search): Draft | null {
  let found: Draft | null = null
  let least = left
  for (const move of moves) {
    const tried = moved(domain, draft, move)
    const misses = missed(tried)
    if (misses < least) [found, least] = [tried, misses]
    if (misses === 0) break
  }
  if (found !== null) return found
  for (const move of moves) {
    const tried = moved(domain, draft, move)
    for (const other of moves) {
      if (other[0] === move[0]) continue
      const both = moved(domain, tried, other)
      if (missed(both) < left) return both
    }
  }
  return null
}
