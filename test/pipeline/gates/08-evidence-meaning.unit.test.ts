import { describe, expect, it } from 'vitest'
import { conditions } from '../../support/record-builder.ts'
import { type Edit, judged, said } from './support/cited-rule.ts'

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
const sentencesOf = async (text: string, quote: string, ...edits: readonly Edit[]): Promise<string> =>
  (await judged(text, quote, edits)).sentence.join('\n')

describe('a rule whose sentence', () => {
  it.each([
    ['is about its zone', 'A surcharge of 20 paise per unit is due in peak hours.', PAISE, nothing],
    ['names several zones', 'A surcharge of 20 paise per unit is due in peak and off-peak hours.', PAISE, nothing],
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
      'XX_NORTH in',
    ],
    [
      'names another licensee by name',
      'A surcharge of the Northern Power Company: 20 paise per unit.',
      PAISE,
      licensees('XX_SOUTH'),
      'XX_NORTH in',
    ],
    [
      'names one of all licensees',
      'NORTH consumers pay a surcharge of 20 paise per unit.',
      PAISE,
      licensees(),
      'XX_NORTH in',
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
})
