export type Target = { readonly text: string; readonly met: boolean }

/** One measurement. `ratio` compares it with the row named `baseline` of the same run; null in a baseline itself. */
export type BenchRow = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly baseline: string | null
  readonly ratio: number | null
  readonly target: Target | null
  readonly note: string
}

/** Rows of one part, with a short description of the measurement. */
export type Measured = { readonly rows: readonly BenchRow[]; readonly setting: string }

/** Progress message of a part, written to stderr. */
export type Say = (line: string) => void

type More = { readonly note?: string; readonly target?: Target | null }

/** A baseline, or a figure without one. */
export function baseRow(name: string, value: number, unit: string, { note = '', target = null }: More = {}): BenchRow {
  return { name, value, unit, baseline: null, ratio: null, target, note }
}

/** A figure compared with its baseline. */
export function rowBeside(base: BenchRow, name: string, value: number, more: More & { ratio?: number } = {}): BenchRow {
  const { note = '', target = null, ratio = value / base.value } = more
  return { name, value, unit: base.unit, baseline: base.name, ratio, target, note }
}

export function atLeast(value: number, least: number): Target {
  return { text: `≥ ${numberText(least)}`, met: value >= least }
}

export function atMost(value: number, most: number): Target {
  return { text: `≤ ${numberText(most)}`, met: value <= most }
}

/** A number as shown in tables: three significant digits, thousands separated. */
export function numberText(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}

/** The median; for an even count the lower middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

const HEADER = ['what', 'measured', 'ratio', 'target', '', 'baseline', 'note']
const RIGHT = new Set([1, 2])

function cellsOf({ name, value, unit, ratio, target, baseline, note }: BenchRow): string[] {
  const verdict = target === null ? '' : target.met ? 'met' : 'MISSED'
  const compared = ratio === null ? '' : numberText(ratio)
  return [name, `${numberText(value)} ${unit}`, compared, target?.text ?? '', verdict, baseline ?? 'is one', note]
}

export function tableText(rows: readonly BenchRow[]): string {
  const lines = [HEADER, ...rows.map(cellsOf)]
  const widths = HEADER.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  const padded = (cell: string, column: number): string =>
    RIGHT.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
  return lines.map((cells) => cells.map(padded).join('  ').trimEnd()).join('\n')
}
