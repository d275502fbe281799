import { MAX_QUANTITY_MILLI } from '../../../releases/engine/types.ts'
import type { Condition, ConditionField } from '../../../releases/record/condition.ts'
import { toScaled } from '../../../releases/record/decimal.ts'
import { describesOnly, isQuantity, namedValues, type Sample } from './conditions.ts'
import { milliText } from './range.ts'

const LARGEST = BigInt(MAX_QUANTITY_MILLI)

/** Nought, the largest, and every edge with a thousandth either side: one quantity at least in every interval. */
function quantities(edges: readonly bigint[]): bigint[] {
  const points = [0n, LARGEST, ...edges.flatMap((edge) => [edge - 1n, edge, edge + 1n])]
  return [...new Set(points.filter((point) => point >= 0n && point <= LARGEST))].sort((a, b) => (a < b ? -1 : 1))
}

function valuesOf(field: ConditionField, conditions: readonly Condition[]): readonly (bigint | string)[] {
  const named = conditions.filter((condition) => condition.field === field).flatMap(namedValues)
  if (!isQuantity(field)) return [...new Set(named)]
  return quantities(named.flatMap((value) => toScaled(value, 3) ?? []))
}

/**
 * Inputs that together reach every case the conditions distinguish: for quantities one in each interval between edges
 * and each edge itself, for words each word named. Quantities have at most three decimals, so nothing lies between.
 */
export function samplesOf(conditions: readonly Condition[]): Sample[] {
  const fields = new Set(conditions.filter((condition) => !describesOnly(condition)).map(({ field }) => field))
  let samples: Sample[] = [new Map()]
  for (const field of fields) {
    const values = valuesOf(field, conditions)
    samples = samples.flatMap((sample) => values.map((value) => new Map([...sample, [field, value]])))
  }
  return samples
}

/** `area_type=rural, connected_load_kw=0.501`; `any input` where nothing is distinguished. */
export function sampleText(sample: Sample): string {
  if (sample.size === 0) return 'any input'
  return [...sample]
    .map(([field, value]) => `${field}=${typeof value === 'bigint' ? milliText(value) : value}`)
    .join(', ')
}

/** The words of a sample alone, which tell one gap from another. */
export function wordsText(sample: Sample): string {
  return [...sample.values()].filter((value) => typeof value === 'string').join(',')
}
