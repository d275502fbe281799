import type { Pool } from 'pg'
import { sha256 } from '#digest'
import type { Signatory } from '../../releases/proof/sign/act.ts'
import { canonicalHash } from '../../releases/record/canonical.ts'
import { append } from '../event-log/append.ts'
import type { Finding } from '../gates/gate.ts'
import { buildCandidate, notRegistered, type RegisteredSource } from '../intake/build-candidate.ts'
import type { WantedSource } from '../intake/definition/schemas.ts'
import { type Definition, readDeclaredSources, readDefinition } from '../intake/read-definition.ts'
import { loggable, newEvent, parseEvents, streamOf } from '../lifecycle/events.ts'
import { catchUp } from '../projections/read-model.ts'
import { putBlob } from '../store/blobs.ts'
import type { SignatureRefusal } from './append-act.ts'
import { registerSource } from './register-source.ts'
import { readState, runCommand } from './run-command.ts'

/** A parsed definition: its text files, and a way to get the bytes of its sources. */
export type DefinitionInput = {
  readonly files: ReadonlyMap<string, string>
  readonly sourceBytes: (wanted: WantedSource) => Promise<Uint8Array | null>
}

export type Opened =
  | {
      readonly ok: true
      readonly releaseId: string
      /** With this content: the one in service, otherwise the newest. */
      readonly revision: number
      readonly findings: readonly Finding[]
    }
  | {
      readonly ok: false
      readonly code: 'SOURCE_FILE_NOT_FOUND'
      readonly wanted: readonly WantedSource[]
      readonly findings: readonly Finding[]
    }
  | { readonly ok: false; readonly code: 'DEFINITION_REFUSED'; readonly findings: readonly Finding[] }
  | SignatureRefusal

type Sources = { registered: Map<string, RegisteredSource>; missing: WantedSource[]; findings: Finding[] }

async function registerWanted(
  pool: Pool,
  definition: Definition,
  input: DefinitionInput,
  by: Signatory,
  now: Date,
): Promise<Sources | SignatureRefusal> {
  const found: Sources = { registered: new Map(), missing: [], findings: [] }
  for (const wanted of definition.sources) {
    const bytes = await input.sourceBytes(wanted)
    if (bytes === null) {
      found.missing.push(wanted)
      continue
    }
    const fileName = wanted.file ?? wanted.source_id
    const source = { bytes, fileName, mediaType: wanted.media_type, identity: null }
    const registered = await registerSource(pool, source, by, now)
    if (registered.ok) found.registered.set(wanted.source_id, registered.source)
    else if (registered.reason === 'refused') return registered
    else {
      const where = definition.where(`sources/${wanted.source_id}`)
      found.findings.push({ where, expected: `text in ${fileName}`, found: registered.message, evidence: null })
    }
  }
  return found
}

/** The findings of a definition that gives no record are also recorded in the log. */
async function refuseDefinition(
  pool: Pool,
  input: DefinitionInput,
  releaseId: string | null,
  findings: readonly Finding[],
  actor: string,
  now: Date,
): Promise<Opened> {
  const id = releaseId ?? 'unnamed'
  await append(pool, {
    stream: streamOf.state(RELEASE_ID.test(id) ? id.slice(0, 2) : '--'),
    expectedVersion: 'any',
    events: [
      newEvent({
        type: 'DefinitionRefused',
        payload: {
          release_id: id,
          definition_sha256: definitionHash(input.files, new Map()),
          findings: loggable(findings),
        },
      }),
    ],
    actor,
    commandId: null,
    now,
  })
  await catchUp(pool)
  return { ok: false, code: 'DEFINITION_REFUSED', findings }
}

const RELEASE_ID = /^[A-Z]{2}-[A-Z0-9-]+$/

/**
 * A release is found by its id, which starts with the state code: with another one no command could find it. The
 * financial year follows; another one would name a release after a year that it is not for.
 */
export function misnamedAs({ release, where }: Definition): Finding[] | null {
  const { release_id: id, state_code: state, financial_year: year } = release
  // What is missing is reported where the file is read.
  if (!RELEASE_ID.test(id) || state === '' || year === '') return []
  if (id.startsWith(`${state}-${year}-`)) return null
  const expected = `a release id that begins with ${state}-${year}-`
  return [{ where: where('release_id'), expected, found: id, evidence: null }]
}

/** The revision in service that has a definition's content, otherwise the newest one. */
async function revisionOf(pool: Pool, stateCode: string, releaseId: string, hash: string): Promise<number> {
  const { releases } = await readState(pool, stateCode, { releaseId, serving: false })
  const same = [...releases.values()].filter((each) => each.releaseId === releaseId && each.definitionSha256 === hash)
  const chosen = same.find(({ status }) => status === 'released') ?? same.at(-1)
  if (chosen === undefined) throw new Error(`${releaseId} was opened and its state does not know it`)
  return chosen.revision
}

/** Identity of a definition: its files and the sources with which it was opened. */
function definitionHash(
  files: ReadonlyMap<string, string>,
  sources: ReadonlyMap<string, Pick<RegisteredSource, 'sha256'>>,
): string {
  const byPath = [...files].map(([path, text]) => [path, sha256(text)]).sort()
  return canonicalHash([byPath, [...sources].map(([id, source]) => [id, source.sha256]).sort()])
}

/**
 * What can be said without reading more of the definition than its list of sources, which would take much longer: that
 * a release in service has exactly this content, or which source files were not found. Otherwise null.
 */
async function openedUnread(pool: Pool, input: DefinitionInput): Promise<Opened | null> {
  const declared = readDeclaredSources(input.files)
  if (declared === null) return null
  const sources = new Map<string, { readonly sha256: string }>()
  for (const wanted of declared.sources) {
    const bytes = await input.sourceBytes(wanted)
    if (bytes !== null) sources.set(wanted.source_id, { sha256: sha256(bytes) })
  }
  const missing = declared.sources.filter(({ source_id }) => !sources.has(source_id))
  if (missing.length > 0) {
    const findings = missing.map((source) => notRegistered(source, declared))
    return { ok: false, code: 'SOURCE_FILE_NOT_FOUND', wanted: missing, findings }
  }
  const { rows } = await pool.query<{ release_id: string; revision: number }>(
    `SELECT release_id, revision FROM read.releases
     WHERE status = 'released' AND definition::json ->> 'definition_sha256' = $1`,
    [definitionHash(input.files, sources)],
  )
  const [found] = rows
  // With findings it would have been rejected.
  return found === undefined ? null : { ok: true, releaseId: found.release_id, revision: found.revision, findings: [] }
}

/**
 * Opens a definition as a candidate: registers its sources, stores its files, builds its record, and appends the event.
 * Problems found while reading are stored as findings and fail the gates; a definition that gives no record at all is
 * refused, with all findings. Content that is already in service or in the newest revision is not opened again.
 * `reopen`: whether a person asks for it, who also gets all findings of a definition whose source files were not found;
 * a start of the product only says which.
 */
export async function openCandidate(
  pool: Pool,
  input: DefinitionInput,
  by: Signatory,
  now: () => Date,
  reopen: boolean,
): Promise<Opened> {
  const actor = by.name
  const unread = reopen ? null : await openedUnread(pool, input)
  if (unread !== null) return unread
  const { definition, findings } = readDefinition(input.files)
  if (definition === null) return refuseDefinition(pool, input, null, findings, actor, now())
  const sources = await registerWanted(pool, definition, input, by, now())
  if ('reason' in sources) return sources
  const built = buildCandidate(definition, sources.registered)
  const misnamed = misnamedAs(definition)
  const all = [...built.findings, ...sources.findings, ...(misnamed ?? [])]
  if (sources.missing.length > 0)
    return { ok: false, code: 'SOURCE_FILE_NOT_FOUND', wanted: sources.missing, findings: all }
  if (built.candidate === null || misnamed !== null) {
    return refuseDefinition(pool, input, definition.release.release_id, all, actor, now())
  }
  const { record, bytes } = built.candidate
  for (const text of input.files.values()) await putBlob(pool, new TextEncoder().encode(text))
  const recordHash = await putBlob(pool, bytes)
  const hash = definitionHash(input.files, sources.registered)
  const result = await runCommand(
    pool,
    record.state_code,
    {
      type: 'open',
      actor,
      reopen,
      candidate: {
        release_id: record.release_id,
        state_code: record.state_code,
        financial_year: record.financial_year,
        effective_from: record.effective_from,
        effective_to: record.effective_to,
        tier: record.tier,
        definition: [...input.files].map(([path, text]) => ({ path, sha256: sha256(text) })),
        definition_sha256: hash,
        record_sha256: recordHash,
        sources: [...sources.registered].map(([source_id, source]) => ({ source_id, sha256: source.sha256 })),
        findings: loggable(all),
      },
    },
    { commandId: null, now, signatories: [by] },
  )
  if (!result.ok && 'reason' in result) return result
  if (!result.ok) throw new Error(`opening was refused: ${result.code} ${result.message}`)
  const { release_id: releaseId, state_code: stateCode } = record
  const [opened] = parseEvents(result.events)
  const revision =
    opened?.type === 'CandidateOpened' ? opened.payload.revision : await revisionOf(pool, stateCode, releaseId, hash)
  return { ok: true, releaseId, revision, findings: all }
}
