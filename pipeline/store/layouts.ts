import { sha256 } from '#digest'
import { canonicalText } from '../../releases/record/canonical.ts'
import type { Queryable } from '../event-log/event.ts'
import { EXTRACTOR, type Layout, type PageLayout } from '../gates/layout.ts'

/** How the pages of documents are laid out, kept beside their text: derived from the bytes, and hashed apart. */

/** Keeps the pages that have a size; the same ones again change nothing. Other formats have nowhere to point at. */
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

/** Whether a document was laid out by the extractor of this version. */
export async function hasLayout(db: Queryable, hash: string): Promise<boolean> {
  const found = await db.query('SELECT FROM source_layouts WHERE sha256 = $1 AND extractor = $2 LIMIT 1', [
    hash,
    EXTRACTOR,
  ])
  return found.rowCount === 1
}

const NOTHING: PageLayout = { size: null, words: [], tables: [], unreadable: null }

/** A header may stand above a part of its table on an earlier page, no further back than this. */
const BEFORE = 2

/**
 * A document as far as some of its pages are laid out, by this version's extractor: those pages and the ones before them;
 * of the others nothing. Null where none of them is kept. Throws for a page that is not what its hash says.
 */
export async function getLayout(db: Queryable, hash: string, pages: readonly number[]): Promise<Layout | null> {
  const wanted = [...new Set(pages.flatMap((page) => Array.from({ length: BEFORE + 1 }, (_, back) => page - back)))]
  const found = await db.query<{ page: number; layout: string; layout_sha256: string }>(
    'SELECT page, layout, layout_sha256 FROM source_layouts WHERE sha256 = $1 AND extractor = $2 AND page = ANY($3)',
    [hash, EXTRACTOR, wanted],
  )
  if (found.rows.length === 0) return null
  const last = Math.max(...found.rows.map(({ page }) => page))
  const laid = Array.from({ length: last }, () => NOTHING)
  for (const { page, layout, layout_sha256 } of found.rows) {
    if (sha256(layout) !== layout_sha256)
      throw new Error(`the layout of page ${page} of ${hash} is damaged in the store`)
    laid[page - 1] = JSON.parse(layout) as PageLayout
  }
  return { extractor: EXTRACTOR, pages: laid }
}
