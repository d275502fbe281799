import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Source } from '../../../releases/record/source.ts'

/** The sources of a record by id. Of two with one id the first is taken; gate 11 reports the other. */
export function sourcesById(record: ReleaseRecord): ReadonlyMap<string, Source> {
  const byId = new Map<string, Source>()
  for (const source of record.sources) if (!byId.has(source.source_id)) byId.set(source.source_id, source)
  return byId
}

/** Where in a source a quote is said to stand, as people write it: `BR-SCHEDULE p.1 line 12`. */
export function placeText(sourceId: string, { page, line }: { page: number; line: number | null }): string {
  return line === null ? `${sourceId} p.${page}` : `${sourceId} p.${page} line ${line}`
}
