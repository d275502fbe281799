import { describe, expect, it } from 'vitest'
import { type CategoryParts, figure } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** Sentences that name no category: they are for all consumers, or for all of a sort. */

const category = (code: string, label: string, layer: 'LT' | 'HT' | 'EHT' = 'LT'): CategoryParts => ({
  subcategory_code: code,
  raw_category_label: label,
  canonical_category_code: label.toLowerCase().split(' ').slice(1).join('_'),
  layer,
  optional_inputs: [{ field: 'meter_type', when: 'a rebate is for it' }],
})
const CATEGORIES = [
  category('LT-1', 'LT-1 Domestic'),
  category('LT-2', 'LT-2 Industrial'),
  category('LT-3', 'LT-3 Agricultural'),
  category('HT-1', 'HT-1 Industrial', 'HT'),
  category('EHT-1', 'EHT-1 Industrial', 'EHT'),
  category('EHT-2', 'EHT-2 Traction', 'EHT'),
]
const EVERYONE = 'LT-1, LT-2, LT-3, HT-1, EHT-1, EHT-2'

/** Codes (or levels) of the findings about whom a rebate is for, whose sentence this is: those left out, and those not meant. */
async function found(
  text: string,
  codes: string,
  more = '',
  { page = text, taking = [] }: { readonly page?: string; readonly taking?: readonly string[] } = {},
): Promise<string[]> {
  const rows = CATEGORIES.map(({ subcategory_code: code, raw_category_label: label }, index) => {
    const quote = `The energy charge of ${label} is Rs ${index + 4}.00 per kWh.`
    return { quote, row: `${code},${code},${label},energy,${index + 4}.00,Rs/kWh,"${quote}"` }
  })
  const findings = await gateEight({
    printed: { as: 'text', text: [...rows.map(({ quote }) => quote), page].join('\n\n') },
    categories: CATEGORIES.map((each) =>
      taking.includes(each.subcategory_code)
        ? { ...each, optional_inputs: [{ field: 'load_factor_percent', when: 'a rebate is for it' }] }
        : each,
    ),
    rows: `row_id,subcategory_code,label,charge,printed,unit,quote\n${rows.map(({ row }) => row).join('\n')}\n`,
    rules: `adjustments:
  - adjustment_id: RULE
    order: 1
    side: base
    description: A rebate
    applies_to: [${codes}]
    of: [energy]
    cases: [{ case_id: all, ${more}effect: subtract, description: A rebate, values: [{ kind: percent, figure: ${figure('3', 'percent', text)} }] }]
`,
  })
  return findings
    .flatMap(
      (each) =>
        /a rule for (\S+?)(?: too|, as in the quote)|applies_to ([\w-]+)$/u
          .exec(`${each.expected} | ${each.found}`)
          ?.slice(1) ?? [],
    )
    .filter((code) => code !== undefined)
}

const gets = (who: string): string => `${who} get a rebate of 3 percent on the energy charge.`
const without = (...codes: readonly string[]): string =>
  EVERYONE.split(', ')
    .filter((code) => !codes.includes(code))
    .join(', ')

describe('consumers of whom a sentence says only what they have', () => {
  const PREPAID = 'when: "meter_type=prepaid", '
  it.each([
    ['Consumers with prepaid meters', EVERYONE, []],
    ['Consumers with prepaid meters', without('LT-3', 'EHT-2'), ['LT-3', 'EHT-2']],
    ['The consumers having prepaid meters', without('LT-1'), ['LT-1']],
    ['All the consumers provided with prepaid meters, except LT-3 Agricultural,', without('LT-3'), []],
    ['Consumers having prepaid meters, except LT-3 Agricultural,', without('LT-1', 'LT-3'), ['LT-1']],
    ['For consumers with prepaid meters, except for agricultural consumers, a rebate is due:', without('LT-3'), []],
    ['Except for agricultural consumers, consumers with prepaid meters', without('LT-1', 'LT-3'), ['LT-1']],
    ['Consumers having prepaid meters, other than domestic and EHT consumers,', 'LT-2, LT-3, HT-1', []],
    ['Consumers with prepaid meters, other than EHT consumers,', without('EHT-1', 'EHT-2'), []],
    // They are of a sort, in words that do not say who they are.
    ['Consumers having industrial connections with prepaid meters', 'LT-2, HT-1, EHT-1', []],
    // Of whom the text spoke before.
    ['Such consumers with prepaid meters', 'LT-1', []],
    ['Rural consumers with prepaid meters', 'LT-1', []],
    ['LT consumers with prepaid meters', 'LT-1, LT-2, LT-3', []],
  ])('"%s": %s', async (who, codes, expected) => {
    expect(await found(gets(who), codes, PREPAID)).toEqual(expected)
  })
})

describe('all consumers of a load', () => {
  const ABOVE = 'when: "contract_demand_kw>100", '
  const WHO = 'All the consumers having a contract demand above 100 kW'
  it.each([
    [WHO, EVERYONE, []],
    [WHO, without('HT-1'), ['HT-1']],
    [`${WHO}, except irrigation, pumping and agricultural consumers,`, without('LT-3'), []],
    [`${WHO}, except irrigation, pumping and agricultural consumers,`, without('LT-3', 'LT-1'), ['LT-1']],
    [`${WHO}, except irrigation, pumping and agricultural consumers,`, EVERYONE, ['LT-3']],
    // Another load than the rule asks for says whose it is.
    ['All the consumers having a contract demand above 50 kW', without('HT-1'), []],
  ])('"%s": %s', async (who, codes, expected) => {
    expect(await found(gets(who), codes, ABOVE)).toEqual(expected)
  })
})

describe('consumers of a sort', () => {
  it.each([
    ['All the industrial consumers', 'LT-2, HT-1, EHT-1', []],
    ['All the industrial consumers', 'LT-2, HT-1', ['EHT-1']],
    ['All the industrial consumers', 'LT-2, HT-1, EHT-1, LT-1', ['LT-1']],
    ['All the industrial consumers at EHT', 'EHT-1', []],
    ['(iii) All the industrial consumers', 'LT-2, HT-1', ['EHT-1']],
    ['b) Industrial consumers', 'LT-2, HT-1', ['EHT-1']],
    ['LT-1 (Domestic) industrial consumers', 'LT-1', []],
    ['All the industrial consumers at EHT', 'EHT-1, EHT-2', ['EHT-2']],
    ['Industrial consumers of HT and EHT', 'HT-1', ['EHT-1']],
    ['Industrial and agricultural consumers', 'LT-2, LT-3, HT-1, EHT-1', []],
    ['Industrial and agricultural consumers', 'LT-2, HT-1, EHT-1', ['LT-3']],
    ['Industrial consumers with a load above 100 kW', 'HT-1', []],
    ['LT consumers other than agricultural consumers', 'LT-1, LT-2', []],
    ['LT consumers other than agricultural consumers', 'LT-1', ['LT-2']],
    ['Industrial consumers except those at EHT', 'LT-2, HT-1', []],
    ['Industrial consumers except those at EHT', 'LT-2, HT-1, EHT-1', ['EHT-1']],
  ])('"%s": %s', async (who, codes, expected) => {
    expect(await found(gets(who), codes)).toEqual(expected)
  })
})

describe('a sentence that names nobody', () => {
  const SILENT = 'A rebate of 3 percent is allowed on the energy charge.'
  it.each([
    ['#', EVERYONE, []],
    ['#', without('LT-3', 'EHT-2'), ['LT-3', 'EHT-2']],
    ['GENERAL CONDITIONS\n\n#', without('LT-3'), ['LT-3']],
    // The nearest titles, or words beside the sentence, say whose it is.
    ['LT-1 DOMESTIC\n\n#', 'LT-1', []],
    ['Category LT-1: Domestic\n\n#', 'LT-1', []],
    ['PART II: HIGH TENSION\n\n#', 'HT-1', []],
    ['AGRICULTURE AND PUMPS\n\n#', 'LT-3', []],
    ['This is for traction. #', 'EHT-2', []],
    ['# It is not given to LT-3 Agricultural.', without('LT-3'), []],
    ['For HT and EHT supply the Commission has laid down in this order what follows:\n(a) #', 'HT-1, EHT-1', []],
    // What is laid down for others ends where they do.
    ['LT-1 DOMESTIC\n\nOf lamps.\n\nGENERAL CONDITIONS\n\n#', without('LT-3'), ['LT-3']],
    ['This is for traction.\n\n#', without('LT-3'), ['LT-3']],
  ])('"%s" read for %s', async (page, codes, expected) => {
    expect(await found(SILENT, codes, '', { page: page.replace('#', SILENT) })).toEqual(expected)
  })

  it('is of no category whose requests do not say what it asks for', async () => {
    const text = 'A rebate of 3 percent is allowed on the energy charge for a load factor of 80 percent.'
    const asks = 'when: "load_factor_percent=80", '
    expect(await found(text, 'HT-1', asks, { taking: ['HT-1'] })).toEqual([])
    expect(await found(text, 'HT-1', asks, { taking: ['HT-1', 'EHT-2'] })).toEqual(['EHT-2'])
  })
})
