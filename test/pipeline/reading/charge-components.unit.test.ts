import { describe, expect, it } from 'vitest'
import { judged, type Parts } from './invented-order.ts'
import { refused, SHOPS } from './shops.ts'

/** Charges of an invented order that are read as another part of the bill than their text names. */

const ENERGY = 'The energy charge of LT-II Shops is Rs 7.10 per kWh.'
const ENERGY_ROW = `,,,,energy,,,,,,7.10,,Rs/kWh,"${ENERGY}"`

describe('a charge that is read from a sentence', () => {
  const asked = async (text: string, component: string, called: string, unit: string): Promise<string[]> => {
    const row = `,,,,more,${component},${called},,,,1.20,,${unit},"${text}"`
    const found = await refused(`${SHOPS} ${ENERGY} ${text}`, [ENERGY_ROW, row])
    return found.filter((each) => each.startsWith('component'))
  }

  const WHEELING = 'LT-II Shops pay a wheeling charge of Rs 1.20 per kWh.'
  const DEMAND = 'LT-II Shops pay a demand charge of Rs 1.20 per kW.'
  it.each([
    [WHEELING, 'energy', 'Energy charge', 'Rs/kWh', 'component wheeling'],
    [WHEELING, 'other', 'Wheeling charge', 'Rs/kWh', 'component wheeling'],
    [DEMAND, 'wheeling', 'Wheeling charge', 'Rs/kW', 'component fixed'],
    [DEMAND, 'other', 'Monthly demand charge', 'Rs/kW', 'component fixed'],
    ['LT-II Shops pay Rs 1.20 per kWh towards wheeling.', 'energy', 'Energy charge', 'Rs/kWh', 'component wheeling'],
  ])('is what its sentence calls it: "%s" read as %s', async (text, component, called, unit, expected) => {
    expect((await asked(text, component, called, unit)).join()).toContain(expected)
  })

  it.each([
    [WHEELING, 'wheeling', 'Wheeling charge', 'Rs/kWh'],
    [DEMAND, 'fixed', 'Demand charge', 'Rs/kW'],
    ['LT-II Shops pay, in addition to the fixed charge, Rs 1.20 per kWh.', 'energy', 'Energy charge', 'Rs/kWh'],
    ['LT-II Shops pay Rs 1.20 per kWh inclusive of wheeling charges.', 'energy', 'Energy charge', 'Rs/kWh'],
    ['LT-II Shops pay Rs 1.20 per kWh and no fixed charge.', 'energy', 'Energy charge', 'Rs/kWh'],
    ['LT-II Shops pay Rs 1.20 per kW of contract demand for wheeling.', 'wheeling', 'Wheeling charge', 'Rs/kW'],
    ['LT-II Shops pay Rs 1.20 per kWh for all units. Fixed charge', 'energy', 'Energy charge', 'Rs/kWh'],
    ['LT-II Shops: Rs 1.20 per kWh; demand charge as below', 'energy', 'Energy charge', 'Rs/kWh'],
    ['LT-II Shops pay a green energy charge of Rs 1.20 per kWh.', 'other', 'Green energy charge', 'Rs/kWh'],
    ['LT-II Shops pay a meter rent of Rs 1.20 per kW.', 'other', 'Meter rent', 'Rs/kW'],
  ])('may name others beside it: "%s" read as %s', async (text, component, called, unit) => {
    expect(await asked(text, component, called, unit)).toEqual([])
  })
})

/** More columns of rows.csv, with their values in the line of the demand charge of HT industry. */
const demandOfIndustry =
  (columns: Readonly<Record<string, string>>) =>
  (parts: Parts): void => {
    const lines = parts.rows.trimEnd().split('\n')
    const more = (line: string, index: number): readonly string[] =>
      index === 0
        ? Object.keys(columns)
        : Object.values(columns).map((value) => (line.startsWith('HT-IND,,,,,,,,fixed') ? value : ''))
    parts.rows = `${lines.map((line, index) => [line, ...more(line, index)].join(',')).join('\n')}\n`
  }

describe('the demand charge of a table', () => {
  const asked = async (columns: Readonly<Record<string, string>>): Promise<string[]> =>
    ((await judged('html', demandOfIndustry(columns))).get('evidence.figure_in_quote') ?? []).map(
      ({ expected }) => expected,
    )

  it('is a fixed charge, and no charge of its own kind', async () => {
    expect(await asked({ component: 'fixed', charge_label: 'Demand charge' })).toEqual([])
    expect(await asked({ component: 'other', charge_label: 'Demand charge' })).toEqual([
      'component fixed, as in "Demand Charge (Rs/kVA/Month)"',
    ])
  })

  it('is in the base tariff', async () => {
    expect(await asked({ side: 'base' })).toEqual([])
    expect(await asked({ side: 'beside' })).toEqual([
      'side base, for the fixed charge in "Demand Charge (Rs/kVA/Month)"',
    ])
  })
})
