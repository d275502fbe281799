import { describe, expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import { PRINTED_UNITS } from '../../../releases/record/figure.ts'
import { energyOf, findingsOf } from './support/sample.ts'

describe('evidence.figure_in_quote fails when', () => {
  it.each([
    ['inside a longer whole part', 'DS 16.10 Rs/kWh'],
    ['with further decimals', 'DS 6.105 Rs/kWh'],
    ['as a part of a numbered clause', 'see 6.10.2'],
    ['with fewer decimals than printed', 'DS 6.1 Rs/kWh'],
    ['not at all', 'DS energy'],
  ])('the printed figure stands in the quote %s', async (_, quote) => {
    expect(
      await findingsOf(evidenceFigureInQuote, (record) => {
        energyOf(record, 'R-DS').quote = quote
      }),
    ).toEqual([`rows/R-DS/energy/0 | 6.10 as a whole number in the quote | the quote "${quote}"`])
  })

  it('the value is not what is printed', async () => {
    expect(
      await findingsOf(evidenceFigureInQuote, (record) => {
        energyOf(record, 'R-DS').value = '6.11'
      }),
    ).toEqual(['rows/R-DS/energy/0 | value 6.10 in Rs/kWh | value 6.11 Rs/kWh'])
  })

  it('paise are taken for rupees', async () => {
    expect(
      await findingsOf(evidenceFigureInQuote, (record) => {
        energyOf(record, 'R-DS', 1).value = '710'
      }),
    ).toEqual(['rows/R-DS/energy/1 | value 710.00 / 100 in Rs/kWh | value 710 Rs/kWh'])
  })

  it('the unit does not go with the printed unit', async () => {
    expect(
      await findingsOf(evidenceFigureInQuote, (record) => {
        energyOf(record, 'R-DS', 1).unit = 'Rs/kVAh'
      }),
    ).toEqual(['rows/R-DS/energy/1 | unit Rs/kWh, for P/kWh printed | unit Rs/kVAh'])
  })

  it.each(['cents/kWh', 'toString'])('the printed unit %s is unknown', async (unit) => {
    expect(
      await findingsOf(evidenceFigureInQuote, (record) => {
        energyOf(record, 'R-DS').printed_unit = unit
      }),
    ).toEqual([
      `rows/R-DS/energy/0 | a printed_unit among ${Object.keys(PRINTED_UNITS).join(', ')} | printed_unit ${unit}`,
    ])
  })

  it('what is printed is no number', async () => {
    expect(
      await findingsOf(
        evidenceFigureInQuote,
        (record) => void Object.assign(energyOf(record, 'R-DS'), { printed: 'about 6' }),
      ),
    ).toContain('rows/R-DS/energy/0 | printed as a plain number | printed "about 6"')
  })
})
