import { describe, expect, it } from 'vitest'
import { contextOf } from '../../../../releases/engine/reference/context.ts'
import { fromDecimal, textOf } from '../../../../releases/engine/reference/rational.ts'
import { isAboveAll, rangeHolding, rangesOf, sharesOf } from '../../../../releases/engine/reference/steps.ts'
import type { Step } from '../../../../releases/record/charge.ts'
import { buildFigure, buildRecord, buildSteps } from './builder.ts'

const request = { body: { connected_load: '30', contract_demand_kva: 70 }, licenseeCode: null, date: null }
const context = contextOf(buildRecord(), request)
const ofTariff = (steps: readonly Step[]) => steps.map((step) => ({ step, multiples: [] }))
const ranges = (steps: readonly Step[]) => rangesOf(context, ofTariff(steps), 'energy_units')!
const shares = (steps: readonly Step[], quantity: string) =>
  sharesOf(ranges(steps), fromDecimal(quantity)).map(({ step, share }) => [steps.indexOf(step.step), textOf(share)])

const steps = buildSteps([
  ['50', '2'],
  ['100', '3'],
])
const [first, second] = steps

describe('a step', () => {
  it.each([
    ['0', first],
    ['50', first],
    ['50.001', second],
    ['100', second],
    ['100.001', undefined],
  ])('covers what lies above its lower edge, up to and including the upper: %s', (quantity, expected) => {
    expect(rangeHolding(ranges(steps), fromDecimal(quantity))?.step.step).toBe(expected)
  })

  it('does not cover its lower edge, except where that is 0', () => {
    expect(rangeHolding(ranges(steps.slice(1)), fromDecimal('50'))).toBeNull()
    expect(rangeHolding(ranges(steps.slice(1)), fromDecimal('0'))).toBeNull()
  })

  it('is exceeded by a quantity above all of them, and never if the last is open', () => {
    expect(isAboveAll(ranges(steps), fromDecimal('100.001'))).toBe(true)
    expect(isAboveAll(ranges(steps), fromDecimal('100'))).toBe(false)
    expect(isAboveAll(ranges(buildSteps([[null, '1']])), fromDecimal('1000'))).toBe(false)
  })
})

describe('shares', () => {
  it('divide a quantity among the steps it reaches', () => {
    expect(shares(steps, '62.5')).toEqual([
      [0, '50'],
      [1, '25/2'],
    ])
    expect(shares(steps, '50')).toEqual([[0, '50']])
  })

  it('of 0 are 0 in the step from 0', () => {
    expect(shares(steps, '0')).toEqual([[0, '0']])
  })
})

describe('edges that are quantities', () => {
  const figure = buildFigure('1')
  const between = (from: string, to: string | null): Step => ({ from, to, figure })

  it('are the values of the quantities: 30 and 70', () => {
    const named = [
      between('0', 'connected_load'),
      between('connected_load', 'contract_demand_kva'),
      between('contract_demand_kva', null),
    ]
    expect(shares(named, '100')).toEqual([
      [0, '30'],
      [1, '40'],
      [2, '30'],
    ])
  })

  it('make a step that ends before it begins empty, so that no unit is in two steps: 70, then 30', () => {
    const crossed = [
      between('0', 'contract_demand_kva'),
      between('contract_demand_kva', 'connected_load'),
      between('connected_load', null),
    ]
    expect(shares(crossed, '100')).toEqual([
      [0, '70'],
      [2, '30'],
    ])
    expect(shares(crossed, '50')).toEqual([[0, '50']])
  })

  it('are found again for each request, though another edge of the steps is a number', () => {
    const mixed = ofTariff([between('0', '10'), between('10', 'connected_load'), between('connected_load', null)])
    const sharesAt = (connected_load: string) => {
      const other = contextOf(buildRecord(), { ...request, body: { connected_load } })
      return sharesOf(rangesOf(other, mixed, 'energy_units')!, fromDecimal('100')).map(({ share }) => textOf(share))
    }
    expect([sharesAt('30'), sharesAt('40'), sharesAt('30')]).toEqual([
      ['10', '20', '70'],
      ['10', '30', '60'],
      ['10', '20', '70'],
    ])
  })

  it('have no ranges if one is not given', () => {
    expect(rangesOf(context, ofTariff([between('0', 'recorded_demand_kva')]), 'energy_units')).toBeNull()
  })
})
