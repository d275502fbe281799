import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePricing, type PricingParts } from '../../../../releases/engine/charges/pricing.ts'
import { compileRate } from '../../../../releases/engine/charges/rate.ts'
import { edgesOf, type PricedStep } from '../../../../releases/engine/charges/steps.ts'
import { LARGEST_DECLARED_QUANTITY } from '../../../../releases/engine/inputs.ts'
import { lowest } from '../../../../releases/engine/language/fraction.ts'
import type { Num } from '../../../../releases/engine/language/number.ts'
import type { Inputs, Line } from '../../../../releases/engine/types.ts'
import { formatExact } from '../../../../releases/record/decimal.ts'
import { buildFigure, buildInputs } from '../../../support/record-builder.ts'
import { runsOf } from '../../../support/tier.ts'

const RUNS = { numRuns: runsOf({ normal: 10_000, nightly: 200_000 }) }
const LARGEST_MILLI = LARGEST_DECLARED_QUANTITY * 1000

const rateText = fc
  .tuple(fc.integer({ min: -10, max: 4_000_000 }), fc.nat(7), fc.nat(9))
  .map(([digits, places, trailing]) => formatExact(BigInt(digits) * 10n + BigInt(trailing), places))
const milli = fc.oneof(
  fc.nat(3_000_000),
  fc.nat(3000).map((whole) => whole * 1000),
  fc.nat(LARGEST_MILLI),
  fc.constantFrom(0, 1, 10_000_000_000, LARGEST_MILLI - 1, LARGEST_MILLI),
)

const units: Num = {
  scale: 1000,
  whole: ({ values }) => Number(values['energy_units']),
  exact: ({ values }) => ({ n: BigInt(values['energy_units'] ?? 0), d: 1000n }),
  low: { n: 0n, d: 1n },
  high: { n: BigInt(LARGEST_DECLARED_QUANTITY), d: 1n },
  isOpen: false,
}
/** The same number without whole numbers: it can be priced exactly alone. */
const exactOnly: Num = { ...units, scale: 0, whole: () => Number.NaN }

const parts = fc
  .record({
    method: fc.constantFrom('flat' as const, 'telescopic' as const, 'whole' as const),
    edges: fc.uniqueArray(fc.integer({ min: 1, max: 2_000_000 }), { maxLength: 4 }),
    rates: fc.array(rateText, { minLength: 5, maxLength: 5 }),
    halves: fc.constantFrom('up' as const, 'away' as const),
  })
  .map(({ method, edges, rates, halves }): Omit<PricingParts, 'per' | 'by'> => {
    const sorted = method === 'flat' ? [] : edges.toSorted((a, b) => a - b).map((edge) => formatExact(BigInt(edge), 3))
    const steps = [...sorted, null].map((to, index): PricedStep => {
      const figure = buildFigure(rates[index] ?? '1', 'Rs/kWh')
      const rate = compileRate(figure, 'Rs/kWh', `step/${index}`)
      if (rate === null) throw new Error('a rate that is not held')
      const from = sorted[index - 1] ?? '0'
      const found = edgesOf({ from, to, figure }, () => units)
      return { ...found, step: { component: 'energy', id: 'energy', description: '', unit: 'kWh', rate, slab: null } }
    })
    return { method, steps, byName: 'energy_units', byItself: true, halves }
  })

const at = (energyUnits: number): Inputs => ({ ...buildInputs(), values: { energy_units: energyUnits } })

/** A line as both paths must give it: the rate, the exact quantity in lowest terms, and the paise. */
function shown({ step, quantityMilli, quantity, amountPaise }: Line): string {
  const { n, d } = lowest(quantity ?? { n: BigInt(quantityMilli), d: 1000n })
  return `${step.rate.path} ${n}/${d} ${Object.is(amountPaise, -0) ? '-0' : amountPaise}`
}

describe('the two ways to price', () => {
  it('whole numbers give the lines that exact fractions give, for any quantity up to the largest', () => {
    fc.assert(
      fc.property(parts, milli, (shape, quantity) => {
        const whole = compilePricing({ ...shape, per: units, by: units })
        const exact = compilePricing({ ...shape, per: exactOnly, by: exactOnly })
        const [wholeLines, exactLines]: [Line[], Line[]] = [[], []]
        const inputs = at(quantity)
        expect(whole.price(inputs, wholeLines)).toBe(exact.price(inputs, exactLines))
        expect(wholeLines.map(shown)).toEqual(exactLines.map(shown))
        expect(whole.outside(inputs)).toBeNull()
      }),
      RUNS,
    )
  })

  it('agree with arithmetic on integers, worked apart, where the products pass 2^53', () => {
    let beyond = 0
    fc.assert(
      fc.property(rateText, milli, fc.constantFrom('up' as const, 'away' as const), (text, quantity, halves) => {
        const rate = compileRate(buildFigure(text, 'Rs/kWh'), 'Rs/kWh', 'step/0')
        if (rate === null) throw new Error('a rate that is not held')
        const step = { component: 'energy' as const, id: '', description: '', unit: 'kWh', rate, slab: null }
        const edges = edgesOf({ from: '0', to: null, figure: buildFigure(text, 'Rs/kWh') }, () => units)
        const shape = { method: 'flat' as const, byName: '', byItself: true, halves, per: units, by: units }
        const lines: Line[] = []
        compilePricing({ ...shape, steps: [{ ...edges, step }] }).price(at(quantity), lines)
        const [n, d] = [BigInt(quantity) * BigInt(rate.scaled), 1000n * BigInt(rate.scale)]
        if (n > 2n ** 53n) beyond += 1
        const size = n < 0n ? -n : n
        const down = size / d
        const rest = 2n * (size % d) - d
        // Of a negative amount a half goes to zero where halves go up.
        const away = rest > 0n || (rest === 0n && (n >= 0n || halves === 'away')) ? down + 1n : down
        expect(lines[0]?.amountPaise).toBe(Number(n < 0n ? -away : away))
      }),
      RUNS,
    )
    expect(beyond).toBeGreaterThan(RUNS.numRuns / 20)
  })
})
