import type { Figure } from '../../record/figure.ts'
import { holdConcerns } from '../../record/holds.ts'
import type { ReleaseRecord } from '../../record/record.ts'

/** A component held at run time by `release hold`: its path in the record and the reason given. */
export type Hold = { readonly component: string; readonly reason: string }

export type HeldBy = { readonly reason: string; readonly unblockedBy: string }

/** Which components are held, and why. A path names a component: `rows/BR-DS-II/energy`, `rules/subsidy`. */
export type HoldLookup = {
  /** Why a component is held, by the release itself or at run time, and what would free it; or null. */
  runtime(path: string): HeldBy | null
  /** True when the record lists the component under component_holds. */
  listed(path: string): boolean
}

export function holdLookup(record: ReleaseRecord, holds: readonly Hold[]): HoldLookup {
  return {
    runtime: (path) => {
      const own = record.holds.find((hold) => holdConcerns(hold.path, path))
      if (own !== undefined) return { reason: own.reason, unblockedBy: own.unblocked_by }
      const hold = holds.find(({ component }) => holdConcerns(component, path))
      return hold === undefined ? null : { reason: hold.reason, unblockedBy: 'release of the hold' }
    },
    listed: (path) => record.component_holds.some((hold) => holdConcerns(hold.path, path)),
  }
}

/** True for a figure no amount may be made of, whichever of its fields says so. */
export function isHeldFigure({ grade, held, value }: Figure): boolean {
  return grade === 'held' || held !== null || value === null
}
