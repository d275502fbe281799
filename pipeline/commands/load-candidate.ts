import type { Pool } from 'pg'
import type { Candidate } from '../gates/gate.ts'
import { buildCandidate, type RegisteredSource } from '../intake/build-candidate.ts'
import { type Definition, readDefinition } from '../intake/read-definition.ts'
import type { Payload } from '../lifecycle/events.ts'
import { getBlob, getBlobs } from '../store/blobs.ts'
import { type CandidateName, readOpened } from './read-opened.ts'
import { readSources } from './register-source.ts'

async function readFiles(pool: Pool, { definition }: Payload<'CandidateOpened'>): Promise<Map<string, string>> {
  const blobs = await getBlobs(
    pool,
    definition.map(({ sha256 }) => sha256),
  )
  const files = new Map<string, string>()
  for (const { path, sha256 } of definition) {
    const bytes = blobs.get(sha256)
    if (bytes === undefined) throw new Error(`definition file ${sha256} is not in the store`)
    files.set(path, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  }
  return files
}

function definitionIn(files: ReadonlyMap<string, string>): Definition {
  const { definition } = readDefinition(files)
  if (definition === null) throw new Error('an opened definition cannot be read')
  return definition
}

/** The definition that a candidate was opened with, from the stored files. */
export async function readStoredDefinition(pool: Pool, opened: Payload<'CandidateOpened'>): Promise<Definition> {
  return definitionIn(await readFiles(pool, opened))
}

/** Reads the stored files and sources of a candidate, and gives what builds it again from them. */
async function readParts(pool: Pool, opened: Payload<'CandidateOpened'>): Promise<() => Candidate> {
  const files = await readFiles(pool, opened)
  const sources = await readSources(
    pool,
    opened.sources.map(({ sha256 }) => sha256),
  )
  const registered = new Map<string, RegisteredSource>()
  for (const { source_id, sha256 } of opened.sources) {
    const source = sources.get(sha256)
    if (source === undefined) throw new Error(`source ${source_id} (${sha256}) is not registered`)
    registered.set(source_id, source)
  }
  return () => {
    const { candidate } = buildCandidate(definitionIn(files), registered)
    if (candidate !== null) return candidate
    throw new Error(`the stored definition of ${opened.release_id}@${opened.revision} makes no record`)
  }
}

/**
 * A candidate as it was opened. `rebuilt` gives the one that is built again from the event log and the stored files and
 * sources alone, which gate 29 compares with the record made at opening (`record_sha256` of the event).
 */
export type StoredCandidate = Candidate & { rebuilt(): Candidate }

/**
 * The candidate as it was opened, with the stored bytes of its record. Its files are parsed again only if a gate needs
 * them: most gates find nothing and need no line numbers.
 */
export async function loadCandidate(pool: Pool, name: CandidateName): Promise<StoredCandidate> {
  const { opened } = await readOpened(pool, name)
  const rebuild = await readParts(pool, opened)
  const bytes = await getBlob(pool, opened.record_sha256)
  if (bytes === null) throw new Error(`the record of ${name.release_id}@${name.revision} is not in the store`)
  const record = JSON.parse(new TextDecoder().decode(bytes)) as Candidate['record']
  let made: Candidate | null = null
  const rebuilt = (): Candidate => {
    made ??= rebuild()
    return made
  }
  return {
    record,
    bytes,
    get intakeFindings() {
      return rebuilt().intakeFindings
    },
    get declaredSources() {
      return rebuilt().declaredSources
    },
    get readings() {
      return rebuilt().readings
    },
    get figures() {
      return rebuilt().figures
    },
    get sentences() {
      return rebuilt().sentences
    },
    get covers() {
      return rebuilt().covers
    },
    where: (path) => rebuilt().where(path),
    rebuilt,
  }
}
