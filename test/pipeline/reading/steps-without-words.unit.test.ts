import { describe, expect, test } from 'vitest'
import { layOutPdf } from '../../../pipeline/intake/layout/pdf.ts'
import { type Placed, placedText, tinyPdf } from '../intake/tiny-pdf.ts'

/** Tables of steps whose labels are ranges without a word, as most schedules print them: `0-200`, `201-400`. */

/** Edges of three columns, in points from the left. */
const XS = [60, 240, 330, 420] as const
const [LEFT, LABEL, FIRST, RIGHT] = XS
/** A table 14 points a row from 700 down. */
const top = (row: number): number => 700 - row * 14

type Line = readonly [x1: number, y1: number, x2: number, y2: number]

async function tableOf(rows: readonly (readonly string[])[], isRuled: boolean, above: readonly Placed[] = []) {
  const isTitle = (row: number): boolean => rows[row]?.length === 1
  const body = rows.findIndex((_, row) => !isTitle(row))
  const lines: Line[] = [
    ...Array.from({ length: rows.length + 1 }, (_, row): Line => [LEFT, top(row), RIGHT, top(row)]),
    ...[LEFT, RIGHT].map((x): Line => [x, top(0), x, top(rows.length)]),
    ...[LABEL, FIRST].map((x): Line => [x, top(body), x, top(rows.length)]),
  ]
  const texts = rows.flatMap((cells, row) =>
    cells.map((text, column): Placed => ({ text, x: (XS[column] ?? 0) + 4, y: top(row) - 10 })),
  )
  const drawn = isRuled ? lines.map(([x1, y1, x2, y2]) => `q 0.5 w ${x1} ${y1} m ${x2} ${y2} l S Q`).join(' ') : ''
  const content = `) Tj ET ${drawn} BT /F1 7 Tf (${placedText([...above, ...texts])}`
  const [page] = await layOutPdf(tinyPdf([content]), null)
  const [table] = page?.tables ?? []
  return {
    columns: table?.columns.map((header) => header.join(' ')),
    rows: table?.rows.map(({ under, cells }) => [...under, ...cells.map((cell) => cell?.text ?? null)]),
    headings: table?.headings,
  }
}

const STEPS = [
  ['0-200', '3.10', '20'],
  ['201-400', '4.60', '30'],
  ['1,201 to 2,400', '6', '40'],
] as const

describe.each([
  ['divided by lines', true],
  ['without lines', false],
])('a table %s', (_what, isRuled) => {
  test.each([
    ['words', ['Consumption (units per month)', 'Energy charges', 'Fixed charges'], ['Above 2400', '7', '50']],
    ['units alone', ['Units', 'Rs/kWh', 'Rs/kW'], ['401 & above', '7', '50']],
    ['units alone, and no word in its labels', ['Units', 'Rs/kWh', 'Rs/kW'], ['> 2400', '7', '50']],
    ['words, and an open step with a plus', ['Consumption', 'Energy', 'Fixed'], ['2400+', '7', '50']],
  ])('with a header of %s begins its rows with the first range', async (_which, header, last) => {
    const { columns, rows } = await tableOf([header, ...STEPS, last], isRuled)
    expect({ columns, rows }).toEqual({ columns: header, rows: [...STEPS, last] })
  })

  test('whose rows are numbered has the range beside the number', async () => {
    const rows = STEPS.map(([range, rate], index) => [`${index + 1}`, range, rate])
    const header = ['Sl.', 'Units', 'Rs/kWh']
    expect(await tableOf([header, ...rows], isRuled)).toMatchObject({ columns: header, rows })
  })

  test('takes no numbers of columns, and no years, for a range', async () => {
    const numbered = [['Units', 'Rs/kWh', 'Rs/kW'], ['1', '2', '3'], ...STEPS]
    expect(await tableOf(numbered, isRuled)).toMatchObject({ columns: ['Units 1', 'Rs/kWh 2', 'Rs/kW 3'], rows: STEPS })
    const years = [
      ['2024-2025', '3.10', '20'],
      ['2025-2026', '4.60', '30'],
    ]
    expect((await tableOf([['Year', 'Sales', 'Rate'], ...years], isRuled)).rows).toBeUndefined()
    const ofYears = [
      ['Category', '2025-26', '2026-27'],
      ['', 'Rs/kWh', 'Rs/kWh'],
      ['Domestic', '3.10', '3.20'],
      ['Shops', '5.10', '5.20'],
    ]
    expect((await tableOf(ofYears, isRuled)).columns).toEqual(['Category', '2025-26 Rs/kWh', '2026-27 Rs/kWh'])
  })
})

test('units below the title of a table are its header, and below a header a heading', async () => {
  const header = ['Units', 'Rs/kWh', 'Rs/kW']
  expect(await tableOf([['Domestic'], header, ...STEPS], true)).toMatchObject({
    columns: ['Domestic Units', 'Domestic Rs/kWh', 'Domestic Rs/kW'],
    rows: STEPS,
  })
  const outer = ['Consumption', 'Energy charges', 'Fixed charges']
  const below = await tableOf([outer, ['LT', 'Rs/kWh', 'Rs/kW'], ...STEPS], true)
  expect(below).toMatchObject({ columns: outer, rows: STEPS.map((row) => ['LT', ...row]) })
})

describe('a short line directly above a table, at the edge of the running text', () => {
  const text = (words: string, y: number): Placed => ({ text: words, x: 40, y })
  const WIDE =
    'Applicable to all premises that are used by one family for lighting and for the appliances of a household only, and to those of its tenants.'
  const paragraph = [0, 1, 2].map((line) => text(WIDE, 790 - line * 9))

  test('is a heading if it stands apart from the text above', async () => {
    const above = [...paragraph, text('6.3 Non-Domestic', 704)]
    expect((await tableOf([['Units', 'Rs/kWh', 'Rs/kW'], ...STEPS], true, above)).headings).toEqual([
      '6.3 Non-Domestic',
    ])
  })

  test('is none if it ends the paragraph', async () => {
    const above = [...[0, 1, 2].map((line) => text(WIDE, 731 - line * 9)), text('and for nothing else', 704)]
    expect((await tableOf([['Units', 'Rs/kWh', 'Rs/kW'], ...STEPS], true, above)).headings).toEqual([])
  })
})
