import { endOf, type Hold } from '../../../releases/engine/language/holds.ts'
import { figuresOfSubsidy } from '../../../releases/record/figures.ts'
import { holdConcerns } from '../../../releases/record/holds.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'

/** Why a component must not be used, and what would release it. */
export type Held = { readonly reason: string; readonly unblocked_by: string }

/**
 * A record as served: run-time holds appear as if the record itself had them. Its lists are left unread until needed.
 */
export function heldRecord(record: ReleaseRecord, holds: readonly Hold[]): ReleaseRecord {
  if (holds.length === 0) return record
  const more = holds.map((hold) => ({ path: hold.component, reason: hold.reason, unblocked_by: endOf(hold) }))
  return Object.create(record, { holds: { value: [...record.holds, ...more], enumerable: true } }) as ReleaseRecord
}

export function holdOf({ holds }: Pick<ReleaseRecord, 'holds'>, component: string): Held | null {
  const found = holds.find(({ path }) => holdConcerns(path, component))
  return found === undefined ? null : { reason: found.reason, unblocked_by: found.unblocked_by }
}

/** The hold that affects the subsidy scheme or one of its figures, if any; with `days`, not those of other lengths of bill. */
export function holdOfSubsidy(
  record: ReleaseRecord,
  days: number | null,
): (Held & { readonly component: string }) | null {
  const path = 'rules/subsidy'
  const whole = holdOf(record, path)
  if (whole !== null) return { component: path, ...whole }
  const other = (each: string): boolean =>
    days !== null && each.startsWith(`${path}/entitlements/`) && each !== `${path}/entitlements/${days}`
  const own = figuresOfSubsidy(record).find(({ path: at, figure }) => figure.held !== null && !other(at))
  return own?.figure.held == null ? null : { component: own.path, ...own.figure.held }
}
