import { type Inputs, MAX_QUANTITY_MILLI } from '../../../releases/engine/types.ts'
import type { Domain } from './domains.ts'
import { QUANTITY_KEYS, type QuantityKey } from './fields.ts'
import { type Fit, fitsOf } from './fitting.ts'

/** What a request may select beside its row: one option at a time, and each count of billing days in each month. */
export function variantsOf({ options, days, subsidised, months }: Domain): Partial<Inputs>[] {
  const chosen = [...options].flatMap(([selector, whens]) => whens.map((when) => optionInputs(selector, when)))
  const billed = subsidised
    ? days.flatMap((billingDays) => [null, ...months].map((billingMonth) => ({ billingDays, billingMonth })))
    : []
  return [{}, ...chosen, ...billed]
}

/** The input that names an option. */
export function optionInputs(selector: string, when: string): Partial<Inputs> {
  if (selector === 'tod_period') return { todPeriod: when }
  if (selector === 'rts_voltage_mode') return { rtsVoltageMode: when }
  return { applyHtss11kvSurcharge: when === 'true' }
}

/** The edges of a quantity and a thousandth either side, in order, inside what is accepted. */
export function pointsAt(edges: readonly number[]): number[] {
  const points = edges.flatMap((edge) => [edge - 1, edge, edge + 1])
  return [...new Set(points)].filter((point) => point >= 0 && point <= MAX_QUANTITY_MILLI).sort((a, b) => a - b)
}

export type Probe = { readonly fit: Fit; readonly inputs: Inputs; readonly key: QuantityKey }

/**
 * Requests at every slab and band edge and a thousandth either side, of every quantity that a row's request gives, with
 * every variant. Also at 0 and at the largest accepted quantity.
 */
export function* edgeProbes(domain: Domain): Generator<Probe> {
  const variants = variantsOf(domain)
  for (const fit of fitsOf(domain).fits) {
    for (const key of QUANTITY_KEYS.filter((each) => fit.inputs[each] !== null)) {
      for (const point of pointsAt(domain.edges[key])) {
        for (const variant of variants) yield { fit, key, inputs: { ...fit.inputs, [key]: point, ...variant } }
      }
    }
  }
}
