import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { type Comparison, compareWithCheckpoint } from '../../pipeline/checkpoints/checkpoints.ts'
import { parseCheckpoint } from '../../releases/proof/format/checkpoint.ts'

/** Where the newest checkpoint is kept outside the database. */
export function checkpointPath(home: string): string {
  return join(home, 'checkpoint')
}

/**
 * Keeps a signed checkpoint outside the database, in PRAMAAN_HOME: a database owner can cut the log's tail and its head
 * together, and `log verify` compares with this file (docs/design/release.md#transparency-log). For the same reason the
 * file gives way only to a log that still holds what it knows: else it stays as it is, and the reason is returned.
 */
export async function keepCheckpoint(pool: Pool, home: string, note: string): Promise<Comparison> {
  const path = checkpointPath(home)
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  if (kept === note) return { ok: true }
  if (kept !== null) {
    const parsed = parseCheckpoint(kept)
    if (!parsed.ok) return { ok: false, reason: `${path} is no checkpoint (${parsed.reason}): move it away` }
    const compared = await compareWithCheckpoint(pool, parsed.checkpoint)
    if (!compared.ok) return { ok: false, reason: `${compared.reason}: ${path} is kept; run \`log verify\`` }
    // Of several workers on one home, one may come late with an older note.
    const offered = parseCheckpoint(note)
    if (offered.ok && offered.checkpoint.size <= parsed.checkpoint.size) return { ok: true }
  }
  await mkdir(home, { recursive: true, mode: 0o700 })
  await writeFile(`${path}.new`, note)
  await rename(`${path}.new`, path)
  return { ok: true }
}

/** `keepCheckpoint` for a worker that publishes: each note once, and a log that disagrees is told once for each note. */
export function checkpointWriter(
  pool: Pool,
  home: string,
  onDisagreement: (reason: string) => void,
): (note: string) => Promise<void> {
  let seen: string | null = null
  return async (note) => {
    if (note === seen) return
    const kept = await keepCheckpoint(pool, home, note)
    seen = note
    if (!kept.ok) onDisagreement(kept.reason)
  }
}
