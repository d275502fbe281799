import { tinyPdf } from '../pipeline/intake/tiny-pdf.ts'

/** A line of text on a page of 612 by 792 points, from its bottom left corner. */
export type Placed = { readonly text: string; readonly x: number; readonly y: number; readonly size?: number }

/** A PDF with each text at its position, page by page. */
export function placedPdf(pages: readonly (readonly Placed[])[]): Uint8Array {
  return tinyPdf(
    pages.map((page) =>
      page
        .map(
          ({ text, x, y, size = 9 }) =>
            `) Tj ET BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replaceAll(/[\\()]/g, '\\$&')}`,
        )
        .join(''),
    ),
  )
}

/** Paragraphs one below the other. */
export const lines = (texts: readonly string[], top: number): Placed[] =>
  texts.map((text, index) => ({ text, x: 60, y: top - index * 14 }))

const LEFT = [60, 170, 300, 370, 440, 520]

/** Words of a header one below the other, so that columns stay apart. */
export function stacked(text: string): string[] {
  const parts: string[] = []
  for (const word of text.split(' ')) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + word.length < 12) parts[parts.length - 1] = `${last} ${word}`
    else parts.push(word)
  }
  return parts
}

/** A table: its header in lines, then rows 14 points apart. */
export function table([header = [], ...rows]: readonly (readonly string[])[], top: number): Placed[] {
  const first = top - 10 * Math.max(...header.map((text) => stacked(text).length)) - 4
  const at = (text: string, column: number, y: number): Placed[] =>
    text === '' ? [] : [{ text, x: LEFT[column] ?? 60, y, size: 8 }]
  return [
    ...header.flatMap((text, column) => stacked(text).flatMap((part, line) => at(part, column, top - line * 10))),
    ...rows.flatMap((row, index) => row.flatMap((text, column) => at(text, column, first - index * 14))),
  ]
}

/** The tariff of an invented commission, as printed. */
export const SCHEDULE: readonly (readonly string[])[] = [
  [
    'Category',
    'Consumption',
    'Energy Charge (P/kWh)',
    'Energy Charge (P/kVAh)',
    'Fixed Charge (Rs/kW/Month)',
    'Demand Charge (Rs/kVA/Month)',
  ],
  ['LT Domestic', 'Up to 100 units', '310.00', '', '', ''],
  ['LT Domestic', 'Above 100 units', '470.00', '', '', ''],
  ['LT Domestic', 'Load', '', '', '25.00', ''],
  ['LT Commercial', 'All units', '640.00', '', '', ''],
  ['LT Commercial', 'Load', '', '', '60.00', ''],
  ['HT Industry', 'All units', '', '585.00', '', '325.00'],
]

const ORDER = [
  'Invented Electricity Regulatory Commission',
  'Order in Case No. 7 of 2026, dated 20 March 2026',
  '1. The Commission approves the retail supply tariff of the Annexure.',
  '2. The tariff takes effect on 1 April 2026 and stays in force until 31 March 2027.',
  '3. Fuel adjustment is no part of this order.',
]

/** Rows of the schedule that were misprinted in the order, in their correct form. */
export function corrigendum(): Uint8Array {
  const [head = [], ...rows] = SCHEDULE
  const corrected = rows
    .filter(([category]) => category === 'LT Commercial')
    .map((row) => row.map((text) => (text === '640.00' ? '620.00' : text)))
  return placedPdf([
    [
      ...lines(
        [
          'Invented Electricity Regulatory Commission',
          'Corrigendum of 5 May 2026 to the order in Case No. 7 of 2026',
          '1. The lines of the Annexure below shall be read as follows, from 1 April 2026.',
        ],
        740,
      ),
      ...table([head, ...corrected], 680),
      { text: '1', x: 300, y: 40 },
    ],
  ])
}

/** The whole schedule again, with other rates from October. */
export function midYearOrder(): Uint8Array {
  const dearer: Readonly<Record<string, string>> = { '310.00': '325.00', '470.00': '490.00', '640.00': '645.00' }
  return placedPdf([
    [
      ...lines(
        [
          'Invented Electricity Regulatory Commission',
          'Order in Case No. 31 of 2026, dated 18 September 2026',
          '1. The schedule below takes effect on 1 October 2026 and stays in force until 31 March 2027.',
        ],
        740,
      ),
      ...table(
        SCHEDULE.map((row) => row.map((text) => dearer[text] ?? text)),
        680,
      ),
      { text: '1', x: 300, y: 40 },
    ],
  ])
}

/** The order: a page of paragraphs, and the annexure with its schedule. */
export function inventedOrder(schedule: readonly (readonly string[])[] = SCHEDULE): Uint8Array {
  return placedPdf([
    [...lines(ORDER, 720), { text: '1', x: 300, y: 40 }],
    [
      ...lines(['Annexure'], 740),
      ...table(schedule, 700),
      ...lines(['Note: meters are read once in two months. The charges are those of a month.'], 520),
      { text: '2', x: 300, y: 40 },
    ],
  ])
}
