import { describe, expect, it } from 'vitest'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { definitionFiles, figure, type Order, printedAs } from '../../mechanisms/support/order.ts'
import { replaced } from './edits.ts'
import { readNow, verdicts } from './invented-order.ts'

/**
 * Tables of slabs for two months, as in states that read meters every second month: one table for each range of the
 * total consumption, and a fixed charge for each month.
 */

const SLABS = 'The slabs of LT tariffs are for a consumption of two months'
const MONTHS = 'the slabs are those of two months by the number of whole months of the bill'
const table = (header: readonly string[], rows: readonly string[]): string =>
  `<table><tr>${header.map((each) => `<th>${each}</th>`).join('')}</tr>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`
const lines = (...cells: readonly (readonly [label: string, paise: number])[]): string[] =>
  cells.map(([label, paise]) => `<td>${label}</td><td>${paise}</td>`)
const SLAB = 'Consumption in two months'
const ENERGY = 'Energy charge (Paise/kWh)'
const PAGE = `<html><body><p>1. ${SLABS}; fixed charges are for each month.</p>
<p>2. If a bill covers other than two months, ${MONTHS}.</p>
<h3>Domestic, total consumption up to 500 units in two months</h3>
${table([SLAB, ENERGY], lines(['0 - 100 units', 0], ['101 - 500 units', 470]))}
<h3>Domestic, total consumption above 500 units in two months</h3>
${table([SLAB, ENERGY], lines(['0 - 400 units', 470], ['Above 400 units', 840]))}
<h3>Commercial</h3>
${table([SLAB, ENERGY, 'Fixed charge (Rs/kW/month)'], ['<td>Up to 100 units</td><td>645</td><td rowspan="2">107</td>', '<td>Above 100 units, for all units</td><td>970</td>'])}
</body></html>`

const READINGS = `readings:
  - reading_id: low
    source_id: ORDER
    pages: [1]
    table: 1
    columns: { "${ENERGY}": { charge: energy, unit: P/kWh } }
    rows:
      - { label: [0 - 100 units], of: [TO-500], from: 0, to: 100 }
      - { label: [101 - 500 units], of: [TO-500], from: 100, to: 500 }
  - reading_id: high
    source_id: ORDER
    pages: [1]
    table: 2
    columns: { "${ENERGY}": { charge: energy, unit: P/kWh } }
    rows:
      - { label: [0 - 400 units], of: [ABOVE-500], from: 0, to: 400 }
      - { label: [Above 400 units], of: [ABOVE-500], from: 400 }
  - reading_id: commercial
    source_id: ORDER
    pages: [1]
    table: 3
    columns:
      "${ENERGY}": { charge: energy, unit: P/kWh }
      "Fixed charge (Rs/kW/month)": { charge: fixed, unit: Rs/kW }
    rows:
      - { label: [Up to 100 units], of: [COM], from: 0, to: 100, only: ["${ENERGY}"] }
      - { label: ["Above 100 units, for all units"], of: [COM], from: 100, only: ["${ENERGY}"] }
    spans:
      - { column: "Fixed charge (Rs/kW/month)", first: [Up to 100 units], last: ["Above 100 units, for all units"], of: [COM] }
`
const ROWS = `row_id,licensee_code,category_id,subcategory_code,label,area_type,conditions,note,charge,method,per,from,to,grade,citations,carried_from,statement,formula,inputs,held_reason,unblocked_by
TO-500,,,DOM,Domestic,any,energy_units<=500,,energy,telescopic,,0,100,order,ORDER,,,,,,
TO-500,,,,,,,,energy,,,100,500,order,ORDER,,,,,,
ABOVE-500,,,DOM,Domestic,any,energy_units>500,,energy,telescopic,,0,400,order,ORDER,,,,,,
ABOVE-500,,,,,,,,energy,,,400,,order,ORDER,,,,,,
COM,,,COM,Commercial,any,,,energy,whole,,0,100,order,ORDER,,,,,,
COM,,,,,,,,energy,,,100,,order,ORDER,,,,,,
COM,,,,,,,,fixed,,,,,order,ORDER,,,,,,
`
const SLAB_MONTHS = `slab_months: ${figure('2', 'number', SLABS).replace('"printed":"2"', '"printed":"two"')}`
const RULES = `adjustments: []
proration:
  - rule_id: WHOLE-MONTHS
    method: by_months
    ${SLAB_MONTHS}
    edges_of: [energy_units]
    monthly: [fixed]
    grade: order
    evidence: ${printedAs(MONTHS)}
`
const AROUND: Order = {
  printed: { as: 'html', text: PAGE },
  categories: [
    { subcategory_code: 'DOM', raw_category_label: 'Domestic', slab_type: 'telescopic' },
    {
      subcategory_code: 'COM',
      raw_category_label: 'Commercial',
      slab_type: 'whole',
      required_inputs: ['connected_load'],
    },
  ],
  rows: 'row_id,subcategory_code,charge,printed,unit,quote\nTO-500,DOM,energy,470,P/kWh,Domestic\n',
}

type Definition = { page: string; readings: string; rows: string; rules: string }

/** What the gates of evidence find in the definition after an edit, as `place: expected`. */
async function found(edit: Partial<Record<keyof Definition, readonly [from: string, to: string]>>): Promise<string[]> {
  const parts: Definition = { page: PAGE, readings: READINGS, rows: ROWS, rules: RULES }
  for (const [name, [from, to]] of Object.entries(edit) as [keyof Definition, readonly [string, string]][])
    parts[name] = replaced(parts[name], from, to)
  const bytes = new TextEncoder().encode(parts.page)
  const extracted = await extractText(bytes, 'text/html')
  if (!extracted.ok) throw new Error(extracted.reason)
  const files = await definitionFiles({ ...AROUND, printed: { as: 'html', text: parts.page } })
  files.set('release.yaml', (files.get('release.yaml') ?? '').replace('"schedule_rows": 1', '"schedule_rows": 3'))
  files.set('readings.yaml', parts.readings)
  files.set('rows.csv', parts.rows)
  files.set('rules.yaml', parts.rules)
  files.set('figures.csv', await readNow(files, bytes))
  const verdict = await verdicts(files, bytes, extracted.pages)
  return [...verdict.values()].flat().map(({ found: what, expected }) => `${what.split(':')[0]}: ${expected}`)
}

describe('tables of two months', () => {
  it('are read with slab_months, below headings that say for whom they are', async () => {
    expect(await found({})).toEqual([])
  })

  it('are read where the slabs are printed for a period', async () => {
    const period = ['for a consumption of two months', 'for a period of two months'] as const
    expect(await found({ page: period, rules: period })).toEqual([])
  })

  it.each([
    ['the rule is left out', { rules: [SLAB_MONTHS, ''] }, 'rows/COM/energy/0: steps of a month, or a rule'],
    ['a monthly charge is made once', { rules: ['[fixed]', '[]'] }, 'rows/COM/fixed/0: a header of a rate for 60 days'],
    ['slabs are of one month', { page: [SLAB, 'Consumption per month'] }, 'rows/TO-500/energy/0: steps of 60 days'],
    ['another range of the total', { rows: ['<=500', '<=450'] }, 'rows/TO-500/energy/0: edges or a bound up to 500'],
    [
      'the fixed charge is said to be printed for one row',
      { readings: ['last: ["Above 100 units, for all units"]', 'last: [Up to 100 units]'] },
      'neither: a figure for COM/fixed/0',
    ],
    ['the other table', { rows: ['units>500', 'units<=500'] }, 'rows/ABOVE-500/energy/0: edges or a bound above 500'],
    ['in parts where all units are meant', { rows: ['whole', 'telescopic'] }, 'rows/COM/energy/1: method whole'],
  ] as const)('are not where %s', async (_what, edit, says) => {
    expect((await found(edit)).filter((each) => each.startsWith(says))).not.toEqual([])
  })
})
