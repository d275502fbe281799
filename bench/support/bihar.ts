import { join } from 'node:path'
import { buildCandidate } from '../../pipeline/intake/build-candidate.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { readFolder } from './read-folder.ts'

/** The shipped definition that most is measured on. */
export const BIHAR = join(import.meta.dirname, '../../releases/states/BR/2026-27')

/** Its record. Throws when the definition cannot be read. */
export async function biharRecord(): Promise<ReleaseRecord> {
  const { definition, registered } = await readFolder(BIHAR)
  const { candidate } = buildCandidate(definition, registered)
  if (candidate === null) throw new Error('the Bihar definition makes no candidate')
  return candidate.record
}
