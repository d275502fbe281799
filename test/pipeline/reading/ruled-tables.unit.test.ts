import { describe, expect, test } from 'vitest'
import { layOutPdf } from '../../../pipeline/intake/layout/pdf.ts'
import { type Placed, placedText, tinyPdf } from '../intake/tiny-pdf.ts'

/** Tables of a PDF that lines divide into cells, as most orders print them. */

/** Edges of three columns, in points from the left. */
const XS = [60, 240, 330, 420] as const
const [LEFT, LABEL, FIRST, RIGHT] = XS
/** A table 14 points a row from 700 down. */
const top = (row: number): number => 700 - row * 14
const at = (row: number): number => top(row) - 10
const word = (text: string, x: number, y: number): Placed => ({ text, x: x + 4, y })

type Line = readonly [x1: number, y1: number, x2: number, y2: number]
type Drawn = (line: Line) => string

const STROKED: Drawn = ([x1, y1, x2, y2]) => `q 0.5 w ${x1} ${y1} m ${x2} ${y2} l S Q`
const FILLED: Drawn = ([x1, y1, x2, y2]) =>
  x1 === x2 ? `${x1} ${y2} 0.5 ${y1 - y2} re f` : `${x1} ${y1} ${x2 - x1} 0.5 re f`

const level = (row: number, from: number = LEFT, to: number = RIGHT): Line => [from, top(row), to, top(row)]
const upright = (x: number, from: number, to: number): Line => [x, top(from), x, top(to)]

/** Every line of a table of that many rows. */
const everyLine = (rows: number): Line[] => [
  ...Array.from({ length: rows + 1 }, (_, row) => level(row)),
  ...XS.map((x) => upright(x, 0, rows)),
]

async function tablesOf(lines: readonly Line[], texts: readonly Placed[], drawn: Drawn = STROKED) {
  const content = `) Tj ET ${lines.map(drawn).join(' ')} BT /F1 7 Tf (${placedText(texts)}`
  const [page] = await layOutPdf(tinyPdf([content]), null)
  return (page?.tables ?? []).map(({ columns, rows, loose, caption }) => ({
    columns,
    rows: rows.map(({ under, cells }) => [
      ...under.map((text) => `${text}:`),
      ...cells.map((cell) => cell?.text ?? null),
    ]),
    loose: loose.map(({ text, column, after }) => [text, column, after]),
    ...(caption.length === 0 ? {} : { caption }),
  }))
}

const HEADER = [
  word('Category', LEFT, at(0)),
  word('Energy (P/kWh)', LABEL, at(0)),
  word('Fixed (Rs/kW)', FIRST, at(0)),
]
const COLUMNS = [['Category'], ['Energy (P/kWh)'], ['Fixed (Rs/kW)']]
const figures = (row: number, energy: string, fixed: string, y = at(row)): Placed[] => [
  word(energy, LABEL, y),
  word(fixed, FIRST, y),
]

describe.each([
  ['stroked lines', STROKED],
  ['filled boxes as thin as lines', FILLED],
])('cells divided by %s', (_what, drawn) => {
  test('keep a label over two lines with the figures in the middle of their cells', async () => {
    const texts = [
      ...HEADER,
      word('Households below the poverty line', LEFT, top(1) - 6),
      word('with up to 30 units', LEFT, top(1) - 12.5),
      ...figures(1, '150.00', '10'),
      word('Other households', LEFT, at(2)),
      ...figures(2, '410.00', '40'),
    ]
    expect(await tablesOf(everyLine(3), texts, drawn)).toEqual([
      {
        columns: COLUMNS,
        rows: [
          ['Households below the poverty line with up to 30 units', '150.00', '10'],
          ['Other households', '410.00', '40'],
        ],
        loose: [],
      },
    ])
  })
})

test.each([4, 6])('a mark of a note of %s points stays raised behind its figure', async (size) => {
  const mark = `) Tj 2.5 Ts /F1 ${size} Tf (1) Tj 0 Ts /F1 7 Tf (`
  const texts = [...HEADER, word('Shops', LEFT, at(1)), ...figures(1, '6.15', '30'), word('Halls', LEFT, at(2))]
  const content = placedText([...texts, ...figures(2, '7.10', '35')]).replace('(6.15', `(6.15${mark}`)
  const [page] = await layOutPdf(
    tinyPdf([`) Tj ET ${everyLine(3).map(STROKED).join(' ')} BT /F1 7 Tf (${content}`]),
    null,
  )
  expect(page?.tables[0]?.rows.map(({ cells }) => cells[1]?.text)).toEqual(['6.15 ¹', '7.10'])
  expect(page?.words.map(({ text }) => text)).not.toContain('1')
})

test('a title over columns is in the header of each, though it stands above a gap between their texts', async () => {
  const texts = [
    word('Category', LEFT, top(1) - 3),
    word('Approved', FIRST - 20, at(0)),
    word('Energy (P/kWh)', LABEL, at(1)),
    word('Fixed (Rs/kW)', FIRST, at(1)),
    word('Shops', LEFT, at(2)),
    ...figures(2, '700.00', '30'),
  ]
  const lines = [
    level(0),
    level(1, LABEL),
    level(2),
    level(3),
    ...[LEFT, LABEL, RIGHT].map((x) => upright(x, 0, 3)),
    upright(FIRST, 1, 3),
  ]
  expect(await tablesOf(lines, texts)).toMatchObject([
    {
      columns: [['Category'], ['Approved', 'Energy (P/kWh)'], ['Approved', 'Fixed (Rs/kW)']],
      rows: [['Shops', '700.00', '30']],
    },
  ])
})

test('a label over rows belongs to each of them, and a figure over rows to none', async () => {
  const texts = [
    word('Category', LEFT, at(0)),
    word('Slab', LABEL, at(0)),
    word('Fixed (Rs/kW)', FIRST, at(0)),
    word('Shops', LEFT, top(2)),
    word('Up to 50 units', LABEL, at(1)),
    word('Above 50 units', LABEL, at(2)),
    word('30', FIRST, top(2)),
    word('Halls', LEFT, at(3)),
    word('All units', LABEL, at(3)),
    word('45', FIRST, at(3)),
  ]
  const lines = [level(0), level(1), level(2, LABEL, FIRST), level(3), level(4), ...XS.map((x) => upright(x, 0, 4))]
  expect(await tablesOf(lines, texts)).toMatchObject([
    {
      rows: [
        ['Shops', 'Up to 50 units', null],
        ['Shops', 'Above 50 units', null],
        ['Halls', 'All units', '45'],
      ],
      loose: [['30', 2, 0]],
    },
  ])
})

test('a label and the figure of the next cell are two cells, though the document has them in one run', async () => {
  const texts = [
    ...HEADER,
    word('Mills and works', LEFT, at(1)),
    { text: 'all the units 700.00', x: LABEL - 41, y: at(1) },
    word('30', FIRST, at(1)),
    word('Shops', LEFT, at(2)),
    ...figures(2, '710.00', '35'),
  ]
  expect(await tablesOf(everyLine(3), texts)).toMatchObject([
    {
      rows: [
        ['Mills and works all the units', '700.00', '30'],
        ['Shops', '710.00', '35'],
      ],
    },
  ])
})

test('words over a border, without a figure, are not divided', async () => {
  const texts = [
    ...HEADER,
    { text: 'Mills and works of all kinds', x: LABEL - 60, y: at(1) },
    word('30', FIRST, at(1)),
    word('Shops', LEFT, at(2)),
    ...figures(2, '710.00', '35'),
  ]
  expect((await tablesOf(everyLine(3), texts)).flatMap(({ rows }) => rows.flat())).not.toContain('Mills and works')
})

describe('a row without figures at the top of a table', () => {
  const rest = [
    ...HEADER,
    word('and other halls', LEFT, at(1)),
    word('Shops', LEFT, at(2)),
    ...figures(2, '710.00', '35'),
    word('Mills', LEFT, at(3)),
    ...figures(3, '640.00', '25'),
  ]
  const ROWS = [
    ['Shops', '710.00', '35'],
    ['Mills', '640.00', '25'],
  ]

  test('is the rest of a label from the page before, where the table begins the page', async () => {
    expect(await tablesOf(everyLine(4), rest)).toMatchObject([{ rows: ROWS, loose: [['and other halls', 0, -1]] }])
  })

  test.each([
    [
      'in capital letters',
      rest.map((each) => ({ ...each, text: each.text.replace('and other halls', 'LOW TENSION') })),
    ],
    ['below running text', [...rest, ...[1, 2, 3].map((line) => word('A line of text.', LEFT, top(0) + line * 12))]],
  ])('is their heading %s', async (_where, texts) => {
    const [table] = await tablesOf(everyLine(4), texts)
    expect(table?.rows.map(([heading]) => heading)).toEqual(Array(2).fill(expect.stringMatching(/^(LOW|and).*:$/u)))
  })
})

test('a heading over the whole table names the rows below it', async () => {
  const texts = [
    ...HEADER,
    word('Low tension', LEFT, at(1)),
    word('Shops', LEFT, at(2)),
    ...figures(2, '700.00', '30'),
    word('High tension', LEFT, at(3)),
    word('Mills', LEFT, at(4)),
    ...figures(4, '640.00', '250'),
  ]
  const between = (from: number, to: number): Line[] => [upright(LABEL, from, to), upright(FIRST, from, to)]
  const lines = [
    ...[0, 1, 2, 3, 4, 5].map((row) => level(row)),
    ...[LEFT, RIGHT].map((x) => upright(x, 0, 5)),
    ...between(0, 1),
    ...between(2, 3),
    ...between(4, 5),
  ]
  expect(await tablesOf(lines, texts)).toMatchObject([
    {
      rows: [
        ['Low tension:', 'Shops', '700.00', '30'],
        ['High tension:', 'Mills', '640.00', '250'],
      ],
    },
  ])
})

test('a sentence that introduces the table is its title, without its number', async () => {
  const texts = [
    word('\\(iv\\)', LEFT - 40, top(0) + 3),
    word('The charges shall be as follows:', LEFT, top(0) + 3),
    ...HEADER,
    word('Shops', LEFT, at(1)),
    ...figures(1, '700.00', '30'),
    word('Halls', LEFT, at(2)),
    ...figures(2, '710.00', '35'),
  ].map(({ text, ...place }) => ({ text: text.replaceAll('\\', ''), ...place }))
  expect(await tablesOf(everyLine(3), texts)).toMatchObject([
    {
      caption: ['The charges shall be as follows:'],
      columns: COLUMNS.map(([own]) => ['The charges shall be as follows:', own]),
    },
  ])
})

describe('lines that do not divide the text', () => {
  const texts = [
    ...HEADER,
    word('Shops', LEFT, at(1)),
    ...figures(1, '700.00', '30'),
    word('Halls', LEFT, at(2)),
    ...figures(2, '710.00', '35'),
  ]
  const ROWS = [
    ['Shops', '700.00', '30'],
    ['Halls', '710.00', '35'],
  ]

  test('are passed over where only the columns are ruled', async () => {
    const lines = [level(0), level(1), level(3), ...XS.map((x) => upright(x, 0, 3))]
    expect(await tablesOf(lines, texts)).toMatchObject([{ columns: COLUMNS, rows: ROWS }])
  })

  test('are passed over where text goes over them', async () => {
    const lines = everyLine(3).map(
      ([x1, ...line]): Line => (x1 === LABEL ? [LABEL + 20, line[0], LABEL + 20, line[2]] : [x1, ...line]),
    )
    expect(await tablesOf(lines, texts)).toMatchObject([{ columns: COLUMNS, rows: ROWS }])
  })

  test('are passed over where a cell is not closed', async () => {
    const lines = [...everyLine(3).filter((line) => line[0] !== LABEL), upright(LABEL, 0, 1.5), upright(LABEL, 2, 3)]
    expect((await tablesOf(lines, texts)).map(({ rows }) => rows)).toEqual([ROWS])
  })

  test('are passed over where they are a drawing', async () => {
    const drawing = Array.from(
      { length: 1_200 },
      (_, index): Line => [100 + index / 4, 100, 100 + index / 4, 101 + index / 4],
    )
    expect(await tablesOf([...drawing, level(20), level(30)], texts)).toMatchObject([{ columns: COLUMNS, rows: ROWS }])
  })

  test('are passed over where they are one curve of more points than a call takes', async () => {
    const points = Array.from({ length: 200_000 }, (_, index) => `${index % 500} ${index % 700} l`)
    const content = `) Tj ET q 0.5 w 0 0 m ${points.join(' ')} S Q BT /F1 7 Tf (${placedText(texts)}`
    const [page] = await layOutPdf(tinyPdf([content]), null)
    expect(page?.tables[0]?.rows.map(({ cells }) => cells.map((cell) => cell?.text))).toEqual(ROWS)
  })

  test('are no table around a page', async () => {
    const lines: Line[] = [level(-3, 20, 590), level(30, 20, 590), upright(20, -3, 30), upright(590, -3, 30)]
    expect(await tablesOf(lines, texts)).toMatchObject([{ columns: COLUMNS, rows: ROWS }])
  })
})
