import type { Pool } from 'pg'
import { sha256 } from '#digest'
import { append } from '../../pipeline/event-log/append.ts'
import { newEvent, streamOf } from '../../pipeline/lifecycle/events.ts'
import { newestState } from '../../pipeline/signed-state/signed-state.ts'
import type { ServingState } from '../../releases/proof/format/serving.ts'
import { signCheckpoint } from '../../releases/proof/sign/checkpoint.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { canonicalText } from '../../releases/record/canonical.ts'
import { testFoundation } from './people.ts'

/**
 * Signs, with the log's own key, a state that need not follow from the log, as a trusted but wrong signer would. An
 * event without effect gives it a unique position.
 */
export async function signState(
  pool: Pool,
  signer: SigningKey,
  change: (serving: ServingState) => ServingState,
): Promise<void> {
  const { state } = await newestState(pool, testFoundation(signer))
  if (state === null) throw new Error('nothing is signed yet')
  const refused = { release_id: 'unnamed', definition_sha256: '0'.repeat(64), findings: [] }
  const appended = await append(pool, {
    stream: streamOf.state('--'),
    expectedVersion: 'any',
    events: [newEvent({ type: 'DefinitionRefused', payload: refused })],
    actor: 'test',
    commandId: null,
    now: new Date(),
  })
  if (!appended.ok) throw new Error('nothing was appended')
  const head = appended.events.at(-1)
  if (head === undefined) throw new Error('nothing was appended')
  const { position, hash } = head
  const { origin, size, root } = state.checkpoint
  const serving = canonicalText({ ...change(state.serving), position, size })
  const body = { origin, size, root, logHead: { position, hash }, servingSha256: sha256(serving) }
  const note = signCheckpoint(body, signer)
  await pool.query(
    'INSERT INTO checkpoints (position, note_sha256, tree_size, note, serving) VALUES ($1, $2, $3, $4, $5)',
    [position, sha256(note), size, note, serving],
  )
  await pool.query(`SELECT pg_notify('pramaan_serving', '')`)
}
