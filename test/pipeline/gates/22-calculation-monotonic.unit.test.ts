import { describe, expect, it } from 'vitest'
import { calculationMonotonic } from '../../../pipeline/gates/22-calculation-monotonic.ts'
import {
  buildAdjustment,
  buildCategory,
  buildEnergy,
  buildFppas,
  buildRecord,
  buildSubsidy,
  conditions,
} from '../../support/record-builder.ts'
import { addingToEnergy, judge, milliOf, zooRecord } from './calculation-support.ts'

/** The slab reached prices every unit, and the second slab is cheaper: 100.001 units cost less than 100. */
const cheaper = buildEnergy('whole', [
  ['100', '5'],
  [null, '4'],
])

describe('calculation.monotonic', () => {
  it('passes schedules whose units never cost less', async () => {
    const verdict = await judge(calculationMonotonic, zooRecord())
    expect(verdict.findings).toEqual([])
    expect(verdict.checked).toBeGreaterThan(1000)
  })

  it('fails where a cheaper slab prices every unit, at the very thousandth', async () => {
    const { findings } = await judge(calculationMonotonic, buildRecord({ rows: [{ energy: cheaper }] }))
    expect(findings).toEqual([
      {
        fault: 'base_falls',
        where: 'at:rows/ROW',
        expected: 'more units cost no less than 55000 paise (subcategory_code=DOM; energy_units=100), unless declared',
        found: 'rows/ROW: 45000 paise',
        evidence: 'subcategory_code=DOM; energy_units=100.001',
      },
    ])
  })

  it('passes the same where the release declares it and cites the schedule', async () => {
    const declared_non_monotonic = [{ subcategory_code: 'DOM', citation: 'Schedule, note 4' }]
    const record = buildRecord({ rows: [{ energy: cheaper }], declared_non_monotonic })
    expect((await judge(calculationMonotonic, record)).passed).toBe(true)
  })

  it('fails a declaration of a code that is not there, or without its citation', async () => {
    const declared_non_monotonic = [
      { subcategory_code: 'NOT-A-CODE', citation: 'Schedule, note 4' },
      { subcategory_code: 'DOM', citation: ' ' },
    ]
    const { findings } = await judge(calculationMonotonic, buildRecord({ declared_non_monotonic }))
    expect(findings.map(({ where, expected, found }) => `${where} | ${expected} | ${found}`)).toEqual([
      'at:declared_non_monotonic/NOT-A-CODE | a subcategory code of this release | declared_non_monotonic/NOT-A-CODE: NOT-A-CODE',
      'at:declared_non_monotonic/DOM | the citation of the schedule that says so | declared_non_monotonic/DOM: it is blank',
    ])
  })

  it('fails where rows of one category make a fall as the units grow', async () => {
    const flat = (rate: string) => buildEnergy('flat', [[null, rate]])
    const record = buildRecord({
      rows: [
        { row_id: 'A', energy: flat('6'), conditions: conditions('energy_units<=50') },
        { row_id: 'B', energy: flat('5'), conditions: conditions('energy_units>50') },
      ],
    })
    expect((await judge(calculationMonotonic, record)).findings).not.toEqual([])
  })

  it('fails if the final payable falls although the base tariff does not', async () => {
    const rebate = buildFppas('-150')
    const request = { required: [], optional: ['billing_days', 'billing_month'], licensee_from_district: false }
    const record = buildRecord({ request, rules: { subsidy: buildSubsidy({ 30: '10' }), fppas_periods: [rebate] } })
    const { findings } = await judge(calculationMonotonic, record)
    expect(findings[0]?.evidence).toContain('billing_month=2026-06; billing_days=30')
  })

  it('fails if an adjustment deducts more than the units cost', async () => {
    const adjustments = [buildAdjustment('OFF', 'percent', [['payment.digital=true', 'subtract', '101']])]
    const categories = [buildCategory({ optional_inputs: [{ field: 'payment.digital', when: 'it is paid so' }] })]
    const { findings } = await judge(calculationMonotonic, buildRecord({ categories, rules: { adjustments } }))
    expect(findings[0]?.evidence).toContain('payment.digital=true')
  })

  it('catches an engine that forgets a paisa at one edge', async () => {
    const engine = addingToEnergy(-1_000_000, (body) => milliOf(body) === 100_001)
    expect((await judge(calculationMonotonic.with(engine), zooRecord())).passed).toBe(false)
  })
})
