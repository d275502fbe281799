import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Line, quantityOf } from '../../../../releases/engine/charges/line.ts'
import { Pricing, type PricingParts } from '../../../../releases/engine/charges/pricing.ts'
import { compileRate } from '../../../../releases/engine/charges/rate.ts'
import { edgesOf, outsideOf, type PricedStep } from '../../../../releases/engine/charges/steps.ts'
import { Inputs } from '../../../../releases/engine/given-inputs.ts'
import { LARGEST_DECLARED_QUANTITY } from '../../../../releases/engine/inputs.ts'
import { add, compare, fraction, lowest } from '../../../../releases/engine/language/fraction.ts'
import type { Num } from '../../../../releases/engine/language/number.ts'
import { Ratio } from '../../../../releases/engine/language/ratio.ts'
import type { Rate } from '../../../../releases/engine/types.ts'
import { formatExact } from '../../../../releases/record/decimal.ts'
import { forEvery } from '../../../support/for-every.ts'
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
  read: ({ values }, to) => to.set(Number(values['energy_units']), 1000),
  fixed: null,
  low: { n: 0n, d: 1n },
  high: { n: BigInt(LARGEST_DECLARED_QUANTITY), d: 1n },
  isOpen: false,
}

const parts = fc
  .record({
    method: fc.constantFrom('flat' as const, 'telescopic' as const, 'whole' as const),
    edges: fc.uniqueArray(fc.integer({ min: 1, max: 2_000_000 }), { maxLength: 4 }),
    rates: fc.array(rateText, { minLength: 5, maxLength: 5 }),
    halves: fc.constantFrom('up' as const, 'away' as const, 'cut' as const),
  })
  .map(({ method, edges, rates, halves }): Omit<PricingParts, 'per' | 'by'> & { readonly edges: readonly bigint[] } => {
    const whole = method === 'flat' ? [] : edges.toSorted((a, b) => a - b).map(BigInt)
    const sorted = whole.map((edge) => formatExact(edge, 3))
    const steps = [...sorted, null].map((to, index): PricedStep => {
      const figure = buildFigure(rates[index] ?? '1', 'Rs/kWh')
      const rate = compileRate(figure, 'Rs/kWh', `step/${index}`)
      if (rate === null) throw new Error('a rate that is not held')
      const from = sorted[index - 1] ?? '0'
      const found = edgesOf({ from, to }, () => units)
      return { ...found, step: { component: 'energy', id: 'energy', description: '', unit: 'kWh', rate, slab: null } }
    })
    return { method, steps, byItself: true, times: null, halves, edges: whole }
  })

const at = (energyUnits: number): Inputs => new Inputs({ ...buildInputs(), values: { energy_units: energyUnits } })

/** Thousandths at a rate, rounded to the paisa: integer arithmetic, independent of the engine. */
function paise(milli: bigint, { scaled, scale }: Rate, halves: PricingParts['halves']): number {
  const [n, d] = [milli * BigInt(scaled), 1000n * BigInt(scale)]
  const size = n < 0n ? -n : n
  const down = size / d
  const rest = 2n * (size % d) - d
  // For a negative amount, half up rounds towards zero.
  const away = halves !== 'cut' && (rest > 0n || (rest === 0n && (n >= 0n || halves === 'away'))) ? down + 1n : down
  return Number(n < 0n ? -away : away)
}

/** The lines of a quantity, by the rates of the steps that it reaches. */
function worked(
  { method, steps, edges, halves }: typeof parts extends fc.Arbitrary<infer T> ? T : never,
  milli: bigint,
) {
  const within = (from: bigint, to: bigint | undefined): boolean =>
    (milli > from || (milli === 0n && from === 0n)) && (to === undefined || milli <= to)
  return steps.flatMap(({ step: { rate } }, index) => {
    const [from, to] = [edges[index - 1] ?? 0n, edges[index]]
    const reached = to === undefined || milli < to ? milli : to
    if (method === 'telescopic' ? !(milli > from || index === 0) : !within(from, to)) return []
    const share = method === 'telescopic' ? reached - from : milli
    return [{ path: rate.path, milli: share, paise: paise(share, rate, halves) }]
  })
}

const shown = (line: Line) => {
  const { n, d } = lowest(quantityOf(line))
  return { path: line.step.rate.path, milli: (n * 1000n) / d, paise: line.amountPaise + 0 }
}

describe('pricing', () => {
  it('gives the lines that arithmetic on integers gives, for any quantity up to the largest', () => {
    forEvery(RUNS, parts, milli, (shape, quantity) => {
      const pricing = new Pricing({ ...shape, per: units, by: units })
      const lines: Line[] = []
      const inputs = at(quantity)
      const sum = pricing.price(inputs, lines)
      const expected = worked(shape, BigInt(quantity))
      expect(lines.map(shown)).toEqual(expected)
      expect(sum).toBe(expected.reduce((total, line) => total + line.paise, 0))
      const asked = Ratio.of({ n: BigInt(quantity), d: 1000n })
      expect(pricing.at(inputs, asked)).toBe(sum)
      const exact = new Ratio()
      const shares: Line[] = []
      pricing.exact(inputs, asked, exact, shares)
      expect(shares).toEqual(lines)
      const unrounded = expected.reduce((total, { path, milli: share }) => {
        const rate = shape.steps.find(({ step }) => step.rate.path === path)!.step.rate
        return add(total, fraction(share * BigInt(rate.scaled), 1000n * BigInt(rate.scale)))
      }, fraction(0n))
      expect(compare(exact.toFraction(), unrounded)).toBe(0)
      const written = shape.steps.map(() => ({ from: '0', to: null }))
      expect(outsideOf(shape.steps, written, units, 'energy_units')(inputs)).toBeNull()
    })
  })

  it('is exact where the products pass 2^53', () => {
    let beyond = 0
    forEvery(
      RUNS,
      rateText,
      milli,
      fc.constantFrom('up' as const, 'away' as const, 'cut' as const),
      (text, quantity, halves) => {
        const rate = compileRate(buildFigure(text, 'Rs/kWh'), 'Rs/kWh', 'step/0')
        if (rate === null) throw new Error('a rate that is not held')
        const step = { component: 'energy' as const, id: '', description: '', unit: 'kWh', rate, slab: null }
        const edges = edgesOf({ from: '0', to: null }, () => units)
        const shape = { method: 'flat' as const, byItself: true, times: null, halves, per: units, by: units }
        const lines: Line[] = []
        new Pricing({ ...shape, steps: [{ ...edges, step }] }).price(at(quantity), lines)
        if (BigInt(quantity) * BigInt(rate.scaled) > 2n ** 53n) beyond += 1
        expect((lines[0]?.amountPaise ?? Number.NaN) + 0).toBe(paise(BigInt(quantity), rate, halves))
      },
    )
    expect(beyond).toBeGreaterThan(RUNS.numRuns / 20)
  })
})
