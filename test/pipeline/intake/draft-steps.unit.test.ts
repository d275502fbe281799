import { describe, expect, test } from 'vitest'
import { type Draft, draftDefinition } from '../../../pipeline/intake/draft/draft-definition.ts'
import { layOut } from '../../../pipeline/intake/lay-out.ts'

/** Drafts of tables whose labels are only ranges: their title is the category. */

async function draftOf(body: string): Promise<Draft> {
  const layout = await layOut(new TextEncoder().encode(`<html><body>${body}</body></html>`), 'text/html')
  if (layout === null) throw new Error('no layout')
  const source = { sha256: 'a'.repeat(64), size_bytes: 1, media_type: 'text/html' } as const
  return draftDefinition({ source, pages: { from: 1, to: 1 }, stateCode: 'ZZ', financialYear: '2026-27' }, layout)
}
function drafted(title: string, header: string, labels: readonly string[]): Promise<Draft> {
  const rows = labels.map((label, index) => `<tr><td>${label}</td><td>${300 + index}</td></tr>`).join('')
  return draftOf(`<h3>${title}</h3><table><tr><th>${header}</th><th>Energy charge (P/kWh)</th></tr>${rows}</table>`)
}
const steps = ({ tables }: Draft) => tables[0]?.rows.map(({ row, from, to }) => [row, from, to])
const asked = ({ questions }: Draft): string[] => questions.map(({ about, ask }) => `${about}: ${ask}`)
const SLABS = ['0 - 100 units', '101 - 200 units', 'Above 200 units, for all units']

test('ranges below a title are steps of one category, with the name of the title', async () => {
  const draft = await drafted('Domestic', 'Consumption', SLABS)
  expect(steps(draft)).toEqual([
    ['ZZ-DOMESTIC', '0', '100'],
    ['ZZ-DOMESTIC', '100', '200'],
    ['ZZ-DOMESTIC', '200', null],
  ])
  expect(asked(draft)).toEqual([expect.stringMatching(/^Domestic: its rows are taken for steps .*: is it one\?$/)])
})

test('a title with a range, and slabs of another period, are asked about', async () => {
  expect(asked(await drafted('Domestic, above 500 units', 'Consumption in two months', SLABS))).toEqual([
    expect.stringMatching(/^Consumption in two months: its slabs are "in two months": .*`proration`/),
    expect.stringMatching(/^Domestic, above 500 units: .*The title says a range itself/),
  ])
})

test('ranges that do not begin at 0 are asked about one by one', async () => {
  const draft = await drafted('Industry', 'Load', ['51 - 100 kW', 'Above 100 kW'])
  expect(steps(draft)?.map(([row]) => row)).toEqual(['ZZ-51-100-KW', 'ZZ-ABOVE-100-KW'])
  expect(asked(draft)).toHaveLength(2)
})

test('ranges of two tables, each with a paragraph below its heading, are steps of two categories', async () => {
  const table = (title: string): string =>
    `<h3>${title}</h3><p>This tariff is for its consumers.</p><table><tr><th>Load</th><th>Fixed charge (Rs/kW)</th></tr>
     <tr><td>For every kW up to and including 50 kW</td><td>120</td></tr><tr><td>For every additional kW above 50 kW</td><td>215</td></tr></table>`
  const { tables } = await draftOf(`<h2>Schedule</h2>${table('Homes')}${table('Shops')}`)
  expect(tables.map(({ rows }) => rows.map(({ row, from, to }) => [row, from, to]))).toEqual(
    ['ZZ-HOMES', 'ZZ-SHOPS'].map((row) => [
      [row, '0', '50'],
      [row, '50', null],
    ]),
  )
})

test('words behind the rates belong to the label of a row, and to no name', async () => {
  const rows = ['Homes', 'Shops'].map((who, at) => `<tr><td>${who}</td><td>${300 + at}</td><td>For all units</td></tr>`)
  const heads = ['Category', 'Energy charge (P/kWh)', 'Remarks'].map((head) => `<th>${head}</th>`)
  const { tables, files } = await draftOf(`<table><tr>${heads.join('')}</tr>${rows.join('')}</table>`)
  expect(tables[0]?.labels).toEqual(['Category', 'Remarks'])
  expect(tables[0]?.rows.map(({ row, label }) => [row, ...label])).toEqual([
    ['ZZ-HOMES', 'Homes', 'For all units'],
    ['ZZ-SHOPS', 'Shops', 'For all units'],
  ])
  expect(files.get('readings.yaml')).toContain('labels: [ Category, Remarks ]')
})

describe('sub-headings', () => {
  const HEADS = ['Sl. No.', 'Category', 'Fixed charge (Rs/kW)', 'Energy charge (P/kWh)']
  const line = (...cells: readonly string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  const over = (text: string): string => `<tr><td colspan="4">${text}</td></tr>`
  const rows = async (...lines: readonly string[]) => {
    const head = `<thead><tr>${HEADS.map((each) => `<th>${each}</th>`).join('')}</tr></thead>`
    const draft = await draftOf(`<table>${head}<tbody>${lines.join('')}</tbody></table>`)
    return [steps(draft), asked(draft)]
  }
  const ENERGY = [line('', 'First 100 units', '', '310'), line('', 'Above 100 units', '', '470')]

  test('that say for what an amount is are no names of rows', async () => {
    for (const own of [over('LT-1 Domestic'), line('1', 'LT-1 Domestic', '', '')])
      for (const amount of ['Per connection', 'Per kW of connected load, per month'])
        expect(await rows(own, line('', amount, '30', ''), ...ENERGY)).toEqual([
          [
            ['ZZ-LT-1-DOMESTIC', null, null],
            ['ZZ-LT-1-DOMESTIC', '0', '100'],
            ['ZZ-LT-1-DOMESTIC', '100', null],
          ],
          [],
        ])
  })

  test('have the level of the category above them', async () => {
    const head = `<thead><tr>${HEADS.map((each) => `<th>${each}</th>`).join('')}</tr></thead>`
    const body = [line('1', 'LT-1 Domestic', '', ''), ...ENERGY, line('2', 'LT-2 Shops', '60', '640')].join('')
    const { files } = await draftOf(`<table>${head}<tbody>${body}</tbody></table>`)
    expect(files.get('categories.yaml')?.match(/layer: LT/gu)).toHaveLength(2)
  })

  test('for the first kW are steps of their category, and steps of units begin at 0 again', async () => {
    for (const own of [over('LT-2 Shops'), line('2', 'LT-2 Shops', '', '')]) {
      const load = [line('', 'For the first 50 kW', '60', ''), line('', 'Above 50 kW', '80', '')]
      const [found] = await rows(own, ...load, ...ENERGY)
      expect(found).toEqual([
        ['ZZ-LT-2-SHOPS', '0', '50'],
        ['ZZ-LT-2-SHOPS', '50', null],
        ['ZZ-LT-2-SHOPS', '0', '100'],
        ['ZZ-LT-2-SHOPS', '100', null],
      ])
    }
  })

  test('of a load that may be a bound are asked about, and areas are rows of their own', async () => {
    const [found, questions] = await rows(
      over('LT-3 Halls'),
      line('', 'Up to 50 kW', '60', '640'),
      line('', 'Above 50 kW', '80', '660'),
    )
    expect(found).toEqual([
      ['ZZ-LT-3-HALLS-UP-TO-50-KW', null, null],
      ['ZZ-LT-3-HALLS-ABOVE-50-KW', null, null],
    ])
    expect(questions).toHaveLength(2)
    const areas = await rows(
      line('1', 'LT-1 Homes', '', ''),
      line('', 'Rural', '30', '310'),
      line('', 'Urban', '4', '4'),
      line('2', 'LT-3 Mills', '100', '580'),
    )
    expect(areas).toEqual([
      [
        ['ZZ-LT-1-HOMES-RURAL', null, null],
        ['ZZ-LT-1-HOMES-URBAN', null, null],
        ['ZZ-LT-3-MILLS', null, null],
      ],
      [],
    ])
  })
})
