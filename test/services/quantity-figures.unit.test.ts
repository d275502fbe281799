import { describe, expect, it, test } from 'vitest'
import { figuresOfRow } from '../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import type { Row } from '../../releases/record/row.ts'
import type { ProrationRule, UnitRule } from '../../releases/record/rules.ts'
import { evidenceOfRow } from '../../services/api/snapshot/row-chain.ts'
import { ruleFiguresOf, statementsOf } from '../../services/api/snapshot/rule-figures.ts'
import type { SourceRecord } from '../../services/api/snapshot/source-record.ts'
import { figuresUsed } from '../../services/cli/trace.ts'
import { buildFigure, quoteOnSheet } from '../support/figure-builder.ts'
import { buildFixed, buildRecord } from '../support/record-builder.ts'
import { buildParts, buildProration, buildQuantity } from '../support/rule-builder.ts'

/** A row that charges by 85 percent of the contract demand, and one that does not. */
const record = buildRecord({
  quantities: [
    buildQuantity('billing_demand', 'contract_demand_kva * share', {
      description: 'Billing demand',
      figures: [{ figure_id: 'share', figure: buildFigure('85', 'percent', 'order') }],
    }),
  ],
  rows: [
    { fixed: buildFixed('flat', 'kVA', [[null, '390']], { per: 'billing_demand' }) },
    { row_id: 'OTHER', subcategory_code: 'COM' },
  ],
})
const SHARE = 'quantities/billing_demand/share'

test('the audit of an amount follows the figures of the quantities that its row charges by', () => {
  const usedBy = (row_id: string): string[] =>
    figuresUsed(record, { calculation: { lines: [{ row_id }] } }).map(({ path }) => path)
  expect(usedBy('ROW')).toContain(SHARE)
  expect(usedBy('OTHER')).not.toContain(SHARE)
})

test('the chain of a row has them, with their documents', () => {
  const [row, other] = record.rows as [Row, Row]
  const ofRow = { source_id: figuresOfRow(row)[0]!.figure.source_id } as SourceRecord
  const ofRule = { source_id: ruleFiguresOf(record, row)[0]!.figure.source_id } as SourceRecord
  const chain = (of: Row) => evidenceOfRow(record, of, [ofRule, ofRow], new Map())
  const figures = [{ what: 'Billing demand', figure: { path: SHARE, value: '85' } }]
  expect(chain(row)).toMatchObject({ rules: { figures, sources: [ofRule] }, sources: [ofRow] })
  expect(chain(other)).toMatchObject({ rules: { figures: [], sources: [] }, sources: [ofRow] })
})

test('the evidence of a row has them too', () => {
  const shown = (row: Row): string[] => ruleFiguresOf(record, row).map(({ what, path }) => `${what} ${path}`)
  expect(record.rows.map(shown)).toEqual([[`Billing demand ${SHARE}`], []])
})

describe('the sentences of a formula, of units and of bills of other lengths', () => {
  const QUOTE = 'bills of other lengths are in proportion to 30 days'
  const rule = (parts: Partial<ProrationRule>) => buildProration({ evidence: quoteOnSheet(QUOTE), ...parts })
  const units = (licensees: string[]): UnitRule => ({
    rule_id: 'UNITS',
    ...{ licensees, applies_to: [], rule: 'whole', rounding: 'to the nearest unit', grade: 'order' },
    evidence: quoteOnSheet('to the nearest unit'),
  })
  const parts = buildParts()
  const counted = buildRecord({
    quantities: [parts],
    rows: [{ fixed: buildFixed('flat', 'part', [[null, '20']], { per: parts.quantity_id }) }],
  })
  const [row] = counted.rows as [Row]
  const shown = (rules: Partial<ReleaseRecord['rules']>, of: Row = row): string[] => {
    const record = { ...counted, rules: { ...counted.rules, ...rules } }
    const figures = ruleFiguresOf(record, of).map(({ what, figure }) => `${what}: ${figure.value}`)
    return [...statementsOf(record, of).map(({ what, quotation }) => `${what}: ${quotation.quote}`), ...figures]
  }
  const FORMULA = `${parts.description}: ${parts.evidence?.quote}`
  const DAYS = [`Bills of more or less than a month: ${QUOTE}`, 'Days of a month: 30']

  it('are those of the row and of every licensee and category', () => {
    expect(shown({})).toEqual([FORMULA])
    expect(shown({ proration: [rule({})], unit_rules: [units([])] })).toEqual([
      FORMULA,
      'How units are counted: to the nearest unit',
      ...DAYS,
    ])
  })

  it('are not those of another category or licensee', () => {
    const own = { ...row, licensee_code: 'XX_ONE' }
    expect(shown({ proration: [rule({ applies_to: ['OTHER'] })] })).toEqual([FORMULA])
    expect(shown({ unit_rules: [units(['XX_TWO'])] }, own)).toEqual([FORMULA])
    expect(shown({ proration: [rule({ licensees: ['XX_ONE'] })] }, own)).toEqual([FORMULA, ...DAYS])
  })
})
