import { describe, expect, it } from 'vitest'
import { figure } from '../../mechanisms/support/order.ts'
import { refused, SHOPS } from './shops.ts'

/** Amounts that an order prints in words, and readings of them that are wrong. */

describe('rates that are twice others', () => {
  const TWICE = 'Temporary supply of LT-II Shops is billed at twice the fixed charge of LT-II Shops.'
  const of = (printed: string, value: string): Promise<string[]> =>
    refused(`${SHOPS} ${TWICE}`, [
      `TEMP,LT-II,"LT-II Shops, temporary supply",connection=temporary,fixed,,,,,LT-II.fixed,${printed},${value},times,"${TWICE}"`,
    ])

  it.each([
    ['twice', '2', []],
    ['twice', '3', ['value twice in times']],
    ['2', '2', ['2 as a whole number in the quote']],
    ['thrice', '3', ['thrice as a whole number in the quote']],
    ['half', '0.5', ['half as a whole number in the quote']],
  ])('printed %s, value %s', async (printed, value, findings) => {
    expect(await of(printed, value)).toEqual(findings)
  })

  it.each([
    ['one and a half', '1.5', []],
    ['one and half', '1.5', []],
    ['one and a half', '2', ['value one and a half in times']],
    ['half', '0.5', ['half as a whole number in the quote']],
  ])('one and a half times, printed %s, value %s', async (printed, value, findings) => {
    const words = printed === 'half' ? 'one and a half' : printed
    const text = `Temporary supply of LT-II Shops is billed at ${words} times the fixed charge of LT-II Shops.`
    const row = `TEMP,LT-II,"LT-II Shops, temporary supply",connection=temporary,fixed,,,,,LT-II.fixed,${printed},${value},times,"${text}"`
    expect((await refused(`${SHOPS} ${text}`, [row])).filter((each) => !each.includes('in words'))).toEqual(findings)
  })
})

type Printed = readonly [printed: string, value: string, unit: string]

describe('an amount of a rule', () => {
  const of = (text: string, kind: string, [printed, value, printed_unit]: Printed, more = ''): Promise<string[]> =>
    refused(
      `${SHOPS} ${text}`,
      [],
      `
adjustments:
  - adjustment_id: RULE
    order: 1
    side: beside
    description: A rule
    applies_to: [LT-II]
    of: [bill]
    cases: [{ case_id: all, effect: add, description: A rule${more}, values: [{ kind: ${kind}, figure: ${JSON.stringify({ ...JSON.parse(figure(printed, 'percent', text)), printed_unit, value, unit: printed_unit === 'P' ? 'Rs' : printed_unit })} }] }]
`,
    )
  const TEN = 'LT-II Shops pay a surcharge of ten percent on the bill.'
  const SEVERAL =
    'LT-II Shops pay a surcharge of one percent on the bill up to 20 kW, and two percent on the bill above 20 kW.'

  const NEAREST = 'The bill is rounded off to the nearest rupee.'
  const PAISE = 'The bill is rounded off to the nearest ten paise.'
  it.each<[string, string, Printed, string[]]>([
    [TEN, 'percent', ['ten', '10', 'percent'], []],
    [TEN, 'percent', ['two', '2', 'percent'], ['two as a whole number in the quote']],
    [
      TEN.replace('ten', 'at most ten'),
      'percent',
      ['ten', '10', 'percent'],
      ['"at most" of the sentence declared in readings.yaml (sentences)'],
    ],
    [TEN.replace('ten', 'twenty-ten'), 'percent', ['ten', '10', 'percent'], ['ten as a whole number in the quote']],
    [NEAREST, 'round_half_up', ['rupee', '1', 'Rs'], []],
    [NEAREST, 'round_half_up', ['rupee', '10', 'Rs'], ['value rupee in Rs']],
    [PAISE, 'round_half_up', ['ten', '0.1', 'P'], []],
    [PAISE.replace('ten', '10'), 'round_half_up', ['10', '0.1', 'P'], []],
    [PAISE, 'round_half_up', ['ten', '10', 'Rs'], [`a printed_unit in paise, as in the quote: "${PAISE}"`]],
  ])('"%s": %s of %s', async (text, kind, printed, findings) => {
    expect(await of(text, kind, printed)).toEqual(findings)
  })

  it.each([
    ['one', '1', '<=', 0],
    ['two', '2', '<=', 1],
    ['one', '1', '>', 1],
    ['two', '2', '>', 0],
  ])('%s percent for a load %s %s 20', async (printed, value, op, count) => {
    const found = await of(SEVERAL, 'percent', [printed, value, 'percent'], `, when: ["connected_load${op}20"]`)
    expect(found.filter((each) => each.startsWith('a condition as in'))).toHaveLength(count)
  })
})

describe('a charge that is free', () => {
  const of = (text: string, printed: string): Promise<string[]> =>
    refused(`${SHOPS} ${text}`, [
      `TEMP,LT-II,"LT-II Shops, temporary supply",connection=temporary,fixed,,,,,,${printed},0,Rs/kW,"${text}"`,
    ])
  const whole = (printed: string): string => `${printed} as a whole number in the quote`

  it.each([
    ['Fixed charge of LT-II Shops, temporary supply: free of charge.', 'free of charge', []],
    ['The fixed charge of LT-II Shops for temporary supply is free.', 'free', []],
    ['For temporary supply of LT-II Shops no charge is payable as fixed charge.', 'no charge', []],
    ['The fixed charge of LT-II Shops for temporary supply is free up to 50 units.', 'free', [whole('free')]],
    ['LT-II Shops with temporary supply get 50 free units, and pay the fixed charge.', 'free', [whole('free')]],
    [
      'The fixed charge of LT-II Shops for temporary supply is interest free.',
      'free',
      [whole('free'), 'a condition for "interest", or these words declared in readings.yaml (sentences)'],
    ],
    [
      'The fixed charge of LT-II Shops for temporary supply is not free of charge.',
      'free of charge',
      ['"not" of the sentence declared in readings.yaml (sentences)'],
    ],
    [
      'No charge is payable by LT-II Shops for temporary supply except the fixed charge.',
      'No charge',
      ['"except" of the sentence declared in readings.yaml (sentences)'],
    ],
  ])('"%s": printed %s', async (text, printed, findings) => {
    expect(await of(text, printed)).toEqual(findings)
  })
})
