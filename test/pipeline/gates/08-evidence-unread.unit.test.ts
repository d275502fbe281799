import { describe, expect, it } from 'vitest'
import { buildQuantity, conditions } from '../../support/record-builder.ts'
import { type Edit, judged, ofFormula, said } from './support/cited-rule.ts'

/** What a sentence says of a rule, the rule must ask for; and it asks for the input that the sentence names. */

const PAISE = '20 paise per unit'
const due = (words: string): string => `A surcharge of 20 paise per unit is due ${words}.`
const when =
  (text: string): Edit =>
  (record) => {
    record.selectors.push(
      { selector: 'industry', words: ['steel_plant_without_cgp', 'other'], description: 'The kind of industry' },
      { selector: 'swajala_dhara', words: ['energy_charge', 'whole_bill'], description: 'Of a scheme' },
      { selector: 'consumer', words: ['scst_school_hostel', 'other'], description: 'Who the consumer is' },
      { selector: 'bill_month', words: ['march'], months: { march: '03' }, description: 'The bill of March' },
    )
    record.rules.adjustments[0]!.cases[0]!.when = text === '' ? [] : conditions(text)
  }
const found = async (words: string, asked: string, ...edits: readonly Edit[]): Promise<string> =>
  (await judged(due(words), PAISE, [when(asked), ...edits])).sentence.join('\n')
/** A rate of Rs 20 for each kVA of something. */
const per =
  (name: string): Edit =>
  (record, figure) => {
    said('20', 'Rs/kVA', '20', 'Rs/kVA')(record, figure)
    Object.assign(record.rules.adjustments[0]!.cases[0]!.values[0]!, { kind: 'per_unit', per: name })
  }
const FAULTS = /a condition on|a quantity or part|"or" in its sentence|as in its citations/u

describe('a rule that asks for less than its sentence', () => {
  it.each([
    ['by Steel Plants', '', 'a condition on selectors.industry'],
    ['by industries (steel plant) with no plant of their own', '', 'a condition on selectors.industry'],
    ['by Swajala Dhara consumers', '', 'a condition on selectors.swajala_dhara'],
    ['by hostels attached to schools that are run by the SC/ST department', '', 'a condition on selectors.consumer'],
    ['with a contract demand of 1 MVA and above', '', 'a condition on 1000 kVA'],
    [
      'with a contract demand above 1000 kVA and up to 6000 kVA',
      'contract_demand_kva<=6000',
      'a condition on 1000 kVA',
    ],
    ['at a voltage of 33 kV', '', 'a condition on 33 kV'],
    ['for all the units consumed beyond 80% load factor', 'load_factor_percent>80', 'a quantity or part that is'],
    ['by rural consumers with a load up to 5 kW', 'area_type=rural or connected_load<=5', '"or" in its sentence'],
    ['by rural consumers on or before the day', 'area_type=rural or connected_load<=5', '"or" in its sentence'],
    ['by rural consumers with a load up to 5 kW', 'not (area_type=urban and connected_load>5)', '"or" in its sentence'],
    ['for a single phase', 'describes phase=single', 'a condition on the number of phases'],
  ])('"%s", read by "%s", is refused', async (words, asked, fault) => {
    expect(await found(words, asked)).toContain(fault)
  })

  it.each([
    ['by Steel Plants', 'selectors.industry=steel_plant_without_cgp'],
    ['on energy charges', ''],
    ['by hostels and schools at LT/HT', ''],
    ['by 31 March', ''],
    ['for Swajala or any other Dhara', ''],
    ['for a single phase', 'phase=single'],
    ['with a contract demand of 1 MVA and above', 'contract_demand_kva>=1000'],
    ['with a contract demand of 1 MVA and above', 'contract_demand_kva>6000'],
    ['with a contract demand of 100 kW or 110 kVA and above', 'contract_demand_kva>=110'],
    ['with a surcharge per 10 kW', ''],
    ['by LT consumers (at 0.4 kV)', ''],
    ['by rural consumers or with a load up to 5 kW', 'area_type=rural or connected_load<=5'],
    ['by rural and urban consumers', 'area_type=rural or area_type=urban'],
  ])('"%s" may be read by "%s"', async (words, asked) => {
    expect(await found(words, asked)).not.toMatch(FAULTS)
  })
})

describe('a rule that asks for another input than its sentence names', () => {
  it.each([
    ['with a contract demand above 1000 kVA', 'recorded_demand_kva>1000', 'the contract demand'],
    ['with CD of 1 MVA and above', 'recorded_demand_kva>=1000', 'the contract demand'],
    ['with a maximum demand above 1000 kVA', 'contract_demand_kva>1000', 'the recorded demand'],
    ['at a load factor of more than 60 percent', 'power_factor>60', 'the load factor'],
    ['if the maximum demand exceeds the contract demand', 'peak_demand_kva>recorded_demand_kva', 'the contract demand'],
  ])('"%s", read by "%s", is refused', async (words, asked, fault) => {
    expect(await found(words, asked)).toContain(`${fault}, as in its citations`)
  })

  it.each([
    ['with a contract demand above 1000 kVA', 'contract_demand_kva>1000'],
    ['with a contract demand above 10 kW', 'connected_load>10'],
    ['with a maximum demand above 1000 kVA', 'recorded_demand_kva>1000'],
    ['if the maximum demand exceeds the contract demand', 'recorded_demand_kva>contract_demand_kva'],
    ['with a demand above 1000 kVA', 'recorded_demand_kva>1000'],
  ])('"%s" may be read by "%s"', async (words, asked) => {
    expect(await found(words, asked)).not.toMatch(FAULTS)
  })

  const EXCEEDS = 'if the maximum demand exceeds the contract demand'
  const WITHIN = 'if the maximum demand is within the CD'
  it.each([
    [EXCEEDS, 'recorded_demand_kva>=contract_demand_kva', '> contract_demand_kva, as in "exceeds the contract demand"'],
    [WITHIN, 'recorded_demand_kva<contract_demand_kva', '<= contract_demand_kva, as in "within the CD"'],
  ])('"%s", read by "%s", is refused: who has as much is on the other side', async (words, asked, fault) => {
    expect(await found(words, asked)).toContain(fault)
  })

  it.each([
    [EXCEEDS, 'recorded_demand_kva>contract_demand_kva'],
    [WITHIN, 'recorded_demand_kva<=contract_demand_kva'],
    ['if the maximum demand is equal to or exceeds the CD', 'recorded_demand_kva>=contract_demand_kva'],
    ['if the maximum demand is less than the CD', 'recorded_demand_kva<contract_demand_kva'],
    ['if the maximum demand exceeds 120% of the CD', 'recorded_demand_kva>=contract_demand_kva'],
  ])('"%s", read by "%s", says nothing else of who has as much', async (words, asked) => {
    expect(await found(words, asked)).not.toContain('contract_demand_kva, as in "')
  })

  it('says so once, however many cases ask for it', async () => {
    const twice: Edit = ({ rules }) => {
      const { cases } = rules.adjustments[0]!
      const [first] = cases
      cases.push({ ...first!, case_id: 'again', when: [...first!.when, ...conditions('phase=single')] })
    }
    const findings = (await found(EXCEEDS, 'recorded_demand_kva>=contract_demand_kva', twice)).split('\n')
    expect(findings.filter((each) => each.includes('> contract_demand_kva, as in'))).toHaveLength(1)
  })

  it.each([
    ['recorded_demand_kva', 'the contract demand, as in its citations'],
    ['contract_demand_kva', ''],
  ])('a rate for each kVA of contract demand by %s: "%s"', async (name, fault) => {
    const { sentence } = await judged('Rs. 20 per kVA of contract demand are due.', 'Rs. 20 per kVA', [per(name)])
    expect(sentence.filter((each) => FAULTS.test(each)).join()).toContain(fault)
    if (fault === '') expect(sentence).toEqual([])
  })
})

describe('the higher of two demands', () => {
  const billed: Edit = ({ quantities }) => {
    const text = 'max(recorded_demand_kva, contract_demand_kva)'
    const excess = 'max(0, recorded_demand_kva - contract_demand_kva)'
    for (const [name, of] of [
      ['higher', text],
      ['excess', excess],
    ] as const)
      quantities.push(buildQuantity(name, of, { unit: 'kVA', evidence: null }))
  }
  it.each([
    ['recorded_demand_kva - higher', 'demand in excess of the contract demand', 'the contract demand, as in'],
    ['max(0, energy_units - 300 * higher)', 'above 300 units per kVA of contract demand', 'the contract demand, as in'],
    [
      'max(0, energy_units - 300 * contract_demand_kva)',
      'above 300 units per kVA of the billing demand',
      'the billing demand, as in',
    ],
    ['higher * 1.1', '110% of the contract demand', 'the contract demand, as in'],
    [
      '1.1 * (recorded_demand_kva - contract_demand_kva)',
      'demand above 110% of the contract demand',
      'the contract demand alone, as in',
    ],
  ])('%s is not read from "%s"', async (text, quote, fault) => {
    expect(await ofFormula(text, quote, billed)).toContain(fault)
  })

  it.each([
    ['recorded_demand_kva - higher', 'demand in excess of the billing demand'],
    ['higher - excess', 'billing demand without that in excess of the contract demand'],
    ['max(0, energy_units - 300 * higher)', 'above 300 units per kVA of the billing demand'],
    ['max(0, energy_units - 300 * contract_demand_kva)', 'above 300 units per kVA of contract demand'],
    ['recorded_demand_kva - 1.1 * contract_demand_kva', 'demand above 110% of the contract demand'],
  ])('%s is read from "%s"', async (text, quote) => {
    expect(await ofFormula(text, quote, billed)).toBe('')
  })

  it.each([
    ['Rs. 20 per kVA of billing demand are due.', 'higher', ''],
    ['Rs. 20 per kVA of contract demand are due.', 'higher', 'the contract demand alone, as in its citations'],
    ['Rs. 20 per kVA of billing demand are due.', 'recorded_demand_kva', 'the billing demand, as in its citations'],
    ['For excess demand Rs. 20 per kVA are due.', 'higher', 'the excess demand, as in its quote'],
    ['For excess demand Rs. 20 per kVA are due.', 'recorded_demand_kva', 'the excess demand, as in its quote'],
    ['For excess demand Rs. 20 per kVA are due.', 'excess_demand_kva', ''],
  ])('"%s" by %s: "%s"', async (text, name, fault) => {
    const { sentence } = await judged(text, text, [billed, per(name)])
    const found = sentence.filter((each) => /as in its (?:citations|quote)/u.test(each)).join('\n')
    if (fault === '') expect(found).toBe('')
    else expect(found).toContain(fault)
  })
})

describe('a percentage on the demand in excess', () => {
  const TEXT = 'The demand in excess of the contract demand is charged at 150 percent of the demand charge.'
  const on =
    (quantity: string | null): Edit =>
    (record, figure) => {
      record.quantities.push(
        buildQuantity('above', 'max(0, recorded_demand_kva - contract_demand_kva)', { unit: 'kVA', evidence: null }),
        buildQuantity('billed', 'max(recorded_demand_kva, contract_demand_kva)', { unit: 'kVA', evidence: null }),
      )
      said('150', 'percent', '150', 'percent')(record, figure)
      const [rule] = record.rules.adjustments
      rule!.part = quantity === null ? null : { charge_id: 'demand', quantity, by: null, evidence: null }
      Object.assign(rule!.cases[0]!.values[0]!, { kind: 'percent', per: null })
    }

  it.each([
    ['above', ''],
    ['billed', 'part: the excess demand, as in'],
    [null, 'part: the excess demand, as in'],
  ])('is of that part: %s', async (part, fault) => {
    const { sentence } = await judged(TEXT, TEXT.slice(0, -1), [on(part)])
    const found = sentence.filter((each) => each.includes('part: the excess')).join()
    if (fault === '') expect(found).toBe('')
    else expect(found).toContain(fault)
  })
})

describe('a quantity of a note', () => {
  const by =
    (...citations: readonly string[]): Edit =>
    ({ quantities, rules }, figure) => {
      const evidence = { source_id: 'XX-ORDER', locator: { page: 1, line: null, section: 'note 2' }, quote: PAISE }
      quantities.push(buildQuantity('few_units', 'energy_units', { unit: 'kWh', evidence }))
      figure.locator.section = 'note 1'
      figure.citations.push(...citations)
      Object.assign(rules.adjustments[0]!.cases[0]!.values[0]!, { kind: 'per_unit', per: 'few_units' })
    }
  it.each([
    ['is not multiplied by the rate of another', [], true],
    ['unless that cites it', ['The order, p.1, note 2'], false],
  ] as const)('%s', async (_, citations, isRefused) => {
    const findings = await found('for all units', '', by(...citations))
    expect(findings.includes('a citation of note 2, where few_units is')).toBe(isRefused)
  })
})

it('a number of a formula is restricted where the formula is used', async () => {
  const edit: Edit = ({ quantities: [own] }, figure) => {
    const text = 'A least of 5 kW is for temporary supply'
    Object.assign(own!.figures[0]!.figure, {
      ...figure,
      printed: '5',
      printed_unit: 'kW',
      value: '5',
      unit: 'kW',
      quote: text,
    })
  }
  const text = 'A least of 5 kW is for temporary supply.'
  const { sentence } = await judged(`${due('in peak hours')} ${text}`, PAISE, [edit])
  expect(sentence.filter((each) => each.includes('a condition on temporary supply'))).toEqual([])
})

it('the months of a rule that asks for a season are its own', async () => {
  expect(await found('from April to June', '')).toContain('served in the months of')
  expect(await found('from April to June', 'selectors.bill_month=march')).not.toContain('served in the months of')
})
