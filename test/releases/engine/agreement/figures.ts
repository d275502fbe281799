import fc from 'fast-check'
import type { Figure, Unit } from '../../../../releases/record/figure.ts'
import type { Grade } from '../../../../releases/record/grade.ts'
import { buildFigure, buildHeldFigure } from '../../../support/record-builder.ts'

/** Ends of slabs, steps, conditions and entitlements: few values, so that requests hit them. */
export const EDGES = ['0.5', '1', '2', '5', '30', '50', '100', '100.25', '125', '300', '1000.125'] as const
export const edge = fc.constantFrom(...EDGES)

/** A value, or null once in `nullIn` times. */
export const maybe = <T>(arbitrary: fc.Arbitrary<T>, nullIn = 2): fc.Arbitrary<T | null> =>
  fc.option(arbitrary, { freq: nullIn })

export const sometimes = (percent: number): fc.Arbitrary<boolean> =>
  fc.integer({ min: 1, max: 100 }).map((n) => n <= percent)

export const grade: fc.Arbitrary<Exclude<Grade, 'held'>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('order' as const) },
  { weight: 1, arbitrary: fc.constantFrom('transcription', 'carried', 'derived', 'specimen') },
)

/** From `min` to `max`, with up to this many decimals; trailing zeros are kept, as a regulator prints them. */
export function decimal(min: number, max: number, most = 4): fc.Arbitrary<string> {
  return fc.nat({ max: most }).chain((places) => {
    const scale = 10 ** places
    return fc.integer({ min: min * scale, max: max * scale }).map((digits) => (digits / scale).toFixed(places))
  })
}

/** A figure of any grade; held once in about `heldIn` times. */
export function figure(value: fc.Arbitrary<string>, unit: Unit, heldIn = 40): fc.Arbitrary<Figure> {
  return fc.oneof(
    { weight: heldIn - 1, arbitrary: fc.tuple(value, grade).map(([text, of]) => buildFigure(text, unit, of)) },
    { weight: 1, arbitrary: fc.constant(buildHeldFigure(unit)) },
  )
}
