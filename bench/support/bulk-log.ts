import type { Pool } from 'pg'
import { beginLog } from '../../pipeline/checkpoints/begin-log.ts'
import { CheckpointPublisher } from '../../pipeline/checkpoints/publish-checkpoint.ts'
import { chained, prepare, storeEvents } from '../../pipeline/event-log/append.ts'
import type { Head, RecordedEvent } from '../../pipeline/event-log/event.ts'
import { inTransaction } from '../../pipeline/event-log/in-transaction.ts'
import { readHead } from '../../pipeline/event-log/read.ts'
import { newEvent, type PipelineEvent, streamOf } from '../../pipeline/lifecycle/events.ts'
import { catchUp } from '../../pipeline/projections/read-model.ts'
import { putBlob } from '../../pipeline/store/blobs.ts'
import type { ActCommand } from '../../releases/proof/format/act.ts'
import { askToSign, type Signatory } from '../../releases/proof/sign/act.ts'
import { canonicalHash } from '../../releases/record/canonical.ts'
import { holdableComponents } from '../../releases/record/production-obstacles.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { peopleOf } from '../../scripts/local-people.ts'
import { type Local, withPool } from './stack.ts'

/** Events written with one statement. */
const AT_ONCE = 2_000
const BLOBS_AT_ONCE = 64

/** How a command gets into the log: its actor and, if it is an act of people, the command and its id. */
type Acting =
  | { readonly actor: string; readonly commandId?: string }
  | { readonly by: Signatory; readonly command: ActCommand; readonly commandId: string }

/**
 * Appends to a log with no other writers: events are chained by the log's own code and acts really signed, but many
 * events are written with one statement, and no state is folded before a command. `origin`: the log's name. Connections
 * of `pool` should not wait for the disk (`synchronous_commit=off`).
 */
export class BulkLog {
  readonly #pool: Pool
  readonly #origin: string
  readonly #versions: Map<string, number>
  #head: Head
  #waiting: RecordedEvent[] = []
  #blobs: Uint8Array[] = []

  private constructor(pool: Pool, origin: string, head: Head, versions: Map<string, number>) {
    this.#pool = pool
    this.#origin = origin
    this.#head = head
    this.#versions = versions
  }

  static async open(pool: Pool, origin: string): Promise<BulkLog> {
    const { rows } = await pool.query<{ stream: string; version: number }>(
      'SELECT stream, max(version) AS version FROM event_log GROUP BY stream',
    )
    return new BulkLog(
      pool,
      origin,
      await readHead(pool),
      new Map(rows.map(({ stream, version }) => [stream, version])),
    )
  }

  get head(): Head {
    return this.#head
  }

  /** The events as they will be in the log. */
  async add(stream: string, given: readonly PipelineEvent[], acting: Acting): Promise<readonly RecordedEvent[]> {
    const version = this.#versions.get(stream) ?? 0
    const events = given.map(newEvent)
    const commandId = acting.commandId ?? null
    const actor = 'by' in acting ? acting.by.name : acting.actor
    const signed =
      'by' in acting ? { act: await askToSign({ ...this.#content(stream, version, acting), events }, [acting.by]) } : {}
    const request = prepare({ stream, expectedVersion: version, events, actor, commandId, now: new Date(), ...signed })
    const added = chained(request, this.#head, { version, last: null })
    this.#versions.set(stream, version + added.length)
    this.#waiting.push(...added)
    const last = added.at(-1)
    if (last !== undefined) this.#head = { position: last.position, hash: last.hash }
    if (this.#waiting.length >= AT_ONCE) await this.flush()
    return added
  }

  #content(stream: string, streamVersion: number, { command, commandId }: Extract<Acting, { command: ActCommand }>) {
    return { origin: this.#origin, stream, streamVersion, commandId, command, logHead: this.#head }
  }

  /** Stores bytes, before the events that refer to them. */
  async keep(bytes: Uint8Array): Promise<void> {
    this.#blobs.push(bytes)
    if (this.#blobs.length >= BLOBS_AT_ONCE) await this.#keepAll()
  }

  async #keepAll(): Promise<void> {
    const kept = this.#blobs
    this.#blobs = []
    await Promise.all(kept.map((bytes) => putBlob(this.#pool, bytes)))
  }

  async flush(): Promise<void> {
    await this.#keepAll()
    const events = this.#waiting
    this.#waiting = []
    if (events.length > 0) await inTransaction(this.#pool, (client) => storeEvents(client, events))
  }
}

/** URL of a login whose connections do not wait for the disk. */
export const withoutWaiting = (url: string): string => `${url}?options=-c%20synchronous_commit%3Doff`

/**
 * Appends `count` signed acts to a log in which `record` serves: its components are put on hold and released in turn,
 * one entry each.
 */
export function appendActs(local: Local, record: ReleaseRecord, count: number): Promise<void> {
  return withPool(withoutWaiting(local.pipelineUrl), 1, async (pool) => {
    const { signer, foundation, person } = await peopleOf(local.home)
    await beginLog(pool, signer, foundation, 'bench', new Date())
    const log = await BulkLog.open(pool, foundation.origin)
    for (const hold of holdsOf(record, 1, count)) await appendHold(log, record.state_code, hold, person)
    await log.flush()
    await catchUp(pool)
  })
}

type Held = Extract<PipelineEvent, { type: 'ComponentHeld' | 'ComponentFreed' }>

/** Events that put the components of a release on hold and release them, in turn. An even count leaves none on hold. */
export function* holdsOf(record: ReleaseRecord, revision: number, count: number): Generator<Held> {
  const components = holdableComponents(record)
  const on = { release_id: record.release_id, revision, release_sha256: canonicalHash(record) }
  for (let index = 0; index < count; index += 1) {
    const component = components[Math.floor(index / 2) % components.length] ?? ''
    const payload = { ...on, component, reason: `measured, ${index}` }
    yield index % 2 === 0 ? { type: 'ComponentHeld', payload } : { type: 'ComponentFreed', payload }
  }
}

/** One of them as a person's act. */
export async function appendHold(log: BulkLog, state: string, event: Held, by: Signatory): Promise<void> {
  const command = event.type === 'ComponentHeld' ? 'hold' : 'unhold'
  const commandId = `bench.${event.payload.release_id}.${event.payload.reason.replaceAll(/\D/g, '')}`
  await log.add(streamOf.state(state), [event], { by, command, commandId })
}

/** Signs a checkpoint of everything recorded, so that it serves. */
export async function signLog(pool: Pool, home: string): Promise<void> {
  const { signer, foundation } = await peopleOf(home)
  await new CheckpointPublisher({ pool, signer, foundation }).publish()
}
