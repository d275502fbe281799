import { expect, it } from 'vitest'
import { figure } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'
import { refused, SHOPS, SHOPS_CATEGORY, shopsRule } from './shops.ts'

/** Units of rates as sentences print them, and the units that are nearest to them. */

const INPUTS: Readonly<Record<string, Record<string, unknown>>> = {
  kVA: { required_inputs: ['contract_demand_kva'] },
  HP: { load_unit: 'hp' },
}

/** What gate 8 expects of the rate of shops that a sentence prints, read in this unit. */
async function expected(rate: string, printed: string, printed_unit: string): Promise<string[]> {
  const [coin, measure = ''] = printed_unit.split('/')
  const isEnergy = measure.endsWith('h')
  const text = `The ${isEnergy ? 'energy' : 'fixed'} charge of LT-II Shops is ${rate}.`
  const value = coin === 'P' ? String(Number(printed) / 100) : printed
  const findings = await gateEight({
    printed: { as: 'text', text },
    categories: [
      {
        ...SHOPS_CATEGORY,
        ...INPUTS[measure],
      },
    ],
    rows: `row_id,subcategory_code,label,charge,printed,printed_unit,value,unit,quote
LT-II,LT-II,LT-II Shops,${isEnergy ? 'energy' : 'fixed'},${printed},${printed_unit},${value},Rs/${measure},"${text}"
`,
    rules: 'adjustments: []',
  })
  return findings.map((each) => each.expected)
}

it.each([
  ['710 paise per kilowatt hour', '710', 'P/kWh', 'Rs/kWh'],
  ['710 p/u', '710', 'P/kWh', 'Rs/kWh'],
  ['710 PU', '710', 'P/kWh', 'Rs/kWh'],
  ['Ps. 710 per kWh', '710', 'P/kWh', 'Rs/kWh'],
  ['Rs 7.10 p/u', '7.10', 'Rs/kWh', 'P/kWh'],
  ['Rs. 7.10 P.U.', '7.10', 'Rs/kWh', 'P/kWh'],
  ['`7.10/unit', '7.10', 'Rs/kWh', 'P/kWh'],
  ['Re. 1/unit', '1', 'Rs/kWh', 'P/kWh'],
  ['Re 1.00 per unit', '1.00', 'Rs/kWh', 'P/kWh'],
  ['7.10 ₹/kWh', '7.10', 'Rs/kWh', 'P/kWh'],
  ['710 Ps./Unit', '710', 'P/kWh', 'Rs/kWh'],
  ['Rs 45 per kilowatt', '45', 'Rs/kW', 'Rs/kVA'],
  ['Rs 45 per kilo watt per month', '45', 'Rs/kW', 'Rs/HP'],
  ['Rs 45 per kilo volt ampere', '45', 'Rs/kVA', 'Rs/kW'],
  ['₹/kVA/month 45', '45', 'Rs/kVA', 'Rs/kW'],
  ['Rs 45 per BHP', '45', 'Rs/HP', 'Rs/kW'],
  ['Rs 45 per H.P.', '45', 'Rs/HP', 'Rs/kW'],
  ['Rs 45 per horse power per month', '45', 'Rs/HP', 'Rs/kW'],
])('%s', async (rate, printed, unit, other) => {
  expect(await expected(rate, printed, unit)).toEqual([])
  expect(await expected(rate, printed, other)).not.toEqual([])
})

it.each(['Re. 1', 'Re 1', '`1'])('a sentence goes on behind the point of %s', async (amount) => {
  const text = `LT-II Shops with a temporary connection shall pay a surcharge of ${amount} per unit.`
  const number = amount.replace(/\D+/u, '')
  const value = `{ kind: per_unit, per: energy_units, figure: ${figure(number, 'Rs/kWh', `${number} per unit.`)} }`
  const rules = shopsRule('', `effect: add, values: [${value}] }]`)
  expect((await refused(`${SHOPS} ${text}`, [], rules)).join()).toContain('temporary')
})
