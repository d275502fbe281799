import { describe, expect, it } from 'vitest'
import { figure } from '../../mechanisms/support/order.ts'
import { refused, SHOPS, shopsRule } from './shops.ts'

/** Sentences of an invented order that say the least amount of the charges of its shops, or the least of something else. */

const ENERGY = 'The energy charge of LT-II Shops is Rs 7.10 per kWh.'
const ENERGY_ROW = `,,,,energy,,,,,,7.10,,Rs/kWh,"${ENERGY}"`

/** What is expected of the base of an amount that is called a minimum; empty: nothing. */
const asked = async (text: string, minimumOf: string): Promise<string[]> => {
  const least = `,,,,least,other,Monthly minimum,,${minimumOf},,60.00,,Rs/kW,"${text}"`
  const found = await refused(`${SHOPS} ${ENERGY} ${text}`, [ENERGY_ROW, least])
  return found.filter((each) => each.includes('minimum_of'))
}

const PAID = 'is Rs 60.00 per kW of connected load.'
it.each([
  `The minimum charge of LT-II Shops, for the energy charge and the fixed charge together, ${PAID}`,
  `The minimum charge payable by LT-II Shops for the energy charge and the fixed charge ${PAID}`,
  `The minimum charge of LT-II Shops, inclusive of the fixed charge and energy charge, ${PAID}`,
  `The minimum charge of LT-II Shops for the energy charge, exclusive of the fixed charge, ${PAID}`,
  'LT-II Shops pay at least Rs 60.00 per kW towards the energy charge and the fixed charge together.',
  'LT-II Shops shall pay Rs 60.00 per kW at least, towards the energy charge and the fixed charge.',
  'The energy charge and the fixed charge of LT-II Shops together shall not be less than Rs 60.00 per kW.',
  'The energy charge and the fixed charge of LT-II Shops are not less than a sum of Rs 60.00 per kW.',
  'The energy charge and the demand charge of LT-II Shops shall in no case be less than Rs 60.00 per kW.',
])('the least amount is a minimum of the charges that it names: "%s"', async (text) => {
  expect(await asked(text, '')).toEqual([`minimum_of, as in "${text}"`])
  expect(await asked(text, text.includes('exclusive') ? 'energy' : 'energy|fixed')).toEqual([])
})

it.each([
  'LT-II Shops with a load of at least 5 kW pay a fixed charge of Rs 60.00 per kW.',
  'LT-II Shops pay a fixed charge of Rs 60.00 per kW on at least 75 percent of the contract demand.',
  'LT-II Shops pay a fixed charge of Rs 60.00 per kW at least 15 days in advance.',
  'LT-II Shops whose power factor is not less than 0.90 pay a fixed charge of Rs 60.00 per kW.',
  'LT-II Shops supplied at not less than 11 kV pay a fixed charge of Rs 60.00 per kW.',
  'LT-II Shops with a load of not less than 60.00 kW pay a fixed charge of Rs 60.00 per kW.',
  'In addition to the minimum charge, LT-II Shops pay a fixed charge of Rs 60.00 per kW.',
  'LT-II Shops pay the minimum charge and a fixed charge of Rs 60.00 per kW.',
  'LT-II Shops get no minimum charge for the energy charge, and the fixed charge is Rs 60.00 per kW.',
])('the least load, share, voltage or number of days is none, nor is a charge beside it: "%s"', async (text) => {
  expect(await asked(text, '')).toEqual([])
})

describe('a charge of its own that is read as a minimum', () => {
  it.each([
    'LT-II Shops pay a fixed charge of Rs 60.00 per kW.',
    'LT-II Shops with less than 50 kW pay a fixed charge of Rs 60.00 per kW.',
    'A demand charge of Rs 60.00 per kW is payable by LT-II Shops, in addition to the energy charge.',
  ])('is refused: "%s"', async (text) => {
    expect(await asked(text, '')).toEqual([])
    expect((await asked(text, 'energy')).join()).toContain(`no minimum_of, as in "${text}"`)
  })

  it.each([
    'The monthly minimum energy charge of LT-II Shops is Rs 60.00 per kW.',
    'MMC of LT-II Shops: Rs 60.00 per kW, for energy.',
    'LT-II Shops guarantee an energy charge of Rs 60.00 per kW.',
    'If the energy charge of LT-II Shops falls short of Rs 60.00 per kW, this amount is payable.',
    'LT-II Shops pay the energy charge or Rs 60.00 per kW, whichever is higher.',
    'The energy charge of LT-II Shops is never to fall below Rs 60.00 per kW.',
  ])('is one in many words: "%s"', async (text) => {
    expect((await asked(text, 'energy')).join()).not.toContain('no minimum_of')
  })
})

const PENALTY = 'A penalty of 3 percent on the energy charge is levied on LT-II Shops, at least Rs 20.00 a bill.'
const MINIMUM = 'The minimum charge of LT-II Shops, for the energy charge and the fixed charge together, is Rs 90.00.'
const RUPEES = (amount: string, text: string): string => `{ kind: per_bill, figure: ${figure(amount, 'Rs', text)} }`
it.each([
  [
    PENALTY,
    `values: [{ kind: percent, figure: ${figure('3', 'percent', PENALTY)} }] }]\n    floor: ${RUPEES('20.00', PENALTY)}`,
    [],
  ],
  [MINIMUM, `values: [${RUPEES('90.00', MINIMUM)}] }]`, [`minimum_of of a row, or a floor, as in "${MINIMUM}"`]],
])('the least amount in a rule is a floor: "%s"', async (text, value, findings) => {
  const rules = shopsRule('energy', `effect: add, ${value}`)
  const found = await refused(`${SHOPS} ${ENERGY} ${text}`, [ENERGY_ROW], rules)
  expect(found.filter((each) => /minimum|least/iu.test(each))).toEqual(findings)
})

it.each([
  ['energy|fixed', []],
  ['energy', ['minimum_of the fixed charge too, or a text that names the charges that it is of']],
  ['fixed', ['minimum_of the energy charge too, or a text that names the charges that it is of']],
])('a minimum that names no charge is of all of them: %s', async (of, findings) => {
  expect(await asked('A monthly minimum of Rs 60.00 per kW is payable by LT-II Shops.', of)).toEqual(findings)
})

describe('a minimum of a charge that its sentence names, and of another one beside it', () => {
  const RENT = 'LT-II Shops pay a customer charge of Rs 50.00 per month.'
  it.each([
    ['LT-II Shops pay a monthly minimum energy charge of Rs 60.00.', 'energy', []],
    [
      'LT-II Shops pay a monthly minimum energy charge of Rs 60.00.',
      'energy|customer',
      ['the Customer charge in "LT-II Shops pay a monthly minimum energy charge of Rs 60.00.", or not in minimum_of'],
    ],
    ['LT-II Shops pay a minimum of Rs 60.00 for the energy charge and the customer charge.', 'energy|customer', []],
  ])('"%s": %s', async (text, of, findings) => {
    const rows = [
      ENERGY_ROW,
      `,,,,customer,other,Customer charges,,,,50.00,,Rs/connection,"${RENT}"`,
      `,,,,least,other,Monthly minimum,,${of},,60.00,,Rs/connection,"${text}"`,
    ]
    const found = await refused(`${SHOPS} ${ENERGY} ${RENT} ${text}`, rows)
    expect(found.filter((each) => each.includes('minimum_of'))).toEqual(findings)
  })
})

describe('two minimums of one sentence', () => {
  const both = (text: string, single: string, three: string): Promise<string[]> =>
    refused(`${SHOPS} ${text}`, [
      `,,,,single,other,Monthly minimum,phase=single,fixed,,${single},,Rs/kW,"${text}"`,
      `,,,,three,other,Monthly minimum,phase=three,fixed,,${three},,Rs/kW,"${text}"`,
    ])
  const WHOSE = 'of LT-II Shops, for the fixed charge,'
  it.each([
    `The minimum charge ${WHOSE} is Rs 100 per kW for single phase and Rs 150 per kW for three phase.`,
    `The minimum charge ${WHOSE} is for single phase Rs 100 per kW and for three phase Rs 150 per kW.`,
    `The monthly minimum ${WHOSE} is Rs 100 per kW (single phase) and Rs 150 per kW (three phase).`,
  ])('may both quote all of it: "%s"', async (text) => {
    expect(await both(text, '100', '150')).toEqual([])
    expect(await both(text, '150', '100')).toContain(
      'single of phase, as the record reads it, or a condition, zone or row of three',
    )
    expect(await both(text, '100', '100')).toContain('150 of the quote as a number of the rule, or declared')
  })

  it('may not where its parts do not say whose they are', async () => {
    const text = `The minimum charge ${WHOSE} for single phase and three phase is Rs 100 per kW and Rs 150 per kW respectively.`
    for (const [single, three] of [
      ['100', '150'],
      ['150', '100'],
    ] as const)
      expect(await both(text, single, three)).toContain(`${three} of the quote as a number of the rule, or declared`)
  })
})
