import { describe, expect, it } from 'vitest'
import { calculationLinesSum, linesSumWith } from '../../../pipeline/gates/23-calculation-lines-sum.ts'
import type { Calculation } from '../../../releases/engine/calculate.ts'
import { buildEnergy, buildRecord } from '../../support/record-builder.ts'
import { faulty, judge, zooRecord } from './calculation-support.ts'

async function expectations(spoil: (result: Calculation) => Partial<Calculation>): Promise<string[]> {
  const engine = faulty((result) => (result.ok ? { ...result, ...spoil(result) } : result))
  const { findings } = await judge(linesSumWith(engine), zooRecord())
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
    expect(found).toContain('base tariff n, the sum of its lines')
    expect(found).toContain('energy n, the sum of its lines')
  })

  it('catches a total that is not that of its lines', async () => {
    expect(await expectations(({ basePaise }) => ({ basePaise: basePaise && basePaise + 1 }))).toContain(
      'base tariff n, the sum of its lines',
    )
    expect(await expectations(({ finalPaise }) => ({ finalPaise: finalPaise && finalPaise + 1 }))).toEqual([
      expect.stringMatching(/^final payable of base n - subsidy n \+ FPPAS (n|null)$/),
    ])
  })

  it('catches an amount that is no safe integer', async () => {
    const fraction = await expectations(({ energyPaise }) => ({ energyPaise: energyPaise && energyPaise + 0.5 }))
    expect(fraction).toContain('energyChargePaise as a safe integer of paise')
    const huge = await expectations(() => ({ fixedPaise: 2 ** 53 }))
    expect(huge).toContain('fixedChargePaise as a safe integer of paise')
  })

  it('catches -0', async () => {
    expect(await expectations(({ fixedPaise }) => (fixedPaise === 0 ? { fixedPaise: -0 } : {}))).toEqual([
      'fixedChargePaise as n',
    ])
  })

  it('fails a release whose amounts could leave the safe integers', async () => {
    const record = buildRecord({ rows: [{ energy: buildEnergy('flat', [[null, '99999']]) }] })
    expect((await judge(calculationLinesSum, record)).findings).toMatchObject([
      { where: 'at:rows/ROW/energy/0', expected: 'a release that the engine can compile' },
    ])
  })
})
