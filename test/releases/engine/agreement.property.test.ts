import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePlan } from '../../../releases/engine/compile/plan.ts'
import type { ReferenceResult } from '../../../releases/engine/reference/result.ts'
import { calculateBody } from '../../../releases/engine/request/body.ts'
import { compared } from '../../support/compared.ts'
import { planOf } from '../../support/definitions.ts'
import { runsOf } from '../../support/tier.ts'
import { holdsOf, records } from './agreement/records.ts'
import { requestsOf } from './agreement/requests.ts'

/** Number of requests per record, and minimum number of pairs of record and request. */
const REQUESTS = 5
const PAIRS = runsOf({ normal: 2_000, nightly: 100_000 })

const questions = records.chain((record) =>
  fc.record({
    record: fc.constant(record),
    holds: holdsOf(record),
    requests: fc.array(requestsOf(compilePlan(record)), { minLength: REQUESTS, maxLength: REQUESTS }),
  }),
)

const AMOUNTS = [
  'baseTariffPaise',
  'wheelingChargePaise',
  'otherChargesPaise',
  'minimumPaise',
  'adjustmentsPaise',
  'besidePaise',
  'subsidyPaise',
  'fppasPaise',
  'finalPayablePaise',
] as const

/** Summary of a result: a refusal's code, or which of its amounts are known. */
function kindsOf(result: ReferenceResult): string[] {
  if (!result.ok) return [result.code]
  return AMOUNTS.map((name) => `${name} ${result[name] === null ? 'null' : 'given'}`)
}

/** A property that compared only refusals, or only simple bills, would prove little: each of these must occur. */
const KINDS = [
  ...AMOUNTS.flatMap((name) => [`${name} given`, `${name} null`]),
  'SUBCATEGORY_NOT_FOUND',
  'UNSUPPORTED_BILLING_PERIOD',
  'INVALID_REQUEST_FIELD',
  'UNSUPPORTED_BILLING_DAYS',
  'CATEGORY_NOT_APPLICABLE',
  'EVIDENCE_BELOW_FLOOR',
  'RATE_NOT_VERIFIED',
].sort()

/** For these refusals the engine may require more inputs, or check more figures, than the reference. */
const STRICTER: ReadonlySet<string> = new Set([
  'INVALID_REQUEST_FIELD',
  'CATEGORY_NOT_APPLICABLE',
  'EVIDENCE_BELOW_FLOOR',
])

describe('the engine and the reference evaluator', () => {
  it('give the same lines, totals and grade, and only a stricter refusal, for generated requests of generated records', () => {
    const met = new Map<string, number>()
    let [pairs, answers, stricter] = [0, 0, 0]
    const agree = fc.property(questions, ({ record, holds, requests }) => {
      const answer = planOf(record, { holds: holds.map((component) => ({ component, reason: 'under review' })) })
      for (const { body, floor } of requests) {
        expect(calculateBody.safeParse(body).error).toBeUndefined()
        const both = compared(answer, body, floor)
        if (both === null) throw new Error(`refused before either was asked: ${JSON.stringify(body)}`)
        const { engine, reference } = both
        if (!engine.ok && STRICTER.has(engine.code) && !isDeepStrictEqual(engine, reference)) stricter += 1
        else expect(engine).toEqual(reference)
        for (const kind of kindsOf(reference)) met.set(kind, (met.get(kind) ?? 0) + 1)
        pairs += 1
        if (reference.ok) answers += 1
      }
    })
    fc.assert(agree, { numRuns: PAIRS / REQUESTS })
    expect(pairs).toBeGreaterThanOrEqual(PAIRS)
    expect(stricter).toBeLessThan(PAIRS / 30)
    expect([...met.keys()].sort()).toEqual(KINDS)
    // Enough pairs are bills, since refusals compare no amount.
    expect(answers).toBeGreaterThan(PAIRS / 4)
  })
})
