import type { Pool } from 'pg'
import { SCOPES } from '../../services/keys/key.ts'
import { issueKey } from '../../services/keys/manage.ts'
import { runRelease } from '../../services/operations/run-release.ts'
import { withWorker } from '../pipeline.ts'
import { BIHAR } from '../support/bihar.ts'
import type { Local } from '../support/local.ts'

/** Among so many keys the load is divided, as among clients; and none comes near its limit. */
const KEYS = 64
const LIMIT = 100_000
const now = (): Date => new Date()

/** Takes Bihar through the pipeline, so that an API serves it, and issues keys. Returns the keys. */
export function serveBihar(local: Local, count = KEYS): Promise<string[]> {
  return withWorker(local, async (pool) => {
    const parts = { pool, sourcesPath: BIHAR, actor: 'bench', approver: 'bench-approver', now, reopen: false }
    await runRelease({ ...parts, progress: () => () => {} }, BIHAR)
    return benchKeys(pool, count)
  })
}

/** Keys for every scope and state with the largest limits. */
export async function benchKeys(pool: Pool, count: number): Promise<string[]> {
  const keys: string[] = []
  for (let index = 0; index < count; index += 1) {
    const issued = await issueKey(
      { pool, actor: 'bench', now: now() },
      {
        name: `bench ${index}`,
        scopes: [...SCOPES],
        states: ['all'],
        origins: [],
        per_minute: LIMIT,
        burst: LIMIT,
        evidence_floor: 'derived',
        expires_at: null,
        request_ref: null,
      },
    )
    keys.push(issued.key)
  }
  return keys
}
