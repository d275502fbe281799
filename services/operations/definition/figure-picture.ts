import type { Box, Layout } from '../../../pipeline/gates/layout.ts'
import { fold } from '../../../pipeline/gates/support/fold.ts'
import { locateCell } from '../../../pipeline/gates/support/locate-cell.ts'
import { boxesOn } from '../../../pipeline/intake/coverage/page-numbers.ts'
import { foldPage } from '../../../pipeline/intake/folded-page.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { OperationRefusal } from '../refusal.ts'
import { pagePicture, tablePicture } from './page-picture.ts'

/**
 * The page of a figure as SVG, with its cell or quote marked and the record's data next to it. `pageText`: extracted
 * text of the page, used to find a quote; `around`: points of the page shown above and below, null for the whole page.
 * Refused with SOURCE_NOT_FOUND if the page cannot be drawn.
 */
export function figurePicture(
  figure: Figure,
  path: string,
  layout: Layout | null,
  pageText: string,
  around: number | null = null,
): { readonly svg: string; readonly box: Box | null } {
  const { cell, locator, quote, source_id } = figure
  const page = layout?.pages[locator.page - 1]
  if (layout === null || page === undefined)
    throw new OperationRefusal('SOURCE_NOT_FOUND', `${source_id} has no page ${locator.page} that can be drawn`)
  const said = [
    path,
    `${figure.value ?? 'held'} ${figure.unit} (${figure.grade})`,
    `printed ${figure.printed ?? '-'} ${figure.printed_unit ?? ''}`,
    ...(cell === undefined
      ? [`"${fold(quote)}"`]
      : [`row: ${cell.row.join(' | ')}`, `column: ${cell.column.join(' | ')}`]),
    `${source_id}, page ${locator.page}`,
  ]
  const place = cell === undefined ? null : locateCell(layout, cell)
  if (place !== null && place.cell.box === null) return { svg: tablePicture(place.table, place, said), box: null }
  const box = place?.cell.box ?? (cell === undefined ? boxOfQuote(pageText, page.words, quote) : null)
  const lost = box === null ? ['its place on the page is uncertain: nothing is marked'] : []
  return { svg: pagePicture(page, { boxes: box === null ? [] : [box], said: [...said, ...lost], around }), box }
}

function boxOfQuote(page: string, words: Parameters<typeof boxesOn>[1], quote: string): Box | null {
  const { text } = foldPage(page)
  const at = text.indexOf(fold(quote))
  return at < 0 ? null : boxesOn(text, words)(at, at + fold(quote).length)
}
