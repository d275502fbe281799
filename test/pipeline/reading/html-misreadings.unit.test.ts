import { describe, expect, it } from 'vitest'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { layOut } from '../../../pipeline/intake/lay-out.ts'
import { judged, type Parts, soundFigures } from './invented-order.ts'

/** Refused when the document is added: nothing of it can be cited. */
const ADDED = 'source'
const RESOLVES = 'source.cited'
const FOUND_AGAIN = 'evidence.quote_found'
const AGREES = 'evidence.figure_in_quote'

const page =
  (from: string, to: string) =>
  (parts: Parts): void => {
    parts.page = (html) => {
      if (!html.includes(from)) throw new Error(`nothing to replace: ${from}`)
      return html.replace(from, to)
    }
  }
const cell = (inside: string): ((parts: Parts) => void) => page('<td>310.00</td>', `<td>${inside}</td>`)

/** Characters that a browser displays differently, so the earlier figure is not read there again. */
const MISREADINGS: readonly (readonly [what: string, refusedBy: string, edit: (parts: Parts) => void])[] = [
  ['a figure that is struck', RESOLVES, cell('<s>310.00</s>')],
  ['a figure that is deleted', RESOLVES, cell('<del>310.00</del>')],
  ['a figure with a line through it', RESOLVES, cell('<span style="text-decoration: line-through">310.00</span>')],
  ['a struck figure beside the one that holds', FOUND_AGAIN, cell('<s>310.00</s> 325.00')],
  ['a figure that is not displayed', RESOLVES, cell('<span style="display:none">310.00</span>')],
  ['a figure that is not visible', RESOLVES, cell('<span style="visibility: hidden">310.00</span>')],
  ['a figure of no opacity', RESOLVES, cell('<span style="opacity:0">310.00</span>')],
  ['a figure of no size', RESOLVES, cell('<span style="font-size:0">310.00</span>')],
  ['a figure with the attribute hidden', RESOLVES, cell('<span hidden>310.00</span>')],
  ['a figure hidden from readers of the page', RESOLVES, cell('<span aria-hidden="true">310.00</span>')],
  ['a figure that is raised', RESOLVES, cell('<sup>310.00</sup>')],
  ['a figure that is raised by its style', RESOLVES, cell('<span style="vertical-align:super">310.00</span>')],
  ['a figure in a comment', RESOLVES, cell('<!-- 310.00 -->')],
  ['a figure in a template', RESOLVES, cell('<template>310.00</template>')],
  ['a hidden digit before the others', FOUND_AGAIN, cell('<span hidden>3</span>10.00')],
  ['a fraction of raised and lowered digits', RESOLVES, cell('310<sup>1</sup>/<sub>2</sub>')],
  ['a fraction by its name', RESOLVES, cell('310&frac12;')],
  ['a space of no width by its number', RESOLVES, cell('3&#8203;10.00')],
  ['a soft hyphen by its name', RESOLVES, cell('31&shy;0.00')],
  ['groups by no-break space cut off', FOUND_AGAIN, cell('1&nbsp;310.00')],
  ['a minus by its name', FOUND_AGAIN, cell('&minus;310.00')],
  ['two figures one below the other', RESOLVES, cell('310.00<br>325.00')],
  ['a table inside the cell', RESOLVES, cell('<table><tr><td>310.00</td><td>325.00</td></tr></table>')],
  ['a row that is hidden', RESOLVES, page('<tr><td>LT Domestic', '<tr style="display:none"><td>LT Domestic')],
  [
    'a header that is struck',
    RESOLVES,
    page('<th>Energy Charge (P/kWh)</th>', '<th><s>Energy Charge (P/kWh)</s></th>'),
  ],
  ['a figure that reaches over two columns', RESOLVES, page('<td>310.00</td><td></td>', '<td colspan="2">310.00</td>')],
  ['a figure that reaches over two rows', RESOLVES, page('<td>310.00</td>', '<td rowspan="2">310.00</td>')],
  [
    'a style sheet that hides cells by their class',
    ADDED,
    page('<table>', '<style>.old { display: none }</style><table>'),
  ],
  ['a title of last year\u2019s', AGREES, page('<table>', '<table><caption>Tariff for FY 2025-26</caption>')],
  ['a heading of last year\u2019s above it', AGREES, page('<table>', '<h2>Tariff for FY 2025-26.</h2><table>')],
  [
    'steps of two months',
    AGREES,
    (parts) => {
      page('<th>Consumption</th>', '<th>Consumption in two months</th>')(parts)
      parts.readings = parts.readings.replace('[Category, Consumption]', '[Category, Consumption in two months]')
    },
  ],
  ['a line of last year\u2019s above it', AGREES, page('<table>', '<p>Tariff from 1.4.2025</p><div><table>')],
  [
    'a style sheet that strikes',
    ADDED,
    page('<table>', '<style>td i { text-decoration: line-through }</style><table>'),
  ],
  [
    'a style sheet that writes a digit before each',
    ADDED,
    page('<table>', '<style>td:nth-child(3)::before { content: "1" }</style><table>'),
  ],
  [
    'a style sheet that turns digits round',
    ADDED,
    page('<table>', '<style>td { unicode-bidi: bidi-override; direction: rtl }</style><table>'),
  ],
  ['a style sheet that continues elsewhere', ADDED, page('<table>', '<style>@import url(a.css);</style><table>')],
  ['a style sheet in another file', ADDED, page('<html>', '<html><link rel="stylesheet" href="a.css">')],
  [
    'a column that is collapsed',
    ADDED,
    page('<thead>', '<colgroup><col><col><col style="visibility: collapse"></colgroup><thead>'),
  ],
  ['digits turned round', RESOLVES, cell('<bdo dir="rtl">310.00</bdo>')],
  ['digits turned round by their style', RESOLVES, cell('<span style="unicode-bidi:bidi-override">310.00</span>')],
  ['a mark of a note that is lowered', RESOLVES, cell('310.00<sub>1</sub>')],
  ['a mark of a note that is raised by a length', RESOLVES, cell('310.00<span style="vertical-align:4px">1</span>')],
  ['a digit beside the window', RESOLVES, cell('<span style="position:absolute;left:-999px">3</span>10.00')],
  ['a digit of no width', RESOLVES, cell('<span style="display:inline-block;width:0">3</span>10.00')],
  ['a digit made small', RESOLVES, cell('<span style="transform:scale(0)">3</span>10.00')],
  ['a digit that is transparent', RESOLVES, cell('<span style="color:transparent">3</span>10.00')],
  ['a white digit', RESOLVES, cell('<span style="color:#fff">3</span>10.00')],
  ['a white digit of an old page', RESOLVES, cell('<font color="white">3</font>10.00')],
  ['a digit moved behind the others', RESOLVES, cell('<span style="float:right">3</span>10.00')],
  ['a digit in a picture', RESOLVES, cell('<img src="1.png" alt="1">310.00')],
  ['a digit in a field', RESOLVES, cell('<input value="1">310.00')],
  ['a fraction as a formula', RESOLVES, cell('310<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>')],
  ['a digit in a closed dialog', RESOLVES, cell('<dialog>3</dialog>10.00')],
]

describe('an invented order as a web page', () => {
  for (const [what, refusedBy, edit] of MISREADINGS) {
    it(`${what}: refused by ${refusedBy}`, async () => {
      // A title is part of what heads the columns, so it is read before it is judged.
      const figures = refusedBy === AGREES ? null : await soundFigures('html')
      const found = await judged('html', (parts) => {
        edit(parts)
        parts.figures = figures
      })
      expect([...found].filter(([, findings]) => findings.length > 0).map(([name]) => name)).toContain(refusedBy)
    })
  }
})

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('the text of a web page', () => {
  it.each([
    ['<p>Energy is <s>310</s> 325 paise</p>', 'Energy is [struck text left out] 325 paise'],
    ['<p>Energy is <b hidden>310</b> 325 paise</p>', 'Energy is [hidden text left out] 325 paise'],
    ['<p>Energy is 325<sup>1</sup> paise</p>', 'Energy is 325 ¹ paise'],
    ['<p>Energy is 325<sup>th</sup> paise</p>', 'Energy is 325 [raised text left out] paise'],
    ['<p>Energy is 325<sub>1</sub> paise</p>', 'Energy is 325 [raised text left out] paise'],
    ['<p>Energy is <bdo dir="rtl">523</bdo> paise</p>', 'Energy is [moved text left out] paise'],
    ['<p>Energy is <svg><text>1</text></svg>325 paise</p>', 'Energy is [drawing left out] 325 paise'],
    ['<p style="background:navy"><b style="color:white">Energy is 325 paise</b></p>', 'Energy is 325 paise'],
    ['<p>Energy is <s> </s>325 paise</p>', 'Energy is 325 paise'],
  ])('says where something was left out or raised: %s', async (html, text) => {
    const extracted = await extractText(utf8(`<html><body>${html}</body></html>`), 'text/html')
    expect(extracted).toEqual({ ok: true, pages: [text] })
  })
})

describe('a table of a web page', () => {
  it('has headers that reach over columns, headings inside it, and labels that reach over rows', async () => {
    const html = `<html><body><table><caption>Schedule of charges</caption>
      <tr><th rowspan="2">Category</th><th rowspan="2">Slab</th><th colspan="2">Energy Charge (P/kWh)</th></tr>
      <tr><th>Existing</th><th>Approved</th></tr>
      <tr><td colspan="4">LT Category</td></tr>
      <tr><td rowspan="2">Domestic</td><td>first 50 units</td><td>300</td><td>310</td></tr>
      <tr><td>above 50 units</td><td>400</td><td>420</td></tr>
    </table></body></html>`
    const layout = await layOut(utf8(html), 'text/html')
    const [table] = layout!.pages[0]!.tables
    expect(table!.columns).toEqual([
      ['Schedule of charges', 'Category'],
      ['Schedule of charges', 'Slab'],
      ['Schedule of charges', 'Energy Charge (P/kWh)', 'Existing'],
      ['Schedule of charges', 'Energy Charge (P/kWh)', 'Approved'],
    ])
    expect(table!.rows.map(({ under, cells }) => [...under, ...cells.map((each) => each?.text ?? '')])).toEqual([
      ['LT Category', 'Domestic', 'first 50 units', '300', '310'],
      ['LT Category', 'Domestic', 'above 50 units', '400', '420'],
    ])
  })

  it.each([
    ['a heading', '<h3>Schedule:</h3>', ['Schedule:', 'Slab']],
    ['a short line', '<p>Schedule</p>', ['Schedule', 'Slab']],
    [
      'a heading, in a group of its own',
      '<h3>Schedule</h3><style>td { color: red }</style><div>',
      ['Schedule', 'Slab'],
    ],
    ['a sentence', '<p>Schedule</p><p>It is this.</p>', ['Slab']],
    ['another table', '<h3>Schedule</h3><table><tr><td>a</td></tr></table>', ['Slab']],
  ])('has the title that stands right above it: %s', async (_, above, header) => {
    const html = `<html><body>${above}<table id="t"><tr><th>Slab</th><th>Fixed</th></tr><tr><td>a</td><td>20</td></tr></table></body></html>`
    const layout = await layOut(utf8(html), 'text/html')
    expect(layout!.pages[0]!.tables.at(-1)!.columns[0]).toEqual(header)
  })

  it('with a number for two rows has it in neither', async () => {
    const html = `<html><body><table><tr><th>Slab</th><th>Fixed</th></tr>
      <tr><td>first 50</td><td rowspan="2">20</td></tr><tr><td>above 50</td></tr></table></body></html>`
    const layout = await layOut(utf8(html), 'text/html')
    const [table] = layout!.pages[0]!.tables
    expect(table!.rows.map(({ cells }) => cells[1])).toEqual([null, null])
    expect(table!.loose).toEqual([{ text: '20', box: null, column: 1, after: 0, through: 1 }])
  })
})
