import { expect, it } from 'vitest'
import { type Format, judged } from './invented-order.ts'

/** Tables of invented orders that print a customer charge for two rows of a category. */

const HEADER = [
  'Category',
  'Supply',
  'Energy Charge (P/kVAh)',
  'Demand Charge (Rs/kVA/Month)',
  'Customer Charge (Rs per connection a month)',
]
const READINGS = `readings:
  - reading_id: schedule
    source_id: ORDER
    pages: [1]
    table: 1
    labels: [Category, Supply]
    columns:
      "Energy Charge (P/kVAh)": { charge: energy, unit: P/kVAh }
      "Demand Charge (Rs/kVA/Month)": { charge: fixed, unit: Rs/kVA }
      "Customer Charge (Rs per connection a month)": { charge: customer, unit: Rs/connection }
    rows:
`
const COLUMNS =
  'row_id,licensee_code,category_id,subcategory_code,label,area_type,conditions,note,charge,method,per,from,to,grade,citations,carried_from,statement,formula,inputs,held_reason,unblocked_by,component,charge_label'
/** Two rows of the mills, and one of each of two other categories. */
const rowsOf = (customer: readonly string[]): string =>
  [
    COLUMNS,
    ...['regular', 'temporary'].flatMap((supply) => {
      const id = supply === 'regular' ? 'DOM' : 'HT-T'
      return [
        `${id},,,HT-IND,HT Industry,any,connection=${supply},,energy,,,,,order,ORDER,,,,,,,,`,
        `${id},,,,,,,,fixed,,,,,order,ORDER,,,,,,,,`,
        ...(customer.includes(id) ? [`${id},,,,,,,,customer,,,,,order,ORDER,,,,,,,other,Customer charge`] : []),
      ]
    }),
    'COM,,,COM,Commercial,any,,,energy,,,,,order,ORDER,,,,,,,,',
    'EHT-IND,,,EHT-IND,EHT Industry,any,,,energy,,,,,order,ORDER,,,,,,,,',
    '',
  ].join('\n')

/** What gate 8 finds left out. */
async function leftOut(
  format: Format,
  lines: string[][],
  read: string,
  customer: readonly string[],
): Promise<string[]> {
  const found = await judged(format, (parts) => {
    parts.table = [HEADER, ...lines, ['Commercial', 'All', '640.00', '', ''], ['EHT Industry', 'All', '570.00', '', '']]
    parts.readings = `${READINGS}${read}      - { label: [Commercial, All], of: [COM] }\n      - { label: [EHT Industry, All], of: [EHT-IND] }\n`
    parts.rows = rowsOf(customer)
  })
  expect(found.get('intake')).toEqual([])
  return (found.get('evidence.figure_in_quote') ?? [])
    .filter((each) => each.expected.startsWith('a charge of the row'))
    .map(({ expected, found: by }) => `${by.split(':')[0]}: ${expected}`)
}

const BOTH = ['DOM', 'HT-T']
const inColumn = (printed: string): string[][] => [
  ['HT Industry', 'Regular connection', '585.00', '325.00', '1500.00'],
  ['HT Industry', 'Temporary connection', '685.00', '225.00', printed],
]
const readColumn = (only: string): string =>
  `      - { label: [HT Industry, Regular connection], of: [DOM] }\n      - { label: [HT Industry, Temporary connection], of: [HT-T]${only} }\n`
const ONLY = ', only: ["Energy Charge (P/kVAh)", "Demand Charge (Rs/kVA/Month)"]'

it.each(['csv', 'html'] as const)('the same column of both lines, in %s', async (format) => {
  expect(await leftOut(format, inColumn('1600.00'), readColumn(''), BOTH)).toEqual([])
  expect(await leftOut(format, inColumn(''), readColumn(''), ['DOM'])).toEqual([])
  const found = await leftOut(format, inColumn('1600.00'), readColumn(ONLY), ['DOM'])
  expect(found).toEqual([
    expect.stringMatching(/^rows\/HT-T: a charge of the row, or a fact, that cites ".*1600\.00"/u),
  ])
})

const LINES = [
  ['HT Industry, regular connection', 'All units', '585.00', '325.00', ''],
  ['HT Industry, regular connection', 'Service', '', '', '1500.00'],
  ['HT Industry, temporary connection', 'All units', '685.00', '225.00', ''],
  ['HT Industry, temporary connection', 'Service', '', '', '1600.00'],
]
const readLines = (temporary: boolean): string =>
  [
    ['regular', 'All units', 'DOM'],
    ['regular', 'Service', 'DOM'],
    ['temporary', 'All units', 'HT-T'],
    ...(temporary ? [['temporary', 'Service', 'HT-T']] : []),
  ]
    .map(([supply, last, id]) => `      - { label: ["HT Industry, ${supply} connection", ${last}], of: [${id}] }\n`)
    .join('')

it.each(['csv', 'html'] as const)('a line of its own for each row, in %s', async (format) => {
  expect(await leftOut(format, LINES, readLines(true), BOTH)).toEqual([])
  const found = await leftOut(format, LINES, readLines(false), ['DOM'])
  expect(found).toEqual([expect.stringMatching(/^rows\/HT-T: .* cites ".*Service.*1600\.00"/u)])
})
