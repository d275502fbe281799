import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../../pipeline/gates/gate.ts'
import { sentencesAround } from '../../../pipeline/gates/text/sentences.ts'
import { type Edit, judged, said } from './support/cited-rule.ts'

const effect =
  (to: 'add' | 'subtract'): Edit =>
  (record) =>
    Object.assign(record.rules.adjustments[0]!.cases[0]!, { effect: to })
const nothing: Edit = () => {}
const bound =
  (value: string, field = 'connected_load_kw'): Edit =>
  (record) => {
    record.rules.adjustments[0]!.cases[0]!.when = [{ field, op: '>', value }]
  }
const from =
  (date: string | null): Edit =>
  (record) =>
    Object.assign(record.rules.adjustments[0]!.cases[0]!, { effective_from: date })

const SOUND = 'Consumers shall pay a surcharge of 20 paise per unit (kWh) in peak hours.'

describe('a figure of a sentence', () => {
  it.each([
    ['as it is printed', SOUND, 'a surcharge of 20 paise per unit', [nothing]],
    [
      'with its bound',
      'Consumers above 10 kW shall pay a surcharge of 20 paise per unit.',
      'surcharge of 20 paise',
      [bound('10')],
    ],
    [
      'with a bound in MVA',
      'Consumers above 1 MVA shall pay a surcharge of 20 paise per unit.',
      'surcharge of 20 paise',
      [bound('1000', 'contract_demand_kva')],
    ],
    [
      'from a day that is printed',
      'The surcharge of 20 paise per unit is effective from 01.07.2026.',
      'surcharge of 20 paise',
      [from('2026-07-01')],
    ],
    [
      'that is printed without its limit too',
      'The surcharge is at most 20 paise per unit: it is 20 paise.',
      'it is 20 paise',
      [nothing],
    ],
    ['that is taken off', 'Consumers get a rebate of 20 paise per unit.', 'a rebate of 20 paise', [effect('subtract')]],
  ] as const)('%s passes', async (_, text, quote, edits) => {
    expect(await judged(text, quote, edits)).toEqual({ sentence: [], found: [] })
  })

  it.each([
    [
      'a unit cut off the quote',
      'A surcharge of 20 paise per unit (kVAh) is due.',
      '20 paise',
      nothing,
      'as in the sentence: P/kVAh',
    ],
    ['per kVA for per kWh', 'A surcharge of 20 paise per kVA is due.', '20 paise', nothing, 'P/kva'],
    [
      'percent for paise',
      'A surcharge of 20 percent is due.',
      'surcharge of 20',
      nothing,
      'as in the sentence: percent',
    ],
    [
      'paise for percent',
      'A surcharge of 20 paise per unit is due.',
      'surcharge of 20',
      said('20', 'percent', '20', 'percent'),
      'as in the sentence: P/unit',
    ],
    [
      'a share without a percent',
      'A surcharge of 20 is due.',
      'surcharge of 20',
      said('20', 'percent', '20', 'percent'),
      'a percentage in the sentence',
    ],
    [
      'Ps for rupees',
      'A surcharge of 20 Ps is due.',
      'surcharge of 20',
      said('20', 'Rs/kWh', '20', 'Rs/kWh'),
      'as in the sentence: P',
    ],
    [
      'paise of another script for rupees',
      'A surcharge of 20 \u092a\u0948\u0938\u0947 is due.',
      'surcharge of 20',
      said('20', 'Rs/kWh', '20', 'Rs/kWh'),
      'as in the sentence: P',
    ],
    ['rupees for paise', 'A surcharge of Rs. 20 per unit is due.', 'of Rs. 20', nothing, 'in rupees'],
    [
      'a rebate that is added',
      'Consumers get a rebate of 20 paise per unit.',
      'a rebate of 20 paise',
      effect('add'),
      'an amount that is deducted',
    ],
    ['a surcharge that is taken off', SOUND, 'surcharge of 20 paise', effect('subtract'), 'an amount that is added'],
    [
      'a number that is nobody\u2019s',
      'A surcharge of 20 paise above 75 kW is due.',
      'surcharge of 20 paise above 75 kW',
      nothing,
      '75 of the quote',
    ],
    [
      'a bound of another number',
      'Consumers above 10 kW shall pay a surcharge of 20 paise.',
      'surcharge of 20 paise',
      bound('15'),
      '15 of its conditions',
    ],
    [
      'shall not',
      'Schools shall not pay the surcharge of 20 paise per unit.',
      'the surcharge of 20 paise',
      nothing,
      '"not" of the sentence',
    ],
    [
      'except',
      'Except schools, all pay a surcharge of 20 paise per unit.',
      'a surcharge of 20 paise',
      nothing,
      '"except" of the sentence',
    ],
    [
      'no longer',
      'The surcharge of 20 paise per unit is no longer due.',
      'surcharge of 20 paise',
      nothing,
      'of the sentence declared',
    ],
    [
      'an end that was cut off',
      'A surcharge of 20 paise per unit is due until 31.12.2026.',
      'surcharge of 20 paise',
      nothing,
      'until 31.12.2026',
    ],
    [
      'an end in ISO form',
      'Until 2026-12-31 a surcharge of 20 paise per unit is due.',
      'surcharge of 20 paise',
      nothing,
      'Until 2026-12-31',
    ],
    [
      'a part that is taken off',
      'A surcharge of 20 paise per unit less 25 percent is due.',
      'surcharge of 20 paise',
      nothing,
      'less 25 percent',
    ],
    [
      'another day than is printed',
      'The surcharge of 20 paise per unit is effective from 01.07.2026.',
      'surcharge of 20 paise',
      nothing,
      'a rule from 2026-07-01',
    ],
    [
      'another level',
      'All EHT consumers pay a surcharge of 20 paise per unit.',
      'All EHT consumers pay a surcharge of 20 paise',
      nothing,
      'a rule for EHT',
    ],
  ] as const)('%s is refused', async (_, text, quote, edit, finding) => {
    const { sentence } = await judged(text, quote, [edit])
    expect(sentence.join('\n')).toContain(finding)
  })

  it.each([
    ['groups by space', '1 520.00', 'one number'],
    ['groups by apostrophe', "1'520.00", 'one number'],
    ['groups by no-break space', '1\u00a0520.00', 'one number'],
    ['groups by thin space', '1\u2009520.00', 'one number'],
    ['a space of no width inside', '1\u200b520.00', 'one number'],
    ['a soft hyphen inside', '1\u00ad520.00', 'one number'],
    ['a first digit of another script', '\u0967520.00', 'one number'],
    ['a digit of full width', '\uff11520.00', 'one number'],
    ['a fraction', '520.00\u00bd', 'one number'],
    ['a multiple', '520.00 lakh', 'lakh'],
    ['rupees and paise that are joined', '520.00-75', 'joined'],
    ['brackets as a minus', '(520.00)', 'brackets'],
  ])('%s beside a figure that was cut out is refused', async (_, printed, why) => {
    const text = `A surcharge of ${printed} paise per unit is due.`
    const { sentence } = await judged(text, '520.00', [said('520.00', 'P/kWh', '5.2', 'Rs/kWh')])
    expect(sentence.join('\n')).toContain(why)
  })

  it.each([
    'with effect from 1 July 2026',
    'with effect from the 1st July, 2026',
    'with effect from the 1st day of July, 2026',
    'w.e.f. 1 July 2026',
    'effective from July 1, 2026',
    'applicable from 01.07.2026',
    'w.e.f. July 2026',
    'with effect from 07/2026',
    'w.e.f. Jul-26',
    'w.e.f. 01.07.26',
    'with effect from 01/07/26',
    'from 01-07-2026',
    'from the 1st July, 2026',
  ])('%s is the day on which a rule begins', async (words) => {
    const text = `The surcharge of 20 paise per unit is due ${words}.`
    const { sentence } = await judged(text, 'surcharge of 20 paise', [nothing])
    expect(sentence.join('\n')).toContain('a rule from 2026-07-01')
    expect(await judged(text, 'surcharge of 20 paise', [from('2026-07-01')])).toEqual({ sentence: [], found: [] })
  })

  it.each([
    'is effective for bills of the order passed on 1 July 2026',
    'is due with effect from 1 April 2026, as notified on 1 July 2026',
    'was demanded on 1 July 2026 and is due with effect from the 1st April, 2026',
  ])('%s: no other day than the first', async (words) => {
    const { sentence } = await judged(`The surcharge of 20 paise per unit ${words}.`, 'surcharge of 20 paise', [
      nothing,
    ])
    expect(sentence.join('\n')).not.toContain('a rule from')
  })

  it.each([
    ['the first until the other begins', '20', 'P/kWh', null, '2026-09-30', null],
    ['the second from its day', '30', 'P/kWh', '2026-10-01', null, null],
    ['the first all year', '20', 'P/kWh', null, null, 'a rule from 2026-10-01'],
    ['the first until another day', '20', 'P/kWh', null, '2026-08-31', 'a rule from 2026-10-01'],
    ['the second until the day of its own', '30', 'P/kWh', null, '2026-09-30', 'a rule from 2026-10-01'],
  ] as const)('of two amounts in a sentence, %s', async (_, printed, unit, begins, ends, finding) => {
    const text =
      'A surcharge is due, 20 paise per unit up to 30 September 2026 and 30 paise per unit with effect from 1 October 2026.'
    const until: Edit = (record) => Object.assign(record.rules.adjustments[0]!.cases[0]!, { effective_to: ends })
    const { sentence } = await judged(text, `${printed} paise per unit`, [
      said(printed, unit, `0.${printed[0]}`, 'Rs/kWh'),
      from(begins),
      until,
    ])
    if (finding === null) expect(sentence).toEqual([])
    else expect(sentence.join('\n')).toContain(finding)
  })

  it('a day that nobody prints is refused', async () => {
    const { sentence } = await judged(SOUND, 'surcharge of 20 paise', [from('2026-08-01')])
    expect(sentence.join('\n')).toContain('2026-08-01 in its citations')
  })

  it('whose exception is declared passes; words that the page lacks are refused', async () => {
    const text = 'A surcharge of 20 paise per unit is due, except from schools.'
    const words = (says: string): Candidate['sentences'] => [
      { source_id: 'XX-ORDER', page: 1, says, because: 'a class of their own' },
    ]
    expect(await judged(text, 'surcharge of 20 paise', [nothing], words('except from schools'))).toEqual({
      sentence: [],
      found: [],
    })
    const elsewhere = words('except from schools').map((each) => ({ ...each, page: 2 }))
    const { sentence } = await judged(text, 'surcharge of 20 paise', [nothing], elsewhere)
    expect(sentence, 'declared of another page').not.toEqual([])
    const { found } = await judged(text, 'surcharge of 20 paise', [nothing], words('except from hospitals'))
    expect(found.join('\n')).toContain('the page does not have it')
  })
})

describe('the whole sentence of a quote', () => {
  it.each([
    ['The rate is Rs. 5.00 a unit. It begins today.', '5.00', 'The rate is Rs. 5.00 a unit.'],
    ['One; two is 7 (i.e. seven) units. Three.', '7', 'two is 7 (i.e. seven) units.'],
    ['It is due at 6.00 P.M. on Sunday. 12. The next.', 'Sunday', 'It is due at 6.00 P.M. on Sunday.'],
    [
      'It is rounded to the nearest multiple of Re 1. The bill is due.',
      'multiple',
      'It is rounded to the nearest multiple of Re 1.',
    ],
    ['Special conditions 1. The rebate is 5 paise.', '5 paise', 'Special conditions 1. The rebate is 5 paise.'],
    ['no end of it 9', '9', 'no end of it 9'],
  ])('%s', (text, quote, whole) => {
    expect(sentencesAround(text, quote)?.whole).toBe(whole)
  })

  it('is none where the quote does not stand', () => {
    expect(sentencesAround('One.', 'two')).toBeNull()
  })
})

it('the last digits of a larger number are no amount of their own', async () => {
  const text = 'Consumers pay 5,200 Rs and 200 paise per unit.'
  const found = await judged(text, 'and 200', [said('200', 'Rs', '200', 'Rs')])
  expect(found.sentence.join()).toContain('a printed_unit as in the sentence: P/unit')
})
