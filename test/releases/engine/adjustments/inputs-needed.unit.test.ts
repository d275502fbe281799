import { describe, expect, it, test } from 'vitest'
import type { Adjustment } from '../../../../releases/record/adjustment.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { compared } from '../../../support/compared.ts'
import { planOf } from '../../../support/definitions.ts'
import { buildAdjustment, buildCharge, buildValue, conditions } from '../../../support/record-builder.ts'
import { type Body, recordOf } from '../bill.ts'

/** The adjustments' sum, and the inputs that the answer says it lacks, in which engine and reference must agree. */
function asked(adjustment: Adjustment, body: Body = {}): readonly [paise: number | null, lacks: readonly string[]] {
  const { adjustmentsPaise, notGiven } = bill(recordOf({ rules: { adjustments: [adjustment] } }), body)
  return [adjustmentsPaise, notGiven]
}

/** The bill, in which engine and reference agree. */
function bill(of: ReleaseRecord, body: Body) {
  const both = compared(
    planOf(of),
    { state_code: 'XX', subcategory_code: 'DOM', energy_units: 100, ...body },
    'specimen',
  )
  if (!both?.engine.ok || !both.reference.ok) throw new Error(`refused: ${JSON.stringify(both)}`)
  const { adjustmentsPaise, besidePaise, notGiven } = both.engine
  expect(both.reference).toMatchObject({ adjustmentsPaise, besidePaise, notGiven })
  return both.engine
}

const RURAL = buildAdjustment('A', 'percent', [
  ['area_type=rural and connected_load>5', 'add', '1'],
  ['area_type=urban', 'none', null],
])

describe('of the inputs of an adjustment', () => {
  it('all are needed while nothing rules its case out', () => {
    expect(asked(RURAL)).toEqual([null, ['connected_load', 'area_type']])
    expect(asked(RURAL, { area_type: 'rural' })).toEqual([null, ['connected_load']])
    expect(asked(RURAL, { area_type: 'rural', connected_load: '6' })).toEqual([500, []])
  })

  it('none is needed once a condition of every case that changes the bill is not met', () => {
    expect(asked(RURAL, { area_type: 'urban' })).toEqual([null, []])
    expect(asked(RURAL, { connected_load: '5' })).toEqual([null, []])
  })

  it('those of a case that no condition rules out are needed, also beside cases that are', () => {
    const either = buildAdjustment('A', 'percent', [
      ['area_type=urban and phase=three', 'add', '1'],
      ['area_type=rural and connected_load>5', 'add', '2'],
    ])
    expect(asked(either, { area_type: 'rural' })).toEqual([null, ['connected_load']])
    expect(asked(either, { area_type: 'rural', connected_load: '6' })).toEqual([1000, []])
  })

  it('none is needed for a case after one that applies', () => {
    const first = buildAdjustment('A', 'percent', [
      ['area_type=rural', 'add', '1'],
      ['phase=three', 'add', '2'],
    ])
    expect(asked(first, { area_type: 'rural' })).toEqual([500, []])
    expect(asked(first, { area_type: 'urban' })).toEqual([null, ['phase']])
    expect(asked(first, { phase: 'three' })).toEqual([null, ['area_type']])
  })

  it('those of its amount are needed where it applies, and not where a case that changes nothing does', () => {
    const cap = buildValue('per_unit', '1', { per: 'energy_kwh' })
    const capped = buildAdjustment(
      'A',
      'percent',
      [
        ['area_type=urban', 'none', null],
        ['', 'add', '1'],
      ],
      { cap },
    )
    expect(asked(capped, { area_type: 'urban' })).toEqual([null, []])
    expect(asked(capped, { area_type: 'rural' })).toEqual([null, ['energy_kwh']])
  })

  it('those of a case are needed that an amount may yet decide', () => {
    const byAmount = buildAdjustment('A', 'percent', [
      ['amount.energy>9999', 'add', '1'],
      ['phase=three', 'add', '2'],
    ])
    expect(asked(byAmount)).toEqual([null, ['phase']])
    expect(asked(byAmount, { phase: 'three' })).toEqual([1000, []])
  })
})

test('a charge beside needs none once one of its conditions is not met', () => {
  const rent = buildCharge('RENT', 'flat', 'kW', [[null, '7']], {
    side: 'beside',
    per: 'connected_load',
    when: conditions('area_type=rural'),
  })
  const of = recordOf({ rows: [{ more: [rent] }] })
  expect(bill(of, { area_type: 'urban' })).toMatchObject({ besidePaise: null, notGiven: [] })
  expect(bill(of, { area_type: 'rural' })).toMatchObject({ besidePaise: null, notGiven: ['connected_load'] })
  expect(bill(of, { area_type: 'rural', connected_load: '2' })).toMatchObject({ besidePaise: 1400, notGiven: [] })
})
