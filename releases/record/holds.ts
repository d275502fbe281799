import type { ReleaseRecord } from './record.ts'

/** A hold names a component of a record by its path, a part of one, or a parent of several: `rows/BR-DS-II/energy`. */

/** True if `inner` is the same path as `outer`, or lies inside it. */
export function isInside(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`)
}

/** Paths that contain a component: `rows` and `rows/BR-DS-II` for `rows/BR-DS-II/energy`. */
export function outerPaths(path: string): string[] {
  const outer: string[] = []
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) outer.push(path.slice(0, at))
  return outer
}

/** True if a hold affects a component: it names the component, a part of it, or its parent. */
export function holdConcerns(hold: string, component: string): boolean {
  return isInside(hold, component) || isInside(component, hold)
}

/** A row with a published figure that the release itself excludes from use. */
export function isRowHeld({ holds }: Pick<ReleaseRecord, 'holds'>, rowId: string): boolean {
  return holds.some(({ path }) => holdConcerns(path, `rows/${rowId}`))
}
