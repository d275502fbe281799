import { describe, expect, it } from 'vitest'
import { figure, printedAs } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** Rules whose sentence states two amounts, and rules of a clause with others behind it, as orders of one page have them. */

const FIXED = 'The fixed charge of LT-3 Mills is Rs 245.00 per kVA.'
const ENERGY = 'The energy charge of LT-3 Mills is Rs 7.80 per kWh.'
const DEFICIT = 'A surcharge of 8% towards recovery of accumulated deficit'
const PENSION =
  'a surcharge of 7% towards the pension trust shall be levied on the fixed charges and energy charges of all consumers'
const EXCESS =
  'Where the maximum demand exceeds the contract demand, a surcharge of 30% shall be levied on the fixed charges for the excess load in kVA.'

type Read = { deficit?: string; pension?: string; excess?: string }

/** What gate 8 expects of these readings; `excess`: the formula of the quantity of that name. */
async function expected({ deficit = 'energy, fixed', pension = 'energy, fixed', excess }: Read): Promise<string[]> {
  const clauses = `(a) ${EXCESS} (b) ${DEFICIT} and ${PENSION}. (c) A rebate of 1% is given on the total bill amount.`
  const rule = (id: string, order: number, of: string, read: string, part = ''): string => `
  - adjustment_id: ${id}
    order: ${order}
    side: base
    description: ${id}
    applies_to: [LT-3]
    of: [${of}]${part}
    cases: [{ case_id: all, effect: add, description: All, values: [{ kind: percent, figure: ${read} }] }]`
  const findings = await gateEight({
    printed: { as: 'text', text: [FIXED, ENERGY, clauses].join(' ') },
    categories: [
      {
        subcategory_code: 'LT-3',
        raw_category_label: 'LT-3 Mills',
        canonical_category_code: 'Mills',
        layer: 'LT',
        supply_type: 'lt_metered',
      },
    ],
    rows: `row_id,subcategory_code,label,charge,per,printed,value,unit,quote
LT-3,LT-3,LT-3 Mills,fixed,contract_demand_kva,245.00,,Rs/kVA,"${FIXED}"
,,,energy,,7.80,,Rs/kWh,"${ENERGY}"
`,
    rules: `
quantities:
  - quantity_id: excess
    unit: kVA
    description: Excess load
    formula: "${excess ?? 'max(0, recorded_demand_kva - contract_demand_kva)'}"
    evidence: ${printedAs(EXCESS)}
adjustments:${rule('EXCESS', 1, 'fixed', figure('30', 'percent', EXCESS), '\n    part: { charge_id: fixed, quantity: excess }')}${rule(
      'DEFICIT',
      2,
      deficit,
      figure('8', 'percent', DEFICIT),
    )}${rule('PENSION', 3, pension, figure('7', 'percent', PENSION))}
`,
  })
  return findings.map((each) => each.expected)
}

describe('two surcharges with one predicate', () => {
  it('are both on what it says', async () => {
    expect(await expected({})).toEqual([])
    expect((await expected({ deficit: 'energy' })).join()).toContain('the fixed charge too')
    expect((await expected({ pension: 'energy' })).join()).toContain('the fixed charge too')
  })

  it('are not one on the other, whatever the clauses behind theirs are on', async () => {
    expect((await expected({ pension: 'energy, fixed, DEFICIT' })).join()).toContain('of: without DEFICIT')
  })
})

it('an excess load is what is left, whatever its quantity is called', async () => {
  const found = await expected({ excess: 'max(recorded_demand_kva, contract_demand_kva)' })
  expect(found.join()).toContain('part: the excess demand')
})
