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
