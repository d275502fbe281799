import type { Pool } from 'pg'
import { sha256 as sha256Of } from '#digest'
import { misnamedAs } from '../../../pipeline/commands/open-candidate.ts'
import type { Candidate, Finding } from '../../../pipeline/gates/gate.ts'
import type { Layout } from '../../../pipeline/gates/layout.ts'
import { buildCandidate, type RegisteredSource } from '../../../pipeline/intake/build-candidate.ts'
import type { WantedSource } from '../../../pipeline/intake/definition/schemas.ts'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { readDocument } from '../../../pipeline/intake/lay-out.ts'
import { type Definition, readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { textIdentity } from '../../../pipeline/intake/text-identity.ts'
import { counted } from '../../../releases/record/counted.ts'
import { placesOfOriginals, readDefinitionFolder } from '../definition-folder.ts'
import { OperationRefusal } from '../refusal.ts'

export type Document = { readonly sha256: string; readonly media_type: string; readonly bytes: Uint8Array }

/** A document in memory, with its text, and with its layout if that was asked for. */
export type HeldSource = Document & { readonly pages: readonly string[]; readonly layout: Layout | null }

/** A definition and its documents in memory, and the record that opening it would make. Nothing is written. */
export type LoadedDefinition = {
  readonly files: ReadonlyMap<string, string>
  readonly definition: Definition
  readonly registered: ReadonlyMap<string, RegisteredSource>
  readonly candidate: Candidate
  /** By source id. */
  readonly sources: ReadonlyMap<string, HeldSource>
}

type Holding = { readonly seen?: (document: Document) => void; readonly laidOut?: boolean }

type Held = Pick<LoadedDefinition, 'registered' | 'sources'> & {
  readonly missing: readonly WantedSource[]
  readonly findings: readonly Finding[]
}

async function holdSources(
  definition: Definition,
  bytesOf: (wanted: WantedSource) => Promise<Uint8Array | null>,
  { seen = () => {}, laidOut = false }: Holding,
): Promise<Held> {
  const registered = new Map<string, RegisteredSource>()
  const sources = new Map<string, HeldSource>()
  const missing: WantedSource[] = []
  const findings: Finding[] = []
  for (const wanted of definition.sources) {
    const bytes = await bytesOf(wanted)
    if (bytes === null) {
      missing.push(wanted)
      continue
    }
    const { media_type } = wanted
    // Hash of the actual file, not the declared one: gate 1 checks that they agree.
    const sha256 = sha256Of(bytes)
    seen({ sha256, media_type, bytes })
    const { text, layout } = laidOut
      ? await readDocument(bytes, media_type)
      : { text: await extractText(bytes, media_type), layout: null }
    if (!text.ok) {
      const where = definition.where(`sources/${wanted.source_id}`)
      findings.push({ where, expected: `text in ${wanted.source_id}`, found: text.reason, evidence: null })
      continue
    }
    registered.set(wanted.source_id, {
      ...textIdentity(text.pages),
      sha256,
      size_bytes: bytes.byteLength,
      media_type,
      held: true,
    })
    sources.set(wanted.source_id, { sha256, media_type, bytes, pages: text.pages, layout })
  }
  return { registered, sources, missing, findings }
}

/**
 * Reads a definition folder and its documents as opening it would, without storing anything. Documents come from the
 * definition's folder, from `sourcesPath` by hash, or from the registered ones if there is a database. Refused with
 * DEFINITION_REFUSED and every finding if no record can be made, and with SOURCE_FILE_NOT_FOUND if a document is missing.
 * `seen` is called with each document before its text is extracted; `laidOut`: its layout is read with its text.
 */
export async function loadDefinition(
  pool: Pool | null,
  directory: string,
  sourcesPath: string,
  how: Holding = {},
): Promise<LoadedDefinition> {
  const { files, sourceBytes } = await readDefinitionFolder(pool, directory, sourcesPath)
  const { definition, findings } = readDefinition(files)
  if (definition === null) throw definitionRefused(directory, findings)
  const { registered, sources, missing, findings: unread } = await holdSources(definition, sourceBytes, how)
  if (missing.length > 0) {
    throw sourceFileNotFound(
      directory,
      missing,
      placesOfOriginals(pool, sourcesPath),
      findings.length === 0 ? {} : { findings },
    )
  }
  const built = buildCandidate(definition, registered)
  const misnamed = misnamedAs(definition)
  if (built.candidate === null || misnamed !== null)
    throw definitionRefused(directory, [...built.findings, ...unread, ...(misnamed ?? [])])
  return { files, definition, registered, candidate: built.candidate, sources }
}

/** No record can be made of a definition. */
export function definitionRefused(directory: string, findings: readonly Finding[]): OperationRefusal {
  const message = `${directory}: ${counted(findings.length, 'finding')}; the definition cannot be read as a record`
  return new OperationRefusal('DEFINITION_REFUSED', message, { findings })
}

/** Documents are missing. `into`: where to put one that is named only by its hash; `more`: further details. */
export function sourceFileNotFound(
  directory: string,
  missing: readonly WantedSource[],
  into: string,
  more: object,
): OperationRefusal {
  const wanted = missing.map(({ source_id, file, sha256 }) => ({ source_id, file, sha256 }))
  const how = wanted.map(({ file, sha256 }) =>
    file === null ? `put the file with sha256 ${sha256} into ${into}` : `the file ${file} is missing`,
  )
  const message = `${directory}: ${counted(wanted.length, 'source file')} not found: ${how.join('; ')}`
  return new OperationRefusal('SOURCE_FILE_NOT_FOUND', message, { wanted, ...more })
}
