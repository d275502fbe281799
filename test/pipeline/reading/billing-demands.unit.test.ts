import { describe, expect, it } from 'vitest'
import { printedAs } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** Billing demands of invented orders, and readings of them that leave an amount out or take another one. */

const CHARGE = 'The demand charge of HT-1 Mills is Rs 400.00 per kVA of the billing demand.'

/** What gate 8 expects of a demand charge on a billing demand, or of an excess, with this formula. */
async function expected(text: string, formula: string, per = 'own'): Promise<string[]> {
  const findings = await gateEight({
    printed: { as: 'text', text: `${CHARGE} ${text}` },
    categories: [{ subcategory_code: 'HT-1', raw_category_label: 'HT-1 Mills', canonical_category_code: 'Mills' }],
    rows: `row_id,label,charge,per,printed,unit,quote\nHT-1,HT-1 Mills,fixed,${per},400.00,Rs/kVA,${CHARGE}\n`,
    rules: `
quantities:
  - { quantity_id: own, unit: kVA, description: A demand, formula: "${formula}", evidence: ${printedAs(text)} }
  - { quantity_id: limit, unit: kVA, description: A limit, formula: "1.1 * contract_demand_kva", evidence: ${printedAs(text)} }
adjustments: []
`,
  })
  return findings.flatMap((each) => (each.found.startsWith('quantities/limit') ? [] : each.expected))
}

describe('the highest of three demands', () => {
  const TEXT =
    'The billing demand is the highest of the recorded demand, 75 percent of the highest maximum demand recorded during the year and 60 percent of the contract demand.'
  it.each([
    ['max(recorded_demand_kva, 0.75 * highest_demand_this_year_kva, 0.6 * contract_demand_kva)', []],
    [
      'max(recorded_demand_kva, 0.6 * contract_demand_kva)',
      ['"75 percent of the highest maximum demand" in a formula of the quantity'],
    ],
  ])('is not %s', async (formula, findings) => {
    expect(await expected(TEXT, formula)).toEqual(findings)
  })
})

it('is what the order calls so, of whatever demands', async () => {
  const text =
    'The billing demand is the maximum demand recorded in peak hours or 60 percent of the maximum demand recorded in off-peak hours, whichever is higher.'
  const named = (found: readonly string[]): boolean => found.some((each) => each.startsWith('the billing demand'))
  expect(named(await expected(text, 'max(peak_demand_kva, 0.6 * offpeak_demand_kva)'))).toBe(false)
  expect(named(await expected(text, 'max(peak_demand_kva, 0.6 * offpeak_demand_kva)', 'peak_demand_kva'))).toBe(true)
})

it.each([
  ['max(0, recorded_demand_kva - contract_demand_kva)', 0],
  ['max(0, recorded_demand_kva - limit)', 1],
])('in excess of the contract demand, if a share of it is exceeded, is not %s', async (formula, count) => {
  const text =
    'If the recorded demand exceeds 110 percent of the contract demand, Rs 800 per kVA is payable for the demand in excess of the contract demand.'
  const found = await expected(text, formula)
  expect(found.filter((each) => each.startsWith('what is left above the input itself'))).toHaveLength(count)
})

it.each([
  [
    'Mills pay for a minimum of 40 kVA for each kVA of contract demand.',
    'max(recorded_demand_kva, 40 * contract_demand_kva)',
    0,
  ],
  [
    'Mills pay for a minimum of 40 kVA for each kVA of contract demand.',
    'recorded_demand_kva + 40 * contract_demand_kva',
    1,
  ],
  [
    'Mills pay for the recorded demand and 40 kVA for each kVA of contract demand.',
    'recorded_demand_kva + 40 * contract_demand_kva',
    0,
  ],
  ['The billing demand is the sum of the peak demand and 5 kVA.', 'peak_demand_kva + 5', 0],
  ['The billing demand is the contract demand, besides 5 kVA.', 'contract_demand_kva + 5', 0],
])('"%s": %s is a sum only where a text says so', async (text, formula, count) => {
  const found = await expected(text, formula)
  expect(found.filter((each) => /^a word such as "plus"|"sum"/u.test(each))).toHaveLength(count)
})

it.each([
  ['The recorded demand is read every month, with care and by the licensee.', 'recorded_demand_kva + 5', 1],
  ['For mills with a captive plant the standby demand is billed.', 'recorded_demand_kva + contract_demand_kva', 1],
])('"%s": %s is no sum of demands', async (text, formula, count) => {
  expect((await expected(text, formula)).filter((each) => each.startsWith('a word such as "plus"'))).toHaveLength(count)
})

describe('the demand in excess of the contract demand', () => {
  const EXCESS = 'Rs 800 per kVA is payable for the excess demand, recorded over the contract demand.'
  it.each([
    ['max(0, recorded_demand_kva - contract_demand_kva)', []],
    ['recorded_demand_kva', ['a difference in its formula, as in "excess demand"']],
    ['max(recorded_demand_kva, contract_demand_kva)', ['a difference in its formula, as in "excess demand"']],
  ])('is not %s', async (formula, findings) => {
    expect((await expected(EXCESS, formula)).filter((each) => each.startsWith('a difference'))).toEqual(findings)
  })

  it('is what is left above something, as a text says', async () => {
    const unsaid = async (text: string): Promise<boolean> =>
      (await expected(text, 'max(0, recorded_demand_kva - contract_demand_kva)')).some((each) =>
        each.startsWith('a word such as "above"'),
      )
    expect(await unsaid('Mills pay for the recorded demand beyond the contract demand.')).toBe(false)
    expect(await unsaid('Mills pay for the recorded demand and the contract demand.')).toBe(true)
  })
})
