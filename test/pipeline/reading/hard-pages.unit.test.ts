import { describe, expect, it } from 'vitest'
import type { Layout } from '../../../pipeline/gates/layout.ts'
import type { Reread, TableReading } from '../../../pipeline/gates/reading.ts'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { layOut } from '../../../pipeline/intake/lay-out.ts'
import { readFigures } from '../../../pipeline/intake/read-figures.ts'
import { runsOf } from '../../support/tier.ts'
import { type Placed, placedText, tinyPdf } from '../intake/tiny-pdf.ts'

const PDF = 'application/pdf'

/** Lines of a table, 12 points apart, each text at the left edge of its column. */
function lines(rows: readonly (readonly string[])[], columns: readonly number[], top = 700): Placed[] {
  return rows.flatMap((row, line) =>
    row.flatMap((text, column) => (text === '' ? [] : [{ text, x: columns[column] ?? 36, y: top - line * 12 }])),
  )
}

const COLUMNS = [36, 200, 320]
const HEADER = [['Category', 'Energy', 'Demand']]
const BODY = [
  ['Large industry', '585.00', '250.00'],
  ['Small industry', '475.00', '150.00'],
  ['Bulk supply', '490.00', '20.00'],
]

const laidOut = async (bytes: Uint8Array): Promise<Layout> => (await layOut(bytes, PDF))!

function read(layout: Layout, more: Partial<TableReading>): Reread {
  const reading: TableReading = {
    reading_id: 'table',
    source_id: 'ORDER',
    pages: [1],
    table: 1,
    headers_from: null,
    labels: ['Category'],
    columns: { Energy: { charge: 'energy', unit: 'P/kWh', from: null, to: null } },
    rows: [{ label: ['Small industry'], of: ['SMALL'], figures: {}, from: null, to: null, only: [] }],
    spans: [],
    misprints: [],
    ...more,
  }
  return readFigures([reading], new Map([['ORDER', { sha256: '0'.repeat(64), layout }]]))
}

const printed = ({ figures, problems }: Reread): unknown => [
  problems.map(({ found }) => found),
  figures.map((each) => [each.figure, each.printed]),
]
const SMALL = [[], [['SMALL/energy/0', '475.00']]]

describe('a table without lines', () => {
  /** Rows 14 points apart, with labels of several lines 8 points apart; the figures stand in the middle of their row. */
  const wrapped = [
    ...lines([['Category', 'Energy', 'Demand']], COLUMNS, 720),
    ...lines([['Mills', '585.00', '250.00']], COLUMNS, 700),
    ...['Pump sets and', 'lift irrigation', 'of villages'].map((text, line) => ({ text, x: 36, y: 686 - line * 8 })),
    ...lines([['', '475.00', '150.00']], COLUMNS, 678),
    ...['Halls and', 'schools'].map((text, line) => ({ text, x: 36, y: 656 - line * 8 })),
    ...lines([['', '490.00', '20.00']], COLUMNS, 652),
    ...lines([['Lamps', '510.00', '30.00']], COLUMNS, 634),
    { text: '7. The demand of a', x: 36, y: 625 },
    { text: 'month is recorded.', x: 36, y: 617 },
  ]

  it('has labels of several lines where its rows are further apart than the lines of a label', async () => {
    const { pages } = await laidOut(tinyPdf([placedText(wrapped)]))
    expect(pages[0]?.tables[0]?.rows.map(({ under, cells }) => [...under, ...cells.map((cell) => cell?.text)])).toEqual(
      [
        ['Mills', '585.00', '250.00'],
        ['Pump sets and lift irrigation of villages', '475.00', '150.00'],
        ['Halls and schools', '490.00', '20.00'],
        ['Lamps', '510.00', '30.00'],
      ],
    )
  })

  it('has no label from a line that is as close as the rows are', async () => {
    const close = [...HEADER, ['Mills', '585.00', '250.00'], ['Low tension', '', ''], ['Halls', '490.00', '20.00']]
    const texts = close.flatMap((row, line) =>
      row.flatMap((text, column) => (text === '' ? [] : [{ text, x: COLUMNS[column] ?? 36, y: 700 - line * 8 }])),
    )
    const { pages } = await laidOut(tinyPdf([placedText(texts)]))
    expect(pages[0]?.tables[0]?.rows.map(({ under, cells }) => [...under, cells[0]?.text])).toEqual([
      ['Mills'],
      ['Low tension', 'Halls'],
    ])
  })

  it('has a word as one word that a line ends in its hyphen', async () => {
    const texts = wrapped.map((each) => ({
      ...each,
      text: each.text.replace('Halls and', 'HT-').replace('schools', '1 Works'),
    }))
    const { pages } = await laidOut(tinyPdf([placedText(texts)]))
    expect(pages[0]?.tables[0]?.rows.map(({ cells }) => cells[0]?.text)).toContain('HT-1 Works')
  })

  it('does not have the sentence above it in its header', async () => {
    const texts = [
      { text: 'The charges of this part are as follows:', x: 60, y: 712 },
      ...lines([...HEADER, ...BODY], COLUMNS),
    ]
    const { pages } = await laidOut(tinyPdf([placedText(texts)]))
    expect(pages[0]?.tables[0]?.columns).toEqual([['Category'], ['Energy'], ['Demand']])
  })
})

describe('a page that is hard to read', () => {
  it('without text, among pages with text, is refused with its number and the reason', async () => {
    const layout = await laidOut(tinyPdf([placedText(lines([...HEADER, ...BODY], COLUMNS)), '']))
    expect(printed(read(layout, { pages: [2] }))).toEqual([['page 2: it has no text, as a scan has none'], []])
    expect(printed(read(layout, {}))).toEqual(SMALL)
  })

  it('of which no row has the label that is looked for names the nearest rows', async () => {
    const layout = await laidOut(tinyPdf([placedText(lines([...HEADER, ...BODY], COLUMNS))]))
    const wrong = [{ label: ['Small industries'], of: ['SMALL'], figures: {}, from: null, to: null, only: [] }]
    expect(printed(read(layout, { rows: wrong }))).toEqual([
      ['table 1 of page 1 has none; nearest: Large industry; Small industry; Bulk supply'],
      [],
    ])
  })

  it('whose text is turned against it is refused', async () => {
    const turned = lines([...HEADER, ...BODY], COLUMNS).map(({ text, x, y }) => ({
      text,
      x: 700 - y + 36,
      y: x,
      turned: true,
    }))
    const layout = await laidOut(tinyPdf([placedText(turned)]))
    expect(printed(read(layout, {}))).toEqual([['page 1: its text is turned against the page'], []])
  })

  it('that is turned as a whole is read as its reader turns it', async () => {
    // Rotated a quarter to the right: text that runs up the paper runs from left to right for a reader.
    const texts = lines([...HEADER, ...BODY], COLUMNS).map(({ text, x, y }) => ({
      text,
      x: 760 - y,
      y: x,
      turned: true,
    }))
    const layout = await laidOut(tinyPdf([placedText(texts)], '', '/Rotate 90'))
    expect(printed(read(layout, {}))).toEqual(SMALL)
  })

  it('with two tables side by side has two tables, and no row of both', async () => {
    const other = [
      ['Class', 'Rate'],
      ['Pumps', '150.00'],
      ['Lights', '620.00'],
      ['Wells', '160.00'],
    ]
    const layout = await laidOut(
      tinyPdf([
        placedText([
          ...lines(
            [...HEADER, ...BODY].map((row) => row.slice(0, 2)),
            [36, 160],
          ),
          ...lines(other, [330, 460]),
        ]),
      ]),
    )
    expect(layout.pages[0]!.tables.map(({ rows }) => rows.map(({ cells }) => cells.map((cell) => cell?.text)))).toEqual(
      [BODY.map((row) => row.slice(0, 2)), other.slice(1)],
    )
  })

  it('whose headers stand on the page before is read with them, and without them not at all', async () => {
    const layout = await laidOut(
      tinyPdf([
        placedText(lines([...HEADER, ['Domestic', '290.00', '20.00'], ['Commercial', '590.00', '30.00']], COLUMNS)),
        placedText(lines(BODY, COLUMNS)),
      ]),
    )
    expect(printed(read(layout, { pages: [2], headers_from: { page: 1, table: 1 } }))).toEqual(SMALL)
    const { figures, problems } = read(layout, { pages: [2] })
    expect([figures.length, problems.length > 0]).toEqual([0, true])
  })

  it('with a number that is printed once for two rows gives it to none, unless a span says so', async () => {
    const rows = lines([...HEADER, ...BODY.map(([label = '', energy = '']) => [label, energy, ''])], COLUMNS)
    const layout = await laidOut(
      tinyPdf([
        placedText([...rows, { text: '250.00', x: COLUMNS[2]!, y: 682 }, { text: '20.00', x: COLUMNS[2]!, y: 664 }]),
      ]),
    )
    const demand = { Demand: { charge: 'demand', unit: 'Rs/kVA', from: null, to: null } }
    expect(printed(read(layout, { columns: demand }))).toEqual([['nothing of Small industry'], []])
    const span = {
      column: 'Demand',
      first: ['Large industry'],
      last: ['Small industry'],
      of: ['LARGE', 'SMALL'],
      figure: null,
    }
    expect(printed(read(layout, { columns: demand, rows: [], spans: [span] }))).toEqual([
      [],
      [
        ['LARGE/demand/0', '250.00'],
        ['SMALL/demand/0', '250.00'],
      ],
    ])
  })

  it('with a label of two lines has it as one', async () => {
    const rows = lines([...HEADER, ...BODY], COLUMNS, 700)
    const layout = await laidOut(
      tinyPdf([
        placedText([
          ...rows.filter(({ text }) => text !== 'Small industry'),
          { text: 'Small and medium', x: 36, y: 678 },
          { text: 'industry', x: 36, y: 672 },
        ]),
      ]),
    )
    const label = { label: ['Small and medium industry'], of: ['SMALL'], figures: {}, from: null, to: null, only: [] }
    expect(printed(read(layout, { rows: [label] }))).toEqual(SMALL)
  })

  it.each([
    ['a line', '0.5 w 318 690.5 m 342 690.5 l S', ''],
    ['a thin box', '318 690 24 0.7 re f', ''],
    ['a line in another measure', 'q 2 0 0 2 0 0 cm 159 345.2 m 171 345.2 l S Q', ''],
    [
      'an annotation',
      '',
      '/Annots [<< /Type /Annot /Subtype /StrikeOut /Rect [318 686 342 696] /QuadPoints [318 696 342 696 318 686 342 686] >>]',
    ],
  ])('with a number struck by %s has no number there', async (_, drawn, page) => {
    const struck = `${placedText(lines([...HEADER, ...BODY], COLUMNS))}) Tj ET ${drawn} BT (`
    const layout = await laidOut(tinyPdf([struck], '', page))
    const demand = { Demand: { charge: 'demand', unit: 'Rs/kVA', from: null, to: null } }
    const large = { label: ['Large industry'], of: ['LARGE'], figures: {}, from: null, to: null, only: [] }
    expect(printed(read(layout, { columns: demand, rows: [large] }))).toEqual([
      [expect.stringContaining('[struck text left out]')],
      [],
    ])
    expect(printed(read(layout, {}))).toEqual(SMALL)
  })

  it.each([
    ['below', '0.5 w 318 687.5 m 342 687.5 l S'],
    ['above', '0.5 w 318 695 m 342 695 l S'],
    ['beside', '0.5 w 350 690.5 m 380 690.5 l S'],
  ])('with a line %s a number has that number', async (_, drawn) => {
    const layout = await laidOut(tinyPdf([`${placedText(lines([...HEADER, ...BODY], COLUMNS))}) Tj ET ${drawn} BT (`]))
    const demand = { Demand: { charge: 'demand', unit: 'Rs/kVA', from: null, to: null } }
    expect(printed(read(layout, { columns: demand }))).toEqual([[], [['SMALL/demand/0', '150.00']]])
  })

  it('that is turned as a whole has no number where one is struck', async () => {
    const texts = lines([...HEADER, ...BODY], COLUMNS).map(({ text, x, y }) => ({
      text,
      x: 760 - y,
      y: x,
      turned: true,
    }))
    const struck = `${placedText(texts)}) Tj ET 0.5 w 81.5 198 m 81.5 222 l S BT (`
    const layout = await laidOut(tinyPdf([struck], '', '/Rotate 90'))
    expect(printed(read(layout, {}))).toEqual([[expect.stringContaining('[struck text left out]')], []])
  })

  it('with text that a reader does not see is refused', async () => {
    const hidden = `${placedText(lines([...HEADER, ...BODY], COLUMNS))}) Tj ET 3 Tr BT /F1 7 Tf 1 0 0 1 196 676 Tm (3`
    const layout = await laidOut(tinyPdf([hidden, 'A page of plain text']))
    expect(printed(read(layout, {}))).toEqual([
      ['page 1: it has text that a reader does not see, as a scan with recognised text has'],
      [],
    ])
  })

  it('with a small digit directly behind a number has two numbers there', async () => {
    const small = `${placedText(lines([...HEADER, ...BODY], COLUMNS))}) Tj ET BT /F1 4 Tf 1 0 0 1 219.6 676 Tm (1`
    const layout = await laidOut(tinyPdf([small]))
    expect(printed(read(layout, {}))).toEqual([[expect.stringContaining('475.00 and 1 are two numbers')], []])
  })

  it('is counted among many, of which the last is read as the first', async () => {
    // At most 5,000 pages of a document are read.
    const last = runsOf({ normal: 500, nightly: 5000 })
    const bytes = tinyPdf([...Array(last - 1).fill(''), placedText(lines([...HEADER, ...BODY], COLUMNS))])
    const extracted = await extractText(bytes, PDF)
    expect(extracted.ok && extracted.pages.length).toBe(last)
    const layout = (await layOut(bytes, PDF, new Set([last])))!
    expect(printed(read(layout, { pages: [last] }))).toEqual(SMALL)
    expect(printed(read(layout, { pages: [last + 1] }))).toEqual([[`page ${last + 1}`], []])
  })
})
