import { describe, expect, it } from 'vitest'
import { structureRowsAndCategories } from '../../../pipeline/gates/16-structure-rows-and-categories.ts'
import { sampleProfile } from './support/rules.ts'
import { categoryOf, findingsOf, rowOf } from './support/sample.ts'

describe('structure.rows_and_categories fails when', () => {
  it('a category has no row and a row no category', async () => {
    expect(
      await findingsOf(structureRowsAndCategories, (record) => {
        rowOf(record, 'R-AG').subcategory_code = 'AG-II'
      }),
    ).toEqual([
      'categories/AG | a row of the category | it has none',
      'rows/R-AG | a category for the row | there is no category -/-/AG-II',
    ])
  })

  it('the row is of another licensee, or of another category id', async () => {
    expect(
      await findingsOf(structureRowsAndCategories, (record) => {
        rowOf(record, 'R-AG').licensee_code = 'XX_ONE'
        rowOf(record, 'R-SL').category_id = 'SL-1'
      }),
    ).toEqual([
      'categories/SL | a row of the category | it has none',
      'categories/AG | a row of the category | it has none',
      'rows/R-SL | a category for the row | there is no category -/SL-1/SL',
      'rows/R-AG | a category for the row | there is no category XX_ONE/-/AG',
    ])
  })

  it('a rule or a covering category names a subcategory that is not there', async () => {
    const bound = { field: 'connected_load_kw' as const, op: '<=' as const, value: '70' }
    const findings = await findingsOf(structureRowsAndCategories, (record) => {
      categoryOf(record, 'NDS').covering = [{ bound, covering_category: 'HTS', reason: null }]
      record.rules.adjustments[0]!.applies_to.push('EV')
      record.rules.subsidy!.applies_to.push('DS-II')
      record.rules.fppas_periods[0]!.applies_to.push('HT')
    })
    expect(findings).toEqual([
      'categories/NDS | a subcategory code of this release | HTS',
      'rules/adjustments/TOD | a subcategory code of this release | EV',
      'rules/subsidy | a subcategory code of this release | DS-II',
      'rules/fppas_periods/FPPAS-2026-04 | a subcategory code of this release | HT',
    ])
  })

  it('a profile names a subcategory that is not there, or is of another licensee', async () => {
    const findings = await findingsOf(structureRowsAndCategories, (record) => {
      rowOf(record, 'R-AG').licensee_code = 'XX_TWO'
      categoryOf(record, 'AG').licensee_code = 'XX_TWO'
      record.rules.complete_payable = [sampleProfile({ subcategory_codes: ['DS', 'NO-SUCH-CODE', 'AG'] })]
    })
    expect(findings).toEqual([
      'rules/complete_payable/HOME | a subcategory code that XX_ONE has | NO-SUCH-CODE',
      'rules/complete_payable/HOME | a subcategory code that XX_ONE has | AG',
    ])
  })

  it.each(['rows/R-GONE', 'rows/R-DS/wheeling', 'rows/R-DS/energy/7', 'rows/R-DS/energ', 'rules/adjustments/TOU', ''])(
    'a hold names nothing: "%s"',
    async (path) => {
      const hold = { path, reason: 'must not be used', unblocked_by: 'the order' }
      expect(await findingsOf(structureRowsAndCategories, (record) => void record.holds.push(hold))).toEqual([
        `holds/${path} | the path of a part of this release | nothing has this path`,
      ])
    },
  )

  it.each(['rows/R-GONE/energy', 'rows/R-DS/fixd', 'rows/R-DS/wheeling', 'rows/R-DS', 'rules/subsidy'])(
    'a component hold names no charge: %s',
    async (path) => {
      const hold = { path, reason: 'not published' }
      expect(await findingsOf(structureRowsAndCategories, (record) => void record.component_holds.push(hold))).toEqual([
        `component_holds/${path} | rows/<row_id>/<energy|wheeling|fixed> of this release | no row has this charge`,
      ])
    },
  )
})

it('structure.rows_and_categories passes holds on a row, a charge, a step of one, a rule and an option', async () => {
  const findings = await findingsOf(structureRowsAndCategories, (record) => {
    const paths = ['rows/R-DS', 'rows/R-DS/fixed', 'rows/R-DS/fixed/1', 'rules/subsidy', 'rules/adjustments/TOD/peak']
    record.holds = paths.map((path) => ({ path, reason: 'must not be used', unblocked_by: 'the order' }))
    record.component_holds = [{ path: 'rows/R-NDS-SMALL/wheeling', reason: 'not published' }]
  })
  expect(findings).toEqual([])
})
