import { describe, expect, it } from 'vitest'
import { type Edit, judged as rule, said } from '../gates/support/cited-rule.ts'
import { sourceOf } from '../gates/support/sample.ts'
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

describe('a figure of a rule that is quoted from a field of a CSV', () => {
  const sheet: Edit = (record, figure) => {
    sourceOf(record, 'XX-ORDER').media_type = 'text/csv'
    said('520.06', 'Rs/kWh', '520.06', 'Rs/kWh')(record, figure)
  }
  const on =
    (line: number): Edit =>
    (_, figure) => {
      figure.locator.line = line
    }
  const faults = async (field: string, quote: string, ...edits: Edit[]) =>
    (await rule(`what,says\nRebate,"1, 2"\nPeak,${field},7`, quote, [sheet, ...edits])).sentence

  it.each([
    ['groups of digits', '"a surcharge of 1,520.06 Rs/kWh"', '520.06 Rs/kWh'],
    ['groups by a no-break space', 'a surcharge of 1\u00a0520.06 Rs/kWh', '520.06 Rs/kWh'],
    ['brackets', 'a surcharge of (520.06) in Rs/kWh', '520.06'],
    ['a fraction sign', 'a surcharge of 520.06\u00bd Rs/kWh', 'a surcharge of 520.06'],
    ['a space of no width', 'a surcharge of 1\u200b520.06 Rs/kWh', '520.06 Rs/kWh'],
    ['a digit of another script', 'a surcharge of \u0967520.06 Rs/kWh', '520.06 Rs/kWh'],
    ['a multiple', 'a surcharge of 520.06 lakh Rs', 'a surcharge of 520.06'],
    ['a mark of quotation inside', '"a surcharge, the ""special"" one, of 1,520.06 Rs/kWh"', '520.06 Rs/kWh'],
    ['a quote from two fields', '"a surcharge of 1,520.06 Rs/kWh"', 'Peak,"a surcharge of 1,520.06 Rs/kWh'],
    ['white space that the quote folds', '"a  surcharge of 1,520.06  Rs/kWh"', '520.06 Rs/kWh'],
  ])('is refused with %s beside it', async (_, field, quote) => {
    const expected = expect.stringContaining('520.06 as a separate number in the sentence')
    expect(await faults(field, quote)).toContainEqual(expected)
    expect(await faults(field, quote, on(3))).toContainEqual(expected)
  })

  it('is refused where its field began in the line above', async () => {
    const field = '"a surcharge\nof 1,520.06 Rs/kWh"'
    const expected = expect.stringContaining('520.06 as a separate number in the sentence')
    expect(await faults(field, '520.06 Rs/kWh', on(4))).toContainEqual(expected)
  })

  it.each(['a surcharge of 520.06 Rs/kWh', '"a surcharge, of 520.06 Rs/kWh"', 'surcharge,520.06 Rs/kWh,1'])(
    'passes in %s, for a comma between fields groups no digits',
    async (field) => {
      expect(await faults(field, '520.06 Rs/kWh', on(3))).toEqual([])
    },
  )
})
