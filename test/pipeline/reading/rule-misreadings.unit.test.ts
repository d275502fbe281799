import { describe, expect, it } from 'vitest'
import { figure } from '../../mechanisms/support/order.ts'
import { refused, SHOPS } from './shops.ts'

/** Invented rules that are read from a sentence, and readings of them that are wrong. */

const ENERGY = 'The energy charge of LT-II Shops is Rs 7.10 per kWh.'
const ENERGY_ROW = `,,,,energy,,,,,,7.10,,Rs/kWh,"${ENERGY}"`

type Rule = {
  readonly of: string
  readonly effect: 'add' | 'subtract'
  readonly value: string
  readonly when?: string
  readonly more?: string
}

/** What gate 8 expects instead of what it finds in a rule beside the tariff, whose sentence is `text`. */
function ofRule(text: string, { of, effect, value, when, more = '' }: Rule): Promise<string[]> {
  const asked = when === undefined ? '' : `when: ${when}, `
  const rules = `
adjustments:
  - adjustment_id: RULE
    order: 1
    side: beside
    description: A rule
    applies_to: [LT-II]
    of: [${of}]
    cases: [{ case_id: all, effect: ${effect}, description: A rule, ${asked}values: [{ ${value} }] }]
${more}`
  return refused(`${SHOPS} ${ENERGY} ${text}`, [ENERGY_ROW], rules)
}

describe('a bill that is rounded', () => {
  const TOTAL = 'The total bill of LT-II Shops is rounded to the nearest Rs 1.00.'
  const EVERY = 'The total of every bill of LT-II Shops is rounded to the nearest Rs 1.00.'
  const CONSUMERS = 'The bill of every consumer of LT-II Shops is rounded to the nearest Rs 1.00.'
  const UP = 'Rounding: The total of every bill of LT-II Shops is rounded up to the next multiple of Rs 1.00.'
  const OFF = 'Every bill of LT-II Shops is rounded to Rs 1.00, 50 paise and above rounded up.'
  const OF_CHARGE = 'The energy charge in every bill of LT-II Shops is rounded to the nearest Rs 1.00.'
  const COUNTED =
    'In the total bill of LT-II Shops less than fifty paise is ignored, and fifty paise or more is counted as a rupee.'
  const BEING = 'The total bill of LT-II Shops is rounded to the nearest Rs 1.00, fifty paise being rounded up.'
  const IGNORED =
    'Every bill of LT-II Shops is rounded to Rs 1.00, less than 50 paise being ignored and 50 paise and above counted as one.'
  const FORTY_NINE =
    'Every bill of LT-II Shops is rounded off to the nearest rupee, i.e. up to 49 paise shall be rounded down to the previous rupee and 50 paise upwards shall be rounded up to the next rupee.'
  const TO_HALVES = 'The total bill of LT-II Shops is rounded up to the next multiple of Rs 0.50, that is to 50 paise.'
  const BILL = 'of: bill, as in "bill"'
  const OF_HALVES = 'kind round_half_up, as in "fifty paise"'
  it.each([
    [TOTAL, 'bill', 'half_up', []],
    [TOTAL, 'base_tariff', 'half_up', [BILL]],
    [EVERY, 'base_tariff', 'half_up', [BILL]],
    [EVERY, 'energy', 'half_up', [BILL]],
    [CONSUMERS, 'base_tariff', 'half_up', [BILL]],
    [OF_CHARGE, 'energy', 'half_up', []],
    [UP, 'bill', 'up', []],
    [UP, 'bill', 'half_up', ['the words of half_up in its citations in the record']],
    [OFF, 'bill', 'half_up', []],
    [COUNTED, 'bill', 'half_up', [], 'rupee'],
    [COUNTED, 'bill', 'up', ['the words of ceil in its citations in the record', OF_HALVES], 'rupee'],
    [OFF, 'bill', 'up', ['kind round_half_up, as in "50 paise"']],
    [BEING, 'bill', 'half_up', []],
    [BEING, 'bill', 'up', [OF_HALVES]],
    [IGNORED, 'bill', 'down', ['kind round_half_up, as in "50 paise"']],
    [FORTY_NINE, 'bill', 'half_up', [], 'rupee'],
    [FORTY_NINE, 'bill', 'up', ['kind round_half_up, as in "50 paise"'], 'rupee'],
    [FORTY_NINE.replace('49', '59'), 'bill', 'half_up', [expect.stringContaining('59 of the quote')], 'rupee'],
    [TO_HALVES, 'bill', 'up', [], '0.50'],
  ])('"%s": of %s, round_%s', async (text, of, way, findings, printed = '1.00') => {
    const value = `kind: round_${way}, figure: ${figure(printed, 'Rs', text).replace('"value":null', '"value":"1"')}`
    const found = await ofRule(text, { of, effect: 'add', value })
    // Of a rounding up or down, the fifty paise are no number of the rule either.
    expect(found.filter((each) => way === 'half_up' || !each.includes('of the quote as a number'))).toEqual(findings)
  })
})

describe('what a charge is in percent of itself', () => {
  const IS = 'For LT-II Shops the energy charge is 150 percent of the normal energy charge.'
  const AT = 'LT-II Shops pay the energy charge for such supply at 150 percent of the normal energy charge.'
  const MORE = 'For LT-II Shops the energy charge is 150 percent of the normal energy charge, as an additional charge.'
  const SERVICE = 'LT-II Shops pay a service charge that is 150 percent of the energy charge.'
  const FACTOR = (text: string): string => `kind factor, as in "${text}"`
  it.each([
    [IS, 'factor', []],
    [IS, 'percent', [FACTOR(IS)]],
    [AT, 'percent', [FACTOR(AT)]],
    [MORE, 'percent', []],
    [SERVICE, 'percent', []],
  ])('"%s": read as a %s', async (text, kind, findings) => {
    const value = `kind: ${kind}, figure: ${figure('150', 'percent', text)}`
    expect(await ofRule(text, { of: 'energy', effect: 'add', value })).toEqual(findings)
  })
})

describe('a limit beside the amount of a rule', () => {
  const PAY =
    'LT-II Shops that pay online get a rebate of 2 percent of the bill, subject to a maximum of Rs 100 per bill.'
  const CAP = 'subject to a maximum of Rs 100 per bill.'
  const OVER =
    'LT-II Shops whose recorded demand exceeds 105 percent of the contract demand pay a surcharge of 2 percent of the bill.'
  const value = (quote: string): string => `kind: percent, figure: ${figure('2', 'percent', quote)}`
  const LIMIT = (words: string): string =>
    `the limit "${words}" read by the rule, its cap or floor or a quantity that it reads, or declared`
  const limits = (found: readonly string[]): string[] => found.filter((each) => each.startsWith('the limit'))

  it('is read by its cap, or refused', async () => {
    const rule = { of: 'bill', effect: 'subtract', value: value(PAY.slice(0, PAY.indexOf(', subject'))) } as const
    expect(limits(await ofRule(PAY, rule))).toEqual([LIMIT('maximum of Rs 100')])
    const more = `    cap: { kind: per_bill, figure: ${figure('100', 'Rs', CAP)} }`
    expect(limits(await ofRule(PAY, { ...rule, more }))).toEqual([])
  })

  it('may be called a ceiling', async () => {
    const text = PAY.replace('maximum', 'ceiling')
    const more = `    cap: { kind: per_bill, figure: ${figure('100', 'Rs', CAP.replace('maximum', 'ceiling'))} }`
    const rule = {
      of: 'bill',
      effect: 'subtract',
      value: value(text.slice(0, text.indexOf(', subject'))),
      more,
    } as const
    expect((await ofRule(text, rule)).filter((each) => /"[^"]*ceiling[^"]*", or these words/u.test(each))).toEqual([])
  })

  it.each([
    ['recorded_demand_kva > contract_demand_kva', [LIMIT('exceeds 105 percent of the contract demand')]],
    ['recorded_demand_kva > limit', []],
  ])('is read by a quantity that it asks for: %s', async (when, findings) => {
    const quote = OVER.slice(OVER.indexOf('pay'))
    const more = `
quantities:
  - quantity_id: limit
    unit: kVA
    description: A limit
    formula: contract_demand_kva * 1.05
    evidence: { source_id: ORDER, page: 1, quote: "${OVER}" }
`
    const rule = { of: 'bill', effect: 'add', value: value(quote), when, more } as const
    expect(limits(await ofRule(OVER, rule))).toEqual(findings)
  })
})

describe('a percentage for each step', () => {
  const EACH =
    'LT-II Shops get a rebate of 2 percent of the energy charge for each complete 0.01 of power factor above 0.95.'
  const PART = 'LT-II Shops pay a surcharge of 2 percent of the energy charge for each 0.01 of power factor above 0.95.'
  const read = async (text: string, formula: string, method: string): Promise<string[]> => {
    const more = `
quantities:
  - quantity_id: points
    unit: percent
    description: Steps
    formula: "${formula}"
    evidence: { source_id: ORDER, page: 1, quote: "${text}" }
`
    const value = `kind: percent, method: ${method}, steps_by: points, steps: [{ from: "0", to: null, figure: ${figure('2', 'percent', text)} }]`
    const effect = text === EACH ? 'subtract' : 'add'
    const found = await ofRule(text, { of: 'energy', effect, value, when: 'power_factor > 0.95', more })
    return found.filter((each) => /^(?:floor|method)/u.test(each))
  }
  const EXACT = 'max(0, (power_factor - 0.95) / 0.01)'
  const FLOOR = 'max(0, floor((power_factor - 0.95) / 0.01, 1))'
  it.each([
    [EACH, FLOOR, 'telescopic', []],
    [EACH, EXACT, 'telescopic', ['floor in its formula, as in "each complete 0.01"']],
    [PART, EXACT, 'telescopic', []],
    [PART, EXACT, 'whole', ['method telescopic, as in "each 0.01"']],
  ])('"%s": %s, %s', async (text, formula, method, findings) => {
    expect(await read(text, formula, method)).toEqual(findings)
  })
})

describe('the cap of another rebate', () => {
  const PAY =
    'LT-II Shops that pay online get a rebate of 2 percent of the bill, subject to a maximum of Rs 100 per bill.'
  const QUOTE = PAY.slice(0, PAY.indexOf(', subject'))
  const EARLY = 'LT-II Shops that pay early get a rebate of 2 percent of the bill.'
  const at = (text: string, section: string): string => text.replace(/\}$/u, `, section: ${section} }`)
  it.each([
    [QUOTE, 'note 2', 'note 2', []],
    [QUOTE, 'note 1', 'note 2', []],
    [EARLY, 'note 1', 'note 1', []],
    [EARLY, 'note 1', 'note 2', ['a limit of note 1, where the amounts of RULE are']],
  ])('"%s", %s, with a limit of %s', async (quote, own, place, findings) => {
    const value = `kind: percent, figure: ${at(figure('2', 'percent', quote), own)}`
    const limit = at(figure('100', 'Rs', 'subject to a maximum of Rs 100 per bill.'), place)
    const more = `    cap: { kind: per_bill, figure: ${limit} }`
    const found = await ofRule(`${PAY} ${EARLY}`, { of: 'bill', effect: 'subtract', value, more })
    expect(found.filter((each) => each.startsWith('a limit of'))).toEqual(findings)
  })
})

describe('an amount that is not for a month', () => {
  const isAsked = (each: string): boolean => each.startsWith('an amount for a month or a unit')
  const ofAmount = async (text: string, printed: string): Promise<boolean> => {
    const value = `kind: per_bill, figure: ${figure(printed, 'Rs', text)}`
    const found = await ofRule(text, { of: '', effect: 'add', value })
    return found.some(isAsked)
  }
  it.each([
    ['LT-II Shops pay a meter rent of Rs 600 per year.', '600', true],
    ['An annual meter rent of Rs 600 is payable by LT-II Shops.', '600', true],
    ['LT-II Shops pay a meter rent of Rs 600, annually.', '600', true],
    ['Rs 600 p.a. is payable as meter rent by LT-II Shops.', '600', true],
    ['LT-II Shops pay Rs 600 yearly as meter rent.', '600', true],
    ['LT-II Shops pay Rs 2 as meter rent for each day.', '2', true],
    ['LT-II Shops pay a meter rent of Rs 600 प्रति वर्ष.', '600', true],
    ['LT-II Shops pay a वार्षिक meter rent of Rs 600.', '600', true],
    ['LT-II Shops pay a meter rent of Rs 50 per month.', '50', false],
    ['LT-II Shops pay a meter rent of Rs 50 per month, which is Rs 600 per year.', '50', false],
    ['LT-II Shops pay a meter rent of Rs 50 per month, which is Rs 600 per year.', '600', true],
    ['LT-II Shops with an average daily use of 5 units pay a meter rent of Rs 50.', '50', false],
  ])('"%s": %s, billed by month: refused %s', async (text, printed, isRefused) => {
    expect(await ofAmount(text, printed)).toBe(isRefused)
  })

  it('is refused as a charge of a row too', async () => {
    const text = 'The fixed charge of LT-II Mills is Rs 600 per kW per year.'
    const row = `LT-II-B,LT-II,LT-II Shops,connection=temporary,fixed,,,,,,600,,Rs/kW,"${text}"`
    expect((await refused(`${SHOPS} ${text}`, [row])).some(isAsked)).toBe(true)
  })
})

describe('two edges of one sentence, each of its own amount', () => {
  const isOther = (found: readonly string[]): boolean => found.some((each) => /^a (?:step|condition) as in/u.test(each))
  const FACTORS =
    'LT-II Shops get a rebate of 2 percent of the bill above a load factor of 60 percent and 3 percent above 80 percent.'
  const RANGES =
    'LT-II Shops get a rebate of 2 percent of the bill above a load factor of 60 percent and up to 80 percent, and 3 percent above 80 percent.'
  it.each([
    [FACTORS, '2', 'load_factor_percent > 60', false],
    [FACTORS, '3', 'load_factor_percent > 80', false],
    [FACTORS, '2', 'load_factor_percent > 80', true],
    [FACTORS, '3', 'load_factor_percent > 60', true],
    [RANGES, '2', 'load_factor_percent <= 80', false],
    [RANGES, '2', 'load_factor_percent > 80', true],
  ])('"%s": %s percent for %s, refused %s', async (text, printed, when, isRefused) => {
    const value = `kind: percent, figure: ${figure(printed, 'percent', text)}`
    expect(isOther(await ofRule(text, { of: 'bill', effect: 'subtract', value, when }))).toBe(isRefused)
  })

  const ABOVE = 'LT-II Shops pay a surcharge of Rs 0.30 per kWh up to 100 units and Rs 0.45 per kWh above 100 units.'
  const FIRST =
    'LT-II Shops pay a surcharge of Rs 0.30 per kWh for the first 100 units and Rs 0.45 per kWh for the rest.'
  it.each([
    [ABOVE, '0.30', '0.45', false],
    [ABOVE, '0.45', '0.30', true],
    [FIRST, '0.30', '0.45', false],
    [FIRST, '0.45', '0.30', true],
  ])('"%s": steps of %s and %s, refused %s', async (text, first, second, isRefused) => {
    const step = (from: string, to: string, printed: string): string =>
      `{ from: "${from}", to: ${to}, figure: ${figure(printed, 'Rs/kWh', text)} }`
    const steps = `[${step('0', '"100"', first)}, ${step('100', 'null', second)}]`
    const value = `kind: per_unit, method: telescopic, per: energy_units, steps: ${steps}`
    expect(isOther(await ofRule(text, { of: '', effect: 'add', value }))).toBe(isRefused)
  })
})

describe('words that take something off', () => {
  it.each([
    'LT-II Shops get 5% off the energy charge.',
    'The energy charge of LT-II Shops is decreased by 5 percent.',
    'The energy charge of LT-II Shops is cut by 5 percent.',
    'The energy charge of LT-II Shops is reduced by 5 percent.',
    'The energy charge of LT-II Shops is discounted by 5 percent.',
    '5 percent of the energy charge of LT-II Shops is refunded.',
    ...['discounts', 'concessions', 'incentives', 'a bonus', 'credits', 'waivers'].map(
      (what) => `LT-II Shops get ${what} of 5 percent on the energy charge.`,
    ),
  ])('"%s"', async (text) => {
    const read = (kind: string, effect: 'add' | 'subtract'): Promise<string[]> =>
      ofRule(text, { of: 'energy', effect, value: `kind: ${kind}, figure: ${figure('5', 'percent', text)}` })
    expect(await read('percent', 'subtract')).toEqual([])
    expect(await read('percent', 'add')).toContain(`an amount that is deducted, as in "${text}"`)
    expect((await read('factor', 'subtract')).join()).toContain('kind percent, an amount that is added or taken off')
  })
})

describe('words that add something', () => {
  it.each(['surcharges', 'penalties', 'extra charges', 'a premium', 'a levy', 'a cess'])('%s', async (what) => {
    const text = `LT-II Shops pay ${what} of 5 percent on the energy charge.`
    const read = (effect: 'add' | 'subtract'): Promise<string[]> =>
      ofRule(text, { of: 'energy', effect, value: `kind: percent, figure: ${figure('5', 'percent', text)}` })
    expect(await read('add')).toEqual([])
    expect(await read('subtract')).toEqual([`an amount that is added, as in "${text}"`])
  })
})
