import { type Draft, milliOf } from '../calculation/draft.ts'
import type { Domain, Moved } from './domains.ts'
import type { Estimate } from './estimate.ts'
import type { Switch } from './switches.ts'

/**
 * Quantities at which an amount may change for a draft, in thousandths, by input: edges of steps, bounds and conditions
 * as written, and values of the input at which a quantity crosses one of them while the rest of the draft is unchanged.
 * Always includes 0 and the largest accepted quantity. With `only`, for those inputs alone.
 */
export function edgesAt(
  domain: Domain,
  draft: Draft,
  only: ReadonlySet<string> | null = null,
): ReadonlyMap<string, readonly number[]> {
  const edges = new Map<string, Set<number>>()
  for (const [name, largest] of domain.quantities) {
    if (draft[name] !== undefined && (only === null || only.has(name)))
      edges.set(name, new Set([0, largest, ...(domain.marks.get(name) ?? [])]))
  }
  for (const moved of domain.switches) {
    for (const name of moved.inputs) {
      const found = edges.get(name)
      const largest = domain.quantities.get(name)
      if (found === undefined || largest === undefined) continue
      const written = writtenEdge(moved, name)
      if (written !== null) found.add(written)
      else for (const milli of crossings(domain, moved, draft, name, largest)) found.add(milli)
    }
  }
  return new Map(
    [...edges].map(([name, found]) => {
      const most = domain.quantities.get(name) ?? 0
      return [name, [...found].filter((milli) => milli >= 0 && milli <= most).sort((a, b) => a - b)]
    }),
  )
}

/** The edge itself, if the input is compared with a decimal; null if a quantity is between. */
function writtenEdge({ left, right }: Switch, name: string): number | null {
  if (left !== name || typeof right !== 'object' || !('value' in right)) return null
  const milli = Math.round(Number(right.value) * 1000)
  return Number.isFinite(milli) ? milli : null
}

/** Where the order of the two sides of a switch changes as one input varies, below and above its present value. */
function crossings(domain: Domain, moved: Moved, draft: Draft, name: string, largest: number): number[] {
  // One copy of the draft, changed for each quantity: there are a hundred tries for each edge.
  const told: Record<string, string | number | boolean> = { ...draft }
  const estimate: Estimate = domain.estimate(told)
  const differenceAt = (milli: number): number => {
    told[name] = milli / 1000
    return estimate(moved.left, moved.owner) - estimate(moved.right, moved.owner)
  }
  const now = Math.min(milliOf(draft, name) ?? 0, largest)
  return [crossing(differenceAt, 0, now), crossing(differenceAt, now, largest)].filter((at) => at !== null)
}

function crossing(differenceAt: (milli: number) => number, from: number, to: number): number | null {
  let [low, high] = [from, to]
  const [first, last] = [differenceAt(low), differenceAt(high)]
  if (Number.isNaN(first) || Number.isNaN(last) || first <= 0 === last <= 0) return null
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (differenceAt(middle) <= 0 === first <= 0) low = middle
    else high = middle
  }
  // The edge is where the two are equal: the last value below or the first above.
  return Math.abs(differenceAt(low)) <= Math.abs(differenceAt(high)) ? low : high
}
