/** What rows.csv says of a row: filled on its first line, then blank or the same (docs/release-definition.md). */
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

/** What it says of a charge, likewise. A table leaves out what it never uses: all but the first two. */
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

const OF_FIGURE = [
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

/** All columns of rows.csv, in the order of the page. */
export const ROW_COLUMNS = [...OF_ROW, 'charge', ...OF_CHARGE, 'from', 'to', ...OF_FIGURE] as const
export type RowColumn = (typeof ROW_COLUMNS)[number]

/** Columns that a table may leave out where every cell would be blank. */
export const OPTIONAL_ROW_COLUMNS: ReadonlySet<RowColumn> = new Set<RowColumn>(OF_CHARGE.slice(2))
