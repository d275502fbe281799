import type { Pool } from 'pg'
import { append, appendEach, prepare } from '../../pipeline/event-log/append.ts'
import { readStream } from '../../pipeline/event-log/read.ts'
import { newEvent, type Payload, type PipelineEvent, parseEvents, streamOf } from '../../pipeline/lifecycle/events.ts'
import { catchUp } from '../../pipeline/projections/read-model.ts'
import { keyHash, newKey, newKeyId } from './key-format.ts'

/** Issuing, rotating and revoking keys: events of the key's own stream (docs/design/architecture.md#floors). */

export type KeySettings = Omit<Payload<'KeyIssued'>, 'key_id' | 'key_sha256'>
export type Issued = { readonly keyId: string; readonly key: string; readonly settings: KeySettings }
type KeyCode = 'KEY_NOT_FOUND' | 'KEY_REVOKED' | 'KEY_ROTATED' | 'KEY_EXPIRED'
type Refused = { readonly ok: false; readonly code: KeyCode; readonly message: string }

type Context = { readonly pool: Pool; readonly actor: string; readonly now: Date }

/** What an append of one event of a key needs. */
function requestOf({ actor, now }: Context, keyId: string, expectedVersion: number, event: PipelineEvent) {
  return { stream: streamOf.key(keyId), expectedVersion, events: [newEvent(event)], actor, commandId: null, now }
}

/** A new key, which is not issued yet. */
function madeKey(settings: KeySettings): Issued & { readonly event: PipelineEvent } {
  const keyId = newKeyId()
  const key = newKey()
  return {
    keyId,
    key,
    settings,
    event: { type: 'KeyIssued', payload: { ...settings, key_id: keyId, key_sha256: keyHash(key) } },
  }
}

/** Issues a key. The key itself is only in the result. */
export async function issueKey(context: Context, settings: KeySettings): Promise<Issued> {
  const { event, ...issued } = madeKey(settings)
  await append(context.pool, requestOf(context, issued.keyId, 0, event))
  await catchUp(context.pool)
  return issued
}

type Found = {
  readonly ok: true
  readonly issued: Payload<'KeyIssued'>
  readonly replacedBy: string | null
  /** Number of events of the key. */
  readonly version: number
}

async function readKey(pool: Pool, keyId: string): Promise<Found | Refused> {
  const events = parseEvents(await readStream(pool, streamOf.key(keyId)))
  const issued = events.find((event) => event.type === 'KeyIssued')
  if (issued === undefined)
    return { ok: false, code: 'KEY_NOT_FOUND', message: `there is no key ${keyId}; see \`key list\`` }
  if (events.some(({ type }) => type === 'KeyRevoked'))
    return { ok: false, code: 'KEY_REVOKED', message: `${keyId} was revoked already` }
  const rotated = events.find((event) => event.type === 'KeyRotated')
  const replacedBy = rotated?.payload.replaced_by ?? null
  return { ok: true, issued: issued.payload, replacedBy, version: events.length }
}

export async function revokeKey(
  context: Context,
  keyId: string,
  reason: string | null,
): Promise<{ ok: true } | Refused> {
  for (;;) {
    const found = await readKey(context.pool, keyId)
    if (!found.ok) return found
    const event: PipelineEvent = { type: 'KeyRevoked', payload: { key_id: keyId, reason } }
    const { ok } = await append(context.pool, requestOf(context, keyId, found.version, event))
    await catchUp(context.pool)
    if (ok) return { ok }
  }
}

/**
 * A new key with the same rights; the old one stays valid for `graceMs` more, but never longer than it would have been.
 * Only once: a second rotation could postpone the end of the old key, or make it valid again. Both events are appended
 * or neither, also if somebody else rotates or revokes the key at the same moment.
 */
export async function rotateKey(
  context: Context,
  keyId: string,
  graceMs: number,
): Promise<({ ok: true; validUntil: string } & Issued) | Refused> {
  const { pool, now } = context
  for (;;) {
    const found = await readKey(pool, keyId)
    if (!found.ok) return found
    const { replacedBy, version } = found
    if (replacedBy !== null)
      return { ok: false, code: 'KEY_ROTATED', message: `${keyId} was replaced by ${replacedBy}: rotate that one` }
    const { key_id: _id, key_sha256: _hash, ...settings } = found.issued
    const expiresMs = settings.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(settings.expires_at)
    if (expiresMs <= now.getTime())
      return {
        ok: false,
        code: 'KEY_EXPIRED',
        message: `${keyId} expired at ${settings.expires_at}, and a key with the same rights would have, too: issue a new one`,
      }
    const { event, ...issued } = madeKey(settings)
    const validUntil = new Date(Math.min(now.getTime() + graceMs, expiresMs)).toISOString()
    const payload = { key_id: keyId, replaced_by: issued.keyId, valid_until: validUntil }
    const unchanged = [{ stream: streamOf.key(keyId), version }]
    const appended = await appendEach(pool, [
      prepare({ ...requestOf(context, issued.keyId, 0, event), unchanged }),
      prepare(requestOf(context, keyId, version, { type: 'KeyRotated', payload })),
    ])
    await catchUp(pool)
    if (appended.every(({ ok }) => ok)) return { ok: true, validUntil, ...issued }
  }
}
