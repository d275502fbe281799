import { describe, expect, it } from 'vitest'
import { conditions } from '../../support/record-builder.ts'
import { CELL } from './faults/cell.ts'
import { type Edit, judged, said } from './support/cited-rule.ts'

/** What a rule asks for, its sentence must say. */

const when =
  (text: string): Edit =>
  ({ rules }) => {
    rules.adjustments[0]!.cases[0]!.when = conditions(text)
  }
/** The same amount, and nothing where this is so. */
const exempt =
  (text: string): Edit =>
  ({ rules }) => {
    const [rule] = rules.adjustments
    const own = { ...rule!.cases[0]!, when: [] }
    rule!.cases = [{ ...own, case_id: 'none', effect: 'none', values: [], when: conditions(text) }, own]
  }
const ofZone =
  (zone: string): Edit =>
  (record) => {
    record.zones = [zone]
    record.rules.adjustments[0]!.cases[0]!.when = []
    record.rules.adjustments[0]!.cases[0]!.values[0]!.per = `energy_by_zone.${zone}`
  }
const both =
  (...edits: readonly Edit[]): Edit =>
  (record, figure) => {
    for (const edit of edits) edit(record, figure)
  }
/** A fact of these consumers. */
const recordedOf =
  (applies_to: string): Edit =>
  ({ rules }) =>
    void rules.facts.push({ ...rules.facts[0]!, fact_id: 'OTHERS', applies_to })
const due = (words: string): string => `A surcharge of 20 paise per unit is due ${words}.`
const PAISE = '20 paise per unit'
const asked = async (words: string, edit: Edit): Promise<string[]> =>
  (await judged(due(words), PAISE, [edit])).sentence.filter((each) => each.includes('as its rule asks'))

describe('a rule that asks for more than its sentence says', () => {
  it.each([
    ['for all the units consumed', ofZone('peak'), 'hours of the day'],
    ['for all the units consumed', when('connection=temporary'), 'temporary supply'],
    ['for all the units consumed', when('phase=single'), 'the number of phases'],
    ['for all the units consumed', when('payment.digital=true'), 'payment by a digital method'],
    ['for all the units consumed', when('payment.by_due_date=true'), 'payment in time'],
    ['for all the units consumed', when('payment.prepaid=true'), 'prepaid supply'],
    ['for all the units consumed', when('meter_mode=prepaid'), 'prepaid supply'],
    ['for all the units consumed', when('payment.e_bill=true'), 'a bill without paper'],
    ['by the due date', when('payment.all_months_of_year=true'), 'payment of every bill of the year in time'],
    ['for all the units consumed', when('meter_type=smart'), 'a kind of meter'],
    ['of a connection with a meter', when('meter_type=none'), 'supply without a meter'],
    ['for all the units consumed', when('area_type=rural'), 'rural or urban supply'],
    ['for all the units consumed', when('area_type=urban'), 'rural or urban supply'],
    ['for all the units consumed', when('not area_type=rural'), 'rural or urban supply'],
    ['for all the units consumed', exempt('connection=temporary'), 'temporary supply'],
    ['for all the units consumed', exempt('area_type=rural'), 'rural or urban supply'],
    ['beyond 80% load factor', when('power_factor>80'), 'a power factor'],
    ['beyond a power factor of 80%', when('load_factor_percent>80'), 'a load factor'],
  ] as const)('"%s" is a finding', async (words, edit, what) => {
    expect(await asked(words, edit)).toEqual([expect.stringContaining(`${what} in its citations in the record`)])
  })

  it.each([
    ['in peak hours', ofZone('peak')],
    ['from 18 to 22 hours', ofZone('peak')],
    ['between 6 p.m. and 10 p.m.', ofZone('peak')],
    ['of a temporary connection', when('connection=temporary')],
    ['of a single-phase connection', when('phase=single')],
    ['of a 1-\u03c6 connection', when('phase=single')],
    ['for bills paid through UPI', when('payment.digital=true')],
    ['for timely payment', when('payment.by_due_date=true')],
    ['in villages', when('area_type=rural')],
    ['for prepaid supply', when('payment.prepaid=true')],
    ['with each recharge', when('meter_mode=prepaid')],
    ['for every bill of the year', when('payment.all_months_of_year=true')],
    ['with a three-phase meter', when('meter_type=three_phase')],
    ['of unmetered supply', when('meter_type=none')],
    ['except from temporary connections', exempt('connection=temporary')],
    ['but not in villages', exempt('area_type=rural')],
    ['beyond 80% LF', when('load_factor_percent>80')],
    ['beyond 80% load factor', when('load_factor_percent>80')],
    ['in municipal areas', when('area_type=urban')],
    ['except in rural areas', when('not area_type=rural')],
    ['for all the units consumed', both(when('area_type=urban'), recordedOf('rural consumers of SL'))],
  ] as const)('"%s" says it', async (words, edit) => {
    expect(await asked(words, edit)).toEqual([])
  })
})

it.each([
  ['Rebate of domestic supply', true],
  ['Rebate of temporary supply', false],
])('a cell with the label "%s" of a rule of temporary supply is refused: %s', async (label, isRefused) => {
  const inCell: Edit = (record, figure) => {
    when('connection=temporary')(record, figure)
    figure.cell = { ...CELL, printed: '20', row: [label], column: ['Rebate (P/kWh)'] }
  }
  const found = (await judged(`${label} 20`, '20', [inCell])).sentence
  expect(found.some((each) => each.includes('temporary supply in its citations'))).toBe(isRefused)
})

const RATE = 'Available on request.\n\nRate: A surcharge of 20 paise per unit is due.'
it.each([
  [`TEMPORARY SUPPLY\n\n${RATE}`, false],
  [`5.2 Temporary supply\n\n${RATE}`, false],
  [`Schedule IV Temporary supply\n\n${RATE}`, false],
  [`Consumers of temporary supply are many.\n\n${RATE}`, true],
  [`TEMPORARY SUPPLY\n\nNone.\n\nSTREET LIGHTING\n\n${RATE}`, true],
  [`${RATE}\n\nTEMPORARY SUPPLY`, true],
])('%j says that a rule is of temporary supply, refused %s', async (text, isRefused) => {
  const found = (await judged(text, 'surcharge of 20 paise per unit', [when('connection=temporary')])).sentence
  expect(found.some((each) => each.includes('temporary supply in its citations'))).toBe(isRefused)
})

it.each([
  [`TEMPORARY SUPPLY\n\n${RATE}`, '', true],
  [`TEMPORARY SUPPLY\n\n${RATE}`, 'TEMPORARY SUPPLY', false],
  [`TEMPORARY SUPPLY 5 120.00 200\n\n${RATE}`, '', false],
  [`5.2 Temporary supply\n\n${RATE}`, '', false],
  [`TEMPORARY SUPPLY\n\nNone.\n\nSTREET LIGHTING\n\n${RATE}`, '', false],
])('what %j restricts is no rule of all supply, "%s" declared: %s', async (text, says, isRefused) => {
  const declared = says === '' ? [] : [{ source_id: 'XX-ORDER', page: 1, says }]
  const { sentence } = await judged(text, 'surcharge of 20 paise per unit', [when('')], declared as never)
  expect(sentence.some((each) => each.includes('a condition on temporary supply'))).toBe(isRefused)
})

it.each(['in peak hours', 'in the peak zone'])('an amount that is due %s is no amount of all units', async (hours) => {
  const { sentence } = await judged(due(hours), PAISE, [when('')])
  expect(sentence.join()).toContain('a condition on hours of the day')
  expect((await judged(due(hours), PAISE, [ofZone('peak')])).sentence.join()).not.toContain('hours of the day')
})

describe.each(['offpeak', 'off_peak'])('beside a zone called %s', (offpeak) => {
  const ofZones = (own: string): Edit[] => [
    ofZone(own),
    (record) => void Object.assign(record, { zones: ['peak', offpeak] }),
  ]
  const others = async (hours: string, own: string): Promise<string[]> =>
    (await judged(due(hours), PAISE, ofZones(own))).sentence.filter((each) => each.includes('as the record reads it'))

  it('off-peak hours are its hours, and no peak hours', async () => {
    for (const hours of ['in off-peak hours', 'in the off peak period']) {
      expect(await others(hours, offpeak)).toEqual([])
      expect(await others(hours, 'peak')).toEqual([expect.stringContaining('peak of energy_by_zone')])
    }
    expect(await others('in peak hours', 'peak')).toEqual([])
    expect(await others('in peak hours', offpeak)).toHaveLength(1)
  })
})

describe('an amount for a bill', () => {
  const perBill: Edit = (record, figure) => {
    said('20', 'Rs', '20', 'Rs')(record, figure)
    Object.assign(record.rules.adjustments[0]!.cases[0]!.values[0]!, { kind: 'per_bill', per: null })
  }
  const of = async (text: string): Promise<string[]> => (await judged(text, 'surcharge of Rs. 20', [perBill])).sentence

  it.each(['unit', 'kWh', 'kVA', 'HP'])('is not read from one per %s', async (unit) => {
    expect((await of(`A surcharge of Rs. 20 per ${unit} is due in peak hours.`)).join()).toContain('printed_unit')
  })

  it.each(['is due in peak hours', 'per bill is due in peak hours', 'per connection is due in peak hours'])(
    'is read from "Rs. 20 %s"',
    async (words) => {
      expect(await of(`A surcharge of Rs. 20 ${words}.`)).toEqual([])
    },
  )
})

it.each([
  ['60', false],
  ['30', true],
])(
  'the first units that a rate is for are no condition beside an edge of all units: up to %s',
  async (edge, isRefused) => {
    const text = 'A rebate of 20 paise per unit on the first 30 units is given where the consumption is up to 60 units.'
    const when: Edit = ({ rules }) =>
      void Object.assign(rules.adjustments[0]!.cases[0]!, {
        effect: 'subtract',
        when: conditions(`energy_units<=${edge}`),
      })
    const { sentence } = await judged(text, text.slice(0, -1), [when])
    expect(sentence.some((each) => each.includes(`<= ${edge} of its conditions`))).toBe(isRefused)
  },
)

describe('rural supply of a rule that reads an area', () => {
  const area =
    (word: string): Edit =>
    ({ categories }) => {
      for (const { facts } of categories) Object.assign(facts, word === '' ? {} : { area_type: [word] })
    }
  it.each([
    ['Rural consumers', area('urban'), true],
    ['Urban consumers', area('rural'), true],
    ['Rural consumers', area('rural'), false],
    ['Rural and urban consumers', area('urban'), false],
    ['Rural consumers', when('not area_type=urban'), false],
    ['Rural consumers', when('not area_type=rural'), true],
    ['Consumers other than rural ones', area('urban'), false],
    ['Consumers other than rural ones', area('rural'), true],
    ['Non-urban consumers', area('rural'), false],
  ])('"%s": %s, refused %s', async (who, edit, isRefused) => {
    const { sentence } = await judged(`${who} pay a surcharge of 20 paise per unit.`, '20 paise per unit', [edit])
    expect(sentence.some((each) => each.includes('a condition on rural or urban supply that is'))).toBe(isRefused)
  })
})

it.each([
  ['in villages', 'urban', true],
  ['in municipal areas', 'rural', true],
  ['in villages', 'rural', false],
  ['in towns and cities', 'urban', false],
])('an amount that is due %s, read for %s supply: refused %s', async (where, area, isRefused) => {
  const { sentence } = await judged(due(where), PAISE, [when(`area_type=${area}`)])
  expect(sentence.some((each) => each.includes(`${area} of area_type, as the record reads it`))).toBe(isRefused)
  expect(sentence.some((each) => each.includes('a condition for'))).toBe(false)
})
