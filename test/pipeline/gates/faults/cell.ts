import type { ReadFigure } from '../../../../pipeline/gates/reading.ts'

/** The table cell with the price of the first 100 units of the sample's homes. */
export const CELL = {
  source_sha256: '0'.repeat(64),
  page: 1,
  table: 1,
  row: ['DS', 'up to 100 units'],
  column: ['Energy Charge (Rs/kWh)'],
  printed: '6.10',
  through: null,
  misprint: null,
}

/** A figure as it would be read from a cell that is in no table. */
export const READ: ReadFigure = {
  figure: 'R-DS/energy/0',
  to: '100',
  printed: '6.10',
  printed_unit: 'Rs/kWh',
  value: '6.1',
  unit: 'Rs/kWh',
  source_id: 'XX-SHEET',
  line: 2,
  quote: 'Domestic 6.10',
  cell: CELL,
}
