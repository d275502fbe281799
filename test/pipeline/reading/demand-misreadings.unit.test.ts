import { describe, expect, it } from 'vitest'
import { figure } from '../../mechanisms/support/order.ts'
import { refused, SHOPS } from './shops.ts'

/** Invented rules about a demand, and readings of them that take another one. */

type Read = { readonly formula: string; readonly when?: string; readonly per?: string; readonly more?: string }

/** What gate 8 expects of inputs and sides in a penalty per kVA of a demand, whose sentence is `text`. */
async function inputs(text: string, { formula, when, per = 'above', more = '' }: Read): Promise<string[]> {
  const evidence = `{ source_id: ORDER, page: 1, quote: "${text}" }`
  const quantity = (id: string, own: string): string =>
    `  - { quantity_id: ${id}, unit: kVA, description: A demand, formula: "${own}", evidence: ${evidence} }\n`
  const asked = when === undefined ? '' : `when: "${when}", `
  const rules = `
quantities:
${quantity('above', formula)}${quantity('limit', 'contract_demand_kva * 1.05')}
adjustments:
  - adjustment_id: PENALTY
    order: 1
    side: beside
    description: Penalty
    applies_to: [LT-II]
    of: []
    cases:
      - { case_id: all, effect: add, description: Penalty, ${asked}values: [{ kind: per_unit, per: ${per}, figure: ${figure('75.00', 'Rs/kVA', text)} }] }
${more}`
  const found = await refused(`${SHOPS} ${text}`, [], rules)
  return found.filter((each) => /^(?:what is left above|the .* as in its citations$|(?:[<>]=?) limit)/u.test(each))
}

describe('what is in excess of the contract demand', () => {
  const TEXT = 'LT-II Shops pay Rs 75.00 per kVA on the recorded demand in excess of the contract demand.'
  const ITSELF = 'what is left above the input itself, as in "in excess of the contract demand"'
  it.each([
    ['max(0, recorded_demand_kva - contract_demand_kva)', []],
    ['max(0, recorded_demand_kva - limit)', [ITSELF]],
    ['max(0, recorded_demand_kva - contract_demand_kva * 0.85)', [ITSELF]],
    [
      'max(0, max(recorded_demand_kva, limit) - contract_demand_kva)',
      ['the recorded demand alone, as in its citations'],
    ],
  ])('is not %s', async (formula, findings) => {
    expect(await inputs(TEXT, { formula })).toEqual(findings)
  })

  const SHARE =
    'LT-II Shops pay Rs 75.00 per kVA on the recorded demand in excess of 105 percent of the contract demand.'
  it('may be in excess of a share of it', async () => {
    expect(await inputs(SHARE, { formula: 'max(0, recorded_demand_kva - contract_demand_kva * 1.05)' })).toEqual([])
  })
})

describe('the demand of some hours', () => {
  const ALL = 'LT-II Shops pay Rs 75.00 per kVA on the recorded demand.'
  const PEAK = 'LT-II Shops pay Rs 75.00 per kVA on the maximum demand recorded in peak hours.'
  it.each([
    [ALL, 'recorded_demand_kva', []],
    [ALL, 'peak_demand_kva', ['the demand of all hours, as in its citations']],
    [PEAK, 'peak_demand_kva', []],
    [PEAK, 'offpeak_demand_kva', ['the demand of peak_demand_kva, as in its citations']],
  ])('"%s": per %s', async (text, per, findings) => {
    expect(await inputs(text, { formula: 'recorded_demand_kva', per })).toEqual(findings)
  })
})

describe('a demand compared with a share of another', () => {
  const OVER = 'LT-II Shops whose recorded demand exceeds 105 percent of the contract demand pay Rs 75.00 per kVA.'
  const SIDE = '> limit, as in "exceeds 105 percent of"'
  it.each([
    [OVER, 'recorded_demand_kva > limit', []],
    [OVER, 'recorded_demand_kva >= limit', [SIDE]],
    [OVER, 'recorded_demand_kva <= limit', [SIDE]],
    [OVER.replace('exceeds', 'does not exceed'), 'recorded_demand_kva <= limit', []],
    [OVER.replace('exceeds', 'is within'), 'recorded_demand_kva > limit', ['<= limit, as in "within 105 percent of"']],
  ])('"%s": %s', async (text, when, findings) => {
    expect(await inputs(text, { formula: 'recorded_demand_kva', when })).toEqual(findings)
  })
})

describe('the highest of three', () => {
  const TEXT =
    'LT-II Shops pay Rs 75.00 per kVA on the highest of the recorded demand, 80 percent of the contract demand and 50 kVA.'
  const LEFT_OUT = /^the limit "highest of the recorded demand,.*50 kVA" read by the rule/u
  it.each([
    ['max(recorded_demand_kva, 0.8 * contract_demand_kva, 50)', []],
    ['max(recorded_demand_kva, share * contract_demand_kva)', [LEFT_OUT]],
    [
      'max(recorded_demand_kva, 0.8 * contract_demand_kva, 0.5 * contract_demand_kva)',
      [/^0\.5 of its formula in the quote/u],
    ],
  ])('%s', async (formula, findings) => {
    const quote = '80 percent of the contract demand'
    const figures = formula.includes('share')
      ? `figures: [{ figure_id: share, figure: ${figure('80', 'percent', quote)} }], `
      : ''
    const evidence = `{ source_id: ORDER, page: 1, quote: "${TEXT}" }`
    const rules = `
quantities:
  - { quantity_id: billed, unit: kVA, description: A demand, formula: "${formula}", ${figures}evidence: ${evidence} }
adjustments: []
`
    const found = await refused(`${SHOPS} ${TEXT}`, [], rules)
    const isRead = (each: string): boolean => !each.includes('a quantity that reads it')
    expect(found.filter(isRead)).toEqual(findings.map((each) => expect.stringMatching(each)))
  })
})

describe('the higher of a demand and a printed number', () => {
  const TEXT = 'LT-II Shops pay Rs 75.00 per kVA on the recorded demand or 60 kVA, whichever is higher.'
  it.each([
    ['max(recorded_demand_kva, 60)', false],
    ['max(0, recorded_demand_kva)', true],
    ['recorded_demand_kva', true],
  ])('%s', async (formula, isLeftOut) => {
    const evidence = `{ source_id: ORDER, page: 1, quote: "${TEXT}" }`
    const rules = `
quantities:
  - { quantity_id: least, unit: kVA, description: A demand, formula: "${formula}", evidence: ${evidence} }
adjustments: []
`
    const found = await refused(`${SHOPS} ${TEXT}`, [], rules)
    expect(found.some((each) => each.startsWith('max or min in its formula'))).toBe(isLeftOut)
  })
})

describe('what a power factor is below a number', () => {
  const TEXT = 'LT-II Shops pay Rs 75.00 for every 0.01 by which the power factor falls below 0.90.'
  const KEPT = 'LT-II Shops maintain a power factor of not less than 0.90'
  const SHORT = `${KEPT}, failing which Rs 75.00 is payable for every 0.01 by which it falls short.`
  const OVER = 'The power factor is kept at or below 0.90, and LT-II Shops get Rs 75.00 for every 0.01 above it.'
  it.each([
    [TEXT, 'max(0, 0.90 - power_factor) / 0.01', []],
    [TEXT, 'max(0, power_factor - 0.90) / 0.01', ['0.9 - power_factor: what is below it']],
    [TEXT.replace('falls below', 'exceeds'), 'max(0, power_factor - 0.90) / 0.01', []],
    [SHORT, 'max(0, 0.90 - power_factor) / 0.01', []],
    [
      `${KEPT} and pay Rs 75.00 for every 0.01.`,
      'max(0, 0.90 - power_factor) / 0.01',
      ['power_factor - 0.9: what is above it'],
    ],
    [OVER, 'max(0, power_factor - 0.90) / 0.01', []],
    [
      TEXT.replace('falls below', 'exceeds'),
      'max(0, 0.90 - power_factor) / 0.01',
      ['power_factor - 0.9: what is above it'],
    ],
    [TEXT.replace('0.90', '90%'), 'max(0, power_factor - 0.90) / 0.01', ['0.9 - power_factor: what is below it']],
  ])('"%s": %s', async (text, formula, expected) => {
    const evidence = `{ source_id: ORDER, page: 1, quote: "${text}" }`
    const rules = `
quantities:
  - { quantity_id: left, unit: number, description: What is left, formula: "${formula}", evidence: ${evidence} }
adjustments: []
`
    const found = await refused(`${SHOPS} ${text}`, [], rules)
    expect(found.flatMap((each) => /^[^,]*what is (?:below|above) it/u.exec(each) ?? [])).toEqual(expected)
  })
})
