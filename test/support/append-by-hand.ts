import type { Pool, PoolClient } from 'pg'
import { eventHash, eventIdOf } from '../../pipeline/event-log/chain.ts'
import type { RecordedEvent } from '../../pipeline/event-log/event.ts'
import { inDiscarded } from '../../pipeline/event-log/in-transaction.ts'
import { readHead } from '../../pipeline/event-log/read.ts'
import { newEvent, type PipelineEvent } from '../../pipeline/lifecycle/events.ts'
import { LogFold } from '../../pipeline/log-fold/log-fold.ts'
import { getBlob } from '../../pipeline/store/blobs.ts'
import type { Act } from '../../releases/proof/format/act.ts'
import { canonicalText } from '../../releases/record/canonical.ts'

/** The position of a forged event, which its act must contain. */
export type Place = { readonly version: number; readonly head: RecordedEvent['hash']; readonly position: number }

export type Forged = {
  readonly stream: string
  readonly events: readonly PipelineEvent[]
  readonly actor?: string
  readonly act?: Act | ((at: Place) => Act)
  readonly commandId?: string
  /** Replaces the canonical payload of the only event. */
  readonly payloadText?: string
}

/** Appends without any command, like somebody who knows the schema: positions, versions and hashes are correct. */
export async function appendByHand(
  client: PoolClient,
  { stream, events: given, actor = 'asha', act, commandId, payloadText }: Forged,
): Promise<void> {
  const head = await readHead(client)
  const before = await client.query('SELECT FROM event_log WHERE stream = $1', [stream])
  const version = before.rowCount ?? 0
  const made = typeof act === 'function' ? act({ version, head: head.hash, position: head.position }) : act
  let prevHash = head.hash
  for (const [index, event] of given.entries()) {
    const anonymous = {
      position: head.position + index + 1,
      stream,
      version: version + index + 1,
      commandId: index === 0 ? (commandId ?? null) : null,
      type: event.type,
      schemaVersion: 1,
      payloadText: payloadText ?? canonicalText(newEvent(event).payload),
      actor,
      actText: index === 0 && made !== undefined ? canonicalText(made) : null,
      recordedAt: new Date().toISOString(),
      prevHash,
    }
    const unhashed = { ...anonymous, eventId: eventIdOf(anonymous) }
    prevHash = eventHash(unhashed)
    await client.query(
      `INSERT INTO event_log (position, stream, version, event_id, command_id, type, schema_version, payload, actor, act,
         recorded_at, prev_hash, hash)
       VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9, $10, decode($11, 'hex'), decode($12, 'hex'))`,
      [
        ...[unhashed.position, stream, unhashed.version, unhashed.eventId, unhashed.commandId, event.type],
        ...[unhashed.payloadText, actor, unhashed.actText, unhashed.recordedAt, unhashed.prevHash, prevHash],
      ],
    )
  }
}

/** Appends them in order, in a transaction that is rolled back. Returns the signer's verdict. */
export function judgedByHand(
  pool: Pool,
  foundation: ConstructorParameters<typeof LogFold>[0],
  forged: readonly Forged[],
): Promise<string> {
  return inDiscarded(pool, async (client) => {
    for (const each of forged) await appendByHand(client, each)
    const fold = new LogFold(foundation, { blob: (of) => getBlob(client, of), now: () => new Date() })
    await fold.follow(client)
    return fold.fault?.reason ?? 'signed for'
  })
}
