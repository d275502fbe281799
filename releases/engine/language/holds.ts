import type { Figure } from '../../record/figure.ts'
import type { PathFigure } from '../../record/figures.ts'
import type { Grade } from '../../record/grade.ts'
import { outerPaths } from '../../record/holds.ts'
import type { ReleaseRecord } from '../../record/record.ts'

/** A component held at run time: its path in the record, why, and whether by `release hold` or a lapsed check. */
export type Hold = { readonly component: string; readonly reason: string; readonly kind?: 'hold' | 'check_lapsed' }

/** What ends a hold at run time. */
export const endOf = ({ kind }: Hold): string =>
  kind === 'check_lapsed' ? 'a new check of the component' : 'release of the hold'

type HeldBy = { readonly reason: string; readonly unblockedBy: string }
export type HeldPath = HeldBy & { readonly path: string }

/** For a figure that is held without saying why. */
export const UNEXPLAINED: HeldBy = { reason: 'the figure is held', unblockedBy: 'a published figure' }

/** Which components are held, and why. A component is named by its path: `rows/BR-DS-II/energy`, `rules/subsidy`. */
export type HoldLookup = {
  /** Why a component is held, by the release itself or at run time, and what would release it; or null. */
  runtime(path: string): HeldBy | null
  /** True if the record lists the component under component_holds. */
  listed(path: string): boolean
}

export function holdLookup(record: ReleaseRecord, holds: readonly Hold[]): HoldLookup {
  const own = firstConcerning(record.holds, ({ path }) => path)
  const atRunTime = firstConcerning(holds, ({ component }) => component)
  const listed = firstConcerning(record.component_holds, ({ path }) => path)
  return {
    runtime: (path) => {
      const held = own(path)
      if (held !== null) return { reason: held.reason, unblockedBy: held.unblocked_by }
      const hold = atRunTime(path)
      return hold === null ? null : { reason: hold.reason, unblockedBy: endOf(hold) }
    },
    listed: (path) => listed(path) !== null,
  }
}

/**
 * The first of the holds that affects a component (holdConcerns), found by path: every component of a release is looked
 * up, and a release may have dozens of holds.
 */
function firstConcerning<T>(holds: readonly T[], pathOf: (hold: T) => string): (path: string) => T | null {
  if (holds.length === 0) return () => null
  const named = new Map<string, number>()
  /** Indexed by the paths that contain each hold. */
  const within = new Map<string, number>()
  for (const [index, hold] of holds.entries()) {
    const path = pathOf(hold)
    if (!named.has(path)) named.set(path, index)
    for (const outer of outerPaths(path)) if (!within.has(outer)) within.set(outer, index)
  }
  return (path) => {
    let first = Math.min(within.get(path) ?? holds.length, named.get(path) ?? holds.length)
    for (const outer of outerPaths(path)) first = Math.min(first, named.get(outer) ?? holds.length)
    return holds[first] ?? null
  }
}

/** Why a figure says that it is held; null: it does not say. */
export function reasonOf({ held }: Figure): HeldBy | null {
  return held === null ? null : { reason: held.reason, unblockedBy: held.unblocked_by }
}

/** The grades of those figures that are not held. */
export function gradesOf(figures: readonly PathFigure[]): { readonly path: string; readonly grade: Grade }[] {
  return figures.flatMap(({ path, figure }) => (isHeldFigure(figure) ? [] : [{ path, grade: figure.grade }]))
}

/** True for a figure from which no amount may be calculated, whichever of its fields says so. */
export function isHeldFigure({ grade, held, value }: Figure): boolean {
  return grade === 'held' || held !== null || value === null
}
