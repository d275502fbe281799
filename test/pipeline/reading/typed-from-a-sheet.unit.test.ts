import { describe, expect, it } from 'vitest'
import { reading } from './edits.ts'
import { judged } from './invented-order.ts'

describe('a charge that is typed from a line of a CSV', () => {
  const TYPED = ['printed', 'printed_unit', 'value', 'unit', 'source_id', 'page', 'line', 'section', 'quote']
  const line = '"HT Industry,All units,,585.00,325.00"'

  it.each([
    ['the demand charge as the energy charge', '325.00', '3.25'],
    ['the energy charge itself', '585.00', '5.85'],
  ])('%s: refused by evidence.figures_cited, and by nothing else', async (_, amount, value) => {
    const found = await judged('csv', (parts) => {
      reading(
        '[HT Industry], of: [HT-IND]',
        '[HT Industry], of: [HT-IND], only: ["Demand Charge (Rs/kVA/Month)"]',
      )(parts)
      const typed = [amount, 'P/kVAh', value, 'Rs/kVAh', 'ORDER', '1', '8', '', line]
      parts.rows = parts.rows
        .trim()
        .split('\n')
        .map((each, index) => {
          const isTyped = each.includes(',HT Industry,')
          return `${[each, ...(index === 0 ? TYPED : isTyped ? typed : TYPED.map(() => ''))].join(',')}\n`
        })
        .join('')
    })
    const refusals = [...found].filter(([, findings]) => findings.length > 0)
    expect(refusals).toEqual([
      ['evidence.figures_cited', [expect.objectContaining({ fault: 'typed_from_a_sheet', where: 'rows.csv:10' })]],
    ])
  })
})
