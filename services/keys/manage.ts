import type { Pool } from 'pg'
import { append } from '../../pipeline/event-log/append.ts'
import { readStream } from '../../pipeline/event-log/read.ts'
import { newEvent, type Payload, type PipelineEvent, parseEvents, streamOf } from '../../pipeline/lifecycle/events.ts'
import { catchUp } from '../../pipeline/projections/read-model.ts'
import { keyHash, newKey, newKeyId } from './key-format.ts'

/** Issuing, rotating and revoking keys: events of the key's own stream (docs/design/architecture.md#floors). */

export type KeySettings = Omit<Payload<'KeyIssued'>, 'key_id' | 'key_sha256'>
export type Issued = { readonly keyId: string; readonly key: string; readonly settings: KeySettings }
type KeyCode = 'KEY_NOT_FOUND' | 'KEY_REVOKED' | 'KEY_ROTATED'
type Refused = { readonly ok: false; readonly code: KeyCode; readonly message: string }

type Context = { readonly pool: Pool; readonly actor: string; readonly now: Date }

async function appendKeyEvent(
  { pool, actor, now }: Context,
  keyId: string,
  expectedVersion: number | 'any',
  event: PipelineEvent,
): Promise<boolean> {
  const result = await append(pool, {
    stream: streamOf.key(keyId),
    expectedVersion,
    events: [newEvent(event)],
    actor,
    commandId: null,
    now,
  })
  await catchUp(pool)
  return result.ok
}

/** Issues a key. The key itself is only in the result. */
export async function issueKey(context: Context, settings: KeySettings): Promise<Issued> {
  const keyId = newKeyId()
  const key = newKey()
  const payload = { ...settings, key_id: keyId, key_sha256: keyHash(key) }
  await appendKeyEvent(context, keyId, 0, { type: 'KeyIssued', payload })
  return { keyId, key, settings }
}

async function readKey(
  pool: Pool,
  keyId: string,
): Promise<{ ok: true; issued: Payload<'KeyIssued'>; replacedBy: string | null } | Refused> {
  const events = parseEvents(await readStream(pool, streamOf.key(keyId)))
  const issued = events.find((event) => event.type === 'KeyIssued')
  if (issued === undefined)
    return { ok: false, code: 'KEY_NOT_FOUND', message: `there is no key ${keyId}; see \`key list\`` }
  if (events.some(({ type }) => type === 'KeyRevoked'))
    return { ok: false, code: 'KEY_REVOKED', message: `${keyId} was revoked already` }
  const rotated = events.find((event) => event.type === 'KeyRotated')
  return { ok: true, issued: issued.payload, replacedBy: rotated?.payload.replaced_by ?? null }
}

export async function revokeKey(
  context: Context,
  keyId: string,
  reason: string | null,
): Promise<{ ok: true } | Refused> {
  const found = await readKey(context.pool, keyId)
  if (!found.ok) return found
  await appendKeyEvent(context, keyId, 'any', { type: 'KeyRevoked', payload: { key_id: keyId, reason } })
  return { ok: true }
}

/**
 * A new key with the same rights; the old one stays valid for `graceMs` more. Only once: a second rotation could
 * postpone the end of the old key, or make it valid again.
 */
export async function rotateKey(
  context: Context,
  keyId: string,
  graceMs: number,
): Promise<({ ok: true; validUntil: string } & Issued) | Refused> {
  const found = await readKey(context.pool, keyId)
  if (!found.ok) return found
  if (found.replacedBy !== null)
    return { ok: false, code: 'KEY_ROTATED', message: `${keyId} was replaced by ${found.replacedBy}: rotate that one` }
  const { key_id: _id, key_sha256: _hash, ...settings } = found.issued
  const issued = await issueKey(context, settings)
  const validUntil = new Date(context.now.getTime() + graceMs).toISOString()
  const payload = { key_id: keyId, replaced_by: issued.keyId, valid_until: validUntil }
  await appendKeyEvent(context, keyId, 'any', { type: 'KeyRotated', payload })
  return { ok: true, validUntil, ...issued }
}
