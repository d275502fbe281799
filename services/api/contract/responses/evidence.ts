import * as z from 'zod'
import type { Box } from '../../../../pipeline/gates/layout.ts'
import type { Figure } from '../../../../releases/record/figure.ts'
import type { SentBy } from '../../reply/json-text.ts'
import {
  date,
  decimal,
  financialYear,
  grade,
  named,
  pageNumber,
  quote,
  reason,
  sourceId,
  specimenUsed,
  wholePaise,
  word,
} from './scalars.ts'

/** The evidence of a figure: the trail from an amount to a line of a document (docs/design/release.md#figures). */

const locator = named(
  'Locator',
  'The place of a quote in its source. Text formats have one page; places in them are lines.',
  z.object({
    page: pageNumber,
    line: z.int().min(1).nullable().describe('Line of the page, from 1; null: not given'),
    section: z.string().min(1).nullable().describe('Heading above it; null: not given'),
  }),
)
export const quotation = named(
  'Quotation',
  'A verbatim quote of a source',
  z.object({ source_id: sourceId, locator, quote }),
)
const carried = named(
  'Carried',
  'The earlier year for which the figure was published, and the statement that it remains in force',
  z.object({ from_year: financialYear, statement: quotation }),
)
const derivation = named(
  'Derivation',
  'How a figure was computed from published ones',
  z.object({
    formula: word.describe('+ - * / ( ) and round(x, places) over the inputs'),
    inputs: z
      .array(
        z.object({
          value: decimal,
          what: word.describe('Meaning of the figure'),
          year: word.describe('Financial year for which it was published'),
        }),
      )
      .min(1)
      .describe('Published figures, in the order of the formula'),
  }),
)
export const held = named(
  'Held',
  'Why there is no usable figure, and what would end the hold',
  z.object({ reason, unblocked_by: word.describe('What would end the hold') }),
)

const label = z.array(word).min(1)
const cell = named(
  'Cell',
  'The table cell that a figure was read from, with its labels and headers',
  z.object({
    page: pageNumber,
    table: z.int().min(1).describe('Counted down the page, from 1'),
    row: label.describe('Headings inside the table above the row, then the cells that label it'),
    through: label.nullable().describe('The label of the last row, where the cell is printed once for several'),
    column: label.describe('The printed header, outermost first'),
    printed: word.describe('The whole text of the cell'),
    misprint: z
      .object({
        printed: word.describe('What is printed'),
        meant: word.describe('What is meant'),
        because: word.describe('Evidence of the misprint'),
        quote,
        page: pageNumber,
      })
      .nullable()
      .describe('A misprinted heading or cell, and the text that proves it'),
    box: z
      .array(z.int().min(0).max(1000))
      .length(4)
      .nullable()
      .describe(
        'Left, top, right, bottom in thousandths of the page, from its top left. Null: the format has no page size, or the place is uncertain',
      ),
  }),
)

/** Fields of a cell. Its document is that of the figure. */
export function cellOf({ cell: found }: Figure, box: Box | null): SentBy<typeof cell> | null {
  if (found === undefined) return null
  const { source_sha256: _, ...shown } = found
  return { ...shown, box: box === null ? null : [...box] }
}

export const carriedOrNull = carried.nullable().describe('Null: published for this year')
export const derivationOrNull = derivation.nullable().describe('Null: published in this form')
export const cellOrNull = cell.nullable().describe('Null: not from a table; see the quote')
/** Place of a figure in its source. */
export const placed = { grade, source_id: sourceId, locator, quote }
export const standing = {
  ...placed,
  citations: z.array(word).describe('Other public addresses with the same figure'),
}

export const lineEvidence = named('LineEvidence', 'Evidence of the figure behind one line', z.object(standing))
export const figureEvidence = named(
  'FigureEvidence',
  'Evidence of one figure',
  z.object({ ...standing, carried: carriedOrNull }),
)
export const chargeEvidence = named(
  'ChargeEvidence',
  'Evidence of a charge: that of its weakest figure. If it has several, `figures` has the place of each',
  z.object({
    ...standing,
    carried: carriedOrNull,
    derivation: derivationOrNull,
    cell: cellOrNull,
    figures: z
      .array(z.object({ ...placed, cell: cellOrNull }))
      .describe('Each figure of the charge')
      .optional(),
  }),
)
export const figureStep = {
  rate: decimal.nullable().describe('Exact rupees per unit; null: held'),
  rate_paise: wholePaise,
  printed: word.nullable().describe('The figure as printed'),
  printed_unit: word.nullable().describe('Its unit as printed'),
  specimen: specimenUsed,
  held: held.optional(),
}
export const period = named('Period', 'First and last day of a released period', z.object({ from: date, to: date }))

/** Fields for the position of a figure. */
export function evidenceOf({
  grade,
  source_id,
  locator,
  quote,
  citations,
  carried,
}: Figure): SentBy<typeof figureEvidence> {
  return { grade, source_id, locator, quote, citations, carried }
}
