import type { DeclaredSource } from './definition/schemas.ts'
import type { Definition } from './read-definition.ts'

/** A source declared by a definition, which must be registered before it can become a candidate. */
export type WantedSource = Readonly<Pick<DeclaredSource, 'source_id' | 'file' | 'sha256' | 'size_bytes' | 'media_type'>>

/** The sources that a definition needs, in the order of sources.yaml. */
export function wantedSources(definition: Pick<Definition, 'sources'>): WantedSource[] {
  return definition.sources.map(({ source_id, file, sha256, size_bytes, media_type }) => ({
    source_id,
    file,
    sha256,
    size_bytes,
    media_type,
  }))
}
