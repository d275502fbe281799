import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256 } from '#digest'
import { buildCandidate, type RegisteredSource } from '../pipeline/intake/build-candidate.ts'
import type { WantedSource } from '../pipeline/intake/definition/schemas.ts'
import { extractText } from '../pipeline/intake/extract-text.ts'
import { DEFINITION_FILES, READING_FILES, readDefinition } from '../pipeline/intake/read-definition.ts'
import { textIdentity } from '../pipeline/intake/text-identity.ts'
import type { ReleaseRecord } from '../releases/record/record.ts'
import { once } from '../services/platform/once.ts'

export const STATES = fileURLToPath(new URL('../releases/states', import.meta.url))

/** A shipped definition: its folder `<state>/<year>`, its record, and cited documents that are not shipped. */
export type ShippedRecord = {
  readonly folder: string
  readonly record: ReleaseRecord
  readonly wanted: readonly WantedSource[]
}

/**
 * The record of every shipped definition, in order, built once per process. Throws with the first finding for one that
 * gives no record.
 */
export const shippedRecords = once((): Promise<readonly ShippedRecord[]> => {
  const yearsOf = (state: string): string[] => readdirSync(join(STATES, state)).sort()
  const folders = readdirSync(STATES)
    .sort()
    .flatMap((state) => yearsOf(state).map((year) => `${state}/${year}`))
  return Array.fromAsync(folders, (folder) => shippedRecord(folder))
})

export function filesOf(folder: string): Map<string, string> {
  const path = join(STATES, folder)
  const names = [...DEFINITION_FILES, ...READING_FILES].filter((name) => existsSync(join(path, name)))
  return new Map(names.map((name) => [name, readFileSync(join(path, name), 'utf8')]))
}

/** The record of one definition, by its folder below `releases/states`, such as `BR/2026-27`. Throws as above. */
export async function shippedRecord(folder: string): Promise<ShippedRecord> {
  const { definition, findings } = readDefinition(filesOf(folder))
  if (definition === null) throw new Error(`${folder} cannot be read: ${JSON.stringify(findings[0])}`)
  const registered = new Map<string, RegisteredSource>()
  const wanted: WantedSource[] = []
  for (const source of definition.sources) {
    if (source.file === null) wanted.push(source)
    registered.set(source.source_id, source.file === null ? absent(source) : await present(folder, source.file, source))
  }
  const built = buildCandidate(definition, registered)
  if (built.candidate === null || built.findings.length > 0)
    throw new Error(`${folder} makes no record: ${JSON.stringify(built.findings[0])}`)
  return { folder, record: built.candidate.record, wanted }
}

async function present(folder: string, file: string, { media_type }: WantedSource): Promise<RegisteredSource> {
  const bytes = readFileSync(join(STATES, folder, file))
  const text = await extractText(bytes, media_type)
  if (!text.ok) throw new Error(`${folder}/${file}: ${text.reason}`)
  return { sha256: sha256(bytes), size_bytes: bytes.byteLength, media_type, held: true, ...textIdentity(text.pages) }
}

/**
 * An original is looked up by its hash when a release is opened; a record does not contain its text, and no amount
 * depends on it.
 */
function absent({ sha256: hash, size_bytes, media_type }: WantedSource): RegisteredSource {
  return { sha256: hash, size_bytes, media_type, held: false, ...textIdentity(['']) }
}
