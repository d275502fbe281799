import * as z from 'zod'
import type { Boxes } from '../../../pipeline/store/layouts.ts'
import type { Quotation } from '../../../releases/record/figure.ts'
import { figuresOfRow, type PathFigure } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import {
  carriedOrNull,
  cellOf,
  cellOrNull,
  derivationOrNull,
  evidenceOf,
  quotation,
  standing,
} from '../contract/responses/evidence.ts'
import { decimal, hash, named, rowId, subcategoryCode, unit, word } from '../contract/responses/scalars.ts'
import type { SentBy } from '../reply/json-text.ts'
import { ruleFiguresOf, statementsOf } from './rule-figures.ts'
import { type SourceRecord, sourceSchema } from './source-record.ts'

const figure = named(
  'RowFigure',
  'A figure of a row: printed text, place and meaning',
  z.object({
    path: word.describe('Path of the figure in the record'),
    value: decimal.nullable().describe('Null: it is held'),
    unit,
    printed: word.nullable().describe('The figure as printed; null: it is held'),
    printed_unit: word.nullable().describe('Its unit as printed; null: it is held'),
    ...standing,
    carried: carriedOrNull,
    derivation: derivationOrNull,
    cell: cellOrNull,
  }),
)

/** A row with its evidence, from any release. */
export const rowEvidence = {
  row: z
    .object({ row_id: rowId, row_sha256: hash, fixture_sha256: hash, state_subcategory_code: subcategoryCode })
    .describe('The row'),
  figures: z.array(figure).describe('Its figures'),
  sources: z.array(sourceSchema).describe('Documents of the figures'),
  rules: z
    .object({
      figures: z.array(z.object({ what: word.describe('Its name'), figure })).describe('Their figures'),
      statements: z.array(z.object({ what: word.describe('Its name'), quotation })).describe('Sentences of formulas'),
      sources: z.array(sourceSchema).describe('Documents of both'),
    })
    .describe('Quantities and rules that its bills may depend on, in that release or the newest'),
}
const rowEvidenceSchema = z.object(rowEvidence)

/**
 * Figures of a row and of the rules that apply to it in this record, with their quotes and positions, and their
 * documents. `boxes`: positions of cells on their pages, by figure path.
 */
export function evidenceOfRow(
  record: ReleaseRecord,
  row: Row,
  sources: readonly SourceRecord[],
  boxes: Boxes,
): SentBy<typeof rowEvidenceSchema> {
  const figures = figuresOfRow(row)
  const rules = ruleFiguresOf(record, row)
  const statements = statementsOf(record, row)
  const documents = (quotations: readonly Quotation[]): SourceRecord[] => {
    const ids = new Set(quotations.map(({ source_id }) => source_id))
    return sources.filter(({ source_id }) => ids.has(source_id))
  }
  const shown = ({ path, figure: one }: PathFigure) => ({
    path,
    value: one.value,
    unit: one.unit,
    printed: one.printed,
    printed_unit: one.printed_unit,
    ...evidenceOf(one),
    derivation: one.derivation,
    cell: cellOf(one, boxes.get(path) ?? null),
  })
  return {
    row: {
      row_id: row.row_id,
      row_sha256: row.row_sha256,
      fixture_sha256: row.fixture_sha256,
      state_subcategory_code: row.subcategory_code,
    },
    figures: figures.map(shown),
    sources: documents(figures.map((each) => each.figure)),
    rules: {
      figures: rules.map((each) => ({ what: each.what, figure: shown(each) })),
      statements,
      sources: documents([...rules.map((each) => each.figure), ...statements.map((each) => each.quotation)]),
    },
  }
}
