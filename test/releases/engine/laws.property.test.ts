import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveRequest } from '../../../releases/engine/answer-request.ts'
import { calculate } from '../../../releases/engine/calculate.ts'
import { compilePlan } from '../../../releases/engine/compile/plan.ts'
import { Inputs } from '../../../releases/engine/given-inputs.ts'
import type { CalculateBody } from '../../../releases/engine/request/body.ts'
import type { Charge } from '../../../releases/record/charge.ts'
import { formatExact } from '../../../releases/record/decimal.ts'
import { GRADES, type Grade, gradeRank } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { ERRORS } from '../../../services/platform/errors.ts'
import { planOf } from '../../support/definitions.ts'
import { forEvery } from '../../support/for-every.ts'
import { buildEnergy, buildInputs, buildRecord, type Slabs } from '../../support/record-builder.ts'
import { runsOf } from '../../support/tier.ts'
import { records } from './agreement/records.ts'
import { requestsOf } from './agreement/requests.ts'

/** The laws of docs/design/engine.md#laws except the solar ones. */
const RUNS = { numRuns: runsOf({ normal: 200, nightly: 100_000 }) }
/** Number of records, each with a request: fewer, because each is compiled. */
const RECORDS = { numRuns: runsOf({ normal: 75, nightly: 20_000 }) }
const MAX_QUANTITY_MILLI = 10_000_000_000

const BASE = buildRecord({ rows: [{ fixed: null }] })

/** Energy lines of a schedule, in paise; the record is not parsed again, since its shape is that of BASE. */
function linesOf(energy: Charge): (unitsMilli: number) => number[] {
  const plan = compilePlan({ ...BASE, rows: BASE.rows.map((row) => ({ ...row, charges: [energy] })) })
  return (unitsMilli) => {
    const result = calculate(plan, new Inputs({ ...buildInputs(), values: { energy_units: unitsMilli } }), 'specimen')
    return result.ok ? result.lines.map(({ amountPaise }) => amountPaise) : []
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0)

/** Thousandths: small and large, whole and not. */
const units = fc.oneof(
  fc.nat(3_000_000),
  fc.nat(3000).map((whole) => whole * 1000),
  fc.nat(MAX_QUANTITY_MILLI),
)
/** Rupees from 0 to 40, to the hundredth of a paisa. */
const rate = fc.nat(400_000).map((digits) => formatExact(BigInt(digits), 4))
const decimal = (milli: number): string => formatExact(BigInt(milli), 3)

/** Slabs with arbitrary or rising rates. */
const slabs = fc
  .record({
    edges: fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 4 }),
    rates: fc.array(rate, { minLength: 5, maxLength: 5 }),
  })
  .map(({ edges, rates }): Slabs => {
    const ends = [...edges.sort((a, b) => a - b).map(decimal), null]
    return ends.map((to, index) => [to, rates[index] ?? '1'])
  })

/** A record with every kind of charge and rule, and a request for it. */
const asked = records.chain((record) =>
  fc.record({ record: fc.constant(record), request: requestsOf(compilePlan(record)), seed: fc.nat() }),
)

/** Result of a request, as text. */
function outcome(record: ReleaseRecord, body: CalculateBody, floor: Grade = 'specimen'): string {
  const resolved = resolveRequest([planOf(record)], body, floor)
  if (!resolved.ok) return `refused ${resolved.code}`
  const { row, lines, beside, basePaise, finalPaise, grade } = resolved.calculation
  const shown = [...lines, ...(beside?.lines ?? [])].map(({ step, amountPaise }) => `${step.id} ${amountPaise}`)
  return [row.rowId, ...shown, basePaise, finalPaise, grade].join('; ')
}

describe('laws of the engine', () => {
  it('lines sum to the total, and every amount is a safe integer and never -0', () => {
    forEvery(RECORDS, asked, ({ record, request: { body } }) => {
      const resolved = resolveRequest([planOf(record)], body, 'specimen')
      if (!resolved.ok) return
      const { lines, beside, basePaise, finalPaise } = resolved.calculation
      const amounts = lines.map(({ amountPaise }) => amountPaise)
      const besideAmounts = (beside?.lines ?? []).map(({ amountPaise }) => amountPaise)
      if (basePaise !== null) expect(sum(amounts)).toBe(basePaise)
      if (beside !== null && beside.totalPaise !== null) expect(sum(besideAmounts)).toBe(beside.totalPaise)
      for (const paise of [...amounts, ...besideAmounts, finalPaise ?? 0]) {
        expect(Number.isSafeInteger(paise) && !Object.is(paise, -0)).toBe(true)
      }
    })
  })

  it('a telescopic charge is continuous at its edges: a thousandth more costs at most that thousandth and a paisa', () => {
    forEvery(RUNS, slabs, (steps) => {
      const cost = linesOf(buildEnergy('telescopic', steps))
      for (const [to] of steps) {
        if (to === null) continue
        const edge = Math.round(Number(to) * 1000)
        const jump = sum(cost(edge + 1)) - sum(cost(edge))
        // A thousandth of a unit at Rs 40 is 4 paise.
        expect(jump).toBeGreaterThanOrEqual(0)
        expect(jump).toBeLessThanOrEqual(5)
      }
    })
  })

  it('more units never cost less, flat or telescopic', () => {
    forEvery(RUNS, slabs, units, units, (steps, a, b) => {
      const cost = linesOf(buildEnergy('telescopic', steps))
      expect(sum(cost(Math.max(a, b)))).toBeGreaterThanOrEqual(sum(cost(Math.min(a, b))))
    })
  })

  it('a flat category is linear up to rounding: two bills and one of both differ by at most a paisa', () => {
    forEvery(RUNS, rate, fc.nat(MAX_QUANTITY_MILLI / 2), fc.nat(MAX_QUANTITY_MILLI / 2), (price, a, b) => {
      const cost = linesOf(buildEnergy('flat', [[null, price]]))
      expect(Math.abs(sum(cost(a)) + sum(cost(b)) - sum(cost(a + b)))).toBeLessThanOrEqual(1)
    })
  })

  it('splitting a slab into two of equal rate changes the bill by at most a paisa', () => {
    forEvery(RUNS, slabs, fc.integer({ min: 1, max: 1_000_000 }), units, (steps, cut, given) => {
      const at = steps.findIndex(([to]) => to === null || Math.round(Number(to) * 1000) > cut)
      fc.pre(!steps.some(([to]) => to === decimal(cut)))
      const split: Slabs = [...steps.slice(0, at), [decimal(cut), steps[at]![1]], ...steps.slice(at)]
      const whole = sum(linesOf(buildEnergy('telescopic', steps))(given))
      expect(Math.abs(sum(linesOf(buildEnergy('telescopic', split))(given)) - whole)).toBeLessThanOrEqual(1)
    })
  })

  it('raising the evidence floor can only turn an answer into a refusal, never change an amount', () => {
    const floors = [...GRADES].sort((a, b) => gradeRank(b) - gradeRank(a))
    forEvery(RECORDS, asked, ({ record, request: { body } }) => {
      const answers = floors.map((floor) => outcome(record, body, floor))
      const refusedFrom = answers.indexOf('refused EVIDENCE_BELOW_FLOOR')
      const open = refusedFrom < 0 ? answers : answers.slice(0, refusedFrom)
      expect(new Set(open).size).toBeLessThanOrEqual(1)
      if (refusedFrom >= 0) expect(new Set(answers.slice(refusedFrom)).size).toBe(1)
    })
  })

  it('a result does not depend on the order of JSON fields, of the record or of the request', () => {
    forEvery(RECORDS, asked, ({ record, request: { body }, seed }) => {
      expect(outcome(reordered(record, seed), reordered(body, seed))).toBe(outcome(record, body))
    })
  })

  it('every refusal is in the catalogue', () => {
    forEvery(RECORDS, asked, fc.constantFrom(...GRADES), ({ record, request: { body } }, floor) => {
      const resolved = resolveRequest([planOf(record)], body, floor)
      if (!resolved.ok) expect(Object.keys(ERRORS)).toContain(resolved.code)
    })
  })
})

/** The same value with the fields of every object in another order. */
function reordered<T>(value: T, seed: number): T {
  if (Array.isArray(value)) return value.map((each) => reordered(each, seed)) as T
  if (value === null || typeof value !== 'object') return value
  // A position for each key that only depends on the seed.
  const placed = Object.entries(value).map(([key, each], index) => ({
    key,
    each,
    at: ((index + 1) * (seed + 7919)) % 101,
  }))
  return Object.fromEntries(
    placed.sort((a, b) => a.at - b.at).map(({ key, each }) => [key, reordered(each, seed)]),
  ) as T
}
