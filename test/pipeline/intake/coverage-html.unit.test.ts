import { describe, expect, test } from 'vitest'
import { coverageOf } from '../../../pipeline/intake/coverage/coverage.ts'
import { linesOfTables } from '../../../pipeline/intake/coverage/table-lines.ts'
import { foldPage } from '../../../pipeline/intake/find-text.ts'
import { layOutHtml } from '../../../pipeline/intake/layout/html.ts'
import { extractHtml } from '../../../pipeline/intake/text/html.ts'
import { inventedDefinition } from '../../support/invented-definition.ts'
import { SCHEDULE } from '../../support/printed-order.ts'

/** An HTML page has no boxes: where a cell is follows from the lines of its text. */

function pageOf(body: string) {
  const html = `<!doctype html><html><body>${body}</body></html>`
  const read = extractHtml(new TextEncoder().encode(html))
  if (!read.ok) throw new Error(read.reason)
  return { text: read.pages[0] ?? '', layout: layOutHtml(html) }
}

/** What stands at the place of each cell, row by row, for each table. */
function found(body: string) {
  const { text, layout } = pageOf(body)
  const folded = foldPage(text)
  const said = ({ from, to }: { from: number; to: number }) => folded.text.slice(from, to)
  const lines = linesOfTables(folded, layout.tables)
  return layout.tables.map(({ number }) => {
    const { head = [], rows = [] } = lines.get(number) ?? {}
    return {
      head: head.map(said).join(' | '),
      rows: rows.map(({ cells, under }) => [
        ...under.map(said),
        ...cells.map((place) => (place === null ? null : `${place.from}: ${said(place)}`)),
      ]),
    }
  })
}

const texts = (cells: readonly (string | null)[]) => cells.map((cell) => cell?.replace(/^\d+: /u, '') ?? null)

describe('the cells of a table of an HTML page are found in its text', () => {
  test('with labels and numbers that are printed once for several rows', () => {
    const [table] = found(`<p>Order of 2026</p><table>
      <tr><th>Category</th><th>Slab</th><th>Energy</th><th>Fixed</th></tr>
      <tr><td rowspan=2>Domestic</td><td>0-100</td><td>3.50</td><td rowspan=2>40.00</td></tr>
      <tr><td>101-300</td><td>5.25</td></tr>
      <tr><td>Shops</td><td>All</td><td>7.80</td><td>40.00</td></tr></table>`)
    expect(table?.head).toBe('Category | Slab | Energy | Fixed'.replaceAll(' | ', ' '))
    expect(table?.rows.map(texts)).toEqual([
      ['Domestic', '0-100', '3.50', '40.00'],
      ['Domestic', '101-300', '5.25', null],
      ['Shops', 'All', '7.80', '40.00'],
    ])
    // The label of both rows is one place.
    expect(table?.rows[1]?.[0]).toBe(table?.rows[0]?.[0])
  })

  test('under headings over several columns, and in a group of rows', () => {
    const [table] = found(`<table><thead>
      <tr><th rowspan=2>Slab</th><th colspan=2>Charges from 1 April</th></tr><tr><th>Energy</th><th>Fixed</th></tr></thead>
      <tr><td colspan=3>A. Homes of 5 kW</td></tr>
      <tr><td>All</td><td>3.50</td><td>40</td></tr><tr><td>Others</td><td>3.60</td><td>41</td></tr></table>`)
    expect(table?.head).toBe('Slab Charges from 1 April | Energy Fixed')
    expect(table?.rows.map(texts)).toEqual([
      ['A. Homes of 5 kW', 'All', '3.50', '40'],
      ['A. Homes of 5 kW', 'Others', '3.60', '41'],
    ])
  })

  test('in their own order: rows with the same text are two places', () => {
    const one = '<table><tr><th>Slab</th><th>Rate</th></tr><tr><td>All</td><td>3.50</td></tr></table>'
    const [first, second] = found(one + one)
    expect([first, second].map((table) => texts(table?.rows[0] ?? []))).toEqual([
      ['All', '3.50'],
      ['All', '3.50'],
    ])
    expect(first?.rows[0]).not.toEqual(second?.rows[0])
  })

  test('with a label that has a digit and spans its rows, and no figure that does', () => {
    const { layout } = pageOf(`<table>
      <tr><th>Category</th><th>Slab</th><th>Energy</th><th>Fixed</th></tr>
      <tr><td rowspan=2>LT-2 Domestic</td><td>0-100</td><td>3.50</td><td rowspan=2>Rs 40/-</td></tr>
      <tr><td>101-300</td><td>5.25</td></tr></table>`)
    expect(layout.tables[0]?.rows.map(({ cells }) => cells.map((cell) => cell?.text ?? null))).toEqual([
      ['LT-2 Domestic', '0-100', '3.50', null],
      ['LT-2 Domestic', '101-300', '5.25', null],
    ])
    expect(layout.tables[0]?.loose.map(({ text }) => text)).toEqual(['Rs 40/-'])
  })

  test('and not where a line is not exactly its row', () => {
    const [table] = found(`<table><tr><th>Slab</th><th>Rate</th></tr>
      <tr><td>All<br>units of 2026</td><td>3.50</td></tr><tr><td>Others</td><td>3.60</td></tr></table>`)
    expect(table?.rows.map(texts)).toEqual([
      [null, null],
      ['Others', '3.60'],
    ])
  })
})

describe('coverage of an HTML page', () => {
  const row = (cells: readonly string[], tag = 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`

  /** Headers of several levels are written with ` | `; `heads`: those that figures of the definition were read under. */
  async function missing(
    printed: readonly (readonly string[])[],
    more = '',
    heads: Readonly<Record<string, string>> = {},
  ) {
    const { candidate } = await inventedDefinition()
    const record = Object.entries(heads).reduce(
      (text, [from, to]) =>
        text.replaceAll(`"column":${JSON.stringify([from])}`, `"column":${JSON.stringify(to.split(' | '))}`),
      JSON.stringify(candidate.record),
    )
    const [head = [], ...body] = printed
    const { text, layout } = pageOf(
      `<p>1,500 is in the first line</p><table>${row(head, 'th')}${body.map((cells) => row(cells)).join('')}</table>${more}`,
    )
    const empty = { words: [], tables: [], unreadable: null, size: null }
    const tables = layout.tables.map((table) => ({
      ...table,
      page: 2,
      caption: [],
      columns: head.map((name) => name.split(' | ')),
    }))
    const source = {
      pages: ['', text],
      layout: { extractor: 'test', pages: [empty, { ...layout, tables }] },
      media_type: 'text/html',
    }
    const covers = [{ source_id: 'ZZ-ORDER-2026-27', from_page: 2, to_page: 2 }]
    const said = coverageOf(
      JSON.parse(record) as typeof candidate.record,
      { covers, dismissed: [] },
      new Map([['ZZ-ORDER-2026-27', source]]),
    )
    return said.numbers
      .filter(({ standing }) => standing === 'missing')
      .map(({ number, quote }) => `${number} of "${quote}"`)
  }

  test('leaves nothing of the table that is read, and misses what is beside it', async () => {
    expect(await missing(SCHEDULE)).toEqual(['1,500 of "1,500 is in the first line"'])
  })

  test('reads the numbers of two cells as two, though a space could be one between groups of digits', async () => {
    const more = ['LT Street Lights', 'All units', '310', '325', '', '']
    expect(await missing([...SCHEDULE, more])).toEqual([
      '1,500 of "1,500 is in the first line"',
      '310 of "LT Street Lights All units 310 325"',
      '325 of "LT Street Lights All units 310 325"',
    ])
  })

  test.each([
    [
      'leaves nothing of a column of existing rates beside the approved one that is read',
      'Existing',
      'Approved',
      false,
    ],
    ['misses a column of existing rates where none is called approved', 'Existing', 'Next', true],
    ['misses a column that says neither', 'Other', 'Approved', true],
    ['misses a second column of approved rates', 'Approved by the Board', 'Approved', true],
  ])('%s', async (_what, first, second, isMissing) => {
    const name = 'Energy Charge (P/kWh)'
    const printed = SCHEDULE.map(([category = '', slab = '', energy = '', ...rest], index) =>
      index === 0
        ? [category, slab, `${first} | ${name}`, `${second} | ${name}`, ...rest]
        : [category, slab, energy === '' ? '' : '299.00', energy, ...rest],
    )
    const found = await missing(printed, '', { [name]: `${second} | ${name}` })
    expect(found.some((each) => each.startsWith('299.00 of'))).toBe(isMissing)
    expect(found.filter((each) => !each.startsWith('299.00 of'))).toEqual(['1,500 of "1,500 is in the first line"'])
  })

  test('knows the numbers of rows by the header of their column', async () => {
    const numbered = (head: string) =>
      SCHEDULE.map((cells, index) => [index === 0 ? head : String(index), ...cells] as const)
    expect(await missing(numbered('Sl. No.'))).toEqual(['1,500 of "1,500 is in the first line"'])
    expect(await missing(numbered('Lamps'))).not.toEqual(['1,500 of "1,500 is in the first line"'])
  })

  test('misses a row that nothing reads, and the same row in another table', async () => {
    const more = ['LT Street Lights', 'Up to 50 lamps', '500.00', '', '', '']
    const again = `<table>${row(['a', 'b'], 'th')}${row(['HT Industry All units', '585.00 325.00'])}</table>`
    expect(await missing([...SCHEDULE, more], again)).toEqual([
      '1,500 of "1,500 is in the first line"',
      '50 of "LT Street Lights Up to 50 lamps 500.00"',
      '500.00 of "LT Street Lights Up to 50 lamps 500.00"',
      '585.00 of "HT Industry All units 585.00 325.00"',
      '325.00 of "HT Industry All units 585.00 325.00"',
    ])
  })
})

describe('a single number that a definition dismisses', () => {
  const problems = async (sentence: string, number: string): Promise<string[]> => {
    const { candidate } = await inventedDefinition()
    const source_id = 'ZZ-ORDER-2026-27'
    const source = { pages: ['', pageOf(`<p>${sentence}</p>`).text], layout: null, media_type: 'text/html' }
    const dismissed = [{ source_id, page: 2, quote: sentence, number, because: 'it is rare' }]
    const covers = [{ source_id, from_page: 2, to_page: 2 }]
    const coverage = coverageOf(candidate.record, { covers, dismissed }, new Map([[source_id, source]]))
    return coverage.problems.map(({ expected }) => expected)
  }

  test.each([
    ['Consumers below 85 percent pay a surcharge of 5 percent.', '5'],
    ['A minimum charge of Rs. 260 per kVA is payable.', '260'],
  ])('is no amount that is due: %s', async (sentence, number) => {
    expect(await problems(sentence, number)).toEqual([expect.stringContaining(`${number} in the quote of a rule`)])
  })

  test.each([
    ['Consumers below 85 percent pay a surcharge.', '85'],
    ['In normal hours the charge is 100 percent of the energy charge.', '100'],
    ['The hills have 40 percent of the consumers.', '40'],
  ])('may be another: %s', async (sentence, number) => {
    expect(await problems(sentence, number)).toEqual([])
  })
})
