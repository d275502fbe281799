import type { Source } from '../../releases/record/source.ts'

/** The media types a source may have (record schema, `media_type`). */
export type MediaType = Source['media_type']

const BY_EXTENSION: ReadonlyMap<string, MediaType> = new Map<string, MediaType>([
  ['pdf', 'application/pdf'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['csv', 'text/csv'],
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['txt', 'text/plain'],
])

export const MEDIA_TYPES: ReadonlySet<string> = new Set(BY_EXTENSION.values())

/** The media type for a file name extension, ignoring case; null if no source may have that type. */
export function mediaTypeOf(fileName: string): MediaType | null {
  const ending = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase()
  return ending === undefined ? null : (BY_EXTENSION.get(ending) ?? null)
}
