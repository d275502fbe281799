import { describe, expect, it } from 'vitest'
import type { Layout, Table } from '../../../pipeline/gates/layout.ts'
import type { TableReading } from '../../../pipeline/gates/reading.ts'
import { labelColumns, labelsLeftOut, rowsLabelled } from '../../../pipeline/intake/find-cell.ts'
import { readFigures } from '../../../pipeline/intake/read-figures.ts'

const cells = (...texts: readonly string[]) => texts.map((text) => (text === '' ? null : { text, box: null }))
const row = (...texts: readonly string[]): Table['rows'][number] => ({
  under: [],
  cells: cells(...texts),
  added: [],
  line: null,
  quotes: [],
})
const HEADERS = [['No.'], ['Category'], ['Tariff'], ['Demand'], ['Energy (Rs/kWh)']]
const TABLE: Table = {
  page: 1,
  number: 1,
  caption: [],
  headings: [],
  head: null,
  columns: HEADERS,
  rows: [row('1', 'Homes', 'proposed', '20', '4.10'), row('2', 'Homes', 'approved', 'as per note', '3.90')],
  loose: [],
}
const reading = (...labels: readonly string[]): TableReading => ({
  reading_id: 'schedule',
  source_id: 'ORDER',
  pages: [1],
  table: 1,
  headers_from: null,
  labels: [...labels],
  columns: { 'Energy (Rs/kWh)': { charge: 'energy', unit: 'Rs/kWh', from: null, to: null } },
  rows: [],
  spans: [],
  misprints: [],
})

describe('columns of words that the labels of a reading leave out', () => {
  it.each([
    ['a column that says proposed or approved', ['Category'], [2]],
    ['two of them', ['No.'], [1, 2]],
    ['none: serials and amounts are no words', ['Category', 'Tariff'], []],
    ['none: every column before the first that is read is a label', [], []],
  ])('%s', (_, labels, expected) => {
    expect(labelsLeftOut(TABLE, HEADERS, reading(...labels))).toEqual(expected)
  })
})

describe('a column of words behind the rates', () => {
  const columns = [['Slab'], ['Energy (Rs/kWh)'], ['Remarks'], ['Note'], ['Rebate (P/kWh)']]
  const of = (line: number | null, ...labels: readonly string[]): number[] => {
    const rows = [
      { ...row('0-250', '4.10', 'Telescopic', '', 'DPS note'), line },
      { ...row('Above 250', '6.20', 'Non-telescopic', 'para 12', ''), line },
    ]
    return labelsLeftOut({ ...TABLE, columns, rows }, columns, reading(...labels))
  }

  it('is one of them: it says how a row is charged', () => {
    expect(of(null)).toEqual([2, 3])
    expect(of(null, 'Slab', 'Remarks', 'Note')).toEqual([])
  })

  it('is none in a sheet, whose fields are judged line by line', () => {
    expect(of(1)).toEqual([])
  })
})

describe('without labels in the reading, the columns before the first one that is read', () => {
  const labels = (...headers: readonly string[][]): number[] => labelColumns(headers, reading())

  it('label a row, without those of rates', () => {
    expect(labels(['No.'], ['Category'], ['Voltage (kV)'], ['Fixed (Rs/kW)'], ['Energy (Rs/kWh)'])).toEqual([0, 1, 2])
  })

  it('do so also below a title that names the money of the whole table', () => {
    const title = 'Charges in Rs/kWh'
    expect(labels([title, 'Category'], [title, 'Slab'], [title, 'Energy (Rs/kWh)'])).toEqual([0, 1])
  })
})

describe('the rows with a label', () => {
  const slab = (...under: readonly string[]): Table['rows'][number] => ({
    ...row('Up to 100 units'),
    under: [...under],
  })
  const rows = (...all: readonly Table['rows'][number][]): Table => ({ ...TABLE, rows: all })
  const LABEL = ['Up to 100 units']

  it('are all that have it, also if only one of them has no heading', () => {
    expect(rowsLabelled(rows(slab('Homes'), slab(), slab('Shops')), LABEL, [0])).toEqual([0, 1, 2])
    expect(rowsLabelled(rows(slab('Homes'), slab('Shops')), ['Shops', ...LABEL], [0])).toEqual([1])
  })
})

describe('a label of which a part stands behind a column that is read', () => {
  const columns = [['Load'], ['Demand (Rs/kW)'], ['Consumption'], ['Energy (Rs/kWh)']]
  const rows = [
    { ...row('Up to 4 kW', '330', 'Up to 300 units', '7.50'), line: 2 },
    { ...row('Up to 4 kW', '330', 'Above 300 units', '8.40'), line: 3 },
  ]
  const layout = { pages: [{ tables: [{ ...TABLE, columns, rows }], unreadable: null }] }
  const read = (...labels: readonly string[]) => {
    const { columns: energy, ...rest } = reading(...labels)
    const demand = { 'Demand (Rs/kW)': { charge: 'fixed', unit: 'Rs/kW', from: null, to: null } }
    const label = ['Up to 4 kW', 'Up to 300 units']
    const wanted = [{ label, of: ['SMALL'], figures: {}, from: null, to: null, only: ['Energy (Rs/kWh)'] }]
    const source = { sha256: '0'.repeat(64), layout: layout as unknown as Layout }
    return readFigures([{ ...rest, columns: { ...demand, ...energy }, rows: wanted }], new Map([['ORDER', source]]))
  }

  it('is found with the labels of the reading, and otherwise these are named', () => {
    expect(read('Load', 'Consumption').figures.map(({ printed }) => printed)).toEqual(['7.50'])
    expect(read().problems.map(({ found }) => found)).toEqual([
      'table 1 of page 1 has none; one with labels: [Load, Consumption]',
    ])
  })
})
