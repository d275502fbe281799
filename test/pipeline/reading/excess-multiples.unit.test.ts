import { describe, expect, it } from 'vitest'
import { figure, printedAs } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** A multiple of the demand charge for the demand in excess, beside a charge that includes this excess or not. */

const CHARGE = 'The demand charge of HT-1 Mills is Rs 400.00 per kVA.'
const BILLED = 'The billing demand is the recorded demand or 80 percent of the contract demand, whichever is higher.'
const ALL = 'The demand in excess of the contract demand is billed at twice the demand charge.'
const OF_CLASSES =
  'Recorded demand of HT-1 and HT-2 in excess of the contract demand shall be charged at two times the demand charge.'
const BESIDE = 'The demand in excess of the contract demand is billed, in addition, at twice the demand charge.'
const PENAL = 'The demand in excess of the contract demand is billed at a penal rate of twice the demand charge.'

async function refused(text: string, per: string, rows: string, adjustments = '[]'): Promise<string[]> {
  const findings = await gateEight({
    printed: { as: 'text', text: [CHARGE, BILLED, text].join(' ') },
    categories: [{ subcategory_code: 'HT-1', raw_category_label: 'HT-1 Mills', canonical_category_code: 'Mills' }],
    rows: `row_id,subcategory_code,label,charge,component,charge_label,per,rates_of,printed,value,unit,quote
HT-1,HT-1,HT-1 Mills,fixed,,,${per},,400.00,,Rs/kVA,"${CHARGE}"
${rows}`,
    rules: `
quantities:
  - quantity_id: billing_demand
    unit: kVA
    description: Billing demand
    formula: "max(recorded_demand_kva, share * contract_demand_kva)"
    figures: [{ figure_id: share, figure: ${figure('80', 'percent', BILLED)} }]
    evidence: ${printedAs(BILLED)}
  - { quantity_id: within, unit: kVA, description: Within, formula: "min(recorded_demand_kva, contract_demand_kva)" }
  - quantity_id: excess
    unit: kVA
    description: Excess
    formula: "max(0, recorded_demand_kva - contract_demand_kva)"
    evidence: ${printedAs(text)}
adjustments: ${adjustments}
`,
  })
  return findings
    .filter(({ fault, expected }) => fault === 'other_share' || expected.includes('penal'))
    .map(({ expected }) => expected)
}

const OVER = 'The excess demand shall be charged, over and above the demand charge, at twice the demand charge.'
const ATTRACTS = 'Demand in excess of the contract demand attracts demand charges at twice the normal rate.'

describe('a charge for the excess', () => {
  const twice = (text: string): string => `,,,above,fixed,Excess demand,excess,HT-1.fixed,twice,2,times,"${text}"\n`
  it.each([
    [ALL, 'billing_demand', 1],
    [ALL, 'recorded_demand_kva', 1],
    [OF_CLASSES, 'billing_demand', 1],
    [OF_CLASSES, 'within', 0],
    [ALL, 'within', 0],
    [ALL, 'contract_demand_kva', 0],
    [BESIDE, 'billing_demand', 0],
    [PENAL, 'billing_demand', 0],
  ])('"%s", beside one per %s', async (text, per, count) => {
    const found = await refused(text, per, twice(text))
    expect(found).toHaveLength(count)
    for (const each of found)
      expect(each).toMatch(/^the fixed charge without the excess, or an adjustment of kind fac/u)
  })
})

describe('a rule on the part of the charge that is for the excess', () => {
  const rule = (text: string, kind: string): string => `
  - adjustment_id: EXCESS
    order: 1
    side: base
    description: Excess demand
    applies_to: [HT-1]
    of: [fixed]
    part: { charge_id: fixed, quantity: excess }
    cases: [{ case_id: all, effect: add, description: Excess, values: [{ kind: ${kind}, figure: ${figure('200', 'percent', text)} }] }]`
  const inPercent = (text: string): string => text.replace('twice', '200 percent of')
  it.each([
    [ALL, 'factor', []],
    [ALL, 'percent', [expect.stringMatching(/^kind factor: one of all that is paid is in the fixed charge/u)]],
    [BESIDE, 'percent', []],
    [BESIDE, 'factor', [expect.stringMatching(/^kind percent: it is paid beside the fixed charge/u)]],
    [PENAL, 'percent', []],
    [OVER, 'percent', []],
    [ATTRACTS, 'factor', []],
    [ATTRACTS, 'percent', [expect.stringMatching(/^kind factor: one of all that is paid/u)]],
  ])('"%s": %s', async (text, kind, expected) => {
    const printed = inPercent(text)
    expect(await refused(printed, 'billing_demand', '', rule(printed, kind))).toEqual(expected)
  })
})
