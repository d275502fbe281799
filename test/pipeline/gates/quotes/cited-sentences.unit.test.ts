import { expect, test } from 'vitest'
import { cited } from '../../../../pipeline/gates/quotes/cited-sentences.ts'
import { figuresOf } from '../../../../releases/record/figures.ts'
import { peakOf, sampleCandidate, sampleMeans, sourceOf } from '../support/sample.ts'

/** Sentences that a record cites from a paragraph are found by the paragraph's name. */

const PAGE = 'The surcharge is 20 paise. It is due from schools. The rebate is 30 paise. Nothing else is due.'
async function citedOf(sections: readonly (string | null)[]) {
  const candidate = sampleCandidate((record) => {
    const figures = figuresOf(record)
      .map(({ figure }) => figure)
      .filter((figure) => figure !== peakOf(record))
    const quotes = ['The surcharge is 20 paise.', 'The rebate is 30 paise.', 'Nothing else is due.']
    for (const [index, section] of sections.entries())
      Object.assign([peakOf(record), ...figures][index]!, {
        source_id: 'XX-ORDER',
        quote: quotes[index],
        locator: { page: 1, line: null, section },
      })
  })
  const { sha256 } = sourceOf(candidate.record, 'XX-ORDER')
  const base = sampleMeans()
  const means = sampleMeans({ pages: async (hash) => (hash === sha256 ? [PAGE] : base.pages(hash)) })
  return cited(candidate, means)
}

test('a text that names paragraphs gets their citations, including those of their parts, and no others', async () => {
  const { named } = await citedOf(['para 2', 'para 12', 'para 2, note 1'])
  const [surcharge, rebate, rest] = ['The surcharge is 20 paise.', 'The rebate is 30 paise.', 'Nothing else is due.']
  expect([...named('as para 2 says')].sort()).toEqual([rest, surcharge])
  expect(named('as para 12 says')).toEqual([rebate])
  expect([...named('see paras 2 and 12')].sort()).toEqual([rest, rebate, surcharge].sort())
  expect(named('see note 2')).toEqual([])
  expect(named('see nothing')).toEqual([])
})

test('a figure without a section has no other sentences, one with a section those of it', async () => {
  const { sectionOf } = await citedOf(['para 2', 'para 2', null])
  const figure = (section: string | null) =>
    ({ source_id: 'XX-ORDER', locator: { page: 1, line: null, section }, citations: [] }) as unknown as Parameters<
      typeof sectionOf
    >[0]
  expect([...sectionOf(figure('para 2'))].sort()).toEqual(['The rebate is 30 paise.', 'The surcharge is 20 paise.'])
  expect(sectionOf(figure('para 3'))).toEqual([])
  expect(sectionOf(figure(null))).toEqual([])
})

test('the sentence of a quote in a sheet is in its row, also without a line', async () => {
  const page =
    'what,rate\nFirst row,surcharge of 20 paise per unit\nSecond row,rebate of 30 paise per unit,not in summer'
  const candidate = sampleCandidate((record) => {
    sourceOf(record, 'XX-ORDER').media_type = 'text/csv'
    Object.assign(peakOf(record), {
      source_id: 'XX-ORDER',
      quote: 'rebate of 30 paise',
      locator: { page: 1, line: null, section: null },
    })
  })
  const { sha256 } = sourceOf(candidate.record, 'XX-ORDER')
  const base = sampleMeans()
  const means = sampleMeans({ pages: async (hash) => (hash === sha256 ? [page] : base.pages(hash)) })
  const { sentenceOf, around } = await cited(candidate, means)
  const figure = peakOf(candidate.record)

  expect(sentenceOf(figure)).toMatchObject({ whole: 'rebate of 30 paise per unit', next: '' })
  expect(around(figure)).toEqual([
    'rebate of 30 paise per unit',
    'Second row,rebate of 30 paise per unit,not in summer',
  ])
})
