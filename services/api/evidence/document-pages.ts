import type { Pool } from 'pg'
import { sha256 as hashOf } from '#digest'
import { type Boxes, boxesOf } from '../../../pipeline/store/layouts.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOf } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Source } from '../../../releases/record/source.ts'

/** A part of a release taken from a page, and its position there. */
export type Cited = {
  readonly path: string
  readonly row_sha256: string | null
  readonly figure: Pick<Figure, 'locator' | 'quote'> & { readonly own: Figure | null }
}

/** Parts of a source that may be shown in addition to its identity: the cited lines, unless the source allows more. */
export const republishOf = ({ republish }: Source): { allowed: 'quotes' | 'pages'; reason: string | null } =>
  republish ?? { allowed: 'quotes', reason: null }

/** Figures and facts that a record takes from a page of a document, in record order. */
export function citedOn(record: ReleaseRecord, sourceId: string, page: number): Cited[] {
  const rowOf = new Map(record.rows.map(({ row_id, row_sha256 }) => [row_id, row_sha256]))
  const figures = figuresOf(record)
    .filter(
      ({ figure: { source_id, locator, cell } }) => source_id === sourceId && (cell?.page ?? locator.page) === page,
    )
    .map(({ path, figure }) => ({
      path,
      row_sha256: rowOf.get(/^rows\/([^/]+)\//.exec(path)?.[1] ?? '') ?? null,
      figure: { locator: figure.locator, quote: figure.quote, own: figure },
    }))
  const facts = record.rules.facts
    .filter(({ evidence }) => evidence.source_id === sourceId && evidence.locator.page === page)
    .map(({ fact_id, evidence }) => ({
      path: `rules/facts/${fact_id}`,
      row_sha256: null,
      figure: { ...evidence, own: null },
    }))
  return [...figures, ...facts]
}

/** Positions of the cells of cited figures, by path. */
export function boxesOn(pool: Pool, cited: readonly Cited[]): Promise<Boxes> {
  return boxesOf(
    pool,
    cited.flatMap(({ path, figure: { own } }) => (own === null ? [] : [{ path, figure: own }])),
  )
}

/** The text of a page as the record commits to it. Throws if the stored text differs. */
export async function pageText(pool: Pool, source: Source, page: number): Promise<string> {
  const { rows } = await pool.query<{ text: string }>('SELECT text FROM source_pages WHERE sha256 = $1 AND page = $2', [
    source.sha256,
    page,
  ])
  const text = rows[0]?.text
  if (text === undefined || hashOf(text) !== source.page_sha256[page - 1])
    throw new Error(`the text of page ${page} of ${source.sha256} is not what its release commits to`)
  return text
}
