import { describe, expect, it } from 'vitest'
import { schemaCodesUnique } from '../../../pipeline/gates/11-schema-codes-unique.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { sampleProfile } from './support/rules.ts'
import { categoryOf, findingsOf, rowOf } from './support/sample.ts'

const TWICE: readonly (readonly [kind: string, edit: (record: ReleaseRecord) => void, expected: string])[] = [
  ['source', (record) => record.sources.push(record.sources[0]!), 'sources/XX-SHEET | one source XX-SHEET'],
  ['licensee', (record) => record.licensees.push(record.licensees[0]!), 'licensees/XX_ONE | one licensee XX_ONE'],
  ['category', (record) => record.categories.push(record.categories[0]!), 'categories/DS | one category -/-/DS'],
  ['row', (record) => record.rows.push(record.rows[0]!), 'rows/R-DS | one row R-DS'],
  ['fact', (record) => record.rules.facts.push(record.rules.facts[0]!), 'rules/facts/REBATE | one fact REBATE'],
  ['case', (record) => record.cases.push(record.cases[0]!), 'cases/C-1 | one case C-1'],
  [
    'FPPAS period',
    (record) => record.rules.fppas_periods.push(record.rules.fppas_periods[0]!),
    'rules/fppas_periods/FPPAS-2026-04 | one FPPAS period FPPAS-2026-04',
  ],
  [
    'adjustment option',
    ({ rules: { adjustments } }) => adjustments[0]!.options.push(adjustments[0]!.options[0]!),
    'rules/adjustments/TOD/peak | one adjustment option TOD.peak',
  ],
  [
    'entitlement',
    ({ rules: { subsidy } }) => subsidy!.entitlements.push(subsidy!.entitlements[0]!),
    'rules/subsidy/entitlements/25 | one entitlement 25',
  ],
]

describe('schema.codes_unique fails when', () => {
  it.each(TWICE)('a %s stands twice', async (_, edit, expected) => {
    expect(await findingsOf(schemaCodesUnique, edit)).toEqual([`${expected} | 2 have this code`])
  })

  it('an adjustment stands twice, and so do its options', async () => {
    const findings = await findingsOf(schemaCodesUnique, ({ rules }) => {
      rules.adjustments.push(rules.adjustments[0]!)
    })
    expect(findings).toContain('rules/adjustments/TOD | one adjustment TOD | 2 have this code')
  })

  it('a blocked component stands twice', async () => {
    const blocked = {
      component: 'duty',
      reason: 'unsettled',
      explanation: 'no rate',
      unblocked_by: 'the act',
      evidence: null,
      stands_for: null,
    }
    const findings = await findingsOf(schemaCodesUnique, (record) => {
      record.blocked_components = [blocked, blocked]
    })
    expect(findings).toEqual(['blocked_components/duty | one blocked component duty | 2 have this code'])
  })

  it('a licensee has a profile twice, and two licensees may have one each', async () => {
    const findings = await findingsOf(schemaCodesUnique, ({ rules }) => {
      rules.complete_payable = [sampleProfile(), sampleProfile({ licensee_code: 'XX_TWO' }), sampleProfile()]
    })
    expect(findings).toEqual(['rules/complete_payable/HOME | one profile XX_ONE/HOME | 2 have this code'])
  })

  it('codes are malformed', async () => {
    const findings = await findingsOf(schemaCodesUnique, (record) => {
      rowOf(record, 'R-DS').row_id = 'R DS'
      categoryOf(record, 'KJ').category_id = 'K/J'
      record.licensees[0]!.code = 'ONE'
      record.cases[0]!.case_id = `C${'x'.repeat(100)}`
    })
    expect(findings).toEqual([
      'licensees/ONE | a well-formed licensee code | "ONE"',
      'categories/-/K/J/KJ | a well-formed category code | "K/J"',
      'rows/R DS | a well-formed row code | "R DS"',
      expect.stringContaining('| a well-formed case code |'),
    ])
  })
})

describe('schema.codes_unique passes', () => {
  it('one subcategory of two licensees, and of two category ids of one licensee', async () => {
    const findings = await findingsOf(schemaCodesUnique, ({ categories }) => {
      const [category] = categories
      const scoped = (licensee_code: string, category_id: string) => ({ ...category!, licensee_code, category_id })
      categories.push(scoped('XX_ONE', 'A'), scoped('XX_ONE', 'B'), scoped('XX_TWO', 'A'))
    })
    expect(findings).toEqual([])
  })
})
