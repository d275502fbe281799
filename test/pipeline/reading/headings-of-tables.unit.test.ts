import { describe, expect, test } from 'vitest'
import { type DrawnRow, drawnTables, printedRows } from './drawn-table.ts'

/** What stands above the rows of a table: sections, numbered groups, and labels alone inside of them. */

const NUMBERED: DrawnRow = ['No.', 'Particulars', 'Energy (P/kWh)']
const PLAIN: DrawnRow = ['Consumer category', 'Fixed (Rs/kW)', 'Energy (P/kWh)']

/** Running text, so that no table goes on from the page before. */
const TEXT = ['The first line.', 'The second line.', 'The third line.']

const rowsOf = async (head: DrawnRow, rows: readonly DrawnRow[]): Promise<string[]> => {
  const [page] = await drawnTables([{ above: TEXT, rows: [head, ...rows] }])
  return printedRows(page)
}

describe('a label alone below a numbered group', () => {
  test('stands inside of it, up to the next label or number, and inside of the section', async () => {
    const rows = [
      ['A. PERMANENT SUPPLY', '<', '<'],
      ['1', 'Homes', ''],
      ['', 'Up to 2 kW', ''],
      ['', 'Up to 100 units', '349'],
      ['', 'Above 2 kW', ''],
      ['', 'All units', '374'],
      ['2', 'Shops', ''],
      ['', 'Up to 7 kW', ''],
      ['', 'All units', '691'],
      ['3', 'Pump sets', '566'],
      ['B. TEMPORARY SUPPLY', '<', '<'],
      ['4', 'Fairs', '800'],
    ]
    expect(await rowsOf(NUMBERED, rows)).toEqual([
      'A. PERMANENT SUPPLY > 1 > Homes > Up to 2 kW |  | Up to 100 units | 349',
      'A. PERMANENT SUPPLY > 1 > Homes > Above 2 kW |  | All units | 374',
      'A. PERMANENT SUPPLY > 2 > Shops > Up to 7 kW |  | All units | 691',
      'A. PERMANENT SUPPLY | 3 | Pump sets | 566',
      'B. TEMPORARY SUPPLY | 4 | Fairs | 800',
    ])
  })

  test('is a section if the next row has a number that is in no group', async () => {
    const rows = [
      ['', 'LT Category', ''],
      ['1', 'Homes', ''],
      ['1.a', 'First 50 units', '290'],
      ['', 'HT Category', ''],
      ['2', 'Mills', '585'],
    ]
    expect(await rowsOf(NUMBERED, rows)).toEqual([
      'LT Category > 1 > Homes | 1.a | First 50 units | 290',
      'HT Category | 2 | Mills | 585',
    ])
  })

  test('stays above the numbers inside of the group', async () => {
    const rows = [
      ['1', 'Homes', ''],
      ['', 'Urban', ''],
      ['1.a', 'First 50 units', '290'],
      ['1.b', 'Other units', '310'],
      ['', 'Rural', ''],
      ['1.c', 'All units', '200'],
      ['2', 'Mills', '585'],
    ]
    expect(await rowsOf(NUMBERED, rows)).toEqual([
      '1 > Homes > Urban | 1.a | First 50 units | 290',
      '1 > Homes > Urban | 1.b | Other units | 310',
      '1 > Homes > Rural | 1.c | All units | 200',
      ' | 2 | Mills | 585',
    ])
  })

  test('does not stand above the next number where its group is on another page', async () => {
    const rows = [
      ['', 'Above 7 kW', ''],
      ['', 'All units', '464'],
      ['3', 'Pump sets', '566'],
    ]
    expect(await rowsOf(NUMBERED, rows)).toEqual(['Above 7 kW |  | All units | 464', ' | 3 | Pump sets | 566'])
  })
})

describe('a heading over indented labels', () => {
  test('ends at a row that begins where it begins', async () => {
    const rows = [
      ['Commercial', '', ''],
      ['    First 50 units', '', '740'],
      ['    Other units', '', '965'],
      ['Hospitals, all units', '90', '830'],
      ['Hoardings, all units', '110', '1225'],
    ]
    expect(await rowsOf(PLAIN, rows)).toEqual([
      'Commercial | First 50 units |  | 740',
      'Commercial | Other units |  | 965',
      ' | Hospitals, all units | 90 | 830',
      ' | Hoardings, all units | 110 | 1225',
    ])
  })

  test('ends within its numbered group, which goes on', async () => {
    const rows = [
      ['2', 'Shops', ''],
      ['', 'Up to 20 kW', ''],
      ['', '    First 50 units', '740'],
      ['', 'Above 20 kW', '830'],
    ]
    expect(await rowsOf(NUMBERED, rows)).toEqual([
      '2 > Shops > Up to 20 kW |  | First 50 units | 740',
      '2 > Shops |  | Above 20 kW | 830',
    ])
  })

  test.each([
    ['that stands elsewhere', '  Hospitals'],
    ['below labels that are not indented', 'Hospitals', 'First 50 units'],
    ['as centred as the others', 'Workplace', '  F50'],
  ])('holds on for a row %s', async (_what, label, first = '    First 50 units') => {
    const rows = [
      ['Workshop', '', ''],
      [first, '', '740'],
      [label, '90', '830'],
    ]
    expect(await rowsOf(PLAIN, rows)).toEqual([
      `Workshop | ${first.trim()} |  | 740`,
      `Workshop | ${label.trim()} | 90 | 830`,
    ])
  })
})
