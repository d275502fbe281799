import { describe, expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import type { DeclaredWords } from '../../../pipeline/gates/reading.ts'
import { findingText, sampleCandidate, sampleMeans, sampleRecord, sourceOf } from './support/sample.ts'

const { sha256 } = sourceOf(sampleRecord(), 'XX-ORDER')

const BLOCKED = {
  component: 'rebates',
  reason: 'not_asked',
  explanation: 'No request says it.',
  unblocked_by: 'A request that says it.',
  stands_for: null,
}

/** Findings about a fact with this quote, which the order's first page has. */
async function asFact(
  quote: string,
  { group = 'disclosure', sentences = [] as DeclaredWords[], alsoRead = null as string | null } = {},
): Promise<string[]> {
  const base = sampleMeans()
  const place = { source_id: 'XX-ORDER', locator: { page: 1, line: null, section: null } }
  const candidate = sampleCandidate(({ rules, blocked_components }) => {
    Object.assign(rules.facts[0]!, { group, text: null, evidence: { ...place, quote } })
    if (alsoRead !== null) blocked_components.push({ ...BLOCKED, evidence: { ...place, quote: alsoRead } })
  })
  const means = sampleMeans({ pages: async (hash) => (hash === sha256 ? [quote] : base.pages(hash)) })
  const { findings } = await evidenceFigureInQuote.check({ ...candidate, sentences }, means)
  return findings.map(findingText).filter((each) => each.includes('in a fact only'))
}

const REBATE = 'Consumers of the hills get a rebate of 7 percent of the energy charge.'

describe('a rule of the tariff that is only recorded as a fact', () => {
  it.each([
    [REBATE, '7 percent'],
    ['Fairs are charged at 1.25 times the energy charge.', '1.25 times'],
    ['The fixed charge of fairs is twice the fixed charge.', 'twice'],
    ['a minimum charge of Rs 260 per kVA', 'Rs 260'],
    ['an energy charge of 545 paise per kWh', '545 paise'],
    ['The bill is rounded off to the nearest rupee.', 'nearest rupee'],
    ['The fixed charge is levied for each kW or part thereof.', 'part thereof'],
    ['It is levied on 80 percent of the contract demand or the recorded demand, whichever is higher.', '80 percent'],
    ['pay an energy charge of 150 paise per kWh and no fixed charge', '150 paise'],
  ])('is a finding: %s', async (quote, amount) => {
    expect(await asFact(quote)).toEqual([expect.stringContaining(`"${amount}" in a fact only`)])
  })

  it.each([
    ['compares with a share', 'Consumers who exceed 120 percent of the contract demand pay for it.'],
    ['has no amount', 'Consumers of the hills get a rebate.'],
    ['has nothing that is due', 'The hills have 40 percent of the consumers.'],
  ])('is none if it %s', async (_what, quote) => {
    expect(await asFact(quote)).toEqual([])
  })

  it('is none if something blocked quotes its sentence, or all that is due in it', async () => {
    expect(await asFact(REBATE, { alsoRead: REBATE })).toEqual([])
    expect(await asFact(REBATE, { alsoRead: 'a rebate of 7 percent' })).toEqual([])
    expect(await asFact(REBATE, { alsoRead: 'Consumers of the hills' })).toHaveLength(1)
  })

  it('is none if readings.yaml says of its words why they are no rule', async () => {
    const words = (says: string): DeclaredWords[] => [
      { source_id: 'XX-ORDER', page: 1, says, because: 'of another order' },
    ]
    expect(await asFact(REBATE, { sentences: words('a rebate of 7 percent') })).toEqual([])
    expect(await asFact(REBATE, { sentences: words('of the hills') })).toHaveLength(1)
  })

  it('is none if it says again what a figure of the record prints', async () => {
    const [first] = sampleRecord().rules.adjustments[0]!.cases[0]!.values
    const printed = first!.steps[0]!.figure.printed
    expect(await asFact(`a surcharge of ${printed} paise per unit`, { group: 'repeated' })).toEqual([])
    expect(await asFact(`a surcharge of ${printed} paise per unit`)).toHaveLength(1)
    expect(await asFact(REBATE, { group: 'repeated' })).toHaveLength(1)
  })
})
