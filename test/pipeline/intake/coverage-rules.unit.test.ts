import { describe, expect, test } from 'vitest'
import { numbersOn } from '../../../pipeline/intake/coverage/page-numbers.ts'
import { FILLS, type Fill, inventedDefinition } from '../../support/invented-definition.ts'
import { inventedOrder, lines, placedPdf } from '../../support/printed-order.ts'
import { coverageIn, ORDER, pagesOf } from './coverage-in.ts'

describe('words of a rule without a number', () => {
  const RULES = [
    'The demand is rounded up to the nearest kW or part',
    'thereof. Bills are payable at once. It is a rule.',
  ]
  const page = () => pagesOf(placedPdf([lines(RULES, 700)]))
  const standing = async (said: Parameters<typeof coverageIn>[1], quote?: string) => {
    const fact = `facts:
  - { fact_id: ZZ-RULE, group: other, key: rule, applies_to: all, period: FY 2026-27, text: A rule., grade: order,
      evidence: { source_id: ${ORDER}, page: 1, quote: "${quote}" } }`
    const fills: readonly Fill[] = quote === undefined ? FILLS : [...FILLS, ['rules.yaml', 'facts: []', fact]]
    const { candidate, definition } = await inventedDefinition(inventedOrder(), fills)
    const coverage = coverageIn({ candidate, definition, ...(await page()) }, said)
    return coverage.numbers.map(({ line, number, standing: what }) => `${line} ${number} ${what}`)
  }
  const covers = [{ source_id: ORDER, from_page: 1, to_page: 1 }]

  test('are missing once a sentence, also where the end of a line cuts them', async () => {
    expect(await standing({ covers, dismissed: [] })).toEqual(['1 rounded up missing', '2 are payable missing'])
    const { numbers } = numbersOn(['It is charged for each kW or part', 'thereof, to the full.'].join('\n'), null)
    expect(numbers.map(({ line, text }) => [line, text])).toEqual([[1, 'is charged']])
    expect(numbersOn('One hour or part\nthereof', null).numbers.map(({ text }) => text)).toEqual(['part thereof'])
  })

  test('are read in the whole sentence of a quote, a number only in the quote', async () => {
    expect(await standing({ covers, dismissed: [] }, 'The demand is')).toEqual([
      '1 rounded up fact',
      '2 are payable missing',
    ])
  })

  test('are dismissed with a reason', async () => {
    const dismissed = {
      source_id: ORDER,
      page: 1,
      quote: 'The demand is rounded up',
      number: 'rounded up',
      because: 'no',
    }
    expect(await standing({ covers, dismissed: [dismissed] })).toContain('1 rounded up dismissed')
  })
})
