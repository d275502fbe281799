import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactNumber, mayLosePrecision } from '../../../../services/api/checks/strict-json.ts'
import { forEvery } from '../../../support/for-every.ts'
import { runsOf } from '../../../support/tier.ts'

const RUNS = { numRuns: runsOf({ normal: 2_000, nightly: 100_000 }) }

/** A decimal literal as a fraction of whole numbers, by a direct implementation. */
function fraction(literal: string): { over: bigint; under: bigint } {
  const [, sign = '', whole = '', part = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal)!
  const digits = BigInt(`${sign}${whole}${part}`)
  const exponent = Number(power) - part.length
  return exponent >= 0
    ? { over: digits * 10n ** BigInt(exponent), under: 1n }
    : { over: digits, under: 10n ** BigInt(-exponent) }
}

function sameValue(a: string, b: string): boolean {
  const [x, y] = [fraction(a), fraction(b)]
  return x.over * y.under === y.over * x.under
}

const literal = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,20}$/)),
    fc.option(fc.stringMatching(/^\d{1,24}$/), { nil: null }),
    fc.option(fc.integer({ min: -340, max: 330 }), { nil: null }),
  )
  .map(
    ([sign, whole, part, power]) =>
      `${sign}${whole}${part === null ? '' : `.${part}`}${power === null ? '' : `e${power}`}`,
  )

const read = (text: string): number =>
  (mayLosePrecision(text)
    ? JSON.parse(text, exactNumber as (key: string, value: unknown) => unknown)
    : JSON.parse(text)) as number

test('a number is read as JSON.parse reads it when its shortest text is the same number, and else as NaN', () => {
  forEvery(RUNS, literal, (text) => {
    const parsed = Number(text)
    const exact = Number.isFinite(parsed) && sameValue(text, String(parsed))
    expect(Object.is(read(text), exact ? parsed : Number.NaN)).toBe(true)
  })
})

test('every quantity with three decimals is read, in every spelling', () => {
  forEvery(RUNS, fc.nat(10_000_000), fc.nat(999), fc.integer({ min: -5, max: 5 }), (whole, milli, shift) => {
    const plain = `${whole}.${String(milli).padStart(3, '0')}`
    expect(read(plain)).toBe(Number(plain))
    expect(read(`${plain}000000000000`)).toBe(Number(plain))
    const shifted = `${plain}e${shift}`
    expect(read(shifted)).toBe(Number(shifted))
  })
})
