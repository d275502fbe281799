import { describe, expect, test } from 'vitest'
import type { Coverage } from '../../../pipeline/intake/coverage/coverage.ts'
import { furnitureOf } from '../../../pipeline/intake/coverage/page-furniture.ts'
import { numbersOn } from '../../../pipeline/intake/coverage/page-numbers.ts'
import { foldPage } from '../../../pipeline/intake/find-text.ts'
import { csvTable } from '../../../pipeline/intake/lay-out.ts'
import { FILLS, type Fill, inventedDefinition } from '../../support/invented-definition.ts'
import { inventedOrder, lines, placedPdf, SCHEDULE } from '../../support/printed-order.ts'
import { coverageIn, ORDER, pagesOf } from './coverage-in.ts'

const missing = ({ numbers }: Coverage): string[] =>
  numbers.filter(({ standing }) => standing === 'missing').map(({ number, quote }) => `${number} of "${quote}"`)

describe('every number of the covered pages', () => {
  test('is a figure with its path and box, a label, furniture by its kind, or dismissed with its reason', async () => {
    const coverage = coverageIn(await inventedDefinition())
    const standing = (quote: string) =>
      coverage.numbers
        .filter((each) => each.quote === quote)
        .map(({ number, standing: what, by, kind }) => [number, what, by ?? kind])

    expect([missing(coverage), coverage.problems]).toEqual([[], []])
    expect(standing('LT Domestic Up to 100 units 310.00')).toEqual([
      ['100', 'figure', 'rows/ZZ-LT-DOMESTIC/energy/0'],
      ['310.00', 'figure', 'rows/ZZ-LT-DOMESTIC/energy/0'],
    ])
    expect(standing('HT Industry All units 585.00 325.00')).toEqual([
      ['585.00', 'figure', 'rows/ZZ-HT-INDUSTRY/energy/0'],
      ['325.00', 'figure', 'rows/ZZ-HT-INDUSTRY/fixed/0'],
    ])
    expect(
      standing('Order in Case No. 7 of 2026, dated 20 March 2026').map(([number, , kind]) => [number, kind]),
    ).toEqual([
      ['7', 'reference'],
      ['2026', 'reference'],
      ['20', 'date'],
      ['2026', 'date'],
    ])
    expect(standing('Note: meters are read once in two months. The charges are those of a month.')).toEqual([
      ['two', 'dismissed', 'how often meters are read changes no charge of a month'],
    ])
    expect(coverage.numbers.filter(({ box, number }) => box === null && /\d/.test(number))).toEqual([])
  })

  test.each([
    ['alone in the last line', ['Energy is metered', '214'], ['214']],
    ['in the second line, if it says so', ['Tariff Order', 'Page 4 of 9', 'Energy is metered'], ['4', '9']],
    ['in the second line, if it does not say so', ['Tariff Order', '325', 'Energy is metered'], []],
    ['in the second line, between dashes', ['Tariff Order', '- 4 -', 'Energy is metered'], ['4']],
    ['in the second line, behind a minus', ['Tariff Order', '-15', 'Energy is metered'], []],
    ['behind a running title', ['Tariff Order FY 2026-27 | 214', 'Energy is metered'], ['214']],
    ['behind a line in the middle of the page', ['Tariff', 'Energy', 'Homes | 214', 'a', 'b'], []],
  ])('the number of a page is no number of the tariff: %s', (_what, text, pages) => {
    const { folded, numbers } = numbersOn(text.join('\n'), null)
    const kindOf = furnitureOf(folded)
    const found = numbers.filter(({ at, end }) => kindOf(at, end) === 'page').map(({ text: number }) => number)
    expect(found).toEqual(pages)
  })

  const kindsOf = (text: readonly string[], beside?: { before: readonly string[]; after: readonly string[] }) => {
    const { folded, numbers } = numbersOn(text.join('\n'), null)
    const [before, after] = [beside?.before ?? [], beside?.after ?? []].map((each) => foldPage(each.join('\n')))
    const kindOf = furnitureOf(folded, { before: before ?? null, after: after ?? null })
    return numbers.map(({ at, end, text: number }) => [number, kindOf(at, end)])
  }

  test.each([
    ['behind it on the page before', ['Energy', 'State Commission 3'], 'page'],
    ['with a number that does not go before', ['Energy', 'State Commission 2'], null],
    ['with another title', ['Energy', 'Rates of shops 3'], null],
    ['elsewhere on the page', ['State Commission 3', 'Energy'], null],
  ])('the number behind a running title that is %s', (_what, before, kind) => {
    expect(kindsOf(['Energy is metered', 'State Commission 4'], { before, after: [] })).toEqual([['4', kind]])
  })

  test('a date over two lines is a date', () => {
    expect(kindsOf(['The charges end on 31st March,', '2027. Rates:'])).toEqual([
      ['31', 'date'],
      ['2027', 'date'],
    ])
  })

  test('numbers of clauses that follow each other are serials, a rate before a word is none', () => {
    const text = ['2. Charges', '2.1 The charges', '3.1 Rates', '3.2 Meters', '5.5 Bills', '7.30 Above all', '3.3 kWh']
    expect(kindsOf(text, { before: ['5.4 Bills'], after: [] })).toEqual([
      ['2', 'serial'],
      ['2.1', 'serial'],
      ['3.1', 'serial'],
      ['3.2', 'serial'],
      ['5.5', 'serial'],
      ['7.30', null],
      ['3.3', null],
    ])
  })

  test('that is in a row which nothing reads is missing, its label too', async () => {
    const printed = [...SCHEDULE, ['LT Street Lights', 'Up to 50 lamps', '500.00', '', '', '']]

    expect(missing(coverageIn(await inventedDefinition(inventedOrder(printed))))).toEqual([
      '50 of "LT Street Lights Up to 50 lamps 500.00"',
      '500.00 of "LT Street Lights Up to 50 lamps 500.00"',
    ])
  })

  test('that is in a column which nothing reads is missing, whole numbers that look like serials too', async () => {
    const printed = SCHEDULE.map((row) =>
      row.map((text, column) => (row[0] === 'LT Commercial' && row[1] === 'Load' && column === 5 ? '12' : text)),
    )

    const one: Fill = [
      'readings.yaml',
      'of: [ZZ-LT-COMMERCIAL] }\n      - { label: [ HT',
      'of: [ZZ-LT-COMMERCIAL], only: ["Fixed Charge (Rs/kW/Month)"] }\n      - { label: [ HT',
    ]

    expect(missing(coverageIn(await inventedDefinition(inventedOrder(printed), [...FILLS, one])))).toEqual([
      '12 of "LT Commercial Load 60.00 12"',
    ])
  })

  test('that is in a heading of a table belongs to the rows below it', async () => {
    const printed = SCHEDULE.flatMap((row) => (row[0] === 'HT Industry' ? [['Above 110 kVA'], row] : [row]))
    const coverage = coverageIn(await inventedDefinition(inventedOrder(printed)))

    expect(missing(coverage)).toEqual([])
    expect(coverage.numbers.filter(({ quote }) => quote === 'Above 110 kVA')).toMatchObject([
      { number: '110', standing: 'figure' },
    ])
  })

  test('that a dismissal names is missing without it', async () => {
    const coverage = coverageIn(await inventedDefinition(), { dismissed: [] })

    expect(missing(coverage)).toEqual([
      'two of "Note: meters are read once in two months. The charges are those of a month."',
    ])
  })
})

describe('a cited paragraph', () => {
  const order = placedPdf([
    lines(
      [
        '4. A rebate of 5 paise a unit is given, and',
        'a surcharge of 8 percent falls on arrears.',
        '5. A penalty of 9 percent is not looked at.',
      ],
      700,
    ),
    lines(['Annexure'], 700),
  ])
  const cited: Fill[] = [
    ...FILLS,
    [
      'rules.yaml',
      'facts: []',
      `facts:
  - { fact_id: ZZ-REBATE, group: other, key: rebate, applies_to: all, period: FY 2026-27, text: A rebate., grade: order,
      evidence: { source_id: ${ORDER}, page: 1, quote: "A rebate of 5 paise a unit is given" } }`,
    ],
  ]

  test('is looked at whole where its page is not: what is quoted is a fact, what is beside it is missing', async () => {
    const { candidate, definition } = await inventedDefinition(inventedOrder(), cited)
    const { pages, layout } = await pagesOf(order)
    const coverage = coverageIn({ candidate, definition, pages, layout }, { covers: [], dismissed: [] })

    expect(coverage.numbers.map(({ number, standing, by }) => [number, standing, by])).toEqual([
      ['4', 'dismissed', null],
      ['5', 'fact', 'rules/facts/ZZ-REBATE'],
      ['8', 'missing', null],
    ])
  })

  const numbersIn = async (...pages: string[][]): Promise<string[]> => {
    const { candidate, definition } = await inventedDefinition(inventedOrder(), cited)
    const laid = await pagesOf(placedPdf(pages.map((page) => lines(page, 700))))
    const coverage = coverageIn({ candidate, definition, ...laid }, { covers: [], dismissed: [] })
    return coverage.numbers.map(({ page, number, standing }) => `p.${page} ${number} ${standing}`)
  }
  const REBATE = '4. A rebate of 5 paise a unit is given, and'

  test('that is the last of its page is looked at to the end of its sentence', async () => {
    const page = [REBATE, 'a surcharge of 8 percent falls on', 'arrears of 3 months.', '9 lamps']
    expect(await numbersIn(page, ['12 lamps'])).toEqual([
      'p.1 4 dismissed',
      'p.1 5 fact',
      'p.1 8 missing',
      'p.1 3 missing',
    ])
  })

  test('that the end of the page cuts is looked at on the next page, up to the end of its sentence', async () => {
    const next = ['falls on arrears of', '8 percent. It has a', 'limit of 7 days.', '9 lamps are another matter.']
    const first = [REBATE, 'a surcharge', '163']
    expect(await numbersIn(first, next, ['10 lamps'])).toEqual([
      'p.1 4 dismissed',
      'p.1 5 fact',
      'p.1 163 dismissed',
      'p.2 8 missing',
      'p.2 7 missing',
    ])
    expect(await numbersIn(first, ['', '5. Another paragraph of 6 lamps.'])).toEqual([
      'p.1 4 dismissed',
      'p.1 5 fact',
      'p.1 163 dismissed',
    ])
  })
})

describe('what is said of coverage and does not hold is a problem', () => {
  const dismissal = { source_id: ORDER, page: 2, quote: 'once in two months', number: 'two', because: 'of no charge' }
  test.each([
    [
      'a page that the document lacks',
      { covers: [{ source_id: ORDER, from_page: 2, to_page: 3 }], dismissed: [] },
      'covers/0',
    ],
    [
      'a range that ends before it begins',
      { covers: [{ source_id: ORDER, from_page: 2, to_page: 1 }], dismissed: [] },
      'covers/0',
    ],
    [
      'a source that is none',
      { covers: [{ source_id: 'ZZ-OTHER', from_page: 1, to_page: 1 }], dismissed: [] },
      'covers/0',
    ],
    ['a dismissal of a number that is not there', { dismissed: [{ ...dismissal, number: 'three' }] }, 'dismissed/0'],
    [
      'a dismissal in words that are not there',
      { dismissed: [{ ...dismissal, quote: 'twice a year' }] },
      'dismissed/0',
    ],
    [
      'a dismissal of what is a figure',
      { dismissed: [{ ...dismissal, quote: 'Up to 100 units 310.00', number: '310.00' }] },
      'dismissed/0',
    ],
    ['a dismissal said twice', { dismissed: [dismissal, { ...dismissal }] }, 'dismissed/1'],
    [
      'a dismissal that fits two numbers',
      { dismissed: [{ ...dismissal, quote: 'units', number: '100' }, dismissal] },
      'dismissed/0',
    ],
  ])('%s', async (_what, said, path) => {
    expect(coverageIn(await inventedDefinition(), said).problems.map((problem) => problem.path)).toEqual([path])
  })

  test('a covered page without text', async () => {
    const { candidate, definition } = await inventedDefinition()
    const { pages, layout } = await pagesOf(placedPdf([lines(['1. An order.'], 700), []]))
    const { problems } = coverageIn({ candidate, definition, pages, layout }, { dismissed: [] })

    expect(problems).toEqual([
      {
        path: 'covers/0',
        expected: `a page of ${ORDER} that can be read`,
        found: 'page 2: it has no text, as a scan has none',
      },
    ])
  })
})

test('a number of a CSV page ends where its field ends, with the commas inside a quoted field', () => {
  const text = 'Category,Energy,Fixed\nHT,310,325\nLT,"1,500",75\n'
  const layout = { words: [], tables: [csvTable(text)], unreadable: null, size: null }

  expect(numbersOn(text, layout).numbers.map(({ text: number, line }) => `${number} in line ${line}`)).toEqual([
    '310 in line 2',
    '325 in line 2',
    '1,500 in line 3',
    '75 in line 3',
  ])
})
