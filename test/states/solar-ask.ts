import { expect } from 'vitest'
import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import { solarBody } from '../../releases/engine/solar/body.ts'
import { compareSolar } from '../../releases/engine/solar/compare.ts'
import { writeComparison } from '../../releases/engine/solar/write-comparison.ts'
import { canonicalText } from '../../releases/record/canonical.ts'
import type { Grade } from '../../releases/record/grade.ts'
import type { ShippedState } from '../support/definitions.ts'
import { SERVING } from './ask.ts'

export type Options = { readonly floor?: Grade; readonly serving?: readonly AnswerPlan[] }
export type Solar = Readonly<Record<string, unknown>> & { readonly state_code: ShippedState }

/** Requests as from a caller of POST /solar-savings: the comparison as canonical JSON, or the refusal. */
export function compare(body: Solar, { floor = 'derived', serving }: Options = {}) {
  const read = solarBody.safeParse(body)
  expect(read.error?.issues ?? [], `a body that the schema takes: ${JSON.stringify(body)}`).toEqual([])
  const result = compareSolar(serving ?? SERVING[body.state_code], read.data!, floor)
  if (!result.ok) return { code: result.code, details: result.details as ReturnType<typeof JSON.parse>, data: null }
  const text = writeComparison(result, read.data!)
  expect(canonicalText(JSON.parse(text))).toBe(text)
  return { code: null, details: null, data: JSON.parse(text) }
}
/** The comparison; fails the test on a refusal, printing it. */
export function compared(body: Solar, options: Options = {}): ReturnType<typeof JSON.parse> {
  const { code, details, data } = compare(body, options)
  expect([code, details]).toEqual([null, null])
  return data
}

/** Consecutive months from `first`: [consumption, generation, export]. */
export function monthsFrom(
  first: string,
  units: readonly (readonly [number | string, number | string, (number | string)?])[],
) {
  const [year = 0, number = 0] = first.split('-').map(Number)
  return units.map(([consumption_units, generation_units, export_units], index) => {
    const at = number - 1 + index
    const month = `${year + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
    return { month, consumption_units, generation_units, ...(export_units === undefined ? {} : { export_units }) }
  })
}

export const BIHAR: Solar = {
  state_code: 'BR',
  subcategory_code: 'DS-II',
  connected_load: 3,
  arrangement: 'net_metering',
  periods: monthsFrom('2026-04', [
    [300, 250, 150],
    [200, 300, 220],
    [400, 100, 20],
  ]),
}
export const MSEDCL: Solar = {
  state_code: 'MH',
  licensee_code: 'MH_MSEDCL',
  subcategory_code: 'LT-I-B',
  phase: 'single',
  arrangement: 'net_metering',
  periods: monthsFrom('2026-04', [[300, 250, 150]]),
}
export const ODISHA: Solar = {
  state_code: 'OD',
  licensee_code: 'OD_TPCODL',
  subcategory_code: 'DOMESTIC_OTHERS',
  connected_load: 2.3,
  arrangement: 'gross_metering',
  periods: monthsFrom('2026-04', [
    [250, 300],
    [250, '12.5'],
  ]),
}
