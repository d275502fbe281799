import { describe, expect, it } from 'vitest'
import { figure, printedAs } from '../../mechanisms/support/order.ts'
import { judged } from '../gates/support/cited-rule.ts'
import { gateEight } from './gate-eight.ts'
import { category, foundFor, LEVELS, pay } from './rule-for.ts'

/** For whom a rule is, by names that an order uses without a number: codes of schedules, and labels without their level. */

/** Schedules with codes, of which one has two categories by voltage and one by demand. */
const SCHEDULES = [
  category('DS', 'Domestic Supply', 'domestic'),
  category('CS-1', 'Commercial Supply up to 20 kVA', 'commercial'),
  category('CS-2', 'Commercial Supply above 20 kVA', 'commercial', 'any'),
  category('SIP', 'Small Industrial Supply', 'industry'),
  category('LIP-HT', 'Large Industrial Supply, HT', 'industry', 'HT'),
  category('LIP-EHT', 'Large Industrial Supply, EHT', 'industry', 'EHT'),
]

const EVERYONE = SCHEDULES.map(({ subcategory_code: code }) => code).join(', ')

describe('the code of a schedule', () => {
  it.each([
    ['Consumers of schedule SIP', 'SIP', []],
    ['Consumers of schedule SIP', 'SIP, DS', ['DS']],
    ['Consumers of schedules DS and SIP', 'DS', ['SIP']],
    ['Industrial consumers of schedule SIP', 'SIP, LIP-HT', ['LIP-HT']],
    ['Consumers of schedule LIP', 'LIP-HT', ['LIP-EHT']],
    ['LIP consumers at 11 kV', 'LIP-HT', []],
    ['Consumers of schedule LIP (HT)', 'LIP-HT', []],
    ['Consumers of schedule LIP (HT)', 'LIP-HT, LIP-EHT', ['LIP-EHT']],
    ['Consumers of schedules DS and LIP (HT)', 'DS, LIP-HT', []],
    ['Consumers of schedule CS', 'CS-1, CS-2', []],
    ['Consumers of a cs-type', 'DS', []],
    // Tried in each way that its numbers can be read, it took hours.
    [`Consumers of schedules${' 7'.repeat(32)} by name SIP`, 'SIP', []],
  ] as const)('"%s" read as %s: %j', async (who, codes, found) => {
    expect(await foundFor(SCHEDULES, pay(who), codes)).toEqual(found)
  })
})

describe('a sentence that names no category', () => {
  it.each([
    ['The surcharge of 2 percent of the bill is payable by all consumers.', ['DS']],
    ['If a bill of any schedule is late, 2 percent of the bill is payable.', ['DS']],
    ['2 percent of every bill is payable as well.', ['DS']],
    ['All consumers with smart meters pay 2 percent of the bill.', ['DS']],
    ['2 percent of the bill is payable if all bills are late.', ['DS']],
    ['The surcharge is 2 percent of the bill.', ['DS']],
  ] as const)('"%s", without one of the categories: %j', async (text, found) => {
    const others = EVERYONE.replace('DS, ', '')
    expect(await foundFor(SCHEDULES, text, others)).toEqual(found)
    expect(await foundFor(SCHEDULES, text, EVERYONE)).toEqual([])
  })
})

it('of all consumers leaves out whom a sentence behind names, also if its number is the amount', async () => {
  const first = 'The surcharge of 2 percent of the bill is payable by all consumers.'
  const value = `kind: percent, figure: ${figure('2', 'percent', first)}`
  const others = EVERYONE.replace('CS-2, ', '')
  expect(await foundFor(SCHEDULES, `${first} It shall not be levied on schedule CS-2.`, others, value)).toEqual([])
})

describe('a rounding of every bill', () => {
  const EVERY = 'Every bill is rounded to the nearest Rs 1.00.'
  const OTHERS = EVERYONE.replace('SIP, ', '')
  it.each([
    ['', EVERYONE, []],
    ['', OTHERS, ['SIP']],
    ['Bills of schedule SIP are not rounded.', OTHERS, []],
    ['Bills of schedule SIP are not rounded.', OTHERS.replace('DS, ', ''), ['DS']],
    ['Bills of schedule SIP for more than 500 units are not rounded.', OTHERS, ['SIP']],
    ['The rent of SIP is not payable.', OTHERS, ['SIP']],
  ])('followed by "%s", for %s: %j', async (next, codes, found) => {
    const value = `kind: round_half_up, figure: ${figure('1.00', 'Rs', EVERY)}`
    expect(await foundFor(SCHEDULES, `${EVERY} ${next}`, codes, value)).toEqual(found)
  })

  it('is none of those whose bills are not rounded', async () => {
    const value = `kind: round_half_up, figure: ${figure('1.00', 'Rs', EVERY)}`
    const found = await foundFor(SCHEDULES, `${EVERY} Bills of schedule SIP are not rounded.`, EVERYONE, value)
    expect(new Set(found)).toEqual(new Set(['SIP']))
  })
})

describe('a rule that is read from a table', () => {
  /** Applied to SL. */
  const foundAbove = async (lines: readonly string[]): Promise<string[]> => {
    const { sentence } = await judged(lines.join('\n'), 'Up to 5 kW 20', [
      (_, own) =>
        Object.assign(own, {
          cell: {
            source_sha256: '0'.repeat(64),
            page: 1,
            table: 1,
            row: ['Up to 5 kW'],
            through: null,
            column: ['Rebate (P/kWh)'],
            printed: '20',
            misprint: null,
          },
        }),
    ])
    return sentence.flatMap((each) => /a rule for (\w+) too|applies_to (\w+)$/u.exec(each)?.slice(1).join('') ?? [])
  }
  const TABLE = ['Load Rebate (P/kWh)', 'Up to 5 kW 20', 'Above 5 kW 30']

  it.each([
    ['1. Consumers of schedule SL get a rebate as below.', []],
    ['1. Consumers of schedule AG get a rebate as below.', ['SL', 'AG']],
    ['1. Consumers of schedules SL and AG get a rebate as below.', ['AG']],
    ['1. Consumers of schedule SL get a rebate as below. It is not for schedule AG.', []],
    ['1. Consumers of schedule AG are told by post.', []],
  ] as const)('is for whom the paragraph above it names: "%s"', async (lead, found) => {
    expect((await foundAbove(['Part II', lead, ...TABLE])).toSorted()).toEqual([...found].toSorted())
  })
})

describe('a quantity of some categories', () => {
  const PARTS =
    'For Domestic and Public Lighting the fixed charge is payable on the connected load; a part of a kW is one kW.'
  const SHARE = 'For Domestic and Public Lighting it is 80 percent of the connected load.'
  const BY_PARTS = `formula: max(1, ceil(connected_load, 1))
    evidence: ${printedAs(PARTS)}`
  const BY_SHARE = `formula: share * connected_load
    figures: [{ figure_id: share, figure: ${figure('80', 'percent', SHARE)} }]`
  const foundWith = async (parts: readonly string[], formula: string, more = '', further = ''): Promise<string[]> => {
    const quotes = LEVELS.map(({ raw_category_label: label }) => `The fixed charge of ${label} is Rs 60.00 per kW.`)
    const rows = LEVELS.map(({ subcategory_code: code, raw_category_label: label }, index) => {
      const per = parts.includes(code) ? 'load_parts' : 'connected_load'
      return `${code},${code},"${label}",fixed,${per},60.00,Rs/kW,"${quotes[index]}"`
    })
    const findings = await gateEight({
      printed: { as: 'text', text: [...quotes, PARTS, SHARE, further].join('\n\n') },
      categories: LEVELS,
      rows: `row_id,subcategory_code,label,charge,per,printed,unit,quote\n${rows.join('\n')}\n${more}`,
      rules: `quantities:
  - quantity_id: load_parts
    unit: kW
    description: The load that is billed
    ${formula}
`,
    })
    return findings.flatMap(
      ({ expected, found }) =>
        /a charge of ([\w-]+)|charge of ([\w-]+) by it/u.exec(`${expected} ${found}`)?.slice(1).join('') ?? [],
    )
  }

  it.each([
    [['DOMESTIC', 'PUBLIC-LIGHTING'], []],
    [['DOMESTIC'], ['PUBLIC-LIGHTING']],
    [['DOMESTIC', 'PUBLIC-LIGHTING', 'COMMERCIAL'], ['COMMERCIAL']],
  ] as const)('is what charges those that its sentence names: %j', async (parts, found) => {
    expect(await foundWith(parts, BY_PARTS)).toEqual(found)
    expect(await foundWith(parts, BY_SHARE), 'a figure of its formula names them').toEqual(found)
  })

  it.each([
    ['The billing demand of Domestic and Public Lighting is', ['DOMESTIC', 'PUBLIC-LIGHTING'], []],
    ['The billing demand of Domestic and Public Lighting is', ['DOMESTIC'], ['PUBLIC-LIGHTING']],
    [
      'The billing demand of Domestic and Public Lighting is',
      ['DOMESTIC', 'PUBLIC-LIGHTING', 'COMMERCIAL'],
      ['COMMERCIAL'],
    ],
    ['For Domestic and Public Lighting, what is billed is', ['DOMESTIC'], ['PUBLIC-LIGHTING']],
    ['For Domestic and Public Lighting the load is', ['PUBLIC-LIGHTING'], ['DOMESTIC']],
    ['The billing demand is', ['DOMESTIC'], []],
    ['The billing demand of Domestic is', ['DOMESTIC'], []],
    ['The billing demand of all consumers other than Commercial and Domestic is', ['PUBLIC-LIGHTING'], []],
  ] as const)(
    'is billed to each that its sentence names, also without a charge: "%s", %j',
    async (who, parts, found) => {
      const text = `${who} the recorded demand or 85 percent of the contract demand, whichever is higher.`
      for (const quote of [text, 'the recorded demand or 85 percent of the contract demand, whichever is higher']) {
        const formula = `formula: max(recorded_demand_kw, 0.85 * contract_demand_kw)
    evidence: ${printedAs(quote)}`
        expect(await foundWith(parts, formula, '', text)).toEqual(found)
      }
    },
  )

  it('may be another one for a part of them, whose sentence names them', async () => {
    const text =
      'The billing demand of Domestic and Public Lighting is the recorded demand, in whole kW, a part of a kW as one.'
    const own = 'For Public Lighting above 50 kW the billing demand is 90 percent of the contract demand.'
    const formula = `formula: ceil(recorded_demand_kw, 1)
    evidence: ${printedAs(text)}
  - quantity_id: connected_load_share
    unit: kW
    description: The demand that is billed above 50 kW
    formula: 0.9 * contract_demand_kw
    evidence: ${printedAs(own)}`
    const quote = 'The fixed charge of LT Public Lighting is Rs 60.00 per kW.'
    const second = (per: string): string =>
      `LARGE,PUBLIC-LIGHTING,"LT Public Lighting",fixed,${per},60.00,Rs/kW,"${quote}"\n`
    const codes = ['DOMESTIC', 'PUBLIC-LIGHTING']
    expect(await foundWith(codes, formula, second('connected_load_share'), `${text} ${own}`)).toEqual([])
    expect(await foundWith(codes, formula, second('contract_demand_kw'), `${text} ${own}`)).toContain('PUBLIC-LIGHTING')
  })

  it.each([
    ['load_parts', []],
    ['connected_load', ['DOMESTIC']],
  ])('charges each row of them: a second one by %s', async (per, found) => {
    const quote = 'The fixed charge of LT Domestic is Rs 60.00 per kW.'
    const second = `DOMESTIC-2,DOMESTIC,"LT Domestic",fixed,${per},60.00,Rs/kW,"${quote}"\n`
    expect(await foundWith(['DOMESTIC', 'PUBLIC-LIGHTING'], BY_PARTS, second)).toEqual(found)
  })
})
