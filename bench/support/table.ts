import { type BenchRow, numberText } from './row.ts'

const HEADER = ['part', 'what', 'measured', 'ratio', 'target', '', 'baseline', 'note']
const RIGHT = new Set([2, 3])

function cellsOf({ part, name, value, unit, ratio, target, baseline, note }: BenchRow): string[] {
  const verdict = target === null ? '' : target.met ? 'met' : 'MISSED'
  return [
    part,
    name,
    `${numberText(value)} ${unit}`,
    ratio === null ? '' : numberText(ratio),
    target?.text ?? '',
    verdict,
    baseline,
    note,
  ]
}

/** The rows as a table of text, one line each. */
export function tableText(rows: readonly BenchRow[]): string {
  const lines = [HEADER, ...rows.map(cellsOf)]
  const widths = HEADER.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  return lines
    .map((cells) =>
      cells
        .map((cell, column) =>
          RIGHT.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
