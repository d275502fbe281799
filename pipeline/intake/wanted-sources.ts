import type { MediaType } from './media-type.ts'
import type { Definition } from './read-definition.ts'

/** A source declared by a definition, which must be registered before it can become a candidate. */
export type WantedSource = {
  readonly source_id: string
  /** Path inside the definition's folder; null for an original that is looked up by its hash. */
  readonly file: string | null
  readonly sha256: string
  readonly size_bytes: number
  readonly media_type: MediaType
}

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
