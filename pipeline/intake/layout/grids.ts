import type { Box } from '../../gates/layout.ts'

import type { Ruling } from '../text/pdf-marks.ts'

/** A cell of a ruled table: its first row and column, how many it spans, and its place on the page. */
export type Region = {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
  readonly box: Box
}

/** A table that its lines divide into cells. */
export type Grid = {
  readonly box: Box
  readonly rows: number
  readonly columns: number
  readonly regions: readonly Region[]
}

/** Lines that are closer than this are one: a border has two sides, and each cell may have its own. */
const NEAR = 3
/** The least part of the side of a cell that its line covers; less than the rest is a line that only touches it. */
const COVERED = 0.8

/** More lines, as drawn and as one where they touch, or more cells, than the tables of a page have: a drawing. */
const MOST_DRAWN = 10_000
const MOST_LINES = 1_000
const MOST_CELLS = 5_000

const near = (a: number, b: number): boolean => Math.abs(a - b) <= NEAR

/** Lines at one place as one, where they touch. */
function merged(rulings: readonly Ruling[]): Ruling[] {
  const found: Ruling[] = []
  for (const ruling of [...rulings].sort((a, b) => a.from - b.from)) {
    const index = found.findIndex((one) => near(one.at, ruling.at) && ruling.from <= one.to + NEAR)
    const one = found[index]
    if (one === undefined) found.push(ruling)
    else found[index] = { ...one, to: Math.max(one.to, ruling.to) }
  }
  return found
}

/** Sets of lines that touch each other, directly or through others. */
function connected(level: readonly Ruling[], upright: readonly Ruling[]): Ruling[][] {
  const within = (place: number, { from, to }: Ruling): boolean => place >= from - NEAR && place <= to + NEAR
  const left = new Set([...level, ...upright])
  const sets: Ruling[][] = []
  for (const first of left) {
    const set = [first]
    left.delete(first)
    for (const one of set)
      for (const other of left) {
        if (one.level === other.level || !within(one.at, other) || !within(other.at, one)) continue
        left.delete(other)
        set.push(other)
      }
    sets.push(set)
  }
  return sets
}

/** Distinct places of lines, in order. */
function places(rulings: readonly Ruling[]): number[] {
  const found: number[] = []
  for (const { at } of [...rulings].sort((a, b) => a.at - b.at)) {
    const last = found.at(-1)
    if (last === undefined || !near(last, at)) found.push(at)
  }
  return found
}

function gridOf(set: readonly Ruling[]): Grid | null {
  const [level, upright] = [set.filter((one) => one.level), set.filter((one) => !one.level)]
  const [ys, xs] = [places(level), places(upright)]
  const [rows, columns] = [ys.length - 1, xs.length - 1]
  if (rows < 2 || columns < 2 || rows * columns > MOST_CELLS) return null
  let isClosed = true
  const divides = (lines: readonly Ruling[], at: number, from: number, to: number): boolean => {
    const parts = lines.map((line) => (near(line.at, at) ? Math.min(line.to, to) - Math.max(line.from, from) : 0))
    const share = Math.max(0, ...parts) / (to - from)
    // A line that ends in the middle of a side divides nothing that could be read.
    if (share < COVERED && share > 1 - COVERED) isClosed = false
    return share >= COVERED
  }
  const owner: number[][] = Array.from({ length: rows }, () => Array.from({ length: columns }, () => -1))
  const regions: Region[] = []
  const y = (row: number): number => ys[row] ?? 0
  const x = (column: number): number => xs[column] ?? 0
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      if (owner[row]?.[column] !== -1) continue
      let [right, down] = [column + 1, row + 1]
      while (right < columns && !divides(upright, x(right), y(row), y(row + 1))) right += 1
      while (down < rows && !divides(level, y(down), x(column), x(right))) down += 1
      for (let at = row; at < down; at += 1)
        for (let over = column; over < right; over += 1) {
          // So do lines that leave a cell open to another.
          if (owner[at]?.[over] !== -1) return null
          if (over > column && divides(upright, x(over), y(at), y(at + 1))) return null
          if (at > row && divides(level, y(at), x(over), x(over + 1))) return null
          owner[at]?.splice(over, 1, regions.length)
        }
      regions.push({
        row,
        column,
        rows: down - row,
        columns: right - column,
        box: [x(column), y(row), x(right), y(down)],
      })
    }
  return isClosed ? { box: [x(0), y(0), x(columns), y(rows)], rows, columns, regions } : null
}

/** The ruled tables of a page, from the top: at least two rows and two columns, of which every cell is closed. */
export function gridsOf(rulings: readonly Ruling[]): Grid[] {
  if (rulings.length > MOST_DRAWN) return []
  const level = merged(rulings.filter((one) => one.level))
  const upright = merged(rulings.filter((one) => !one.level))
  if (level.length + upright.length > MOST_LINES) return []
  const grids = connected(level, upright).flatMap((set) => gridOf(set) ?? [])
  return grids.sort((a, b) => a.box[1] - b.box[1])
}
