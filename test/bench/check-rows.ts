import { expect } from 'vitest'
import type { BenchRow } from '../../bench/support/row.ts'
import { tableText } from '../../bench/support/table.ts'

/** What every part must give: rows with a figure each, and a baseline that is a row of the same run. */
export function checkRows(rows: readonly BenchRow[]): void {
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    expect(Number.isFinite(row.value), row.name).toBe(true)
    expect(row.baseline).not.toBe('')
    if (row.ratio === null) expect(row.baseline, row.name).toBe('is one')
    else expect(Number.isFinite(row.ratio), row.name).toBe(true)
  }
  const baselines = rows.filter(({ ratio }) => ratio !== null).map(({ baseline }) => baseline)
  for (const baseline of new Set(baselines)) {
    expect(
      rows.some(({ name }) => baseline.startsWith(name)),
      baseline,
    ).toBe(true)
  }
  expect(tableText(rows).split('\n')).toHaveLength(rows.length + 1)
}
