import { describe, expect, test } from 'vitest'
import { type Draft, draftDefinition, questionsText } from '../../../pipeline/intake/draft/draft-definition.ts'
import { layOut } from '../../../pipeline/intake/lay-out.ts'
import { readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { inventedOrder, lines, placedPdf, SCHEDULE, table } from '../../support/printed-order.ts'

const SOURCE = { sha256: 'a'.repeat(64), size_bytes: 1, media_type: 'application/pdf' } as const

async function drafted(bytes: Uint8Array, from = 1, to = from): Promise<Draft> {
  const layout = await layOut(bytes, 'application/pdf')
  if (layout === null) throw new Error('no layout')
  return draftDefinition({ source: SOURCE, pages: { from, to }, stateCode: 'ZZ', financialYear: '2026-27' }, layout)
}
const page = (rows: readonly (readonly string[])[]): Uint8Array => placedPdf([table(rows, 700)])
const asked = ({ questions }: Draft): string[] => questions.map(({ about, ask }) => `${about}: ${ask}`)
const HEAD = SCHEDULE[0]!

describe('a draft', () => {
  test('names each printed row and column, with what they say of charge, unit and edges', async () => {
    const { tables, questions } = await drafted(inventedOrder(), 2)
    const [{ columns, rows } = { columns: [], rows: [] }] = tables

    expect(questions).toEqual([])
    expect(columns).toEqual([
      { header: 'Energy Charge (P/kWh)', charge: 'energy', unit: 'P/kWh' },
      { header: 'Energy Charge (P/kVAh)', charge: 'energy', unit: 'P/kVAh' },
      { header: 'Fixed Charge (Rs/kW/Month)', charge: 'fixed', unit: 'Rs/kW' },
      { header: 'Demand Charge (Rs/kVA/Month)', charge: 'fixed', unit: 'Rs/kVA' },
    ])
    expect(rows.map(({ label, row, from, to }) => [label.join(' | '), row, from, to])).toEqual([
      ['LT Domestic | Up to 100 units', 'ZZ-LT-DOMESTIC', '0', '100'],
      ['LT Domestic | Above 100 units', 'ZZ-LT-DOMESTIC', '100', null],
      ['LT Domestic | Load', 'ZZ-LT-DOMESTIC', null, null],
      ['LT Commercial | All units', 'ZZ-LT-COMMERCIAL', null, null],
      ['LT Commercial | Load', 'ZZ-LT-COMMERCIAL', null, null],
      ['HT Industry | All units', 'ZZ-HT-INDUSTRY', null, null],
    ])
  })

  test('reads the approved columns, not those beside them, and takes a voltage for a label', async () => {
    const printed = [
      ['Category', 'Supply voltage (kV)', 'Existing Energy Charge (P/kWh)', 'Approved Energy Charge (P/kWh)'],
      ['HT Industry', '11', '640.00', '655.00'],
      ['HT Industry', '33', '620.00', '635.00'],
    ]
    const { tables, questions } = await drafted(page(printed))
    expect(questions).toEqual([])
    expect(tables[0]?.columns).toEqual([{ header: 'Approved Energy Charge (P/kWh)', charge: 'energy', unit: 'P/kWh' }])
    expect(tables[0]?.rows.map(({ label }) => label)).toEqual([
      ['HT Industry', '11'],
      ['HT Industry', '33'],
    ])
  })

  test('asks in which of two units the rates of a column are', async () => {
    const draft = await drafted(
      page([
        ['Category', 'Energy Rate (Rs./kVAh or kWh)'],
        ['LT Domestic', '6.40'],
        ['HT Industry', '5.85'],
      ]),
    )
    expect(draft.tables[0]?.columns.map(({ unit }) => unit)).toEqual([null])
    expect(asked(draft).join()).toContain('the header names Rs/kvah and Rs/kwh: which are its numbers in?')
    const units = await drafted(
      page([
        ['Category', 'Energy Charges (Paise per unit)'],
        ['LT Domestic', '640'],
        ['HT Industry', '585'],
      ]),
    )
    expect(asked(units).join()).toContain('the header names P/unit: which are its numbers in? (P/kWh or P/kVAh)')
  })

  test('says nothing that a person has to say: each blank is a finding, and no record can be made', async () => {
    const { files } = await drafted(inventedOrder(), 2)
    const { findings } = readDefinition(files)
    const places = findings.filter(({ found }) => found === 'nothing').map(({ where }) => where.split(':')[0])
    const count = (file: string): number => places.filter((each) => each === file).length

    expect(readDefinition(files).definition?.complete ?? false).toBe(false)
    expect([count('release.yaml'), count('sources.yaml'), count('categories.yaml')]).toEqual([8, 6, 10])
    // The file of the figures is one finding, and none of the lines of charges that its figures are for.
    expect(findings.filter(({ where }) => where.startsWith('rows.csv'))).toEqual([])
    expect(findings.filter(({ where }) => where.startsWith('figures.csv'))).toEqual([
      expect.objectContaining({
        expected: 'the file, as `pramaan definition figures <folder>` writes it',
        found: 'nothing',
      }),
    ])
  })

  test.each([
    [
      'Next 150 units',
      'First 50 units',
      [
        ['0', '50'],
        ['50', '200'],
      ],
    ],
    [
      '51-200 units',
      '0-50 units',
      [
        ['0', '50'],
        ['50', '200'],
      ],
    ],
    [
      'Above 50 units',
      'Up to 50 units',
      [
        ['0', '50'],
        ['50', null],
      ],
    ],
  ] as const)('gives "%s" the edges of a step behind "%s"', async (second, first, edges) => {
    const { tables } = await drafted(
      page([
        HEAD,
        ['LT Domestic', first, '310.00'],
        ['LT Domestic', second, '470.00'],
        ['LT Shops', 'All units', '640.00'],
      ]),
    )

    expect(tables[0]?.rows.slice(0, 2).map(({ from, to }) => [from, to])).toEqual(edges)
  })
})

describe('a draft leaves open', () => {
  const rows = [
    ['LT Domestic', 'All units', '310.00'],
    ['LT Shops', 'All units', '640.00'],
  ]
  test.each([
    [
      'a cell that names no number',
      [HEAD, ...rows, ['HT Mills', 'All units', 'As in the notes']],
      /HT Mills \| All units, under Energy Charge \(P\/kWh\): "As in the notes" is no number/,
    ],
    [
      'a header without a charge',
      [['Category', 'Consumption', 'Rate (P/kWh)'], ...rows],
      /Rate \(P\/kWh\): the header does not say which charge/,
    ],
    [
      'a header without a unit',
      [['Category', 'Consumption', 'Energy Charge'], ...rows],
      /Energy Charge: no unit is printed/,
    ],
    [
      'a header with two units',
      [['Category', 'Consumption', 'Energy Charge (P/kWh or P/kVAh)'], ...rows],
      /names P\/kwh and P\/kvah/,
    ],
    [
      'a part that is priced first',
      [['Category', 'Consumption', 'Fixed Charge for first kW (Rs)'], ...rows],
      /from where to where/,
    ],
    [
      'what was not approved',
      [['Category', 'Consumption', 'Existing Energy Charge (P/kWh)'], ...rows],
      /does not say that these are the approved rates/,
    ],
    [
      'a bound in the name of a category',
      [HEAD, ...rows, ['Industry below 50 kVA', 'All units', '500.00']],
      /"Industry below 50 kVA" says a range/,
    ],
    [
      'two rows with one label',
      [HEAD, ...rows, ['LT Shops', 'All units', '650.00']],
      /LT Shops \| All units: two rows have this label/,
    ],
    [
      'two columns that say one charge',
      [
        ['Category', 'Consumption', 'Fixed Charge (Rs/kW/Month)', 'Fixed Charge (Rs/connection)'],
        ...rows.map((row) => [...row, '20.00']),
      ],
      /they say the same charge/,
    ],
  ] as const)('%s', async (_what, printed, question) => {
    expect(asked(await drafted(page(printed))).join('\n')).toMatch(question)
  })

  test('the columns of two licensees, with a line for each of its rows', async () => {
    const draft = await drafted(
      page([
        ['Category', 'Consumption', 'Energy Charge of KNP (P/kWh)', 'Energy Charge of KSP (P/kWh)'],
        ['LT Homes', 'For the first 50 units', '280.00', '285.00'],
        ['LT Homes', 'Above 50 units', '390.00', '395.00'],
        ['LT Shops', 'All units', '740.00', '745.00'],
      ]),
    )
    expect(asked(draft)).toEqual([
      expect.stringMatching(/^Energy Charge of KNP \(P\/kWh\) and Energy .*different licensees.*`licensee_code`/),
    ])
    const rows = draft.files.get('rows.csv')!.split('\n').slice(1, -1)
    expect(rows.map((row) => row.replace(/,order,.*/u, ''))).toEqual([
      'ZZ-LT-HOMES,,,ZZ-LT-HOMES,LT Homes,any,,,,,,0,50',
      'ZZ-LT-HOMES,,,,,,,,,,,50,',
      'ZZ-LT-SHOPS,,,ZZ-LT-SHOPS,LT Shops,any,,,,flat,,,',
    ])
  })

  test('the range of a heading, once for all of its rows', async () => {
    const rows = ['Up to 100 units', 'Above 100 units'].map((step) => ['Homes', 'Up to 2 kW', step, '3.50'])
    const draft = await drafted(page([['Category', 'Load', 'Slab', 'Energy Charge (Rs/kWh)'], ...rows]))
    expect(asked(draft)).toEqual([expect.stringMatching(/^Homes \| Up to 2 kW: "Up to 2 kW" says a range/)])
  })

  test('a fixed charge that only one step of a category has', async () => {
    const once = await drafted(
      page([
        ['Category', 'Slab', 'Energy Charge (Rs/kWh)', 'Fixed Charge (Rs/kW/Month)'],
        ['Domestic', 'Up to 50 units', '2.50', '30.00'],
        ['Domestic', 'Above 50 units', '4.00', ''],
        ['Commercial', 'All units', '7.10', '110.00'],
      ]),
    )
    expect(asked(once)).toEqual([
      expect.stringMatching(/^Domestic \| Up to 50 units, under Fixed Charge \(Rs\/kW\/Month\): .*`spans`/),
    ])
  })

  test('a table whose header stands too far above it', async () => {
    const at = (y: number, texts: readonly string[]) => texts.map((text, index) => ({ text, x: 60 + index * 150, y }))
    const rows = ['Homes', 'Shops', 'Halls'].flatMap((label, index) => at(640 - index * 12, [label, '3.50', '40.00']))
    const draft = await drafted(placedPdf([[...at(700, ['Category', 'Energy (Rs/kWh)', 'Fixed (Rs/kW)']), ...rows]]))
    expect(asked(draft)).toEqual([expect.stringMatching(/^the table: columns of numbers have no header/)])
  })

  test('a page without a table, and a page that cannot be read', async () => {
    const draft = await drafted(placedPdf([lines(['An order.', 'It says little.'], 700), []]), 1, 2)

    expect(asked(draft)).toEqual([
      'the page: no table was found on it: is there one?',
      'the page: it cannot be read: it has no text, as a scan has none. Nothing of it may be cited: is there another copy?',
    ])
    expect(questionsText(draft.questions)).toContain('- p.1, the page: no table was found on it: is there one?')
    expect(questionsText([])).toMatch(/Sentences were not read: `definition coverage` lists .*\n\nNone\.\n$/)
  })
})
