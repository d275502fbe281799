import type { Pool } from 'pg'
import { encodeBase64 } from '../../releases/proof/format/base64.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { append } from '../event-log/append.ts'
import type { NewEvent } from '../event-log/event.ts'
import { readStream } from '../event-log/read.ts'
import { newEvent, parseEvent, streamOf } from '../lifecycle/events.ts'
import { catchUp } from '../projections/catch-up.ts'
import { readCheckpoint } from './checkpoints.ts'

type Known = { keyId: string; fromIndex: number; retired: boolean }

function known(events: readonly { type: string; payload: unknown }[]): Known[] {
  const keys: Known[] = []
  for (const event of events) {
    const parsed = parseEvent(event.type, event.payload)
    if (parsed.type === 'SigningKeyAdded')
      keys.push({ keyId: parsed.payload.key_id, fromIndex: parsed.payload.from_index, retired: false })
    if (parsed.type !== 'SigningKeyRetired') continue
    for (const key of keys) if (key.keyId === parsed.payload.key_id) key.retired = true
  }
  return keys
}

/**
 * Announces the key this deployment signs with: a new key takes over from the first leaf that no checkpoint covers yet,
 * since it signs the next one, and the one before speaks for all leaves so far
 * (docs/design/release.md#transparency-log). A retired key is refused: its range has ended.
 */
export async function announceSigningKey(pool: Pool, signer: SigningKey, actor: string, now: Date): Promise<void> {
  for (;;) {
    const events = await readStream(pool, streamOf.signingKeys())
    const keys = known(events)
    const own = keys.find(({ keyId }) => keyId === signer.keyId)
    if (own?.retired) throw new Error(`signing key ${signer.keyId} was retired; give PRAMAAN_SIGNING_KEY a new one`)
    if (own !== undefined) return
    await catchUp(pool)
    const counted = await pool.query<{ size: number }>('SELECT count(*) AS size FROM read.log_leaves')
    const size = Number(counted.rows[0]?.size ?? 0)
    const published = (await readCheckpoint(pool))?.treeSize ?? 0
    const batch: NewEvent[] = keys
      .filter(({ retired }) => !retired)
      .map(({ keyId, fromIndex }) =>
        newEvent({
          type: 'SigningKeyRetired',
          payload: { key_id: keyId, to_index: Math.max(fromIndex, size - 1) },
        }),
      )
    batch.push(
      newEvent({
        type: 'SigningKeyAdded',
        payload: {
          key_id: signer.keyId,
          public_key: encodeBase64(signer.publicKey),
          from_index: Math.min(published, size),
        },
      }),
    )
    const request = {
      stream: streamOf.signingKeys(),
      expectedVersion: events.length,
      events: batch,
      actor,
      commandId: null,
      now,
    }
    if (!(await append(pool, request)).ok) continue
    await catchUp(pool)
    return
  }
}

/**
 * Throws when another key has taken over from `signer`: what it would sign now lies outside its range, and whoever
 * verifies would refuse it. A worker that still runs with the old key has to be started again with the new one. Gives what
 * has to be unchanged when the signature is entered in the log.
 */
export async function requireCurrentKey(pool: Pool, signer: SigningKey): Promise<{ stream: string; version: number }> {
  const stream = streamOf.signingKeys()
  const events = await readStream(pool, stream)
  const own = known(events).find(({ keyId }) => keyId === signer.keyId)
  if (own?.retired) throw new Error(`signing key ${signer.keyId} was retired: start this worker with the new key`)
  return { stream, version: events.length }
}
