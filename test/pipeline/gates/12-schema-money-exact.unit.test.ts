import { describe, expect, it } from 'vitest'
import { schemaMoneyExact } from '../../../pipeline/gates/12-schema-money-exact.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { buildAdjustment, buildFigure, buildQuantity, buildValue } from '../../support/record-builder.ts'
import {
  categoryOf,
  chargeOf,
  energyOf,
  findingsOf,
  findingText,
  peakOf,
  sampleCandidate,
  sampleMeans,
} from './support/sample.ts'

const LINE = 'a line that is proved to stay a safe integer in paise on the largest quantities'
const PERCENTAGE = 'a percentage that is proved to stay a safe integer in paise on the largest amount'
const SUM = 'lines that together are proved to stay a safe integer in paise'

/** 1,000,000,000 units, the maximum for any category, cost 9,007,199,200,000,000 paise at Rs 90,071.992. */
const DEAREST = '90071.992'

const adjust = (record: ReleaseRecord, ...more: Parameters<typeof buildAdjustment>) => {
  const [id, kind, cases, parts] = more
  record.rules.adjustments.push(buildAdjustment(id, kind, cases, { applies_to: ['SL'], order: 2, ...parts }))
}

describe('schema.money_exact fails when', () => {
  it('there is a floating-point number anywhere in the bytes', async () => {
    expect(
      await findingsOf(schemaMoneyExact, (record) => {
        record.sources[1]!.size_bytes = 10.5
        Object.assign(record.cases[0]!, { expected: { base_tariff_paise: 2 ** 53 } })
      }),
    ).toEqual([
      'cases/C-1/expected/base_tariff_paise | a safe integer, or decimal text | /cases/0/expected/base_tariff_paise is 9007199254740992',
      'sources/XX-ORDER/size_bytes | a safe integer, or decimal text | /sources/1/size_bytes is 10.5',
    ])
  })

  it.each(['7.1e0', '07.1', '7.', '6.1234567', 'seven'])('a value reads %s', async (value) => {
    expect(
      await findingsOf(schemaMoneyExact, (record) => {
        energyOf(record, 'R-DS').value = value
      }),
    ).toEqual([`rows/R-DS/energy/0 | decimal text with at most 6 decimals | value "${value}"`])
  })

  it('a figure of a quantity is too fine', async () => {
    expect(
      await findingsOf(schemaMoneyExact, ({ quantities }) => {
        quantities[0]!.figures[0]!.figure.value = '0.1234567'
      }),
    ).toEqual(['quantities/load_parts/least | decimal text with at most 6 decimals | value "0.1234567"'])
  })

  it.each(['0', '-1', '1000000001', '10.0001'])('a category takes at most %s', async (largest) => {
    expect(
      await findingsOf(
        schemaMoneyExact,
        (record) => void Object.assign(categoryOf(record, 'AG'), { largest_quantity: largest }),
      ),
    ).toEqual([`categories/AG | a largest_quantity above 0, at most 1000000000, of three decimals | ${largest}`])
  })

  it('a line could leave the safe integers', async () => {
    const withRate = (value: string) =>
      findingsOf(schemaMoneyExact, (record) => {
        energyOf(record, 'R-AG').grade = 'transcription'
        Object.assign(energyOf(record, 'R-AG'), { value, held: null })
      })
    expect(await withRate(DEAREST)).toEqual([])
    expect(await withRate('90071.993')).toEqual([`rows/R-AG/energy | ${LINE} | up to 9007199300000001 paise`])
  })

  it('the lines of a bill could together, each being safe', async () => {
    expect(
      await findingsOf(schemaMoneyExact, (record) => {
        energyOf(record, 'R-KJ-RURAL').value = DEAREST
        const { charges } = record.rows.find(({ row_id }) => row_id === 'R-KJ-RURAL')!
        charges.push({ ...charges[0]!, charge_id: 'extra' })
      }),
    ).toEqual([`rows/R-KJ-RURAL | ${SUM} | up to 18014398400000002 paise`])
  })

  it('a computed quantity is larger than its inputs', async () => {
    expect(
      await findingsOf(schemaMoneyExact, (record) => {
        record.quantities.push(buildQuantity('square', 'connected_load * connected_load'))
        chargeOf(record, 'R-SL', 'fixed').per = 'square'
      }),
    ).toContain(`rows/R-SL/fixed | ${LINE} | up to 101100000000000001 paise`)
  })

  it('nothing bounds a computed quantity', async () => {
    const quantity = buildQuantity('kva', 'connected_load / power_factor')
    quantity.cases[0]!.when = [{ field: 'power_factor', op: '>', value: '0' }]
    expect(
      await findingsOf(schemaMoneyExact, (record) => {
        record.quantities.push(quantity)
        chargeOf(record, 'R-SL', 'fixed').per = 'kva'
      }),
    ).toContain(`rows/R-SL/fixed | ${LINE} | no upper bound is proved`)
  })

  it("another charge's rates do, at their multiple", async () => {
    const findings = await findingsOf(schemaMoneyExact, (record) => {
      energyOf(record, 'R-KJ-RURAL').value = '50000'
      const multiple = { ...buildFigure('2', 'times') }
      const rates_of = { row_id: 'R-KJ-RURAL', charge_id: 'energy', multiple }
      Object.assign(chargeOf(record, 'R-KJ-URBAN', 'energy'), { rates_of, steps: [] })
    })
    expect(findings).toEqual([`rows/R-KJ-URBAN/energy | ${LINE} | up to 10000000000000001 paise`])
  })

  it('a percentage of the largest amount could', async () => {
    const withPercentage = (value: string) =>
      findingsOf(schemaMoneyExact, (record) => {
        energyOf(record, 'R-SL').value = '40000'
        peakOf(record).value = value
      })
    // A factor of 100 percent changes nothing.
    expect(await withPercentage('100')).toEqual([])
    expect(await withPercentage('330')).toEqual([
      `rules/adjustments/TOD | ${PERCENTAGE} | up to 9200000000000004 paise of R-SL`,
    ])
  })

  it.each<[string, (record: ReleaseRecord) => void, string]>([
    [
      'in rupees for each unit',
      (record) => adjust(record, 'STEP', 'per_unit', [['', 'add', '90072']]),
      `STEP | ${LINE}`,
    ],
    [
      'by shares of a quantity that nothing bounds closely',
      (record) => {
        const value = buildValue('percent', [[null, '200']], { method: 'telescopic', steps_by: 'load_factor_percent' })
        adjust(record, 'PF', 'percent', [['', 'add', [value]]])
      },
      `PF | ${PERCENTAGE}`,
    ],
    [
      'of an earlier adjustment',
      (record) => {
        adjust(record, 'ONE', 'percent', [['', 'add', '90000']])
        adjust(record, 'TWO', 'percent', [['', 'add', '90000']], { order: 3, of: ['ONE'] })
      },
      `TWO | ${PERCENTAGE}`,
    ],
    [
      'on a part of a charge',
      (record) => {
        record.quantities.push(buildQuantity('much', 'connected_load * connected_load'))
        const part = { charge_id: 'energy', quantity: 'much', by: null, evidence: null }
        adjust(record, 'PART', 'percent', [['', 'add', '100']], { part })
      },
      `PART | ${PERCENTAGE}`,
    ],
  ])('an adjustment %s does', async (_, edit, expected) => {
    const findings = await findingsOf(schemaMoneyExact, edit)
    expect(findings).toEqual([expect.stringContaining(`rules/adjustments/${expected} | up to `)])
  })

  it('a value alone is larger', async () => {
    const findings = await findingsOf(schemaMoneyExact, (record) =>
      adjust(record, 'FEE', 'per_bill', [['', 'add', '90071992547411']]),
    )
    expect(findings).toEqual([
      'rules/adjustments/FEE/CASE-1 | a value that is a safe integer in paise | value "90071992547411"',
    ])
  })

  it('no cap keeps an adjustment below; one that has a cap passes', async () => {
    const capped = (cap: ReturnType<typeof buildValue> | null) => (record: ReleaseRecord) =>
      adjust(record, 'CAPPED', 'per_unit', [['', 'add', '90072']], { cap })
    expect(await findingsOf(schemaMoneyExact, capped(null))).toHaveLength(1)
    expect(await findingsOf(schemaMoneyExact, capped(buildValue('per_bill', '500')))).toEqual([])
  })

  it('the greatest of two values does; the least of them passes if one does', async () => {
    const picked = (pick: 'least' | 'greatest') => (record: ReleaseRecord) => {
      adjust(record, 'PICKED', 'per_unit', [
        ['', 'add', [buildValue('per_bill', '500'), buildValue('per_unit', '90072')]],
      ])
      record.rules.adjustments.at(-1)!.cases[0]!.pick = pick
    }
    expect(await findingsOf(schemaMoneyExact, picked('greatest'))).toHaveLength(1)
    expect(await findingsOf(schemaMoneyExact, picked('least'))).toEqual([])
  })

  it('a percentage of FPPAS does, on any row when it applies to all', async () => {
    expect(
      await findingsOf(schemaMoneyExact, (record) => {
        chargeOf(record, 'R-NDS-LARGE', 'fixed').steps[0]!.figure.value = '9000000'
        record.rules.fppas_periods[0]!.basis = ['fixed']
        record.rules.fppas_periods[0]!.figure.value = '101'
      }),
    ).toEqual([expect.stringMatching(/^rules\/fppas_periods\/FPPAS-2026-04 \| a percentage .* of R-NDS-LARGE$/)])
  })

  it('a duty, or an FPPAS by the unit, does', async () => {
    expect(
      await findingsOf(schemaMoneyExact, ({ rules }) => {
        const figure = buildFigure('90072', 'Rs/kWh')
        rules.duty = { description: 'duty', energy_unit: 'kWh', figure }
        Object.assign(rules.fppas_periods[0]!, { value_unit: 'paise_per_unit', figure })
      }),
    ).toEqual([
      expect.stringContaining(`rules/fppas_periods/FPPAS-2026-04 | ${LINE} | up to 9007200000000001 paise`),
      expect.stringContaining(`rules/duty | ${LINE} | up to 9007200000000001 paise`),
    ])
  })

  it('the bytes are not JSON', async () => {
    const { findings } = await schemaMoneyExact.check(
      sampleCandidate(() => {}, { bytes: new Uint8Array([0xff]) }),
      sampleMeans(),
    )
    expect(findings.map(findingText)).toEqual([expect.stringContaining('release | a record in JSON |')])
  })
})
