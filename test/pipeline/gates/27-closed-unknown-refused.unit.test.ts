import { describe, expect, it } from 'vitest'
import { closedUnknownRefused, unknownRefusedWith } from '../../../pipeline/gates/27-closed-unknown-refused.ts'
import { badInputsGenerator } from '../../../pipeline/gates/support/bad-inputs.ts'
import { domainsOf } from '../../../pipeline/gates/support/domains.ts'
import { ENGINE, type Engine } from '../../../pipeline/gates/support/outcome.ts'
import { seededRandom } from '../../../pipeline/gates/support/random.ts'
import type { Inputs } from '../../../releases/engine/types.ts'
import { judge, zooRecord } from './calculation-support.ts'

/** An engine that mends what is wrong with a request before it looks. */
const mending = (mend: (inputs: Inputs) => Partial<Inputs>): Engine => ({
  ...ENGINE,
  calculate: (plan, inputs, floor) => ENGINE.calculate(plan, { ...inputs, ...mend(inputs) }, floor),
})

describe('closed.unknown_refused', () => {
  it('passes when at least 10,000 wrong requests each get the refusal that they call for', async () => {
    const verdict = await judge(closedUnknownRefused, zooRecord(), { generatedInputs: 10 })
    expect(verdict.findings).toEqual([])
    expect(verdict.checked).toBe(10_000)
  })

  it('makes requests that are wrong in every way it knows', () => {
    const make = badInputsGenerator(domainsOf(zooRecord()), seededRandom(7))
    const ways = new Set(
      Array.from({ length: 5000 }, () => make()?.why.replace(/^\w+Milli|^areaType|^phase|^supplyLevel/, 'it')),
    )
    expect([...ways].sort()).toEqual([
      'billing_month is not read',
      'it is missing',
      'it is no quantity',
      'it is not read',
      'it names no row',
      'no such rts_voltage_mode',
      'no such tod_period',
      'the load is in another unit',
      'the surcharge is not read',
      'unknown subcategory',
      'unsupported billing days',
    ])
  })

  it.each<[string, Engine, string]>([
    ['a selector that is not read and is passed over', mending(() => ({ phase: null })), 'phase is not read'],
    ['an unknown option priced as none', mending(() => ({ todPeriod: null })), 'no such tod_period'],
    [
      'days rounded to the nearest known',
      mending(({ billingDays }) => ({ billingDays: billingDays === null ? null : 30 })),
      'unsupported billing days',
    ],
    [
      'a missing load taken as nothing',
      mending(({ connectedLoadMilli }) => ({ connectedLoadMilli: connectedLoadMilli ?? 0 })),
      'connectedLoadMilli is missing',
    ],
    [
      'a quantity that is clipped',
      mending(({ energyUnitsMilli }) => ({ energyUnitsMilli: Math.max(0, Math.floor(energyUnitsMilli)) || 0 })),
      'energyUnitsMilli is no quantity',
    ],
    ['a load converted', mending(() => ({ loadUnit: null })), 'the load is in another unit'],
  ])('catches %s', async (_what, engine, why) => {
    const { findings } = await judge(unknownRefusedWith(engine), zooRecord())
    expect(findings.map(({ expected }) => expected.split(':')[0])).toContain(why)
  })

  it('catches an exception', async () => {
    const throwing: Engine = {
      ...ENGINE,
      calculate: (plan, inputs, floor) => {
        if (Number.isNaN(inputs.energyUnitsMilli)) throw new RangeError('NaN')
        return ENGINE.calculate(plan, inputs, floor)
      },
    }
    const { findings } = await judge(unknownRefusedWith(throwing), zooRecord())
    expect(findings[0]?.found).toContain('refused exception: NaN')
  })
})
