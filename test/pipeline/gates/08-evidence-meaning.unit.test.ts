import { describe, expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import { conditions } from '../../support/record-builder.ts'
import { type Edit, judged, said } from './support/cited-rule.ts'
import { quoted } from './support/figures.ts'
import { findingsOf, sourceOf } from './support/sample.ts'

/** What a sentence says of a rule besides its number: of whom it is, what it is taken of, when it holds. */

const nothing: Edit = () => {}
const QUOTE = 'surcharge of 20'
const PAISE = '20 paise per unit'
const percent: Edit = (record, figure) => {
  said('20', 'percent', '20', 'percent')(record, figure)
  record.rules.adjustments[0]!.cases[0]!.values[0]!.kind = 'percent'
}
const percentOf =
  (...names: readonly string[]): Edit =>
  (record, figure) => {
    percent(record, figure)
    record.rules.adjustments[0]!.of = [...names]
  }
const when =
  (text: string): Edit =>
  ({ rules }) => {
    rules.adjustments[0]!.cases[0]!.when = conditions(text)
  }
const licensees =
  (...codes: readonly string[]): Edit =>
  (record) => {
    record.licensees = [
      { code: 'XX_NORTH', name: 'Northern Power Company', status: 'active', reason: null },
      { code: 'XX_SOUTH', name: 'Southern Power Company', status: 'active', reason: null },
    ]
    record.rules.adjustments[0]!.licensees = [...codes]
  }
const PAID_IN_TIME = 'A surcharge of 20 paise per unit is due on bills paid by the due date.'
const PAID_LATE = 'A surcharge of 20 paise per unit is due on bills paid after the due date.'
const MONTHS = 'From April to June a surcharge of 20 paise per unit is due excluding arrears.'
const IN_TIME = 'payment in time'
const PAID_ONLINE = 'A surcharge of 20 paise per unit is due for online payment.'
const due = (words: string): string => `A surcharge of 20 paise per unit is due ${words}.`
const WITHIN_DAYS = due('if payment is made within 3 working days of the bill')
const sentencesOf = async (text: string, quote: string, ...edits: readonly Edit[]): Promise<string> =>
  (await judged(text, quote, edits)).sentence.join('\n')

describe('a rule whose sentence', () => {
  it.each([
    ['is about its zone', 'A surcharge of 20 paise per unit is due in peak hours.', PAISE, nothing],
    ['names its licensee', 'SOUTH consumers pay a surcharge of 20 paise per unit.', PAISE, licensees('XX_SOUTH')],
    ['names no licensee', 'A surcharge of 20 paise per unit is due.', PAISE, licensees()],
    [
      'names each of its licensees',
      'A surcharge of 20 paise per unit is due to NORTH and SOUTH.',
      PAISE,
      licensees('XX_NORTH', 'XX_SOUTH'),
    ],
    [
      'asks what it asks',
      'A surcharge of 20 paise per unit is due for temporary supply.',
      PAISE,
      when('connection=temporary'),
    ],
    ['is about payment in time', PAID_IN_TIME, PAISE, when('payment.by_due_date=true')],
    ['is about late payment', PAID_LATE, PAISE, when('payment.by_due_date=false')],
    ['is about late payment, read by not', PAID_LATE, PAISE, when('not payment.by_due_date=true')],
    ...(
      [
        [due('if bills are not paid by the due date'), 'payment.by_due_date=false'],
        [due('if the whole bill is paid not later than the due date'), 'payment.by_due_date=true'],
        [due('if all bills are paid without fail within due date'), 'payment.by_due_date=true'],
        [due('if all the 12 months are paid within due date'), 'payment.all_months_of_year=true'],
        [due('over and above other rebates for payment by the due date'), 'payment.by_due_date=true'],
        [due('for late payment'), 'selectors.paid=after_due_date'],
        [due('for payment by other than digital means'), 'payment.digital=false'],
        [due('for bills paid digitally'), 'payment.digital=true'],
        [due('for prepaid supply'), 'payment.prepaid=true'],
        [due('for prepaid supply'), 'meter_mode=prepaid'],
        [due('for amounts paid in advance'), 'selectors.paid=in_advance'],
        [due('for prompt payment'), 'payment.by_due_date=true'],
        [WITHIN_DAYS, 'selectors.prompt_payment=within_three_working_days'],
      ] as const
    ).map(([text, asked]): [string, string, string, Edit] => [`"${text}" asks ${asked}`, text, PAISE, when(asked)]),
    ['names its base', 'A surcharge of 20 percent of the energy charge is due.', QUOTE, percent],
    [
      'names two charges',
      'A surcharge of 20 percent of demand and energy charges is due.',
      QUOTE,
      percentOf('energy', 'fixed'),
    ],
    ['names the bill', 'A surcharge of 20 percent of the bill is due.', QUOTE, percentOf('bill')],
  ] satisfies [string, string, string, Edit][])('%s passes', async (_, text, quote, edit) => {
    expect(await sentencesOf(text, quote, edit)).toBe('')
  })

  it.each([
    [
      'is about another zone',
      'A surcharge of 20 paise per unit is due in off-peak hours.',
      PAISE,
      nothing,
      'off_peak in',
    ],
    ['is about payment in time, not by a digital method', PAID_IN_TIME, PAISE, when('payment.digital=true'), IN_TIME],
    [
      'is about payment in time, not late',
      PAID_IN_TIME,
      PAISE,
      when('payment.by_due_date=false'),
      `${IN_TIME} that is true`,
    ],
    [
      'is about late payment, not in time',
      PAID_LATE,
      PAISE,
      when('payment.by_due_date=true'),
      `${IN_TIME} that is false`,
    ],
    ['is about payment online, not otherwise', PAID_ONLINE, PAISE, when('payment.digital=false'), 'that is true'],
    ...(
      [
        [PAID_IN_TIME, 'selectors.prompt_payment=within_three_working_days', 'payment in time,'],
        [PAID_IN_TIME, 'payment.prepaid=true', 'payment in time,'],
        [PAID_IN_TIME, 'selectors.paid=after_due_date', 'payment in time that is true'],
        [PAID_IN_TIME, 'not selectors.paid=by_due_date', 'payment in time that is true'],
        [PAID_LATE, 'selectors.paid=by_due_date', 'payment in time that is false'],
        [due('for late payment'), 'payment.by_due_date=true', 'payment in time that is false'],
        [due('if bills are not paid by the due date'), 'payment.by_due_date=true', 'payment in time that is false'],
        [due('if payment by the due date is not made'), 'payment.by_due_date=true', 'payment in time that is false'],
        [
          due('over and above other rebates for payment by the due date'),
          'payment.by_due_date=false',
          'payment in time that is true',
        ],
        [due('if all the 12 months are paid within due date'), 'payment.by_due_date=true', 'every bill of the year'],
        [
          'Schools shall not pay a surcharge of 20 paise per unit on bills paid by the due date.',
          'payment.by_due_date=false',
          '"not" of the sentence declared',
        ],
        [WITHIN_DAYS, 'payment.by_due_date=true', 'within a number of days'],
        [WITHIN_DAYS, 'selectors.prompt_payment=within_seven_working_days', 'as in "within 3 working days of"'],
        [WITHIN_DAYS, 'payment.digital=true', 'within a number of days'],
        [due('for prompt payment'), 'payment.digital=true', 'prompt payment'],
        [due('for payment other than digital'), 'payment.digital=true', 'digital method that is false'],
        [due('for bills paid digitally'), 'payment.by_due_date=true', 'digital method'],
        [due('for prepaid supply'), 'payment.digital=true', 'prepaid supply'],
        [due('for prepaid supply'), 'payment.prepaid=false', 'prepaid supply that is true'],
        [due('for amounts paid in advance'), 'payment.by_due_date=true', 'payment in advance'],
        [due('for amounts paid in advance'), 'payment.prepaid=true', 'payment in advance'],
      ] as const
    ).map(([text, asked, fault]): [string, string, string, Edit, string] => [
      `"${text}" and asks ${asked}`,
      text,
      PAISE,
      when(asked),
      fault,
    ]),
    [
      'leaves its zone to the words behind the quote',
      'A surcharge of 20 paise per unit is due off-peak.',
      'A surcharge of 20 paise',
      nothing,
      'off_peak in',
    ],
    [
      'names another licensee',
      'NORTH consumers pay a surcharge of 20 paise per unit.',
      PAISE,
      licensees('XX_SOUTH'),
      'licensees: [XX_NORTH]',
    ],
    [
      'names another licensee by name',
      'A surcharge of the Northern Power Company: 20 paise per unit.',
      PAISE,
      licensees('XX_SOUTH'),
      'licensees: [XX_NORTH]',
    ],
    [
      'names one of all licensees',
      'NORTH consumers pay a surcharge of 20 paise per unit.',
      PAISE,
      licensees(),
      'licensees: [XX_NORTH]',
    ],
    [
      'is about three phases',
      'Three-phase consumers pay a surcharge of 20 paise per unit.',
      PAISE,
      when('phase=single'),
      'three in',
    ],
    [
      'is about temporary supply',
      'A surcharge of 20 paise per unit is due for temporary supply.',
      PAISE,
      nothing,
      'a condition on temporary supply',
    ],
    [
      'is about late payment',
      'A surcharge of 20 paise per unit is due after the due date.',
      PAISE,
      nothing,
      'a condition on payment in time',
    ],
    [
      'names another base',
      'A surcharge of 20 percent of the demand charge is due.',
      QUOTE,
      percent,
      'the fixed charge too',
    ],
    ['names no base', 'A surcharge of 20 percent is due.', QUOTE, percent, 'the energy charge in its sentence'],
    [
      'names one charge of two',
      'A surcharge of 20 percent of the energy charge is due.',
      QUOTE,
      percentOf('energy', 'fixed'),
      'the fixed charge in its sentence',
    ],
    ['says its months before those it leaves out', MONTHS, MONTHS.slice(0, -1), nothing, 'served in the months of'],
    ['says a factor', 'The energy charge is multiplied by 20 percent.', 'by 20 percent', percent, 'kind factor, as in'],
    [
      'is about another choice of a selector',
      'A surcharge of 20 paise per unit is due in hilly areas.',
      PAISE,
      (record, figure) => {
        record.selectors = [{ selector: 'terrain', words: ['hilly', 'coastal'], description: 'Where it is' }]
        when('selectors.terrain=coastal')(record, figure)
      },
      'hilly in',
    ],
    [
      'names a charge and no bill',
      'A surcharge of 20 percent of the energy charge is due.',
      QUOTE,
      percentOf('bill'),
      'names the bill',
    ],
  ] satisfies [string, string, string, Edit, string][])('%s is refused', async (_, text, quote, edit, expected) => {
    expect(await sentencesOf(text, quote, edit)).toContain(expected)
  })

  it('is cut at the quotes of other figures: amounts in lines without full stops are told apart', async () => {
    const text = 'Schedule A surcharge of 20 paise per unit is due Temporary supply pays 30 paise per unit'
    const also: Edit = ({ quantities }) => {
      const locator = { page: 1, line: null, section: null }
      Object.assign(quantities[0]!, {
        evidence: { source_id: 'XX-ORDER', locator, quote: 'Temporary supply pays 30 paise' },
      })
    }
    expect(await sentencesOf(text, PAISE, also)).not.toContain('temporary supply')
    expect(await sentencesOf(text, PAISE)).toContain('temporary supply')
  })

  it('names the bill behind the quote of another figure passes', async () => {
    const another: Edit = ({ quantities }) =>
      Object.assign(quantities[0]!.evidence!, {
        source_id: 'XX-ORDER',
        locator: { page: 1, line: null, section: null },
        quote: 'and one of 30 percent',
      })
    const text = 'A surcharge of 20 percent is due and one of 30 percent of the bill.'
    expect(await sentencesOf(text, QUOTE, percentOf('bill'), another)).not.toContain('names the bill')
  })

  it('is a field of a sheet names a licensee in another field of its line', async () => {
    const sheet: Edit = (record) => Object.assign(sourceOf(record, 'XX-ORDER'), { media_type: 'text/csv' })
    const line = '4,Northern Power Company,A surcharge of 20 paise per unit is due'
    expect(await sentencesOf(line, PAISE, sheet, licensees('XX_SOUTH'))).toContain('licensees: [XX_NORTH]')
    expect(await sentencesOf(line, PAISE, sheet, licensees('XX_NORTH'))).toBe('')
  })

  it('has no end is read without the months of the lines around its quote', async () => {
    const text = 'Rates from April to June A surcharge of 20 paise per unit is due'
    expect(await sentencesOf(text, PAISE)).toBe('')
    expect(await sentencesOf(`${text}.`, PAISE)).toContain('served in the months of')
  })
})

it('exact units need no words of their own but those of whole units deny them, and whole units need them', async () => {
  const of = (rule: 'exact' | 'whole', quote = quoted('XX-SHEET', 1, 7).quote) =>
    findingsOf(evidenceFigureInQuote, ({ rules }) => {
      const own = { rule_id: 'UNITS', licensees: [], applies_to: [], rule, rounding: rule === 'exact' ? null : 'down' }
      rules.unit_rules = [{ ...own, grade: 'transcription', evidence: { ...quoted('XX-SHEET', 1, 7), quote } }]
    })
  expect(await of('exact')).toEqual([])
  expect(await of('whole')).toHaveLength(1)
  expect(await of('exact', 'energy is billed on complete kWh')).toEqual([
    'rules/unit_rules/UNITS | rule whole, as in "complete kWh" | rule exact',
  ])
  expect(await of('exact', 'fractions of a unit are billed')).toEqual([])
})
