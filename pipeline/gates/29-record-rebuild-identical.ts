import { sha256 } from '#digest'
import { failing, gate } from './gate.ts'
import { firstDifference } from './record/parse.ts'

const FAULTS = ['another_record'] as const

/** Gate 29: the record rebuilt from only the event log and the stored sources has the same hash. */
export const recordRebuildIdentical = gate('record.rebuild_identical', FAULTS, async (candidate, means) => {
  const rebuilt = await means.rebuild()
  const difference = firstDifference(candidate.bytes, rebuilt)
  if (difference === null) return { checked: 1, findings: [] }
  const expected = `sha256 ${sha256(candidate.bytes)}, at byte ${difference.offset} "${difference.a}"`
  const found = `rebuilt: sha256 ${sha256(rebuilt)}, there "${difference.b}"`
  return { checked: 1, findings: [failing('release', 'another_record', expected, found)] }
})
