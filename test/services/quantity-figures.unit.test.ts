import { expect, test } from 'vitest'
import { figuresOfRow } from '../../releases/record/figures.ts'
import type { Row } from '../../releases/record/row.ts'
import { evidenceOfRow } from '../../services/api/snapshot/row-chain.ts'
import { ruleFiguresOf } from '../../services/api/snapshot/rule-figures.ts'
import type { SourceRecord } from '../../services/api/snapshot/source-record.ts'
import { figuresUsed } from '../../services/cli/trace.ts'
import { buildFigure } from '../support/figure-builder.ts'
import { buildFixed, buildRecord } from '../support/record-builder.ts'
import { buildQuantity } from '../support/rule-builder.ts'

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
