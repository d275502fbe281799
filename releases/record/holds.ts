import type { ReleaseRecord } from './record.ts'

/** A hold names a component of a record by its path, a part of one, or what contains several: `rows/BR-DS-II/energy`. */

/** True when `inner` is what `outer` names, or lies inside it. */
export function isInside(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`)
}

/** What a component is a part of: `rows` and `rows/BR-DS-II` of `rows/BR-DS-II/energy`. */
export function outerPaths(path: string): string[] {
  const outer: string[] = []
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) outer.push(path.slice(0, at))
  return outer
}

/** True when a hold concerns a component: it names it, a part of it, or what it is a part of. */
export function holdConcerns(hold: string, component: string): boolean {
  return isInside(hold, component) || isInside(component, hold)
}

/** A row of which the release itself says that some published figure must not be used. */
export function isRowHeld({ holds }: Pick<ReleaseRecord, 'holds'>, rowId: string): boolean {
  return holds.some(({ path }) => holdConcerns(path, `rows/${rowId}`))
}
