import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Source } from '../../../releases/record/source.ts'

/** The sources of a record by id. If two have the same id the first is used; gate 11 reports the other. */
export function sourcesById(record: ReleaseRecord): ReadonlyMap<string, Source> {
  const byId = new Map<string, Source>()
  for (const source of record.sources) if (!byId.has(source.source_id)) byId.set(source.source_id, source)
  return byId
}

/** The declared position of a quote in a source, as readable text: `BR-SCHEDULE p.1 line 12`. */
export function placeText(sourceId: string, { page, line }: { page: number; line: number | null }): string {
  return line === null ? `${sourceId} p.${page}` : `${sourceId} p.${page} line ${line}`
}
