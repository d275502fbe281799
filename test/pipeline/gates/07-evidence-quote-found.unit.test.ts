import { describe, expect, it } from 'vitest'
import { evidenceQuoteFound } from '../../../pipeline/gates/07-evidence-quote-found.ts'
import { CELL, READ } from './faults/cell.ts'
import { energyOf, findingsOf, findingText, judge, sampleCandidate, sampleMeans } from './support/sample.ts'

describe('evidence.quote_found fails when', () => {
  it('one character of the quote is changed, and shows the line', async () => {
    const { findings } = await judge(evidenceQuoteFound, (record) => {
      energyOf(record, 'R-DS').quote = 'DS,energy up to 100 units,6.18,Rs/kWh'
    })
    expect(findings).toEqual([
      {
        fault: 'not_on_the_line',
        where: 'at:rows/R-DS/energy/0',
        expected: '"DS,energy up to 100 units,6.18,Rs/kWh" at XX-SHEET p.1 line 2',
        found: 'rows/R-DS/energy/0: the line reads "DS,energy up to 100 units,6.10,Rs/kWh"',
        evidence: 'DS,energy up to 100 units,6.18,Rs/kWh',
      },
    ])
  })

  it('the quote is at another line, and says at which', async () => {
    expect(
      await findingsOf(evidenceQuoteFound, (record) => {
        energyOf(record, 'R-DS').locator.line = 5
      }),
    ).toEqual([
      'rows/R-DS/energy/0 | "DS,energy up to 100 units,6.10,Rs/kWh" at XX-SHEET p.1 line 5 | the line reads "DS,fixed per connection above 2 kW,95.00,Rs/connection"; the quote is at line 2',
    ])
  })

  it('the quote only ends in the line it is said to begin in', async () => {
    expect(
      await findingsOf(evidenceQuoteFound, (record) => {
        energyOf(record, 'R-KJ-RURAL').carried!.statement.locator.line = 2
      }),
    ).toEqual([
      'rows/R-KJ-RURAL/energy/0/carried | "There shall be no change in any tariff for FY 2026-27." at XX-NO-CHANGE p.1 line 2 | the line reads "in any tariff for FY 2026-27."; the quote is at line 1',
    ])
  })

  it('the line or the page does not exist', async () => {
    expect(
      await findingsOf(evidenceQuoteFound, (record) => {
        energyOf(record, 'R-SL').locator = { page: 3, line: null, section: null }
        energyOf(record, 'R-DS').locator.line = 99
      }),
    ).toEqual([
      'rows/R-DS/energy/0 | "DS,energy up to 100 units,6.10,Rs/kWh" at XX-SHEET p.1 line 99 | there is no line 99; p.1 has 14',
      'rows/R-SL/energy/0 | "Energy charge 9.03 rupees" at XX-ORDER p.3 | there is no p.3; it has 2',
    ])
  })

  it('the page has the quote nowhere', async () => {
    expect(
      await findingsOf(evidenceQuoteFound, (record) => {
        energyOf(record, 'R-SL').locator = { page: 1, line: null, section: null }
      }),
    ).toEqual(['rows/R-SL/energy/0 | "Energy charge 9.03 rupees" at XX-ORDER p.1 | the page does not have it'])
  })

  it('the quote is blank', async () => {
    expect(
      await findingsOf(evidenceQuoteFound, (record) => {
        energyOf(record, 'R-DS').quote = ' '
      }),
    ).toEqual(['rows/R-DS/energy/0 | "" at XX-SHEET p.1 line 2 | the quote is blank'])
  })

  it('no text of the source is stored', async () => {
    const findings = await findingsOf(evidenceQuoteFound, () => {}, { pages: async () => null })
    expect(findings).toContain(
      'rows/R-SL/energy/0 | "Energy charge 9.03 rupees" at XX-ORDER p.2 line 2 | no text of it is stored',
    )
  })

  it('letter case or punctuation differs, for only white space is folded', async () => {
    const findings = await findingsOf(evidenceQuoteFound, (record) => {
      energyOf(record, 'R-SL').quote = 'energy charge 9.03 rupees'
      energyOf(record, 'R-DS').quote = 'DS, energy up to 100 units,6.10'
    })
    expect(findings).toHaveLength(2)
  })
})

/** Findings of a fact that is quoted from a text; the text stands in place of the source's own. */
async function quotedFrom(
  text: string,
  quote: string,
  line: number | null = 1,
  source_id = 'XX-NO-CHANGE',
): Promise<string[]> {
  const found = await findingsOf(
    evidenceQuoteFound,
    (record) => {
      record.rules.facts[0]!.evidence = { source_id, locator: { page: 1, line, section: null }, quote }
    },
    { pages: async () => [text] },
  )
  return found.filter((each) => each.startsWith('rules/facts/'))
}

describe('evidence.quote_found fails a quote cut out of a printed number:', () => {
  it.each([
    ['80.00 Rs per kW a month', '0.00 Rs per kW a month', '80.00'],
    ['80.00 Rs per kW a month', '.00 Rs per kW a month', '80.00'],
    ['80.00 Rs per kW a month', '00 Rs per kW a month', '80.00'],
    ['energy 700.00 P/kWh on every unit', 'energy 70', '700.00'],
    ['energy 700.00 P/kWh on every unit', 'energy 700', '700.00'],
    ['energy 700.00 P/kWh on every unit', 'energy 700.', '700.00'],
    ['demand 1,500.00 Rs per kVA', '500.00 Rs per kVA', '1,500.00'],
    ['demand 1,500.00 Rs per kVA', 'demand 1', '1,500.00'],
    ['up to 1,00,000 units', 'up to 1,00', '1,00,000'],
    ['less .50 a unit', '50 a unit', '.50'],
    ['a rebate of -700.00 P/kWh', '700.00 P/kWh', '-700.00'],
    ['a rebate of -Rs 700.00 a month', 'Rs 700.00 a month', '-Rs 700.00'],
    ['a rebate of -Rs.700.00 a month', '700.00 a month', '-Rs.700.00'],
    ['a rebate of \u2212.25 Rs/kWh', '.25 Rs/kWh', '\u2212.25'],
  ])('%s, as %s', async (text, quote, number) => {
    const expected = `rules/facts/REBATE | "${quote}" at XX-NO-CHANGE p.1 line 1 | the quote is part of the number "${number}": quote the whole number`
    expect(await quotedFrom(text, quote)).toEqual([expected])
  })

  it('also where the locator names the page alone', async () => {
    expect(await quotedFrom('80.00 Rs', '0.00 Rs', null)).toEqual([
      'rules/facts/REBATE | "0.00 Rs" at XX-NO-CHANGE p.1 | the quote is part of the number "80.00": quote the whole number',
    ])
  })
})

describe('evidence.quote_found passes a quote', () => {
  it.each([
    ['when another occurrence is whole', '80.00 Rs, later 0.00 Rs', '0.00 Rs'],
    ['that ends before the point of a sentence', 'the charge is 80.00. It holds', 'the charge is 80.00'],
    ['between the commas of a list', 'bills of 25, 30 and 40 days', '30 and 40 days'],
    ['that begins after the point of an abbreviation', 'a fee of Rs.300/- a month', '300/- a month'],
    ['that begins after a hyphen of a range', 'slab 0-50 units', '50 units'],
    ['that includes the sign', 'a rebate of -700.00 P/kWh', '-700.00 P/kWh'],
  ])('%s', async (_, text, quote) => {
    expect(await quotedFrom(text, quote)).toEqual([])
  })

  it('that is one field of a CSV, where commas divide numbers', async () => {
    const quote = '300,5.25,Rs/kWh'
    expect(await quotedFrom('100,300,5.25,Rs/kWh', quote, 1, 'XX-SHEET')).toEqual([])
    expect(await quotedFrom('100,300,5.25,Rs/kWh', quote)).toHaveLength(1)
  })
})

describe('evidence.quote_found passes', () => {
  it('a quote that begins in its line and runs on into the next, whatever the white space', async () => {
    expect(
      await findingsOf(evidenceQuoteFound, (record) => {
        energyOf(record, 'R-SL').quote = 'charge\t9.03\nrupees   per unit'
      }),
    ).toEqual([])
  })

  it('a quote located by its page alone', async () => {
    expect(
      await findingsOf(evidenceQuoteFound, (record) => {
        energyOf(record, 'R-DS').locator.line = null
      }),
    ).toEqual([])
  })
})

it('evidence.quote_found fails quotes of formulas, parts of charges and figures of quantities that do not stand there', async () => {
  const findings = await findingsOf(evidenceQuoteFound, ({ quantities, rules }) => {
    quantities[0]!.evidence!.quote = 'at least two'
    quantities[0]!.figures[0]!.figure.quote = 'at least three'
    const evidence = { ...quantities[0]!.evidence!, quote: 'at least four' }
    rules.adjustments[0]!.part = { charge_id: 'energy', quantity: 'connected_load', by: 'top_of_steps', evidence }
  })
  expect(findings.map((each) => each.split(' | ').slice(0, 2).join(' | '))).toEqual([
    'quantities/load_parts/least | "at least three" at XX-SHEET p.1 line 14',
    'quantities/load_parts/evidence | "at least two" at XX-SHEET p.1 line 14',
    'rules/adjustments/TOD/part | "at least four" at XX-SHEET p.1 line 14',
  ])
})

describe('a figure of figures.csv that differs from its reading', () => {
  it.each([
    ['its value', { value: '1.6' }, 'value "6.1"', 'value "1.6"'],
    ['its step and its line', { to: null, line: 3 }, 'to "100", line 2', 'to null, line 3'],
    ['its page', { cell: { ...CELL, page: CELL.page + 1 } }, `page ${CELL.page}`, `page ${CELL.page + 1}`],
  ])('is told with what differs: %s', async (_, change, expected, found) => {
    const means = sampleMeans({ reread: async () => ({ figures: [READ], problems: [], headings: [] }) })
    const candidate = { ...sampleCandidate(), figures: [{ ...READ, ...change }] }
    const { findings } = await evidenceQuoteFound.check(candidate, means)
    const words = `6.10 Rs/kWh of ${CELL.row.join(' | ')} under ${CELL.column.join(' | ')}`
    expect(findings.map(findingText)).toEqual([
      `figures/R-DS/energy/0 | figures.csv as the readings produce it: ${words}, ${expected}; run \`pramaan definition figures\` | ${words}, ${found}`,
    ])
  })
})
