import type { Figure } from '../../record/figure.ts'
import type { ReleaseRecord } from '../../record/record.ts'

/** A component held at run time by `release hold`: its path in the record and the reason given. */
export type Hold = { readonly component: string; readonly reason: string }

/** Which components are held, and why. A path names a component: `rows/BR-DS-II/energy`, `rules/subsidy`. */
export type HoldLookup = {
  /** The reason a component is held at run time, or null. */
  runtime(path: string): string | null
  /** True when the record lists the component under component_holds. */
  listed(path: string): boolean
}

/** A hold concerns a component that it names, that it names a part of, or that is a part of what it names. */
function concerns(hold: string, path: string): boolean {
  return hold === path || hold.startsWith(`${path}/`) || path.startsWith(`${hold}/`)
}

export function holdLookup(record: ReleaseRecord, holds: readonly Hold[]): HoldLookup {
  return {
    runtime: (path) => holds.find(({ component }) => concerns(component, path))?.reason ?? null,
    listed: (path) => record.component_holds.some((hold) => concerns(hold.path, path)),
  }
}

/** True for a figure no amount may be made of, whichever of its fields says so. */
export function isHeldFigure({ grade, held, value }: Figure): boolean {
  return grade === 'held' || held !== null || value === null
}
