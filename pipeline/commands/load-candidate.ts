import type { Pool } from 'pg'
import type { RecordedEvent } from '../event-log/event.ts'
import { readStream } from '../event-log/read.ts'
import type { Candidate } from '../gates/gate.ts'
import { buildCandidate, type RegisteredSource } from '../intake/build-candidate.ts'
import { type Definition, readDefinition } from '../intake/read-definition.ts'
import { type Payload, parseEvent, streamOf } from '../lifecycle/events.ts'
import { getBlob } from '../store/blobs.ts'
import { readSource } from './register-source.ts'

export type CandidateName = { readonly release_id: string; readonly revision: number; readonly state_code: string }

export type OpenedRevision = {
  readonly opened: Payload<'CandidateOpened'>
  readonly openedBy: string
  readonly event: RecordedEvent
}

/** The event that opened a revision, and its actor. Throws when the log has none: a job for it cannot be right. */
export async function readOpened(pool: Pool, name: CandidateName): Promise<OpenedRevision> {
  for (const event of await readStream(pool, streamOf.state(name.state_code))) {
    const parsed = parseEvent(event.type, event.payload)
    if (parsed.type !== 'CandidateOpened') continue
    if (parsed.payload.release_id === name.release_id && parsed.payload.revision === name.revision)
      return { opened: parsed.payload, openedBy: event.actor, event }
  }
  throw new Error(`the log has no candidate ${name.release_id}@${name.revision}`)
}

async function textBlob(pool: Pool, hash: string): Promise<string> {
  const bytes = await getBlob(pool, hash)
  if (bytes === null) throw new Error(`definition file ${hash} is not in the store`)
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

/** The definition that a candidate was opened with, from the stored files. */
export async function readStoredDefinition(
  pool: Pool,
  { definition }: Payload<'CandidateOpened'>,
): Promise<Definition> {
  const files = new Map<string, string>()
  for (const { path, sha256 } of definition) files.set(path, await textBlob(pool, sha256))
  const read = readDefinition(files).definition
  if (read === null) throw new Error('a definition was opened that cannot be read')
  return read
}

/**
 * Builds a candidate again from the event log and the stored files and sources alone: what the gates judge, and what
 * gate 29 compares with the record made at opening (`record_sha256` of the event).
 */
export async function rebuildCandidate(pool: Pool, opened: Payload<'CandidateOpened'>): Promise<Candidate> {
  const definition = await readStoredDefinition(pool, opened)
  const registered = new Map<string, RegisteredSource>()
  for (const { source_id, sha256 } of opened.sources) {
    const source = await readSource(pool, sha256)
    if (source === null) throw new Error(`source ${source_id} (${sha256}) is not registered`)
    registered.set(source_id, source)
  }
  const { candidate } = buildCandidate(definition, registered)
  if (candidate === null)
    throw new Error(`the stored definition of ${opened.release_id}@${opened.revision} makes no record`)
  return candidate
}

/** The candidate as it was opened: rebuilt, with the bytes that were stored at opening. */
export async function loadCandidate(pool: Pool, name: CandidateName): Promise<Candidate> {
  const { opened } = await readOpened(pool, name)
  const candidate = await rebuildCandidate(pool, opened)
  const bytes = await getBlob(pool, opened.record_sha256)
  if (bytes === null) throw new Error(`the record of ${name.release_id}@${name.revision} is not in the store`)
  const record = JSON.parse(new TextDecoder().decode(bytes)) as Candidate['record']
  return { ...candidate, record, bytes }
}
