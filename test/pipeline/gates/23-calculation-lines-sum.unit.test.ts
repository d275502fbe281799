import { describe, expect, it } from 'vitest'
import { calculationLinesSum } from '../../../pipeline/gates/23-calculation-lines-sum.ts'
import { ENGINE, type Engine } from '../../../pipeline/gates/calculation/outcome.ts'
import type { Calculation } from '../../../releases/engine/calculation.ts'
import type { RegressionCase } from '../../../releases/record/record.ts'
import { buildCategory, buildEnergy, buildRecord } from '../../support/record-builder.ts'
import { faulty, judge, zooRecord } from './calculation-support.ts'

/** One unit at Rs 5.00 and Rs 50 a connection. */
const priced: RegressionCase = {
  case_id: 'C-1',
  row_id: 'ROW',
  inputs: { subcategory_code: 'DOM', energy_units: '1' },
  expected: { energy_charge_paise: 500, fixed_charge_paise: 5000, base_tariff_paise: 5500 },
  working: '5.00 + 50.00',
}

async function expectations(spoil: (result: Calculation) => Partial<Calculation>): Promise<string[]> {
  const engine = faulty((result) => (result.ok ? { ...result, ...spoil(result) } : result))
  const { findings } = await judge(calculationLinesSum.with(engine), zooRecord())
  return [...new Set(findings.map(({ expected }) => expected.replace(/-?\d+/g, 'n')))]
}

describe('calculation.lines_sum', () => {
  it('passes every charge kind, up to the largest quantity', async () => {
    const verdict = await judge(calculationLinesSum, zooRecord())
    expect(verdict.findings).toEqual([])
    expect(verdict.checked).toBeGreaterThan(500)
  })

  it('catches a line left out', async () => {
    const found = await expectations(({ lines }) => ({ lines: lines.slice(1) }))
    expect(found).toContain('base_tariff_paise n, the sum of its lines')
    expect(found).toContain('energy_charge_paise n, the sum of its lines')
  })

  it('catches a total that is not that of its lines', async () => {
    expect(await expectations(({ basePaise }) => ({ basePaise: basePaise && basePaise + 1 }))).toContain(
      'base_tariff_paise n, the sum of its lines',
    )
    expect(await expectations(({ finalPaise }) => ({ finalPaise: finalPaise && finalPaise + 1 }))).toEqual([
      expect.stringMatching(/^final payable of base n - subsidy n \+ FPPAS (n|null)$/),
    ])
  })

  it('catches lines beside that are not those of their sum, and a sum beside without lines', async () => {
    const more = await expectations(({ beside }) => ({
      beside: beside && { ...beside, totalPaise: (beside.totalPaise ?? 0) + 1 },
    }))
    expect(more).toEqual(['beside_paise n, the sum of its lines'])
    const none = await expectations(({ beside }) => ({ beside: beside && { lines: [], totalPaise: 0 } }))
    expect(none).toEqual(['beside_paise exactly if there are lines beside'])
  })

  it.each([
    ['other_charges_paise', ({ otherPaise }: Calculation) => ({ otherPaise: otherPaise && otherPaise + 1 })],
    ['minimum_paise', ({ minimumPaise }: Calculation) => ({ minimumPaise: minimumPaise && minimumPaise + 1 })],
    [
      'adjustments_paise',
      ({ adjustmentsPaise }: Calculation) => ({ adjustmentsPaise: adjustmentsPaise && adjustmentsPaise + 1 }),
    ],
    [
      'wheeling_charge_paise',
      ({ wheelingPaise }: Calculation) => ({ wheelingPaise: wheelingPaise && wheelingPaise + 1 }),
    ],
  ])('catches %s that is not the sum of its lines', async (name, spoil) => {
    expect(await expectations(spoil)).toEqual([`${name} n, the sum of its lines`])
  })

  it('catches a case whose served text does not add up', async () => {
    const cases = [priced]
    const answer: Engine['answer'] = (release, body, floor) => {
      const written = ENGINE.answer(release, body, floor)
      return written.ok
        ? { ...written, dataText: written.dataText.replace('"base_tariff_paise":5500', '"base_tariff_paise":5501') }
        : written
    }
    const { findings } = await judge(calculationLinesSum.with({ ...ENGINE, answer }), buildRecord({ cases }))
    expect(findings).toMatchObject([
      { where: 'at:cases/C-1', expected: 'base_tariff_paise 5500, the sum of its lines' },
    ])
  })

  it('catches an amount that is not a safe integer', async () => {
    const fraction = await expectations(({ energyPaise }) => ({ energyPaise: energyPaise && energyPaise + 0.5 }))
    expect(fraction).toContain('energy_charge_paise as a safe integer of paise')
    const huge = await expectations(() => ({ fixedPaise: 2 ** 53 }))
    expect(huge).toContain('fixed_charge_paise as a safe integer of paise')
  })

  it('catches -0', async () => {
    expect(await expectations(({ fixedPaise }) => (fixedPaise === 0 ? { fixedPaise: -0 } : {}))).toEqual([
      'fixed_charge_paise as n',
    ])
  })

  it('fails a release whose amounts leave the safe integers at the largest quantity', async () => {
    const record = buildRecord({
      rows: [{ energy: buildEnergy('flat', [[null, '99999']]) }],
      categories: [buildCategory({ largest_quantity: '1000000000' })],
    })
    const { findings } = await judge(calculationLinesSum, record)
    expect(findings).toContainEqual({
      fault: 'no_safe_integer',
      where: 'at:rows/ROW',
      expected: 'energy_charge_paise as a safe integer of paise',
      found: 'rows/ROW: 9999899999990000',
      evidence: 'subcategory_code=DOM; energy_units=999999999.999',
    })
  })
})
