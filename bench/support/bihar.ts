import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildCandidate, type RegisteredSource } from '../../pipeline/intake/build-candidate.ts'
import { extractText } from '../../pipeline/intake/extract-text.ts'
import { readDefinition } from '../../pipeline/intake/read-definition.ts'
import { textIdentity } from '../../pipeline/intake/text-identity.ts'
import { wantedSources } from '../../pipeline/intake/wanted-sources.ts'
import { sha256 } from '../../releases/record/canonical.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'

/** The shipped definition that most is measured on. */
export const BIHAR = join(import.meta.dirname, '../../releases/states/BR/2026-27')

/** Its record. Throws when the definition cannot be read. */
export async function biharRecord(): Promise<ReleaseRecord> {
  const names = readdirSync(BIHAR, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = names.map((entry) => join(entry.parentPath, entry.name))
  const bytes = new Map(paths.map((path) => [path.slice(BIHAR.length + 1).replaceAll('\\', '/'), readFileSync(path)]))
  const { definition, findings } = readDefinition(
    new Map([...bytes].map(([path, each]) => [path, each.toString('utf8')])),
  )
  if (definition === null) throw new Error(`the Bihar definition cannot be read: ${JSON.stringify(findings[0])}`)
  const registered = new Map<string, RegisteredSource>()
  for (const { source_id: id, file, media_type } of wantedSources(definition)) {
    const sheet = file === null ? undefined : bytes.get(file)
    if (sheet === undefined) continue
    const text = await extractText(sheet, media_type)
    if (!text.ok) throw new Error(`${id}: ${text.reason}`)
    const identity = textIdentity(text.pages)
    registered.set(id, { sha256: sha256(sheet), size_bytes: sheet.byteLength, media_type, held: true, ...identity })
  }
  const { candidate } = buildCandidate(definition, registered)
  if (candidate === null) throw new Error('the Bihar definition makes no candidate')
  return candidate.record
}
