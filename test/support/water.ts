import { type Edit, replaceIn } from './fixture-definition.ts'

/** Paise per unit of water in the unchanged fixture, and the fixed paise per month. */
export const WATER_RATE = 700
const WATER_FIXED = 5_000

/** A body of POST /v1/calculate for the fixture's water works, and the required answer at a rate. */
export function waterBill(units: number, ratePaise: number) {
  const energy = units * ratePaise
  return {
    body: { state_code: 'XX', subcategory_code: 'WATER', energy_units: units },
    amounts: { energy_charge_paise: energy, fixed_charge_paise: WATER_FIXED, base_tariff_paise: energy + WATER_FIXED },
  }
}

/** The fixture with another rate for water, in whole rupees, everywhere it occurs: figure, quote, sheet, cases. */
export function waterAt(ratePaise: number): Edit {
  if (ratePaise % 100 !== 0) throw new Error('a rate in whole rupees')
  const printed = `${ratePaise}.00`
  return (files) => {
    if (ratePaise === WATER_RATE) return
    replaceIn(files, 'rows.csv', '700.00,P/kWh,7,', `${printed},P/kWh,${ratePaise / 100},`)
    replaceIn(files, 'rows.csv', 'energy 700.00 P/kWh', `energy ${printed} P/kWh`)
    replaceIn(files, 'sources/schedule.md', 'energy 700.00 P/kWh', `energy ${printed} P/kWh`)
    for (const [units, energy] of [
      ['120.5', 84_350],
      ['1000', 700_000],
    ] as const) {
      const now = Number(units) * ratePaise
      replaceIn(
        files,
        'cases.csv',
        new RegExp(`(energy_units=${units.replace('.', '\\.')},)energy=${energy}; fixed=5000; base=${energy + 5_000}`),
        `$1energy=${now}; fixed=5000; base=${now + 5_000}`,
      )
    }
  }
}
