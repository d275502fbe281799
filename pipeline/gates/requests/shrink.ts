import { inputOf } from '../../../releases/engine/input-names.ts'
import { formatMilli } from '../../../releases/record/decimal.ts'
import { type Draft, milliOf } from '../calculation/draft.ts'

/** Licensee, category and day are kept, so that a smaller request tests the same thing. */
const KEPT: ReadonlySet<string> = new Set(['subcategory_code', 'energy_units', 'licensee_code', 'district'])

/** Smaller quantities, the smallest first: 0, then reduced by half, a quarter, … one thousandth. */
function lesser(milli: number): number[] {
  const found = milli > 0 ? [0] : []
  for (let less = Math.floor(milli / 2); less > 0; less = Math.floor(less / 2)) found.push(milli - less)
  return found
}

/** Smaller requests: without one input (objects as a whole), then with one smaller quantity. */
function* smaller(draft: Draft, quantities: ReadonlyMap<string, number>): Generator<Draft> {
  const names = Object.keys(draft).reverse()
  for (const whole of new Set(names.map((name) => inputOf(name) ?? name))) {
    if (KEPT.has(whole)) continue
    yield Object.fromEntries(Object.entries(draft).filter(([name]) => (inputOf(name) ?? name) !== whole))
  }
  for (const name of names) {
    if (!KEPT.has(name)) yield Object.fromEntries(Object.entries(draft).filter(([each]) => each !== name))
  }
  for (const name of names.filter((each) => quantities.has(each))) {
    for (const milli of lesser(milliOf(draft, name) ?? 0)) yield { ...draft, [name]: formatMilli(milli) }
  }
}

/**
 * The smallest request found for which `fails` is still true. It terminates because every step makes the request
 * smaller.
 */
export function shrink(draft: Draft, quantities: ReadonlyMap<string, number>, fails: (draft: Draft) => boolean): Draft {
  let smallest = draft
  for (;;) {
    const next = [...smaller(smallest, quantities)].find(fails)
    if (next === undefined) return smallest
    smallest = next
  }
}
