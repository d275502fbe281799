import { describe, expect, it } from 'vitest'
import { fromDecimal } from '../../../../releases/engine/reference/rational.ts'
import { sharesOf, stepCovering } from '../../../../releases/engine/reference/steps.ts'
import { buildSteps } from '../../../support/record-builder.ts'

const steps = buildSteps(
  [
    ['50', '2'],
    ['100', '3'],
  ],
  'Rs/kWh',
)
const [first, second] = steps

describe('a step', () => {
  it.each([
    ['0', first],
    ['50', first],
    ['50.001', second],
    ['100', second],
    ['100.001', undefined],
  ])('covers what lies above its lower edge, up to and including the upper: %s', (quantity, expected) => {
    expect(stepCovering(steps, fromDecimal(quantity))).toBe(expected ?? null)
  })

  it('does not cover its lower edge, except where that is 0', () => {
    expect(stepCovering(steps.slice(1), fromDecimal('50'))).toBeNull()
    expect(stepCovering(steps.slice(1), fromDecimal('0'))).toBeNull()
  })
})

describe('shares', () => {
  it('divide a quantity among the steps it reaches', () => {
    expect(sharesOf(steps, fromDecimal('62.5'))).toEqual([
      { step: first, share: fromDecimal('50') },
      { step: second, share: fromDecimal('12.5') },
    ])
    expect(sharesOf(steps, fromDecimal('50'))).toEqual([{ step: first, share: fromDecimal('50') }])
  })

  it('of nothing are nothing of the step from 0', () => {
    expect(sharesOf(steps, fromDecimal('0'))).toEqual([{ step: first, share: fromDecimal('0') }])
  })
})
