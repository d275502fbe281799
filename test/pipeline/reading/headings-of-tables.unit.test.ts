import { describe, expect, test } from 'vitest'
import { type DrawnPage, type DrawnRow, drawnTables, printedRows } from './drawn-table.ts'

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

/** Each page with its number at the foot, below a running title. */
const pagesOf = (...pages: readonly DrawnPage[]): DrawnPage[] =>
  pages.map((page, index) => ({
    ...page,
    above: [...(page.above ?? []), 'Tariff Order'],
    below: [...(page.below ?? []), `Commission ${index + 7}`],
  }))

describe('a table that goes on on the next page', () => {
  const FIRST: DrawnPage = {
    rows: [
      NUMBERED,
      ['A. PERMANENT SUPPLY', '<', '<'],
      ['1', 'Homes', ''],
      ['', 'Up to 2 kW', ''],
      ['', 'Up to 100 units', '349'],
    ],
  }
  const SECOND: DrawnPage = {
    rows: [
      NUMBERED,
      ['', 'Above 100 units', '584'],
      ['', 'Above 2 kW', ''],
      ['', 'All units', '374'],
      ['2', 'Shops', '691'],
    ],
  }
  const GOES_ON = [
    'A. PERMANENT SUPPLY > 1 > Homes > Up to 2 kW |  | Above 100 units | 584',
    'A. PERMANENT SUPPLY > 1 > Homes > Above 2 kW |  | All units | 374',
    'A. PERMANENT SUPPLY | 2 | Shops | 691',
  ]
  const ALONE = [' |  | Above 100 units | 584', 'Above 2 kW |  | All units | 374', ' | 2 | Shops | 691']
  const second = async (pages: readonly DrawnPage[], only: ReadonlySet<number> | null = null): Promise<string[]> =>
    printedRows((await drawnTables(pages, only))[1])

  test('has the headings that are open at the end of the page before', async () => {
    expect(await second(pagesOf(FIRST, SECOND))).toEqual(GOES_ON)
  })

  test('has them though a column of figures is empty on its page', async () => {
    const first = { rows: [PLAIN, ['RURAL', '', ''], ['First 50 units', '20', '280']] }
    const rest = { rows: [PLAIN, ['Other units', '', '390']] }
    expect(await second(pagesOf(first, rest))).toEqual(['RURAL | Other units |  | 390'])
  })

  test('has them too if only its page is asked for, and over several pages', async () => {
    const THIRD: DrawnPage = { rows: [NUMBERED, ['3', 'Pump sets', '566']] }
    const pages = await drawnTables(pagesOf(FIRST, SECOND, THIRD), new Set([3]))
    expect(pages.map((tables) => printedRows(tables))).toEqual([[], [], ['A. PERMANENT SUPPLY | 3 | Pump sets | 566']])
    expect(await second(pagesOf(FIRST, SECOND), new Set([2]))).toEqual(GOES_ON)
  })

  test('has them though the page before ends with them, without a figure', async () => {
    const headings = { rows: FIRST.rows.slice(0, -1) }
    expect(await second(pagesOf(headings, SECOND))).toEqual(GOES_ON)
  })

  test('says of each heading on which page it is', async () => {
    const [, tables] = await drawnTables(pagesOf(FIRST, SECOND))
    const [first, then, last] = (tables?.[0]?.rows ?? []).map(({ over = [] }) => over.map(({ page }) => page))
    // A section, a numbered group with its number, and a label in it.
    expect([first, then, last]).toEqual([[1, 1, 1, 1], [1, 1, 1, 2], [1]])
  })

  test('no longer has a heading that a total has ended', async () => {
    const summed = { rows: [PLAIN, ['GAIN', '', ''], ['Dividend', '5', '6'], ['(A) Total', '7', '8']] }
    expect(await second(pagesOf(summed, { rows: [PLAIN, ['Revenue', '9', '9']] }))).toEqual([' | Revenue | 9 | 9'])
  })

  test.each([
    ['another header', pagesOf({ rows: [['No.', 'Particulars', 'Energy (Rs/kWh)'], ...FIRST.rows.slice(1)] }, SECOND)],
    ['no header', pagesOf(FIRST, { rows: SECOND.rows.slice(1) })],
    ['text above it', pagesOf(FIRST, { ...SECOND, above: ['Supply at high tension'] })],
    ['text below the part before', pagesOf({ ...FIRST, below: ['These rates are for low tension.'] }, SECOND)],
  ])('is another table with %s', async (_what, pages) => {
    expect(await second(pages)).toEqual(ALONE)
  })
})

describe('a label alone that begins a page', () => {
  const SLABS = [
    ['    First 50 units', '', '740'],
    ['    Other units', '', '965'],
  ]

  test.each(['LT-2(a)(i): Commercial', 'HT-1 (B) - Works', 'Commercial supply'])(
    'is a heading of indented rows: %s',
    async (heading) => {
      const [page] = await drawnTables([{ rows: [PLAIN, [heading, '', ''], ...SLABS] }])
      expect(printedRows(page)).toEqual([`${heading} | First 50 units |  | 740`, `${heading} | Other units |  | 965`])
    },
  )

  test('is a heading if it has a class of consumers, whatever is below it', async () => {
    const rows = SLABS.map((row) => row.map((text) => text.trim()))
    const [page] = await drawnTables([{ rows: [PLAIN, ['LT-2(a): Shops', '', ''], ...rows] }])
    expect(printedRows(page)).toEqual([
      'LT-2(a): Shops | First 50 units |  | 740',
      'LT-2(a): Shops | Other units |  | 965',
    ])
  })

  test.each([
    ['begins with a small letter', 'and other shops', SLABS],
    ['stands where the label below it does', 'Halls', [['First 50 units', '', '740']]],
    ['names a voltage', 'HT 33 kV', [['First 50 units', '', '740']]],
  ])('is the rest of a label if it %s', async (_what, text, below) => {
    const [page] = await drawnTables([{ rows: [PLAIN, [text, '', ''], ...below, ['Mills', '90', '640']] }])
    expect(printedRows(page)[0]).toBe(` | First 50 units |  | 740`)
    expect(page?.[0]?.loose).toMatchObject([{ text, column: 0, after: -1 }])
  })
})

describe('a label that the end of a page cuts', () => {
  const BEGUN: DrawnRow = ['Hatcheries,', '40', '485']
  const REST: DrawnRow = ['not those of a company', '', '']
  const first: DrawnPage = { rows: [PLAIN, ['Shops', '90', '640'], BEGUN] }
  const second: DrawnPage = { rows: [PLAIN, REST, ['Mills', '75', '715']] }
  const WHOLE = ' | Hatcheries, not those of a company | 40 | 485'

  test('is whole in its row, whose quote stays that of its page', async () => {
    const [before, next] = await drawnTables(pagesOf(first, second))
    expect(printedRows(before)[1]).toBe(WHOLE)
    expect(before?.[0]?.rows[1]?.quotes[2]).toBe('Hatcheries, 40 485')
    expect(next?.[0]?.loose).toEqual([])
  })

  test('is whole if only its page is asked for', async () => {
    const [before, next] = await drawnTables(pagesOf(first, second), new Set([1]))
    expect(printedRows(before)[1]).toBe(WHOLE)
    expect(next).toEqual([])
  })

  test.each([
    ['text is printed between', pagesOf({ ...first, below: ['These rates are for low tension.'] }, second)],
    ['the header is another', pagesOf({ rows: [['Consumers', '', ''], ...first.rows.slice(1)] }, second)],
    ['a heading is below its row', pagesOf({ rows: [...first.rows, ['Works of clubs,', '', '']] }, second)],
  ])('is not joined if %s', async (_what, pages) => {
    const [before, next] = await drawnTables(pages)
    expect(printedRows(before)[1]).toBe(` | ${BEGUN.join(' | ')}`)
    expect(next?.[0]?.loose).toMatchObject([{ text: REST[0], column: 0, after: -1 }])
  })
})
