import type { Pool } from 'pg'
import { layOut } from '../../pipeline/intake/lay-out.ts'
import type { Figure } from '../../releases/record/figure.ts'
import { figuresOf } from '../../releases/record/figures.ts'
import { type HeldDefinition, holdDefinition } from '../operations/definition/held-definition.ts'
import { figurePicture } from '../operations/definition/page-picture.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { loadConfig } from '../platform/config.ts'
import { writeGiven } from './files.ts'
import type { Result } from './output.ts'

/** `definition view`: the page of a figure as SVG, with the cell or quote marked and the value next to it. */
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
  const layout = await layOut(source.bytes, source.media_type)
  const { svg, box } = figurePicture(figure, path, layout, source.pages[figure.locator.page - 1] ?? '')
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
  throw new OperationRefusal(
    'COMPONENT_NOT_FOUND',
    `there is no figure at ${path}: use a path such as ${known.join(', ')}`,
  )
}
