import { describe, expect, it } from 'vitest'
import {
  calculationReferenceAgrees,
  referenceAgreesWith,
} from '../../../pipeline/gates/24-calculation-reference-agrees.ts'
import { ENGINE, type Engine } from '../../../pipeline/gates/support/outcome.ts'
import { addingToEnergy, faulty, judge, zooRecord } from './calculation-support.ts'

describe('calculation.reference_agrees', () => {
  it('passes every charge kind, rule, hold and refusal, on at least 10,000 generated requests', async () => {
    const verdict = await judge(calculationReferenceAgrees, zooRecord(), { generatedInputs: 10 })
    expect(verdict.findings).toEqual([])
    expect(verdict.checked).toBeGreaterThanOrEqual(10_000)
  })

  it('finds the smallest request that differs, and shows both answers', async () => {
    const off = referenceAgreesWith(
      addingToEnergy(
        1,
        ({ subcategoryCode, energyUnitsMilli }) => subcategoryCode === 'DOM' && energyUnitsMilli >= 777,
      ),
    )
    const { findings } = await judge(off, zooRecord())
    expect(findings).toEqual([
      {
        where: 'at:categories/DOM',
        expected: expect.stringContaining('reference evaluator: DOM: energy 577 + fixed 0;'),
        found: expect.stringContaining('engine: DOM: energy 578 + fixed 0;'),
        evidence: 'subcategory_code=DOM; energy_units=0.777; connected_load=0; floor=specimen',
      },
    ])
  })

  it.each<[string, Engine]>([
    [
      'an exception',
      faulty(() => {
        throw new Error('a bug')
      }),
    ],
    ['another refusal', faulty((result) => (result.ok ? result : { ...result, code: 'RATE_NOT_VERIFIED' }))],
    [
      'a refusal instead of an answer',
      faulty((result, { energyUnitsMilli }) =>
        result.ok && energyUnitsMilli > 999_999 ? { ok: false, code: 'RATE_NOT_VERIFIED', details: {} } : result,
      ),
    ],
    [
      'a weaker grade passed off as a stronger',
      faulty((result) => (result.ok ? { ...result, grade: 'order' } : result)),
    ],
    [
      'a floor that is not asked about',
      { ...ENGINE, calculate: (plan, inputs) => ENGINE.calculate(plan, inputs, 'held') },
    ],
    ['a hold that is not heeded', { ...ENGINE, compile: (record) => ENGINE.compile(record) }],
  ])('catches %s', async (_what, engine) => {
    expect((await judge(referenceAgreesWith(engine), zooRecord())).passed).toBe(false)
  })

  it('gives the same verdict for the same seed', async () => {
    const off = referenceAgreesWith(addingToEnergy(1, ({ energyUnitsMilli }) => energyUnitsMilli % 7 === 3))
    const [first, second] = [await judge(off, zooRecord()), await judge(off, zooRecord())]
    expect(first).toEqual(second)
    expect(first.passed).toBe(false)
  })
})
