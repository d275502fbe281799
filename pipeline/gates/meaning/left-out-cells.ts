import type { Figure } from '../../../releases/record/figure.ts'
import { chargesIn, figuresOf, figuresOfCharge, figuresOfRow } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import { quotationsOf } from '../quotes/quotations.ts'
import { type Reread, tableOf } from '../reading.ts'
import { fold } from '../text/fold.ts'

const same = (parts: readonly string[], others: readonly string[] | undefined): boolean =>
  parts.join('\n') === others?.join('\n')

/**
 * Charges that the table prints for two rows of a category, such as the customer charge of both options of a tariff, and
 * that only one of them has: for the other, the same column of its line, or a line with its label and the same last part,
 * has a number that nobody cites.
 */
export function leftOutCellFaults(record: ReleaseRecord, headings: Reread['headings']): Found<F>[] {
  const all = figuresOf(record).map(({ figure }) => figure)
  const quoted = quotationsOf(record).flatMap(({ path, quotation: { source_id, quote } }) =>
    path.startsWith('rows/') ? [] : [{ source_id, quote: fold(quote) }],
  )
  const isCited = (own: Figure, label: readonly string[], column: readonly string[], quote: string): boolean =>
    quoted.some((each) => each.source_id === own.source_id && each.quote.includes(fold(quote))) ||
    all.some(
      (each) =>
        tableOf(each, headings) === tableOf(own, headings) &&
        same(label, each.cell?.row) &&
        same(column, each.cell?.column),
    )
  const charges = chargesIn(record).map(({ row, charge }) => ({
    row,
    charge,
    cells: figuresOfCharge(row.row_id, charge).flatMap(({ figure: { cell } }) => (cell === undefined ? [] : [cell])),
  }))
  return record.rows.flatMap((row) => {
    const missing = charges.filter(
      (each) =>
        each.row.row_id !== row.row_id &&
        each.row.subcategory_code === row.subcategory_code &&
        each.row.licensee_code === row.licensee_code &&
        row.charges.every(
          ({ charge_id, component }) =>
            charge_id !== each.charge.charge_id && (component === 'other' || component !== each.charge.component),
        ),
    )
    const left = figuresOfRow(row).flatMap(({ figure }) => {
      const table = tableOf(figure, headings)
      if (table === undefined || figure.cell === undefined) return []
      const own = figure.cell.row
      return missing.flatMap(({ cells }) =>
        cells
          .filter(({ page, table: at }) => page === figure.cell?.page && at === figure.cell.table)
          .flatMap((cell) => {
            const labels = [own, ...(own.length > 1 ? [[...own.slice(0, -1), cell.row.at(-1) ?? '']] : [])]
            return table.rows.flatMap(({ label, numbers }) =>
              labels.some((each) => same(each, label))
                ? numbers
                    .filter(({ column, quote }) => same(column, cell.column) && !isCited(figure, label, column, quote))
                    .map(({ quote }) => quote)
                : [],
            )
          }),
      )
    })
    return [...new Set(left)].map((quote) =>
      failing(
        `rows/${row.row_id}`,
        'charge_left_out',
        `a charge of the row, or a fact, that cites "${quote}", as another row of the category has it`,
        'no such charge',
      ),
    )
  })
}
