import { join } from 'node:path'
import { type Checkpoint, parseCheckpoint } from '../../releases/proof/format/checkpoint.ts'
import { readIfThere, writeWhole } from '../platform/files.ts'
import { StartRefusal } from '../platform/start.ts'

/**
 * The newest signed checkpoint, stored outside the database, in PRAMAAN_HOME: the database's owner could truncate the
 * log and its head together, or restore an older copy. The signer starts from this file, and stops if the log no longer
 * agrees with it (docs/design/trust.md#the-signer).
 */
export function checkpointPath(home: string): string {
  return join(home, 'checkpoint')
}

/** The stored checkpoint, or null before the first. Throws StartRefusal for an invalid file. */
export async function readKeptCheckpoint(home: string): Promise<Checkpoint | null> {
  const path = checkpointPath(home)
  const note = await readIfThere(path)
  if (note === null) return null
  const parsed = parseCheckpoint(note)
  if (parsed.ok) return parsed.checkpoint
  throw new StartRefusal(
    'LOG_NOT_INTACT',
    `LOG_NOT_INTACT: ${path} is not a checkpoint (${parsed.reason}): restore it from a backup, or start with a new PRAMAAN_HOME`,
  )
}

/**
 * Stores a note unless a newer one is stored already: if several workers share a home, one may be late with an older
 * one.
 */
export async function keepCheckpoint(home: string, note: string): Promise<void> {
  const offered = parseCheckpoint(note)
  if (!offered.ok) throw new TypeError(offered.reason)
  const kept = await readKeptCheckpoint(home)
  if (kept !== null && !isNewer(offered.checkpoint, kept)) return
  await writeWhole(checkpointPath(home), note)
}

function isNewer(a: Checkpoint, b: Checkpoint): boolean {
  return a.logHead.position > b.logHead.position || a.size > b.size
}
