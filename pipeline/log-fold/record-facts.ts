import { holdableComponents, productionObstacles } from '../../releases/record/production-obstacles.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'

/** Parts of a sealed record that decisions need. */
export type RecordFacts = { readonly components: readonly string[]; readonly obstacles: readonly string[] }

/**
 * Facts of a record by its hash, or null if its bytes are not stored. Each record is read once, however many acts refer
 * to it.
 */
export type ReadFacts = (sha256: string | null) => Promise<RecordFacts | null>

export function factsOf(blob: (sha256: string) => Promise<Uint8Array | null>): ReadFacts {
  const known = new Map<string, RecordFacts>()
  return async (hash) => {
    if (hash === null) return null
    const met = known.get(hash)
    if (met !== undefined) return met
    const bytes = await blob(hash)
    if (bytes === null) return null
    const record = JSON.parse(new TextDecoder().decode(bytes)) as ReleaseRecord
    const facts = { components: holdableComponents(record), obstacles: productionObstacles(record) }
    known.set(hash, facts)
    return facts
  }
}
