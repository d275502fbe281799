import { describe, expect, it } from 'vitest'
import { type Edit, judged } from './support/cited-rule.ts'

/** What stands around a quote: the rest of its sentence above and below its line, and the next sentence. */

const nothing: Edit = () => {}

describe('an exception in the next sentence', () => {
  const text = 'A surcharge of 20 paise per unit is due. This does not apply to DS. Nobody else is meant.'

  it('is read if the record cites it', async () => {
    const locator = { page: 1, line: null, section: null }
    const evidence = { source_id: 'XX-ORDER', locator, quote: 'not apply to DS' }
    const cites: Edit = ({ quantities: [quantity] }) => Object.assign(quantity!, { evidence })
    const records: Edit = ({ rules: { facts } }) => Object.assign(facts[0]!, { evidence })
    expect((await judged(text, 'surcharge of 20 paise', [nothing])).sentence.join('\n')).toContain(
      'the sentence behind cited too, or "not" of it declared',
    )
    expect((await judged(text, 'surcharge of 20 paise', [cites])).sentence).toEqual([])
    expect((await judged(text, 'surcharge of 20 paise', [records])).sentence, 'a fact').not.toEqual([])
  })

  it('is none if its words are declared, or it is about something else', async () => {
    const says = 'does not apply to DS'
    const declared = [{ source_id: 'XX-ORDER', page: 1, says, because: 'DS is not calculated' }]
    expect((await judged(text, 'surcharge of 20 paise', [nothing], declared)).sentence).toEqual([])
    const other = 'A surcharge of 20 paise per unit is due. Schools do not get a rebate.'
    expect((await judged(other, 'surcharge of 20 paise', [nothing])).sentence).toEqual([])
  })
})

describe('a figure whose line is given', () => {
  const line =
    (number: number): Edit =>
    (record) => {
      record.rules.adjustments[0]!.cases[0]!.values[0]!.steps[0]!.figure.locator.line = number
    }

  it.each([
    ['below it', 'A surcharge of 20 paise per unit\nis not payable.', 1, 'not'],
    ['above it', 'Schools need never pay\na surcharge of 20 paise per unit.', 2, 'never'],
    ['two lines below', 'A surcharge of 20 paise\nper unit is due,\nexcept from schools.', 1, 'except'],
  ] as const)('is judged by its whole sentence, also %s', async (_, text, at, word) => {
    const { sentence } = await judged(text, 'surcharge of 20 paise', [line(at)])
    expect(sentence.join('\n')).toContain(`"${word}" of the sentence`)
  })

  it.each([
    ['another item of the list', '- A fee of 5 is not due\n- A surcharge of 20 paise per unit\n- Nothing else', 2],
    ['another paragraph', 'No fee\n\nA surcharge of 20 paise per unit\n\nNo fee', 3],
    [
      'an earlier sentence with the same quote',
      'No surcharge of 20 paise per unit is due at night.\nA surcharge of 20 paise per unit is due.',
      2,
    ],
  ] as const)('and not by %s', async (_, text, at) => {
    expect(await judged(text, 'surcharge of 20 paise', [line(at)])).toEqual({ sentence: [], found: [] })
  })

  const ROW = 'Schools* 0, not 5\n'
  const NOTES = ['Note: ', 'Notes:\n', 'N.B. ', 'Note 1. ', '* ', 'NOTE \u2013 ']
  it.each(NOTES)('and not by the last row of a table above its note: %s', async (note) => {
    const text = `${ROW}${note}A surcharge of 20 paise per unit is due.`
    const at = text.split('\n').findIndex((each) => each.includes('surcharge')) + 1
    for (const edit of [line(at), nothing])
      expect(await judged(text, 'surcharge of 20 paise', [edit])).toEqual({ sentence: [], found: [] })
  })

  it.each([
    ['a note below it', 'A surcharge of 20 paise per unit\nNote: This is not for schools.'],
    ['the words above a list', 'Not payable in FY 2026-27 are\n(i) A surcharge of 20 paise per unit.'],
    ['the words above bullets', 'Not payable are\n* A surcharge of 20 paise per unit.'],
    ['a line of words', 'Schools do not pay\nNotes and A surcharge of 20 paise per unit.'],
  ])('but by %s', async (_, text) => {
    expect((await judged(text, 'surcharge of 20 paise', [nothing])).sentence.join('\n')).toMatch(/"not" of the/i)
  })
})

it('a paragraph of an HTML page does not take in the table above it, where its quote stands once', async () => {
  const html: Edit = ({ sources }) =>
    Object.assign(sources.find(({ source_id }) => source_id === 'XX-ORDER')!, { media_type: 'text/html' })
  const QUOTE = 'pay 20 paise per unit over and above the energy charge'
  const text = `Load factor Rebate (%)\nAbove 50% 5.0\n3. Consumers who opt for green energy ${QUOTE}.`
  const of = async (page: string): Promise<string> => (await judged(page, QUOTE, [html])).sentence.join('\n')
  expect(await of(text)).not.toMatch(/deducted|load factor/u)
  expect(await of(`${text}\n${text}`)).toMatch(/deducted/u)
})
