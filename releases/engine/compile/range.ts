import { formatMilli } from '../../record/decimal.ts'
import type { FixedCharge, Step as RecordStep, Row } from '../../record/row.ts'
import { BANDED_BY, fixedBasis, type Quantity, WHEELED } from '../charges/fixed-basis.ts'
import type { InputField, Inputs } from '../types.ts'
import { CompileError } from './rate.ts'
import { milli, stepHolding } from './step.ts'

/**
 * What a row's charges read and cover. It follows from the shape of the charges alone, so a held figure changes neither
 * what a request must say nor which requests lie outside.
 */

/** A range of a quantity that the steps of a charge cover. */
export type Range = {
  /** The bound that a quantity outside the steps passes, as a condition is written; null when it lies inside. */
  outside(inputs: Inputs): string | null
}

type Span = { readonly fromMilli: number; readonly toMilli: number }

function coversAll(spans: readonly Span[]): boolean {
  let reached = 0
  for (const { fromMilli, toMilli } of spans) {
    if (fromMilli !== reached) return false
    reached = toMilli
  }
  return reached === Number.POSITIVE_INFINITY
}

function rangeOf(name: string, quantity: Quantity, steps: readonly RecordStep[], path: string): Range | null {
  const spans = steps.map(({ from, to }) => ({
    fromMilli: milli(from, path),
    toMilli: to === null ? Number.POSITIVE_INFINITY : milli(to, path),
  }))
  if (coversAll(spans)) return null
  const low = Math.min(...spans.map(({ fromMilli }) => fromMilli))
  const high = Math.max(...spans.map(({ toMilli }) => toMilli))
  return {
    outside(inputs) {
      const given = quantity.milli(inputs)
      if (stepHolding(spans, given) !== null) return null
      return given > high ? `${name}<=${formatMilli(high)}` : `${name}>${formatMilli(low)}`
    },
  }
}

/** The quantity that the bands of a charge divide. Throws CompileError when the charge does not say. */
export function bandedBy(charge: FixedCharge, path: string): Quantity {
  if (charge.band_by === null) throw new CompileError(path, 'method band needs band_by')
  return BANDED_BY[charge.band_by]
}

function fixedRange(charge: FixedCharge, path: string): Range | null {
  if (charge.method !== 'band') return rangeOf(charge.basis, fixedBasis(charge), charge.bands, path)
  return rangeOf(charge.band_by ?? charge.basis, bandedBy(charge, path), charge.bands, path)
}

/** The ranges outside which a row's charges have no step. None for a row that prices every quantity. */
export function rangesOf({ row_id: id, energy, fixed }: Row): Range[] {
  const units = BANDED_BY.monthly_units
  const ranges = [
    energy === null ? null : rangeOf('monthly_units', units, energy.slabs, `rows/${id}/energy`),
    fixed === null ? null : fixedRange(fixed, `rows/${id}/fixed`),
  ]
  return ranges.filter((range) => range !== null)
}

/** The inputs that a row's charges read. */
export function chargeInputs({ row_id: id, energy, wheeling, fixed }: Row): InputField[] {
  const inputs: (InputField | null)[] = energy === null ? [] : ['energy_units']
  if (wheeling !== null) inputs.push(WHEELED[wheeling.unit].input)
  if (fixed !== null) inputs.push(fixedBasis(fixed).input)
  if (fixed?.method === 'band') inputs.push(bandedBy(fixed, `rows/${id}/fixed`).input)
  return [...new Set(inputs.filter((input) => input !== null))]
}
