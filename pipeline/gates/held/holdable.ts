import type { ReleaseRecord } from '../../../releases/record/record.ts'

/**
 * Paths that a hold can name: every charge; every quantity and adjustment and each of their cases; the scheme and the
 * periods.
 */
export function holdablePaths({ rows, quantities, rules }: ReleaseRecord): {
  readonly charges: readonly string[]
  readonly rules: readonly string[]
} {
  return {
    charges: rows.flatMap((row) => row.charges.map(({ charge_id: id }) => `rows/${row.row_id}/${id}`)),
    rules: [
      ...quantities.map(({ quantity_id: id }) => `quantities/${id}`),
      ...rules.adjustments.flatMap(({ adjustment_id: id, cases }) => [
        `rules/adjustments/${id}`,
        ...cases.map(({ case_id: of }) => `rules/adjustments/${id}/${of}`),
      ]),
      ...(rules.subsidy === null ? [] : ['rules/subsidy']),
      ...rules.fppas_periods.map(({ period_id: id }) => `rules/fppas_periods/${id}`),
    ],
  }
}
