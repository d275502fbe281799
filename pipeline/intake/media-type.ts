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

/** The media type a file name stands for by its ending, whatever its case; null when no source may be of that kind. */
export function mediaTypeOf(fileName: string): MediaType | null {
  const ending = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase()
  return ending === undefined ? null : (BY_EXTENSION.get(ending) ?? null)
}
