import type { Cell } from '../../releases/record/cell.ts'
import type { Queryable } from '../event-log/event.ts'
import type { Box } from '../gates/layout.ts'
import { boxOfCell } from '../gates/support/locate-cell.ts'
import { getLayout } from './layouts.ts'

/** Where cells stand on their pages, by the path of the figure that was read there. */
export type Boxes = ReadonlyMap<string, Box>

/** A figure with the cell that it was read from, if any. */
type Read = { readonly path: string; readonly figure: { readonly cell?: Cell | undefined } }

/**
 * Where on their pages the cells of figures stand, by the figure's path, as their documents are laid out in the store. A
 * cell whose place is not certain has none. What is printed at the place is what the record says, or there is no box: a
 * layout cannot point at another number. A page that is damaged in the store gives none.
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
