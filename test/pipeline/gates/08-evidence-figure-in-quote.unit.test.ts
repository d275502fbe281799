import { describe, expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import { PRINTED_UNITS } from '../../../releases/record/figure.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { chargeOf, energyOf, findingsOf } from './support/sample.ts'

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

  it('the printed figure stands there with a minus sign that was left out', async () => {
    const quote = 'DS rebate of -6.10 Rs/kWh'
    const edit = (record: ReleaseRecord): void => void Object.assign(energyOf(record, 'R-DS'), { quote })
    expect(await findingsOf(evidenceFigureInQuote, edit)).toEqual([
      `rows/R-DS/energy/0 | 6.10 as a whole number in the quote | the quote "${quote}"`,
    ])
  })

  it.each([
    ['energy 6.10 P/kWh on every unit', 'printed_unit P/kWh'],
    ['energy 6.10 Rs/kVAh on every unit', 'printed_unit Rs/kVAh'],
    ['fixed 6.10 Rs per connection a month', 'printed_unit Rs/connection'],
    ['energy 6.10 paise a unit', 'a printed_unit in paise'],
    ['energy in P/kWh: 6.10', 'a printed_unit in paise'],
    ['energy 6.10 paise a unit and fixed Rs 50', 'a printed_unit in paise'],
  ])('the quote names another unit: %s', async (quote, expected) => {
    const edit = (record: ReleaseRecord): void => void Object.assign(energyOf(record, 'R-DS'), { quote })
    expect(await findingsOf(evidenceFigureInQuote, edit)).toEqual([
      `rows/R-DS/energy/0 | ${expected}, as the quote has it: "${quote}" | printed_unit Rs/kWh`,
    ])
  })

  it('rupees of the quote are taken for paise', async () => {
    const quote = 'energy 710.00 rupees'
    const edit = (record: ReleaseRecord): void => void Object.assign(energyOf(record, 'R-DS', 1), { quote })
    expect(await findingsOf(evidenceFigureInQuote, edit)).toEqual([
      `rows/R-DS/energy/1 | a printed_unit in rupees, as the quote has it: "${quote}" | printed_unit P/kWh`,
    ])
  })

  it('paise of the quote stand beside another figure, and rupees before this one', async () => {
    const quote = 'less 20 paise, energy Rs. 710.00 a unit'
    const edit = (record: ReleaseRecord): void => void Object.assign(energyOf(record, 'R-DS', 1), { quote })
    expect(await findingsOf(evidenceFigureInQuote, edit)).toEqual([
      `rows/R-DS/energy/1 | a printed_unit in rupees, as the quote has it: "${quote}" | printed_unit P/kWh`,
    ])
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

describe('evidence.figure_in_quote passes', () => {
  it.each([
    ['no unit, which a heading has', 'DS 6.10'],
    ['the unit in words', 'DS energy Rs 6.10 per kWh'],
    ['the coin beside the figure and another further on', 'DS energy Rs. 6.10 a unit, less 20 paise'],
    ['both coins', 'DS 6.10 Rs/kWh (six hundred and ten paise)'],
    ['the figure once with the unit and once with another', 'DS 6.10 Rs/kVAh at HT and 6.10 Rs/kWh at LT'],
  ])('a quote with %s', async (_, quote) => {
    const edit = (record: ReleaseRecord): void => void Object.assign(energyOf(record, 'R-DS'), { quote })
    expect(await findingsOf(evidenceFigureInQuote, edit)).toEqual([])
  })

  it('a step of a fixed charge in parts, whose first part the order prints per connection', async () => {
    const quote = 'fixed 45.00 Rs per connection a month up to 10 kW'
    const edit = (record: ReleaseRecord): void => {
      const [band] = chargeOf(record, 'R-DS', 'fixed').steps
      Object.assign(band!.figure, { quote, unit: 'Rs/part', printed_unit: 'Rs/part' })
    }
    expect(await findingsOf(evidenceFigureInQuote, edit)).toEqual([])
  })
})

describe('evidence.figure_in_quote, for the value of a fact,', () => {
  const judgeFact = (figure_value: string, figure_unit: string, quote: string, grade = 'transcription') =>
    findingsOf(evidenceFigureInQuote, ({ rules }) => {
      const [fact] = rules.facts
      Object.assign(fact!, { figure_value, figure_unit, grade, evidence: { ...fact!.evidence, quote } })
    })

  it.each([
    ['987654', 'percent', 'rebate of 1.5 percent', ''],
    ['1.5', 'percent', 'rebate of 11.5 percent', ''],
    ['1.5', 'percent', 'rebate of -1.5 percent', ''],
    ['20', 'Rs/kWh', 'rebate of 20 paise a unit', ', in paise,'],
    ['3', 'months', 'billed in the second month', ''],
  ])('fails %s %s quoted as "%s"', async (value, unit, quote, coin) => {
    expect(await judgeFact(value, unit, quote)).toEqual([
      `rules/facts/REBATE | figure_value ${value}${coin} in the quote | the quote "${quote}"`,
    ])
  })

  it.each([
    ['1.50', 'percent', 'rebate of 1.5%'],
    ['0.20', 'Rs/kWh', 'rebate of 20 paise a unit'],
    ['-10.00', 'percent', '10.00 percent off the energy charge'],
    ['-0.20', 'Rs/kWh', 'a rate of -0.20 Rs/kWh'],
    ['2', 'months', 'billed in the second month after it'],
    ['12', 'months', 'within twelve months'],
  ])('passes %s %s quoted as "%s"', async (value, unit, quote) => {
    expect(await judgeFact(value, unit, quote)).toEqual([])
  })

  it('asks nothing of a held one', async () => {
    expect(await judgeFact('7', 'percent', 'no figure was found', 'held')).toEqual([])
  })
})
