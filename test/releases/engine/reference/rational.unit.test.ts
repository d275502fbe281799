import { describe, expect, it } from 'vitest'
import {
  add,
  ceiling,
  compare,
  divide,
  floor,
  fromDecimal,
  fromPaise,
  halfAwayFromZero,
  halfUp,
  maximum,
  minimum,
  multiply,
  negate,
  rational,
  safePaise,
  subtract,
  textOf,
} from '../../../../releases/engine/reference/rational.ts'

describe('rational numbers', () => {
  it('are kept in lowest terms with a positive denominator', () => {
    expect(rational(6n, -4n)).toEqual({ numerator: -3n, denominator: 2n })
    expect(rational(0n, -7n)).toEqual({ numerator: 0n, denominator: 1n })
  })

  it('have no zero denominator', () => {
    expect(() => rational(1n, 0n)).toThrow(RangeError)
  })

  it('read decimal text exactly, also below zero and below one', () => {
    expect(fromDecimal('7.42')).toEqual(rational(742n, 100n))
    expect(fromDecimal('-0.05')).toEqual(rational(-1n, 20n))
    expect(fromDecimal('290.00')).toEqual(rational(290n))
  })

  it.each(['', '.5', '5.', '1e3', ' 1', '1,000', '--1', '+1', 'NaN'])('do not read %j', (text) => {
    expect(() => fromDecimal(text)).toThrow(SyntaxError)
  })

  it('read paise and are written as a fraction', () => {
    expect([textOf(rational(-6n, 4n)), textOf(rational(8n, 4n))]).toEqual(['-3/2', '2'])
    expect(fromPaise(-12)).toEqual(rational(-12n))
  })

  it('calculate 1/3 + 1/6 = 1/2, 1/3 - 1/2 = -1/6 and 2/3 × 9/4 = 3/2', () => {
    expect(add(rational(1n, 3n), rational(1n, 6n))).toEqual(rational(1n, 2n))
    expect(subtract(rational(1n, 3n), rational(1n, 2n))).toEqual(rational(-1n, 6n))
    expect(multiply(rational(2n, 3n), rational(9n, 4n))).toEqual(rational(3n, 2n))
    expect(divide(rational(3n, 2n), rational(-9n, 4n))).toEqual(rational(-2n, 3n))
    expect(() => divide(rational(1n), rational(0n))).toThrow(RangeError)
  })

  it('compare across denominators', () => {
    expect(compare(rational(1n, 3n), rational(333n, 1000n))).toBe(1)
    expect(compare(rational(-1n, 3n), rational(1n, 3n))).toBe(-1)
    expect(compare(rational(2n, 4n), rational(1n, 2n))).toBe(0)
    expect(minimum(rational(1n, 3n), rational(1n, 4n))).toEqual(rational(1n, 4n))
    expect(maximum(rational(1n, 3n), rational(1n, 4n))).toEqual(rational(1n, 3n))
  })

  it('floor and ceiling round correctly below zero', () => {
    expect([floor(rational(-3n, 2n)), ceiling(rational(-3n, 2n))]).toEqual([-2n, -1n])
    expect([floor(rational(3n, 2n)), ceiling(rational(3n, 2n))]).toEqual([1n, 2n])
    expect([floor(rational(-2n)), ceiling(rational(-2n))]).toEqual([-2n, -2n])
  })
})

describe('rounding to the paisa', () => {
  it.each([
    ['0.5', 1, 1],
    ['0.4999999999999999999999', 0, 0],
    ['1.5', 2, 2],
    ['2.5', 3, 3],
    ['-0.5', 0, -1],
    ['-0.4', 0, 0],
    ['-0.50000000000000000000001', -1, -1],
    ['-1.5', -1, -2],
    ['-2.4', -2, -2],
    ['7', 7, 7],
  ])('takes %s to %i, halves towards plus infinity, and to %i, halves away from zero', (text, up, away) => {
    expect([halfUp(fromDecimal(text)), halfAwayFromZero(fromDecimal(text))]).toEqual([BigInt(up), BigInt(away)])
  })

  it('never gives a negative zero', () => {
    expect(Object.is(safePaise(halfUp(negate(fromDecimal('0.4')))), 0)).toBe(true)
    expect(Object.is(safePaise(halfAwayFromZero(negate(fromDecimal('0.4')))), 0)).toBe(true)
  })

  it('gives no amount outside the safe integers', () => {
    expect(safePaise(BigInt(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER)
    expect(() => safePaise(BigInt(Number.MAX_SAFE_INTEGER) + 1n)).toThrow(RangeError)
  })
})
