/** Columns of rows.csv about a row: filled on its first line, then blank or the same (docs/release-definition.md). */
export const OF_ROW = [
  'row_id',
  'licensee_code',
  'category_id',
  'subcategory_code',
  'label',
  'area_type',
  'conditions',
  'note',
] as const

/** The same for a charge. A table omits columns it never uses, except the first two. */
export const OF_CHARGE = [
  'method',
  'per',
  'component',
  'side',
  'charge_label',
  'unit_label',
  'steps_by',
  'steps_label',
  'when',
  'charge_from',
  'charge_to',
  'minimum_of',
  'together_with',
  'rates_of',
] as const

/** Columns that come from the table for a figure read from it; for a figure from a sentence they are filled in here. */
export const OF_QUOTE = [
  'printed',
  'printed_unit',
  'value',
  'unit',
  'source_id',
  'page',
  'line',
  'section',
  'quote',
] as const

/** All columns of rows.csv, in the order of the documentation. */
export const ROW_COLUMNS = [
  ...OF_ROW,
  'charge',
  ...OF_CHARGE,
  'from',
  'to',
  'printed',
  'printed_unit',
  'value',
  'unit',
  'grade',
  'source_id',
  'page',
  'line',
  'section',
  'quote',
  'citations',
  'carried_from',
  'statement',
  'formula',
  'inputs',
  'held_reason',
  'unblocked_by',
] as const
export type RowColumn = (typeof ROW_COLUMNS)[number]

/** Columns that a table may omit if all cells would be blank: the quote columns together, or none of them. */
export function optionalRowColumns(header: string): ReadonlySet<RowColumn> {
  const named = new Set(header.split(','))
  const quotes = OF_QUOTE.some((column) => named.has(column)) ? [] : OF_QUOTE
  return new Set<RowColumn>([...OF_CHARGE.slice(2), ...quotes])
}
