import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { domainsOf } from '../../../pipeline/gates/support/domains.ts'
import { inputsGenerator } from '../../../pipeline/gates/support/generate-inputs.ts'
import { ENGINE, engineOutcome, outcomeText } from '../../../pipeline/gates/support/outcome.ts'
import { seededRandom } from '../../../pipeline/gates/support/random.ts'
import { calculate } from '../../../releases/engine/calculate.ts'
import { compilePlan } from '../../../releases/engine/compile/plan.ts'
import { type Inputs, MAX_QUANTITY_MILLI } from '../../../releases/engine/types.ts'
import { formatExact } from '../../../releases/record/decimal.ts'
import { GRADES, gradeRank } from '../../../releases/record/grade.ts'
import type { EnergyCharge } from '../../../releases/record/row.ts'
import { ERRORS } from '../../../services/platform/errors.ts'
import { zooRecord } from '../../pipeline/gates/calculation-support.ts'
import { buildEnergy, buildInputs, buildRecord, type Slabs } from '../../support/record-builder.ts'
import { runsOf } from '../../support/tier.ts'

/** The laws of engine design 4.6 but for the solar ones. */
const RUNS = { numRuns: runsOf({ normal: 5000, nightly: 100_000 }) }
const TIMEOUT_MS = 600_000

const BASE = buildRecord({ rows: [{ fixed: null }] })

/** Energy lines of a schedule, in paise; the record is not parsed anew, for its shape is that of BASE. */
function linesOf(energy: EnergyCharge): (unitsMilli: number) => number[] {
  const plan = compilePlan({ ...BASE, rows: BASE.rows.map((row) => ({ ...row, energy })) })
  return (energyUnitsMilli) => {
    const result = calculate(plan, buildInputs({ energyUnitsMilli }), 'specimen')
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

/** Slabs of rates as they come, or rising. */
const slabs = fc
  .record({
    edges: fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 4 }),
    rates: fc.array(rate, { minLength: 5, maxLength: 5 }),
  })
  .map(({ edges, rates }): Slabs => {
    const ends = [...edges.sort((a, b) => a - b).map(decimal), null]
    return ends.map((to, index) => [to, rates[index] ?? '1'])
  })

/** A request for the record of every charge kind and rule, by a seed. */
const ZOO = zooRecord()
const ZOO_PLAN = compilePlan(ZOO)
const ZOO_DOMAINS = domainsOf(ZOO)
const request = fc.nat().map((seed): Inputs => inputsGenerator(ZOO_DOMAINS, seededRandom(seed))())

describe('laws of the engine', () => {
  it(
    'lines sum to the total, and every amount is a safe integer and never -0',
    () => {
      fc.assert(
        fc.property(request, (inputs) => {
          const result = calculate(ZOO_PLAN, inputs, 'specimen')
          if (!result.ok) return
          const amounts = result.lines.map(({ amountPaise }) => amountPaise)
          if (result.basePaise !== null) expect(sum(amounts)).toBe(result.basePaise)
          for (const paise of [...amounts, result.finalPaise ?? 0]) {
            expect(Number.isSafeInteger(paise) && !Object.is(paise, -0)).toBe(true)
          }
        }),
        RUNS,
      )
    },
    TIMEOUT_MS,
  )

  it(
    'a telescopic charge is continuous at its edges: a thousandth more costs at most that thousandth and a paisa',
    () => {
      fc.assert(
        fc.property(slabs, (steps) => {
          const cost = linesOf(buildEnergy('telescopic', steps))
          for (const [to] of steps) {
            if (to === null) continue
            const edge = Math.round(Number(to) * 1000)
            const jump = sum(cost(edge + 1)) - sum(cost(edge))
            // A thousandth of a unit at Rs 40 is 4 paise.
            expect(jump).toBeGreaterThanOrEqual(0)
            expect(jump).toBeLessThanOrEqual(5)
          }
        }),
        RUNS,
      )
    },
    TIMEOUT_MS,
  )

  it(
    'more units never cost less, flat or telescopic',
    () => {
      fc.assert(
        fc.property(slabs, units, units, (steps, a, b) => {
          const cost = linesOf(buildEnergy('telescopic', steps))
          expect(sum(cost(Math.max(a, b)))).toBeGreaterThanOrEqual(sum(cost(Math.min(a, b))))
        }),
        RUNS,
      )
    },
    TIMEOUT_MS,
  )

  it(
    'a flat category is linear up to rounding: two bills and one of both differ by at most a paisa',
    () => {
      fc.assert(
        fc.property(rate, fc.nat(MAX_QUANTITY_MILLI / 2), fc.nat(MAX_QUANTITY_MILLI / 2), (price, a, b) => {
          const cost = linesOf(buildEnergy('flat', [[null, price]]))
          expect(Math.abs(sum(cost(a)) + sum(cost(b)) - sum(cost(a + b)))).toBeLessThanOrEqual(1)
        }),
        RUNS,
      )
    },
    TIMEOUT_MS,
  )

  it(
    'splitting a slab into two of equal rate changes the bill by at most a paisa',
    () => {
      fc.assert(
        fc.property(slabs, fc.integer({ min: 1, max: 1_000_000 }), units, (steps, cut, given) => {
          const at = steps.findIndex(([to]) => to === null || Math.round(Number(to) * 1000) > cut)
          fc.pre(!steps.some(([to]) => to === decimal(cut)))
          const split: Slabs = [...steps.slice(0, at), [decimal(cut), steps[at]![1]], ...steps.slice(at)]
          const whole = sum(linesOf(buildEnergy('telescopic', steps))(given))
          expect(Math.abs(sum(linesOf(buildEnergy('telescopic', split))(given)) - whole)).toBeLessThanOrEqual(1)
        }),
        RUNS,
      )
    },
    TIMEOUT_MS,
  )

  it(
    'raising the evidence floor can only turn an answer into a refusal, never change an amount',
    () => {
      const floors = [...GRADES].sort((a, b) => gradeRank(b) - gradeRank(a))
      fc.assert(
        fc.property(request, (inputs) => {
          const answers = floors.map((floor) => outcomeText(engineOutcome(ENGINE, ZOO_PLAN, inputs, floor)))
          const refusedFrom = answers.indexOf('refused EVIDENCE_BELOW_FLOOR')
          const open = refusedFrom < 0 ? answers : answers.slice(0, refusedFrom)
          expect(new Set(open).size).toBeLessThanOrEqual(1)
          if (refusedFrom >= 0) expect(new Set(answers.slice(refusedFrom)).size).toBe(1)
        }),
        RUNS,
      )
    },
    TIMEOUT_MS,
  )

  it(
    'a result does not depend on the order of JSON fields, of the record or of the request',
    () => {
      fc.assert(
        fc.property(request, fc.nat(), (inputs, seed) => {
          const plan = seed % 50 === 0 ? compilePlan(reordered(ZOO, seed)) : ZOO_PLAN
          const asked = outcomeText(engineOutcome(ENGINE, plan, reordered(inputs, seed)))
          expect(asked).toBe(outcomeText(engineOutcome(ENGINE, ZOO_PLAN, inputs)))
        }),
        RUNS,
      )
    },
    TIMEOUT_MS,
  )

  it(
    'every refusal is in the catalogue',
    () => {
      fc.assert(
        fc.property(request, fc.constantFrom(...GRADES), (inputs, floor) => {
          const result = calculate(ZOO_PLAN, inputs, floor)
          if (!result.ok) expect(Object.keys(ERRORS)).toContain(result.code)
        }),
        RUNS,
      )
    },
    TIMEOUT_MS,
  )
})

/** The same value with the fields of every object in another order. */
function reordered<T>(value: T, seed: number): T {
  if (Array.isArray(value)) return value.map((each) => reordered(each, seed)) as T
  if (value === null || typeof value !== 'object') return value
  const random = seededRandom(seed)
  const entries = Object.entries(value).map(([key, each]) => ({ key, each, at: random.below(1e9) }))
  return Object.fromEntries(
    entries.sort((a, b) => a.at - b.at).map(({ key, each }) => [key, reordered(each, seed)]),
  ) as T
}
