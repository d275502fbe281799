import { sha256 } from '#digest'
import { canonicalText } from '../../releases/record/canonical.ts'
import type { Cell } from '../../releases/record/cell.ts'
import { parsedJson } from '../../releases/record/json-text.ts'
import type { Queryable } from '../event-log/event.ts'
import { boxOfCell } from '../gates/cells/locate-cell.ts'
import { type Box, EXTRACTOR, type Layout, type PageLayout, pageLayoutSchema } from '../gates/layout.ts'

/** Page layouts of documents, stored next to their text: derived from the bytes, and hashed separately. */

/**
 * Stores the pages that have a size; storing the same ones again changes nothing. Other formats have no positions to
 * show.
 */
export async function putLayout(db: Queryable, hash: string, { extractor, pages }: Layout): Promise<void> {
  const kept = pages.flatMap((page, index) => {
    if (page.size === null) return []
    const text = canonicalText(page)
    return [{ page: index + 1, text, hash: sha256(text) }]
  })
  if (kept.length === 0) return
  await db.query(
    `INSERT INTO source_layouts (sha256, extractor, page, layout, layout_sha256)
     SELECT $1, $2, * FROM unnest($3::int[], $4::text[], $5::text[]) ON CONFLICT DO NOTHING`,
    [hash, extractor, kept.map(({ page }) => page), kept.map(({ text }) => text), kept.map((page) => page.hash)],
  )
}

/** Whether a document was laid out by the present version of the extractor. */
export async function hasLayout(db: Queryable, hash: string): Promise<boolean> {
  const found = await db.query('SELECT FROM source_layouts WHERE sha256 = $1 AND extractor = $2 LIMIT 1', [
    hash,
    EXTRACTOR,
  ])
  return found.rowCount === 1
}

/**
 * Every document that was, by sha256. Queries the index once per document, because pages are many and documents few.
 */
export async function laidOutDocuments(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ sha256: string }>(
    `WITH RECURSIVE found (sha256) AS (
       (SELECT sha256 FROM source_layouts ORDER BY sha256 LIMIT 1)
       UNION ALL
       SELECT (SELECT next.sha256 FROM source_layouts AS next WHERE next.sha256 > found.sha256 ORDER BY next.sha256 LIMIT 1)
       FROM found WHERE found.sha256 IS NOT NULL
     ) SELECT sha256 FROM found WHERE sha256 IS NOT NULL`,
  )
  return new Set(rows.map(({ sha256: hash }) => hash))
}

const NOTHING: PageLayout = { size: null, words: [], tables: [], unreadable: null }

/** How many pages earlier the header of a continued table may be. */
const BEFORE = 2

/** A stored page, or null if it does not match its hash or is not a page: anyone who owns the table may have written it. */
function pageIn(layout: string, hash: string): PageLayout | null {
  return sha256(layout) === hash ? (pageLayoutSchema.safeParse(parsedJson(layout)).data ?? null) : null
}

/**
 * The stored layout of a document for some of its pages, by the present version of the extractor: those pages and
 * earlier ones. Null if none is stored. A damaged page throws, or counts as not stored: boxes affect no amount, so
 * pages can be shown without them.
 */
export async function getLayout(
  db: Queryable,
  hash: string,
  pages: readonly number[],
  damaged: 'throws' | 'absent' = 'throws',
): Promise<Layout | null> {
  const wanted = [...new Set(pages.flatMap((page) => Array.from({ length: BEFORE + 1 }, (_, back) => page - back)))]
  const found = await db.query<{ page: number; layout: string; layout_sha256: string }>(
    'SELECT page, layout, layout_sha256 FROM source_layouts WHERE sha256 = $1 AND extractor = $2 AND page = ANY($3)',
    [hash, EXTRACTOR, wanted],
  )
  if (found.rows.length === 0) return null
  const last = Math.max(...found.rows.map(({ page }) => page))
  const laid = Array.from({ length: last }, () => NOTHING)
  for (const { page, layout, layout_sha256 } of found.rows) {
    const kept = pageIn(layout, layout_sha256)
    if (kept !== null) laid[page - 1] = kept
    else if (damaged === 'throws') throw new Error(`the layout of page ${page} of ${hash} is damaged in the store`)
  }
  return { extractor: EXTRACTOR, pages: laid }
}

/** Positions of cells on their pages, by the path of the figure read there. */
export type Boxes = ReadonlyMap<string, Box>

/** A figure with the cell that it was read from, if any. */
type Read = { readonly path: string; readonly figure: { readonly cell?: Cell | undefined } }

/**
 * Positions of figure cells on their pages, by the figure's path, from the stored layouts. A cell with an uncertain
 * position has none. The text there must match the record, otherwise there is no box, so that a layout cannot point at
 * another number. A damaged page in the store has no boxes.
 */
export async function boxesOf(db: Queryable, figures: readonly Read[]): Promise<Boxes> {
  const boxes = new Map<string, Box>()
  const cells = figures.flatMap(({ path, figure: { cell } }) => (cell === undefined ? [] : [{ path, cell }]))
  for (const [hash, own] of Map.groupBy(cells, ({ cell }) => cell.source_sha256)) {
    const layout = await getLayout(
      db,
      hash,
      own.map(({ cell }) => cell.page),
      'absent',
    )
    if (layout === null) continue
    for (const { path, cell } of own) {
      const box = boxOfCell(layout, cell)
      if (box !== null) boxes.set(path, box)
    }
  }
  return boxes
}
