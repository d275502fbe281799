import type { Line, Segment } from './lines.ts'

/** The left and right edge of a column. */
export type Column = readonly [number, number]

const overlaps = ([left, right]: Column, { box }: Segment): boolean => box[0] < right && box[2] > left

/** Columns of a segment: more than one if it spans them. */
export function columnsUnder(columns: readonly Column[], segment: Segment): number[] {
  return columns.flatMap((column, index) => (overlaps(column, segment) ? [index] : []))
}

/** Columns of the lines of a table: narrow segments first, so that segments that span two columns do not join them. */
export function columnsOf(lines: readonly Line[]): Column[] {
  const segments = lines.filter((line) => line.segments.length > 1).flatMap((line) => line.segments)
  let columns: { edges: Column; count: number }[] = []
  for (const segment of [...segments].sort((a, b) => a.box[2] - a.box[0] - (b.box[2] - b.box[0]))) {
    const under = columns.filter(({ edges }) => overlaps(edges, segment))
    const [only, ...others] = under
    if (only === undefined) columns.push({ edges: [segment.box[0], segment.box[2]], count: 1 })
    else if (others.length === 0) {
      columns = columns.map((each) =>
        each === only
          ? {
              edges: [Math.min(only.edges[0], segment.box[0]), Math.max(only.edges[1], segment.box[2])],
              count: only.count + 1,
            }
          : each,
      )
    }
  }
  return columns
    .filter(({ count }) => count > 1)
    .map(({ edges }) => edges)
    .sort((a, b) => a[0] - b[0])
}
