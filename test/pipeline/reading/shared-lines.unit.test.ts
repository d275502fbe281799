import { expect, it } from 'vitest'
import { type Format, judged } from './invented-order.ts'

/** Lines of an invented table that are printed once for two categories. */

const HEADER = [
  'Category',
  'Energy Charge (P/kWh)',
  'Fixed Charge (Rs/kW/Month)',
  'Meter Rent (Rs per connection a month)',
]
const COLUMNS =
  'row_id,licensee_code,category_id,subcategory_code,label,area_type,conditions,note,charge,method,per,from,to,grade,citations,carried_from,statement,formula,inputs,held_reason,unblocked_by,component,charge_label'
const CHARGES = {
  energy: 'energy,,,,,order,ORDER,,,,,,,,',
  fixed: 'fixed,,connected_load,,,order,ORDER,,,,,,,,',
  rent: 'rent,,,,,order,ORDER,,,,,,,other,Meter rent',
}
type Name = keyof typeof CHARGES
const NAMES = { energy: HEADER[1], fixed: HEADER[2], rent: HEADER[3] }

const factOf = (quote: string): string => `adjustments: []
facts:
  - fact_id: SHOPS
    group: charges
    key: shops
    applies_to: COM
    period: FY 2026-27
    grade: order
    text: What shops do not pay.
    evidence: { source_id: ORDER, page: 1, quote: "${quote}" }
`

/** What gate 8 finds left out, where homes have all charges of a line of homes and shops, and shops have some of them. */
async function leftOut(format: Format, label: string, shops: readonly Name[], quote = ''): Promise<string[]> {
  const found = await judged(format, (parts) => {
    parts.table = [
      HEADER,
      [label, '310.00', '25.00', '20.00'],
      ['HT Industry', '585.00', '', ''],
      ['EHT Industry', '570.00', '', ''],
    ]
    parts.readings = `readings:
  - reading_id: schedule
    source_id: ORDER
    pages: [1]
    table: 1
    labels: [Category]
    columns:
      "${HEADER[1]}": { charge: energy, unit: P/kWh }
      "${HEADER[2]}": { charge: fixed, unit: Rs/kW }
      "${HEADER[3]}": { charge: rent, unit: Rs/connection }
    rows:
      - { label: ["${label}"], of: [DOM] }
      - { label: ["${label}"], of: [COM], only: [${shops.map((each) => `"${NAMES[each]}"`).join(', ')}] }
      - { label: [HT Industry], of: [HT-IND] }
      - { label: [EHT Industry], of: [EHT-IND] }
`
    const row = (id: string, name: string, charges: readonly Name[]): string[] =>
      charges.map((each, at) => `${at === 0 ? `${id},,,${id},${name},any,,` : `${id},,,,,,,`},${CHARGES[each]}`)
    parts.rows = [
      COLUMNS,
      ...row('DOM', 'Domestic', ['energy', 'fixed', 'rent']),
      ...row('COM', 'Commercial', shops),
      ...row('HT-IND', 'HT Industry', ['energy']),
      ...row('EHT-IND', 'EHT Industry', ['energy']),
      '',
    ].join('\n')
    if (quote !== '') parts.rules = factOf(quote)
  })
  expect(found.get('intake')).toEqual([])
  return (found.get('evidence.figure_in_quote') ?? []).flatMap(
    ({ expected }) => /^a .* of commercial too/u.exec(expected)?.[0] ?? [],
  )
}

it.each(['csv', 'html'] as const)('each of them has every kind of charge of the line, in %s', async (format) => {
  const BOTH = 'Domestic and Commercial'
  expect(await leftOut(format, BOTH, ['energy', 'fixed', 'rent'])).toEqual([])
  expect(await leftOut(format, BOTH, ['energy', 'rent'])).toHaveLength(1)
  expect(await leftOut(format, BOTH, ['energy', 'fixed'])).toEqual(['a Meter rent of commercial too'])
  expect(await leftOut(format, BOTH, ['energy'])).toHaveLength(2)
  const line = [BOTH, '310.00', '25.00', '20.00'].join(format === 'csv' ? ',' : ' ')
  expect(await leftOut(format, BOTH, ['energy'], line)).toEqual([])
  // Of whom the line is, only its label says.
  expect(await leftOut(format, 'Domestic', ['energy'])).toEqual([])
})
