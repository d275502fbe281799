import type { ReleaseRecord } from '../../releases/record/record.ts'

/** JSON with every date one year earlier. */
export function yearBefore(value: unknown): unknown {
  const text = JSON.stringify(value)
  return JSON.parse(text.replaceAll(/"(\d{4})(-\d\d-\d\d)"/g, (_, year, day) => `"${Number(year) - 1}${day}"`))
}

/**
 * A release of the year before with nine tenths of the rates, because no shipped state has two with different rates.
 */
export function releaseBefore(record: ReleaseRecord): ReleaseRecord {
  const moved = yearBefore(record) as ReleaseRecord
  const rows = moved.rows.map((row) => {
    const charges = row.charges.map((charge) => {
      const steps = charge.steps.map((step) => {
        const { value } = step.figure
        const less = value === null ? null : String(Math.round(Number(value) * 90) / 100)
        return { ...step, figure: { ...step.figure, value: less } }
      })
      return { ...charge, steps }
    })
    return { ...row, charges }
  })
  const year = Number(record.financial_year.slice(0, 4)) - 1
  const named = { release_id: `${record.release_id}-BEFORE`, financial_year: `${year}-${String(year + 1).slice(2)}` }
  return { ...moved, ...named, rows }
}
