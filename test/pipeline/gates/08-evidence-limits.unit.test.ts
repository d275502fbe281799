import { describe, expect, it } from 'vitest'
import { buildValue, conditions } from '../../support/record-builder.ts'
import { type Edit, judged, said } from './support/cited-rule.ts'

const QUOTE = 'surcharge of 20 paise per unit'
const RUPEES_75 = said('75', 'Rs/kWh', '75', 'Rs/kWh')
const PERCENT_20 = said('20', 'percent', '20', 'percent')

it.each([
  ['a middle dot', 'Rs 4\u00b775 per unit'],
  ['an equals sign', 'Rs 4=75 per unit'],
  ['a colon', 'Rs 4:75 per unit'],
  ['a longer dash', 'Rs 4\u201375 per unit'],
  ['a hyphen that does not break', 'Rs 4\u201175 per unit'],
  ['a dash between spaces', 'Rs 4 - 75 per unit'],
  ['an underscore', 'Rs 4_75 per unit'],
  ['a prime', 'Rs 4\u203275 per unit'],
  ['the decimal point of another script', 'Rs 4\u066b75 per unit'],
  ['a joiner of graphemes', 'Rs 4\u034f75 per unit'],
  ['a variation selector', 'Rs 4\ufe0f75 per unit'],
  ['a mark for the direction', 'Rs 4\u061c75 per unit'],
  ['a tag', 'Rs 4\u{e0031}75 per unit'],
  ['a letter l for a one', 'Rs l75 per unit'],
])('rupees and paise joined by %s: the paise alone are refused', async (_, printed) => {
  const { sentence } = await judged(`A surcharge of ${printed} is due.`, '75 per unit', [RUPEES_75])
  expect(sentence.join('\n')).toContain('75 as a separate number in the sentence')
})

it.each([
  ['a letter O for a nought', '20O paise per unit'],
  ['a multiple in brackets', '20 (lakh) paise per unit'],
])('%s behind a figure is refused', async (_, printed) => {
  const { sentence } = await judged(`A surcharge of ${printed} is due.`, 'surcharge of 20', [])
  expect(sentence.join('\n')).toContain('20 as a separate number in the sentence')
})

it.each([
  ['20p per unit', said('20', 'Rs/kWh', '20', 'Rs/kWh')],
  ['20 P. per unit', said('20', 'Rs/kWh', '20', 'Rs/kWh')],
  ['20 paise per 100 units', said('20', 'P/kWh', '0.2', 'Rs/kWh')],
  ['Rs. 20 for every 10 kVA', said('20', 'Rs/kVA', '20', 'Rs/kVA')],
])('%s, cut off the quote, is another unit', async (printed, figure) => {
  const { sentence } = await judged(`A surcharge of ${printed} is due.`, printed.replace(/20.*/u, '20'), [figure])
  expect(sentence.join('\n')).toContain('a printed_unit as in the sentence')
})

it.each([
  ['an end in a month', `A ${QUOTE} is due till September 2026.`, 'till September 2026'],
  ['an end on a day in English', `A ${QUOTE} is due up to Sept. 30, 2026.`, 'up to Sept. 30, 2026'],
  ['the end of a month', `A ${QUOTE} is due until the end of September 2026.`, 'until the end of'],
  ['some months', `A ${QUOTE} is due for the first six months.`, 'for the first six months'],
  ['a day before which it holds', `A ${QUOTE} is due for bills before 30.09.2026.`, 'before 30.09.2026'],
  ['an exemption', `Schools are exempt from the ${QUOTE}.`, 'exempt'],
  ['an exception in other words', `All other than schools pay a ${QUOTE}.`, 'other than'],
  ['a short negation', `Schools needn\u2019t pay a ${QUOTE}.`, 'needn\u2019t'],
  ['a waiver', `The ${QUOTE} is waived.`, 'waived'],
  ['another amount instead', `Instead of a ${QUOTE}, 25 paise are due.`, 'instead of'],
  ['what the licensee proposed', `The licensee proposed a ${QUOTE}.`, 'proposed'],
  ['what an objector wants', `The objector prayed for a ${QUOTE}.`, 'prayed'],
  ['a part deducted', `A ${QUOTE} is due, after deducting 25 percent.`, 'after deducting 25 percent'],
  ['a part of it', `One fourth of the ${QUOTE} is due.`, 'One fourth of'],
])('a sentence with %s is refused until it is declared', async (_, text, words) => {
  const { sentence } = await judged(text, QUOTE, [])
  expect(sentence.join('\n').toLowerCase()).toContain(`"${words.toLowerCase()}`)
  expect(sentence.join('\n')).toContain('of the sentence declared in readings.yaml')
})

it('a quarter of three months is a period and no part of an amount', async () => {
  const found = async (period: string): Promise<string> =>
    (await judged(`A ${QUOTE} is due for ${period}.`, QUOTE, [])).sentence.join()
  expect(await found('a quarter of three months')).not.toContain('"a quarter of"')
  expect(await found('a quarter of the units')).toContain('"a quarter of"')
})

it.each([
  ['twice', `Twice the ${QUOTE} is due.`, QUOTE, []],
  ['half of', 'A surcharge of half of 20 percent is due.', '20 percent', [PERCENT_20]],
  ['a count in words', `A ${QUOTE} for three phases is due.`, `${QUOTE} for three phases`, []],
])('%s is a number of the sentence, too', async (_, text, quote, edits) => {
  const { sentence } = await judged(text, quote, edits)
  expect(sentence.join('\n')).toContain('in words, of the quote as a number of the rule')
})

it('a sentence of another financial year is refused, unless it names ours too', async () => {
  const { sentence } = await judged(`For FY 2025-26 a ${QUOTE} is due.`, QUOTE, [])
  expect(sentence.join('\n')).toContain('a sentence of 2026-27')
  expect((await judged(`For FY 2025-26 and FY 2026-27 a ${QUOTE} is due.`, QUOTE, [])).sentence).toEqual([])
})

describe('words that negate nothing', () => {
  const above10: Edit = ({ rules }) => (rules.adjustments[0]!.cases[0]!.when = conditions('connected_load_kw>=10'))
  /** Water works, among categories that the rule of the sample does not apply to. */
  const called =
    (name: string): Edit =>
    (record) => {
      const [street] = record.rules.adjustments[0]!.applies_to
      for (const each of [...record.categories, ...record.rows])
        if (each.subcategory_code !== street) each.raw_category_label = name
    }
  it.each([
    ['a limit of the rule', `Who has not less than 10 kW pays a ${QUOTE}.`, above10, ''],
    ['another limit', `Who has not less than 30 kW pays a ${QUOTE}.`, above10, '"not" of the sentence'],
    [
      'its own amount, which is then only a limit',
      `A surcharge of not less than 20 paise per unit is due.`,
      above10,
      'not less than',
    ],
    ['who is spared, in one word', `All consumers other than Waterworks pay a ${QUOTE}.`, called('Waterworks'), ''],
    ['who is spared, at the end', `A ${QUOTE} is due from all, except Waterworks.`, called('Waterworks'), ''],
    ['part of a longer name', `All other than Waterworks Rural pay a ${QUOTE}.`, called('Waterworks'), 'other than'],
  ] as const)('%s: %s', async (_, text, edit, finding) => {
    const { sentence } = await judged(text, text.includes(QUOTE) ? QUOTE : '20 paise per unit', [edit])
    const found = sentence.filter((each) => each.includes('declared in readings.yaml')).join('\n')
    if (finding === '') expect(found).toBe('')
    else expect(found).toContain(finding)
  })
})

describe('the cap and the floor of an amount', () => {
  const limited =
    (side: 'cap' | 'floor', printed: string): Edit =>
    ({ rules }, figure) => {
      const own = { ...figure, printed, printed_unit: 'Rs', value: printed, unit: 'Rs' as const }
      rules.adjustments[0]![side] = buildValue('per_bill', own)
    }
  const faults = async (words: string, ...edits: Edit[]): Promise<string> => {
    const text = `A ${QUOTE} is due, ${words}.`
    return (await judged(text, text.slice(0, -1), edits)).sentence
      .filter((each) => /\/(?:cap|floor)/u.test(each))
      .join('\n')
  }

  it.each([
    ['subject to a maximum of Rs 30', 'cap', 'maximum 30'],
    ['limited to Rs 30', 'cap', 'limited to 30'],
    ['not exceeding Rs 30', 'cap', 'not exceeding 30'],
    ['or Rs 30, whichever is lower', 'cap', 'whichever is lower 30'],
    ['but not less than Rs 30', 'floor', 'not less than 30'],
    ['Rs 30 at least', 'floor', 'at least 30'],
  ] as const)('are on the side that the text prints: %s', async (words, side, said) => {
    const other = side === 'cap' ? 'floor' : 'cap'
    expect(await faults(words, limited(side, '30'))).not.toContain(`a ${other}, as in`)
    expect(await faults(words, limited(other, '30'))).toContain(`a ${side}, as in "${said}"`)
  })

  it('are what declared words say of their own number', async () => {
    const text = `A ${QUOTE} is due, not exceeding Rs 30.`
    const declared = [{ source_id: 'XX-ORDER', page: 1, says: 'not exceeding Rs 30', because: 'no negation' }]
    const { sentence } = await judged(text, text.slice(0, -1), [limited('floor', '30')], declared)
    expect(sentence.join('\n')).toContain('a cap, as in "not exceeding 30"')
  })

  it('are told apart in one sentence', async () => {
    const words = 'subject to a minimum of Rs 2 and a maximum of Rs 30'
    expect(await faults(words, limited('floor', '2'), limited('cap', '30'))).not.toContain(', as in "m')
    const swapped = await faults(words, limited('cap', '2'), limited('floor', '30'))
    expect(swapped).toContain('a floor, as in "minimum 2"')
    expect(swapped).toContain('a cap, as in "maximum 30"')
  })

  it('may have the digits of the amount that they limit', async () => {
    const text = `A ${QUOTE} is due, subject to a maximum of Rs 20.`
    const all = async (...edits: Edit[]) => (await judged(text, text.slice(0, -1), edits)).sentence.join('\n')
    const missing = 'a cap or a floor, as in "maximum of Rs 20"'
    expect(await all()).toContain(missing)
    expect(await all(limited('cap', '20'))).not.toContain(missing)
    const flat: Edit = (record, figure) => {
      said('20', 'Rs', '20', 'Rs')(record, figure)
      Object.assign(record.rules.adjustments[0]!.cases[0]!.values[0]!, { kind: 'per_bill', per: null })
    }
    expect(await all(flat)).toContain('"maximum of Rs" of the sentence declared')
  })
})
