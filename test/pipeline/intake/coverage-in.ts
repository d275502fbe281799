import type { Covered, Dismissed } from '../../../pipeline/gates/reading.ts'
import { type Coverage, coverageOf } from '../../../pipeline/intake/coverage/coverage.ts'
import { readDocument } from '../../../pipeline/intake/lay-out.ts'
import type { Invented } from '../../support/invented-definition.ts'

export const ORDER = 'ZZ-ORDER-2026-27'

/** The coverage of the invented order, or of other pages in its place. */
export function coverageIn(
  { candidate, definition, pages, layout }: Invented,
  said: { covers?: readonly Covered[]; dismissed?: readonly Dismissed[] } = {},
): Coverage {
  const { covers, dismissed } = definition
  const sources = new Map([[ORDER, { pages, layout, media_type: 'application/pdf' }]])
  return coverageOf(candidate.record, { covers, dismissed, ...said }, sources)
}

export async function pagesOf(bytes: Uint8Array): Promise<Pick<Invented, 'pages' | 'layout'>> {
  const { text, layout } = await readDocument(bytes, 'application/pdf')
  if (!text.ok || layout === null) throw new Error('the order cannot be read')
  return { pages: text.pages, layout }
}
