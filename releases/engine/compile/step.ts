import { toScaled } from '../../record/decimal.ts'
import type { Step as RecordStep } from '../../record/row.ts'
import type { LineComponent, Step } from '../types.ts'
import { CompileError, compileRate } from './rate.ts'

/** Thousandths of a bound; a bound finer than a thousandth cannot be met by any input and is an error. */
export function milli(text: string, path: string): number {
  const scaled = toScaled(text, 3)
  if (scaled === null) throw new CompileError(path, `${text} has more than three decimals`)
  return Number(scaled)
}

/** Compiles the steps of a charge; null when any of its figures is held, for then the whole component is. */
export function compileSteps(
  steps: readonly RecordStep[],
  component: LineComponent,
  unit: string,
  path: string,
  describe: (step: RecordStep) => string,
  stepped: boolean,
  rateUnit = `Rs/${unit}`,
): Step[] | null {
  const compiled: Step[] = []
  for (const [index, step] of steps.entries()) {
    const rate = compileRate(step.figure, rateUnit, `${path}/${index}`)
    if (rate === null) return null
    compiled.push({
      component,
      description: describe(step),
      unit,
      rate,
      slab: stepped ? { from: step.from, to: step.to } : null,
      fromMilli: milli(step.from, path),
      toMilli: step.to === null ? Number.POSITIVE_INFINITY : milli(step.to, path),
    })
  }
  return compiled
}

/** `0-50`, `50-100`, `above 100`, as people say it. */
export function rangeText(step: RecordStep): string {
  return step.to === null ? `above ${step.from}` : `${step.from}-${step.to}`
}

/** The step a quantity falls in: (from, to], the first from 0 also 0. Null outside all steps. */
export function stepHolding<S extends Pick<Step, 'fromMilli' | 'toMilli'>>(
  steps: readonly S[],
  quantityMilli: number,
): S | null {
  for (const step of steps) {
    const low = quantityMilli > step.fromMilli || (quantityMilli === 0 && step.fromMilli === 0)
    if (low && quantityMilli <= step.toMilli) return step
  }
  return null
}
