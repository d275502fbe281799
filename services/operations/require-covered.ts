import type { Pool } from 'pg'
import { readStoredDefinition } from '../../pipeline/commands/load-candidate.ts'
import { readOpened } from '../../pipeline/commands/read-opened.ts'
import { type CoverageSource, coverageOf } from '../../pipeline/intake/coverage/coverage.ts'
import { layOut } from '../../pipeline/intake/lay-out.ts'
import { getBlob, getPages } from '../../pipeline/store/blobs.ts'
import { figuresOf } from '../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { OperationRefusal } from './refusal.ts'
import type { ReleaseView } from './release-view.ts'

/**
 * Refused with NOT_COVERED if a number or a rule in words on the pages covered by a release's definition is unused, or a figure is read
 * from a page that is not covered: stage production requires full coverage (docs/design/reading.md#coverage).
 */
export async function requireCovered(pool: Pool, release: ReleaseView, record: ReleaseRecord): Promise<void> {
  const { opened } = await readOpened(pool, release)
  const { covers, dismissed } = await readStoredDefinition(pool, opened)
  const sources = new Map<string, CoverageSource>()
  for (const { source_id, sha256, media_type } of record.sources) {
    const [bytes, pages] = [await getBlob(pool, sha256), await getPages(pool, sha256)]
    if (bytes === null || pages === null) throw new Error(`the document ${sha256} is not in the store`)
    sources.set(source_id, { pages, media_type, layout: await layOut(bytes, media_type) })
  }
  const { numbers, problems } = coverageOf(record, { covers, dismissed }, sources)
  const pages = new Set(figuresOf(record).map(({ figure }) => `${figure.source_id} p.${figure.locator.page}`))
  const covered = covers.flatMap(({ source_id, from_page: from, to_page: to }) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => `${source_id} p.${from + index}`),
  )
  const uncovered = [...pages].filter((page) => !covered.includes(page))
  const missing = numbers
    .filter(({ standing }) => standing === 'missing')
    .map(({ source_id, page, line, number, quote }) => `${source_id} p.${page} line ${line}: ${number} of "${quote}"`)
  const wrong = problems.map(({ path, expected, found }) => `${path}: expected ${expected}; found ${found}`)
  const unread = [
    ...uncovered.map((page) => `${page}: figures are read from this page, but it is not covered`),
    ...missing,
    ...wrong,
  ]
  if (unread.length === 0) return
  throw new OperationRefusal(
    'NOT_COVERED',
    `stage production requires that every number and every rule in words of the order is read: ${unread.length} open (see \`definition coverage\`)`,
    { release_id: release.release_id, revision: release.revision, unread },
  )
}
