import { formatMilli } from '../../../releases/record/decimal.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { type Draft, milliOf } from '../calculation/draft.ts'

const PREFIX = 'energy_by_zone.'

export const isZone = (name: string): boolean => name.startsWith(PREFIX)

/** The inputs of a release's zones. */
export const zonesOf = ({ zones }: ReleaseRecord): string[] => zones.map((zone) => `${PREFIX}${zone}`)

/**
 * A draft whose zones sum to its units. All units beyond those of the other zones go to the last one; if the zones have
 * more than the units, the first ones are kept. If a changed zone (`changed`) exceeds the units, the units are raised.
 */
export function balanced<D extends Draft>(
  { record }: { readonly record: ReleaseRecord },
  draft: D,
  changed: string | null,
): D | Record<string, Draft[string]> {
  const zones = zonesOf(record).filter((zone) => draft[zone] !== undefined)
  if (zones.length === 0) return draft
  const fixed = changed !== null && zones.includes(changed) ? changed : null
  const wanted = milliOf(draft, 'energy_units') ?? 0
  const units = fixed === null ? wanted : Math.max(wanted, milliOf(draft, fixed) ?? 0)
  let left = units - (fixed === null ? 0 : (milliOf(draft, fixed) ?? 0))
  const free = zones.filter((zone) => zone !== fixed)
  const result: Record<string, Draft[string]> = { ...draft, energy_units: formatMilli(units) }
  for (const [index, zone] of free.entries()) {
    const share = index === free.length - 1 ? left : Math.min(left, milliOf(draft, zone) ?? 0)
    result[zone] = formatMilli(share)
    left -= share
  }
  // The only zone is all units.
  if (free.length === 0 && fixed !== null) result['energy_units'] = result[fixed] ?? '0'
  return result
}
