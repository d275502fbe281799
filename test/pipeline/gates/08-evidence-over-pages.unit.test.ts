import { describe, expect, it } from 'vitest'
import { type Edit, judged } from './support/cited-rule.ts'

/** A sentence that goes on over the end of a page is judged as a whole. */

const ON_SECOND: Edit = (_, figure) => {
  figure.locator = { page: 2, line: null, section: null }
}
const QUOTE = '20 paise per unit'
const BEGUN = 'Night hours are from 22 to 6.\nWhere a consumer has an arc furnace,'
const ENDED = 'a surcharge of 20 paise per unit is due in peak hours.\nNothing else is due.'
const furnaces = async (
  pages: readonly string[],
  edits: readonly Edit[] = [ON_SECOND],
  declared = 0,
): Promise<string> => {
  const says = 'Where a consumer has an arc furnace'
  const sentences = [{ source_id: 'XX-ORDER', page: declared, says, because: 'all consumers have one' }]
  return (await judged(pages, QUOTE, edits, declared === 0 ? [] : sentences)).sentence.join()
}

describe('a condition at the end of the page before', () => {
  it('is one of the sentence', async () => {
    expect(await furnaces([BEGUN, ENDED])).toContain('arc')
    expect(await furnaces(['Nothing is due at night.', ENDED])).toBe('')
  })

  it('is one of the sentence if its line is cited', async () => {
    const onLine: Edit = (_, figure) => {
      figure.locator = { page: 2, line: 1, section: null }
    }
    expect(await furnaces([BEGUN, ENDED], [onLine])).toContain('arc')
  })

  it('is found above page numbers and titles that run over the pages', async () => {
    const [first, second] = [
      `Tariff Order FY 2026-27\n${BEGUN}\nPage 11 of 90`,
      `Tariff Order FY 2026-27\n${ENDED}\nPage 12 of 90`,
    ]
    expect(await furnaces([first, second])).toContain('arc')
  })

  it('may be declared for the page on which it stands', async () => {
    expect(await furnaces([BEGUN, ENDED], [ON_SECOND], 1)).toBe('')
  })

  it.each([
    ['ends there', 'An arc furnace is one above 1 MVA.'],
    ['is a row of a table', 'Arc furnace | 500'],
    ['introduces a list', 'Of arc furnaces:'],
  ])('is none where the text %s', async (_what, last) => {
    expect(await furnaces([`Night hours are from 22 to 6.\n${last}`, ENDED])).toBe('')
  })

  it('is none where the page begins a sentence or an item', async () => {
    expect(await furnaces([BEGUN, 'A surcharge of 20 paise per unit is due in peak hours.'])).toBe('')
    expect(await furnaces([BEGUN, 'b) a surcharge of 20 paise per unit is due in peak hours.'])).toBe('')
  })
})

it('a quote that goes on over the end of a page is told to be quoted in part', async () => {
  const quote: Edit = (_, figure) => void Object.assign(figure, { quote: 'an arc furnace, a surcharge of 20 paise' })
  expect((await judged([BEGUN, ENDED], QUOTE, [quote])).found).toEqual([expect.stringContaining('quote that part')])
  expect((await judged([`${BEGUN}.`, ENDED], QUOTE, [quote])).found).toEqual([
    expect.stringContaining('does not have it'),
  ])
})

describe('a condition at the beginning of the page behind', () => {
  const PAGE = 'A surcharge of 20 paise per unit is due in peak hours'

  it('is one of the sentence', async () => {
    expect(await furnaces([PAGE, 'where a consumer has an arc furnace. Nothing else is due.'], [])).toContain('arc')
    expect(await furnaces([`${PAGE}.`, 'where a consumer has an arc furnace. Nothing else is due.'], [])).toBe('')
  })

  it('is none of a sentence that ends before the last one of the page', async () => {
    const pages = [`${PAGE}. Bills are due`, 'within 15 days where a consumer has an arc furnace.']
    expect(await furnaces(pages, [])).toBe('')
  })
})
