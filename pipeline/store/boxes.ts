import type { Cell } from '../../releases/record/cell.ts'
import type { Queryable } from '../event-log/event.ts'
import { boxOfCell } from '../gates/cells/locate-cell.ts'
import type { Box } from '../gates/layout.ts'
import { getLayout } from './layouts.ts'

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
