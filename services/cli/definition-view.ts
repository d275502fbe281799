import type { Pool } from 'pg'
import type { Box } from '../../pipeline/gates/layout.ts'
import { fold } from '../../pipeline/gates/support/fold.ts'
import { locateCell } from '../../pipeline/gates/support/locate-cell.ts'
import { boxesOn } from '../../pipeline/intake/coverage/page-numbers.ts'
import { foldPage } from '../../pipeline/intake/folded-page.ts'
import { layOut } from '../../pipeline/intake/lay-out.ts'
import type { Figure } from '../../releases/record/figure.ts'
import { figuresOf } from '../../releases/record/figures.ts'
import { type HeldDefinition, type HeldSource, holdDefinition } from '../operations/definition/held-definition.ts'
import { pagePicture, tablePicture } from '../operations/definition/page-picture.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { loadConfig } from '../platform/config.ts'
import { writeGiven } from './files.ts'
import type { Result } from './output.ts'

/** `definition view`: the page that a figure stands on, as SVG, with the cell or the quote marked and the value beside. */
export async function definitionView(
  pool: Pool | null,
  {
    directory,
    figure: path,
    out,
  }: { readonly directory: string; readonly figure: string; readonly out: string | null },
): Promise<Result> {
  const held = await holdDefinition(pool, directory, loadConfig().sourcesPath)
  const figure = figureAt(held, path)
  const source = held.sources.get(figure.source_id)
  if (source === undefined) throw new Error(`${figure.source_id} is not among the sources`)
  const { svg, box } = await drawn(figure, path, source)
  const data = {
    path,
    value: figure.value,
    unit: figure.unit,
    page: figure.locator.page,
    box,
    file: out,
    svg: out === null ? svg : null,
  }
  if (out === null) return { data, text: svg.trimEnd() }
  await writeGiven(out, svg)
  return { data, text: `${out}: ${path} on page ${figure.locator.page} of ${figure.source_id}` }
}

function figureAt({ candidate }: HeldDefinition, path: string): Figure {
  const figures = figuresOf(candidate.record)
  const found = figures.find((each) => each.path === path)
  if (found !== undefined) return found.figure
  const near = figures.filter((each) => each.path.startsWith(path)).map((each) => each.path)
  const known = (near.length > 0 ? near : figures.map((each) => each.path)).slice(0, 8)
  throw new OperationRefusal('COMPONENT_NOT_FOUND', `no figure is at ${path}: name one as ${known.join(', ')}`)
}

async function drawn(
  figure: Figure,
  path: string,
  { bytes, media_type, pages }: HeldSource,
): Promise<{ svg: string; box: Box | null }> {
  const { cell, locator, quote, source_id } = figure
  const layout = await layOut(bytes, media_type)
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
  const box =
    place?.cell.box ?? (cell === undefined ? boxOfQuote(pages[locator.page - 1] ?? '', page.words, quote) : null)
  const lost = box === null ? ['its place on the page is not certain: nothing is marked'] : []
  return { svg: pagePicture(page, { boxes: box === null ? [] : [box], said: [...said, ...lost] }), box }
}

function boxOfQuote(page: string, words: Parameters<typeof boxesOn>[1], quote: string): Box | null {
  const { text } = foldPage(page)
  const at = text.indexOf(fold(quote))
  return at < 0 ? null : boxesOn(text, words)(at, at + fold(quote).length)
}
