import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { ALL_STATES, SCOPES } from '../keys/key.ts'
import { keyHash } from '../keys/key-format.ts'
import { issueKey } from '../keys/manage.ts'
import { writeSecret } from '../platform/files.ts'

/**
 * The key that `npm start` prints: all scopes and states, evidence floor `specimen`. It is stored in `demo-key` (0600),
 * so that a second start prints the same one.
 */
export async function demoKey(pool: Pool, home: string, now: Date): Promise<string> {
  const path = join(home, 'demo-key')
  const kept = (await readFile(path, 'utf8').catch(() => '')).trim()
  const known = await pool.query(
    'SELECT 1 FROM read.api_keys WHERE key_sha256 = $1 AND revoked_at IS NULL AND valid_until IS NULL',
    [keyHash(kept)],
  )
  if (known.rowCount === 1) return kept
  const { key } = await issueKey(
    { pool, actor: 'npm-start', now },
    {
      name: 'demo',
      scopes: [...SCOPES],
      states: [ALL_STATES],
      origins: [],
      per_minute: 60,
      burst: 20,
      evidence_floor: 'specimen',
      expires_at: null,
      request_ref: null,
    },
  )
  // Overwriting an existing file would keep its permissions, so a new one is created.
  await rm(path, { force: true })
  await writeSecret(path, `${key}\n`)
  return key
}
