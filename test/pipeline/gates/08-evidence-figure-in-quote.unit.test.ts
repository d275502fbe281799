import { describe, expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import { contextsOf } from '../../../pipeline/gates/cells/figure-context.ts'
import { PRINTED_UNITS } from '../../../releases/record/figure.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { conditions, formula } from '../../support/record-builder.ts'
import { CELL } from './faults/cell.ts'
import { categoryOf, chargeOf, energyOf, findingsOf, rowOf, sampleRecord } from './support/sample.ts'

describe('evidence.figure_in_quote fails when', () => {
  it.each([
    ['inside a longer whole part', 'DS 16.10 Rs/kWh'],
    ['with further decimals', 'DS 6.105 Rs/kWh'],
    ['as a part of a numbered clause', 'see 6.10.2'],
    ['with fewer decimals than printed', 'DS 6.1 Rs/kWh'],
    ['not at all', 'DS energy'],
  ])('the printed figure is in the quote %s', async (_, quote) => {
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

  it('the unit does not match the printed unit', async () => {
    expect(
      await findingsOf(evidenceFigureInQuote, (record) => {
        energyOf(record, 'R-DS', 1).unit = 'Rs/kVAh'
      }),
    ).toEqual(['rows/R-DS/energy/1 | unit Rs/kWh, for P/kWh printed | unit Rs/kVAh'])
  })

  it('it is printed in rupees alone, without what they are for', async () => {
    const findings = await findingsOf(evidenceFigureInQuote, (record) => {
      energyOf(record, 'R-DS').printed_unit = 'Rs'
    })
    expect(findings).toContain(
      'rows/R-DS/energy/0 | printed_unit Rs/kWh: what the amount is for, also where the words around it say so | printed_unit Rs',
    )
  })

  it('its cell has another unit, which is named as a definition writes it', async () => {
    const column = ['Energy Charge (Rs. per KVAh)']
    const [finding] = await findingsOf(evidenceFigureInQuote, (record) => {
      energyOf(record, 'R-DS').cell = { ...CELL, column }
    })
    expect(finding).toContain('(Rs. per KVAh)": Rs/kVAh | printed_unit Rs/kWh')
  })

  it('the quote names another licensee than that of the row, unless the figure is held', async () => {
    const ofAnother =
      (grade: 'transcription' | 'held') =>
      (record: ReleaseRecord): void => {
        const figure = energyOf(record, 'R-DS')
        rowOf(record, 'R-DS').licensee_code = 'XX_ONE'
        Object.assign(figure, { grade, quote: `TWO ${figure.quote}` })
      }
    expect((await findingsOf(evidenceFigureInQuote, ofAnother('transcription'))).join('\n')).toContain('XX_TWO in "TWO')
    expect(await findingsOf(evidenceFigureInQuote, ofAnother('held'))).toEqual([])
  })

  it('the printed figure is there with a minus sign that was left out', async () => {
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
      `rows/R-DS/energy/0 | ${expected}, as in the quote: "${quote}" | printed_unit Rs/kWh`,
    ])
  })

  it('rupees of the quote are taken for paise', async () => {
    const quote = 'energy 710.00 rupees'
    const edit = (record: ReleaseRecord): void => void Object.assign(energyOf(record, 'R-DS', 1), { quote })
    expect(await findingsOf(evidenceFigureInQuote, edit)).toEqual([
      `rows/R-DS/energy/1 | a printed_unit in rupees, as in the quote: "${quote}" | printed_unit P/kWh`,
    ])
  })

  it('paise of the quote stand beside another figure, and rupees before this one', async () => {
    const quote = 'less 20 paise, energy Rs. 710.00 a unit'
    const edit = (record: ReleaseRecord): void => void Object.assign(energyOf(record, 'R-DS', 1), { quote })
    expect(await findingsOf(evidenceFigureInQuote, edit)).toEqual([
      `rows/R-DS/energy/1 | a printed_unit in rupees, as in the quote: "${quote}" | printed_unit P/kWh`,
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

  it('what is printed is not a number', async () => {
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

describe('evidence.figure_in_quote, for the numbers of a formula,', () => {
  const stating = (text: string, quote: string) => (record: ReleaseRecord) => {
    record.quantities[0]!.cases[0]!.formula = formula(text)
    record.quantities[0]!.figures = []
    record.quantities[0]!.evidence!.quote = quote
  }

  it.each([
    ['a literal', 'connected_load * 0.8', 'demand at 85 percent of the load', '0.8'],
    ['a literal that is part of another number', 'connected_load / 10', 'for each 110 kW', '10'],
    ['a step of rounding', 'floor(connected_load, 5)', 'in full blocks of 50 kW', '5'],
    ['decimals of rounding', 'half_up(connected_load, 0.01)', 'to three decimals', '0.01'],
    ['a literal inside', 'max(1, min(connected_load, 7) * 2)', 'twice the load, at most 7 kW', '2'],
  ])('fails %s that does not stand in the quote', async (_, text, quote, number) => {
    expect(await findingsOf(evidenceFigureInQuote, stating(text, quote))).toEqual([
      `quantities/load_parts | ${number} of its formula in the quote | the quote "${quote}"`,
    ])
  })

  it('fails a number of any case', async () => {
    const findings = await findingsOf(evidenceFigureInQuote, (record) => {
      stating('connected_load', 'up to 60 percent')(record)
      record.quantities[0]!.cases.push({ ...record.quantities[0]!.cases[0]!, formula: formula('energy_units * 70') })
    })
    expect(findings).toEqual(['quantities/load_parts | 70 of its formula in the quote | the quote "up to 60 percent"'])
  })

  it.each([
    ['as they are', 'connected_load / 10', 'for each 10 kW or part'],
    ['with noughts', 'connected_load * 0.8', 'times 0.80'],
    ['in percent', 'max(recorded_demand_kva, contract_demand_kva * 0.8)', 'not below 80% of contract demand'],
    ['as percent of a hundred', 'energy_units * 60 / 100', '60 per cent of the units'],
    ['in words', 'connected_load / 5', 'every five kW'],
    ['as decimals', 'half_up(connected_load, 0.01)', 'to two decimals'],
    ['0 and 1, which are said in words', 'max(0, ceil(connected_load - 1, 1))', 'each further kW or part of it'],
  ])('passes numbers that stand there %s', async (_, text, quote) => {
    expect(await findingsOf(evidenceFigureInQuote, stating(text, quote))).toEqual([])
  })

  it('fails a figure of a quantity, and a multiple of rates, that their quotes do not have', async () => {
    const findings = await findingsOf(evidenceFigureInQuote, (record) => {
      Object.assign(record.quantities[0]!.figures[0]!.figure, { printed: '2.00', value: '2' })
      const multiple = {
        ...energyOf(record, 'R-DS'),
        printed: '1.5',
        value: '1.5',
        unit: 'times' as const,
        printed_unit: 'times',
      }
      chargeOf(record, 'R-SL', 'energy').rates_of = { row_id: 'R-DS', charge_id: 'energy', multiple }
    })
    expect(findings.map((each) => each.split(' | ').slice(0, 2).join(' | '))).toEqual([
      'quantities/load_parts/least | 2.00 as a whole number in the quote',
      'rows/R-SL/energy/multiple | 1.5 as a whole number in the quote',
      // The quote names DS.
      'rows/R-SL/energy/multiple | a sentence of SL',
    ])
  })
})

describe('a charge for each of what an input counts', () => {
  const fixed = (per: string, edit: (record: ReleaseRecord) => void = () => {}) =>
    findingsOf(evidenceFigureInQuote, (record) => {
      chargeOf(record, 'R-NDS-LARGE', 'fixed').per = per
      edit(record)
    })

  it.each([
    ['units', 'energy_units', 'kWh'],
    ['a demand in kVA', 'contract_demand_kva', 'kVA'],
  ])('for each kW of %s is refused', async (_, per, unit) => {
    expect(await fixed(per)).toContain(
      `rows/R-NDS-LARGE/fixed/0 | a printed_unit per ${unit}, by which it is multiplied | printed_unit Rs/kW`,
    )
  })

  it('for each kW of a load in HP is refused, and of one in kW passes', async () => {
    const inHp = (record: ReleaseRecord): void => {
      categoryOf(record, 'NDS').load_unit = 'hp'
    }
    expect((await fixed('connected_load', inHp)).join()).toContain('a printed_unit per HP, by which it is multiplied')
    expect((await fixed('connected_load')).join()).toMatch(/^quantities\/load_parts \| a charge, .* read by nothing/u)
  })
})

it('a misprint is proved by the words that its print lacks, and needs no others', async () => {
  const printed = 'Enrgy Chrge (Rs/kWh)'
  const proved = (quote: string) =>
    findingsOf(evidenceFigureInQuote, (record) => {
      const misprint = { printed, meant: 'Energy Charge (Rs/kWh)', because: 'letters are missing', quote, page: 1 }
      energyOf(record, 'R-DS').cell = { ...CELL, column: [printed], misprint }
    })
  expect(await proved('the energy charge')).toEqual([])
  expect(await proved('the charge')).toEqual([expect.stringContaining('"energy" in the sentence that proves')])
})

it('the values that a row alone asks for are told apart from those of another row of the same line, and ranges', () => {
  const record = sampleRecord()
  rowOf(record, 'R-NDS-SMALL').conditions = conditions('connected_load=11')
  rowOf(record, 'R-NDS-LARGE').conditions = conditions('connected_load>5')
  for (const id of ['R-NDS-SMALL', 'R-NDS-LARGE'])
    for (const { steps } of rowOf(record, id).charges) for (const { figure } of steps) figure.cell = CELL
  const contexts = contextsOf(record).filter(({ path }) => path.startsWith('rows/R-NDS'))
  const of = (id: string, which: 'bounds' | 'exact') =>
    contexts.find(({ path }) => path.startsWith(`rows/${id}/`))?.[which].map(({ op, value }) => `${op} ${value}`)
  expect([of('R-NDS-SMALL', 'exact'), of('R-NDS-LARGE', 'exact')]).toEqual([['= 11'], []])
  expect(of('R-NDS-LARGE', 'bounds')).toEqual(expect.arrayContaining(['> 5', '= 11']))
})
