import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOf, figuresOfAdjustment, figuresOfRow } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import { quotationsOf } from '../quotes/quotations.ts'
import { type Reread, tableOf } from '../reading.ts'
import { LAID_ON, TAKEN_OFF } from '../text/effect-words.ts'
import { fold } from '../text/fold.ts'
import { hasWord } from '../text/reading-words.ts'
import { partsIn } from './bases.ts'

/** Whether a header says what all amounts below it are. A list of fees and fines, under `Rate (Rs)`, has no such header. */
const isOfRule = (header: string): boolean => hasWord(header, [...TAKEN_OFF, ...LAID_ON]) || partsIn(header).length > 0

/** Whether one label has all parts of the other: readings of one table may name different columns. */
const isRow = (label: readonly string[], other: readonly string[]): boolean =>
  label.every((part) => other.includes(part)) || other.every((part) => label.includes(part))

/**
 * Rows of a table of a rule that no figure reads: of the amounts under one header, such as the surcharge at 11 kV and that
 * at 33 kV, a rule reads all, unless something blocked cites the row. Tables from which rows of the schedule are read have
 * categories that the release may not have.
 */
export function leftOutRowFaults(record: ReleaseRecord, headings: Reread['headings']): Found<F>[] {
  const all = figuresOf(record).flatMap(({ figure }) => (figure.cell === undefined ? [] : [figure]))
  const ofSchedule = new Set(
    record.rows.flatMap((row) => figuresOfRow(row).map(({ figure }) => tableOf(figure, headings))),
  )
  const quoted = quotationsOf(record).flatMap(({ path, quotation: { source_id, quote } }) =>
    path.startsWith('rules/facts/') ? [] : { source_id, quote: fold(quote) },
  )
  const isRead = (own: Figure, label: readonly string[], quote: string): boolean =>
    all.some(
      ({ source_id, cell }) =>
        source_id === own.source_id &&
        cell?.page === own.cell?.page &&
        cell?.table === own.cell?.table &&
        cell?.column.join() === own.cell?.column.join() &&
        isRow(label, cell?.row ?? []),
    ) || quoted.some((each) => each.source_id === own.source_id && each.quote.includes(fold(quote)))
  return record.rules.adjustments.flatMap((adjustment) => {
    const path = `rules/adjustments/${adjustment.adjustment_id}`
    const left = figuresOfAdjustment(adjustment).flatMap(({ figure }) => {
      const header = figure.cell?.column.join(' | ') ?? ''
      const table = tableOf(figure, headings)
      if (table === undefined || ofSchedule.has(table) || !isOfRule(header)) return []
      return table.rows.flatMap(({ label, numbers }) =>
        numbers.flatMap(({ column, quote }) =>
          column.join(' | ') === header && !isRead(figure, label, quote) ? [quote] : [],
        ),
      )
    })
    return [...new Set(left)].map((row) =>
      failing(
        path,
        'charge_left_out',
        `"${row}" of its table read by a rule or blocked too`,
        'only other rows are read',
      ),
    )
  })
}
