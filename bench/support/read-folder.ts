import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RegisteredSource } from '../../pipeline/intake/build-candidate.ts'
import { extractText } from '../../pipeline/intake/extract-text.ts'
import { DEFINITION_FILES, type Definition, readDefinition } from '../../pipeline/intake/read-definition.ts'
import { textIdentity } from '../../pipeline/intake/text-identity.ts'
import { wantedSources } from '../../pipeline/intake/wanted-sources.ts'
import { sha256 } from '../../releases/record/canonical.ts'

export type ReadFolder = {
  readonly definition: Definition
  /** What lies beside the definition, by source id, as if it were registered. */
  readonly registered: ReadonlyMap<string, RegisteredSource>
}

/** A definition folder and the sources in it, without a database. Throws when they cannot be read. */
export async function readFolder(folder: string): Promise<ReadFolder> {
  const texts = DEFINITION_FILES.map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const)
  const { definition, findings } = readDefinition(new Map(texts))
  if (definition === null) throw new Error(`${folder} cannot be read: ${JSON.stringify(findings[0])}`)
  const registered = new Map<string, RegisteredSource>()
  for (const { source_id: id, file, media_type } of wantedSources(definition)) {
    if (file === null) continue
    const sheet = readFileSync(join(folder, file))
    const text = await extractText(sheet, media_type)
    if (!text.ok) throw new Error(`${id}: ${text.reason}`)
    const identity = textIdentity(text.pages)
    registered.set(id, { sha256: sha256(sheet), size_bytes: sheet.byteLength, media_type, held: true, ...identity })
  }
  return { definition, registered }
}
