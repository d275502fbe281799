import { describe, expect, it } from 'vitest'
import { sourceCited } from '../../../pipeline/gates/05-source-cited.ts'
import { quoted } from './support/figures.ts'
import { energyOf, findingsOf, judge } from './support/sample.ts'

describe('source.cited fails when', () => {
  it('nothing cites a source', async () => {
    expect(
      await findingsOf(sourceCited, (record) => {
        energyOf(record, 'R-SL').source_id = 'XX-SHEET'
        energyOf(record, 'R-SL').locator.page = 1
      }),
    ).toEqual(['sources/XX-ORDER | a figure or quotation that cites it | nothing cites it'])
  })

  it.each([
    ['a document that is not there', 'XX-GONE', 'another source of this release | XX-GONE'],
    ['itself', 'XX-ORDER', 'another source of this release | XX-ORDER'],
  ])('a corrigendum corrects %s', async (_what, corrects, said) => {
    expect(
      await findingsOf(sourceCited, (record) => {
        record.sources.find(({ source_id }) => source_id === 'XX-ORDER')!.corrects = corrects
      }),
    ).toEqual([`sources/XX-ORDER/corrects | ${said}`])
  })

  it('a corrigendum corrects a document of a later day', async () => {
    expect(
      await findingsOf(sourceCited, (record) => {
        const [first, second] = record.sources
        Object.assign(first!, { corrects: second!.source_id, dated: '2026-03-01' })
        second!.dated = '2026-03-02'
      }),
    ).toEqual([
      expect.stringMatching(/^sources\/.+\/corrects \| a document of 2026-03-01 or earlier \| .+ of 2026-03-02$/),
    ])
  })

  it('a figure cites a source that is not there', async () => {
    expect(
      await findingsOf(sourceCited, (record) => {
        energyOf(record, 'R-DS').source_id = 'XX-GONE'
      }),
    ).toEqual(['rows/R-DS/energy/0 | a source of this release | XX-GONE is not among the sources'])
  })

  it('a statement of no change cites a source that is not there', async () => {
    expect(
      await findingsOf(sourceCited, (record) => {
        for (const id of ['R-KJ-RURAL', 'R-KJ-URBAN']) energyOf(record, id).carried!.statement.source_id = 'XX-GONE'
      }),
    ).toEqual([
      'sources/XX-NO-CHANGE | a figure or quotation that cites it | nothing cites it',
      'rows/R-KJ-RURAL/energy/0/carried | a source of this release | XX-GONE is not among the sources',
      'rows/R-KJ-URBAN/energy/0/carried | a source of this release | XX-GONE is not among the sources',
    ])
  })

  it('a locator names a page the source has not, and shows the quote', async () => {
    const { findings } = await judge(sourceCited, (record) => {
      energyOf(record, 'R-SL').locator.page = 3
    })
    expect(findings).toEqual([
      {
        fault: 'no_such_page',
        where: 'at:rows/R-SL/energy/0',
        expected: 'a page of XX-ORDER up to 2',
        found: 'rows/R-SL/energy/0: XX-ORDER p.3 line 2',
        evidence: 'Energy charge 9.03 rupees',
      },
    ])
  })

  it('a fact, a subsidy condition or a blocked component cites what is not there', async () => {
    const findings = await findingsOf(sourceCited, (record) => {
      record.rules.facts[0]!.evidence.source_id = 'XX-GONE'
      record.rules.subsidy!.conditions[0]!.evidence.source_id = 'XX-GONE'
      const evidence = { ...quoted('XX-SHEET', 1, 1), source_id: 'XX-GONE' }
      const explanation = 'not published'
      record.blocked_components = [
        { component: 'duty', reason: 'unsettled', explanation, unblocked_by: 'the act', evidence, stands_for: null },
      ]
    })
    expect(findings.map((text) => text.split(' | ')[0])).toEqual([
      'rules/subsidy/conditions/0',
      'rules/facts/REBATE',
      'blocked_components/duty',
    ])
  })
})

it('source.cited counts what formulas and parts of charges cite, and fails a place that is not there', async () => {
  const findings = await findingsOf(sourceCited, ({ quantities, rules }) => {
    quantities[0]!.evidence = { ...quoted('XX-SHEET', 1, 14), source_id: 'XX-GONE' }
    const evidence = { ...quoted('XX-SHEET', 1, 14), locator: { page: 9, line: null, section: null } }
    rules.adjustments[0]!.part = { charge_id: 'energy', quantity: 'connected_load', by: 'average_rate', evidence }
  })
  expect(findings).toEqual([
    'quantities/load_parts/evidence | a source of this release | XX-GONE is not among the sources',
    'rules/adjustments/TOD/part | a page of XX-SHEET up to 1 | XX-SHEET p.9',
  ])
})
