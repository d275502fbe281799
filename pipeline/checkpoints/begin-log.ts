import type { Pool } from 'pg'
import { encodeBase64 } from '../../releases/proof/format/base64.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { append } from '../event-log/append.ts'
import type { RecordedEvent } from '../event-log/event.ts'
import { readStream } from '../event-log/read.ts'
import { newEvent, parseEvent, streamOf } from '../lifecycle/events.ts'
import { currentKey, evolveTrust, type LogTrust, NO_TRUST } from '../lifecycle/trust.ts'
import { catchUp } from '../projections/read-model.ts'

export type CurrentTrust = { readonly trust: LogTrust; readonly version: number }

/**
 * Whom the log trusts according to its own stream, and how many events that is; `upTo`: at that position. Key ranges cannot
 * be derived from it.
 */
export async function readLogTrust(pool: Pool, upTo = Number.MAX_SAFE_INTEGER): Promise<CurrentTrust> {
  const events = (await readStream(pool, streamOf.trust())).filter(({ position }) => position <= upTo)
  return { trust: foldTrust(events), version: events.length }
}

function foldTrust(events: readonly RecordedEvent[]): LogTrust {
  return events.reduce(
    (trust, event, index) =>
      evolveTrust(trust, { ...parseEvent(event.type, event.payload), position: event.position }, index),
    NO_TRUST,
  )
}

/**
 * Starts an empty log with its name, its key and its first people; an existing log must have the same. Throws if it
 * belongs to another deployment, or if another key signs for it now: taking over requires a command.
 */
export async function beginLog(
  pool: Pool,
  signer: SigningKey,
  foundation: Pick<Trust, 'origin' | 'people'>,
  actor: string,
  now: Date,
): Promise<void> {
  const { version } = await readLogTrust(pool)
  // If several workers find it empty, only one starts it.
  if (version === 0) {
    const events = firstEvents(signer, foundation)
    await append(pool, { stream: streamOf.trust(), expectedVersion: 0, events, actor, commandId: null, now })
  }
  await requireOwnLog(pool, signer, foundation)
  await catchUp(pool)
}

function firstEvents(signer: SigningKey, { origin, people }: Pick<Trust, 'origin' | 'people'>) {
  const key = { origin, key_id: signer.keyId, public_key: encodeBase64(signer.publicKey), replaces: null }
  return [
    newEvent({ type: 'SigningKeyAdded', payload: key }),
    ...people.map(({ name, kind, keyId, publicKey, algorithm }) => {
      if (algorithm !== 'ed25519')
        throw new Error(
          `the event log is empty, but the trust file names ${name}, who was enrolled later: restore the database`,
        )
      const own = { person: name, kind, key_id: keyId, algorithm, public_key: encodeBase64(publicKey) }
      return newEvent({ type: 'PersonEnrolled', payload: { ...own, proof: null } })
    }),
  ]
}

/** A process with the key or the trust file of another log, or an earlier key of this one. The log itself is not in doubt. */
export class AnotherKey extends Error {}

async function requireOwnLog(pool: Pool, signer: SigningKey, { origin }: Pick<Trust, 'origin'>): Promise<void> {
  const { trust } = await readLogTrust(pool)
  if (trust.origin !== origin)
    throw new AnotherKey(
      `the event log belongs to ${trust.origin || 'no deployment'}, but the trust file to ${origin}: set PRAMAAN_TRUST to the trust file of this log, or give the worker its own database`,
    )
  requireCurrent(trust, signer)
}

function requireCurrent(trust: LogTrust, signer: SigningKey): void {
  const current = currentKey(trust)
  if (current?.keyId === signer.keyId) return
  const what = trust.keys.some(({ keyId }) => keyId === signer.keyId) ? 'was retired' : 'is not the key of this log'
  throw new AnotherKey(
    `signing key ${signer.keyId} ${what}: the log is signed with ${current?.keyId ?? 'none'}. Set PRAMAAN_SIGNING_KEY to the file of that key; if it is lost, see docs/recovery.md`,
  )
}

/**
 * Throws if another key has replaced `signer`, because every verifier would refuse its signature as out of range.
 * Returns the values that must be unchanged when the signature is stored.
 */
export async function requireCurrentKey(pool: Pool, signer: SigningKey): Promise<{ stream: string; version: number }> {
  const { trust, version } = await readLogTrust(pool)
  requireCurrent(trust, signer)
  return { stream: streamOf.trust(), version }
}
