import { sha256 } from '#digest'
import { failing } from './failing.ts'
import { type Gate, verdict } from './gate.ts'
import { firstDifference } from './record/bytes.ts'

const FAULTS = ['another_record'] as const
type F = (typeof FAULTS)[number]

/** Gate 29: the record rebuilt from only the event log and the stored sources has the same hash. */
export const recordRebuildIdentical: Gate<F> = {
  name: 'record.rebuild_identical',
  faults: FAULTS,
  heavy: false,
  async check(candidate, means) {
    const rebuilt = await means.rebuild()
    const difference = firstDifference(candidate.bytes, rebuilt)
    if (difference === null) return verdict('record.rebuild_identical', 1, [])
    const expected = `sha256 ${sha256(candidate.bytes)}, at byte ${difference.offset} "${difference.a}"`
    const found = `rebuilt: sha256 ${sha256(rebuilt)}, there "${difference.b}"`
    return verdict('record.rebuild_identical', 1, [failing(candidate, 'release', 'another_record', expected, found)])
  },
}
