import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ENGINE,
  engineOutcome,
  type Outcome,
  outcomeText,
  referenceOutcome,
} from '../../../pipeline/gates/support/outcome.ts'
import { runsOf } from '../../support/tier.ts'
import { records } from './agreement/records.ts'
import { holdsOf, requestsOf } from './agreement/requests.ts'

/** Requests put to each record, and how many pairs of record and request are tried at least. */
const REQUESTS = 5
const PAIRS = runsOf({ normal: 5_000, nightly: 100_000 })
const TIMEOUT_MS = runsOf({ normal: 60_000, nightly: 900_000 })

const questions = records.chain((record) =>
  fc.record({
    record: fc.constant(record),
    holds: holdsOf(record),
    requests: fc.array(requestsOf(record), { minLength: REQUESTS, maxLength: REQUESTS }),
  }),
)

/** What an outcome shows: a refusal's code, or which of its amounts are known. */
function kindsOf(outcome: Outcome): string[] {
  if (!outcome.ok) return [outcome.code]
  const amounts = {
    base: outcome.baseTariffPaise,
    wheeling: outcome.wheelingChargePaise,
    adjustments: outcome.adjustmentsPaise,
    subsidy: outcome.subsidyPaise,
    FPPAS: outcome.fppasPaise,
    payable: outcome.finalPayablePaise,
  }
  return Object.entries(amounts).map(([name, paise]) => `${name} ${paise === null ? 'null' : 'given'}`)
}

/** A property that compared only refusals, or only plain bills, would say little: each of these must come up. */
const KINDS = [
  ...['base', 'wheeling', 'adjustments', 'subsidy', 'FPPAS', 'payable'].flatMap((name) => [
    `${name} given`,
    `${name} null`,
  ]),
  'SUBCATEGORY_NOT_FOUND',
  'INVALID_REQUEST_FIELD',
  'UNSUPPORTED_BILLING_DAYS',
  'CATEGORY_NOT_APPLICABLE',
  'EVIDENCE_BELOW_FLOOR',
  'RATE_NOT_VERIFIED',
].sort()

describe('the engine and the reference evaluator', () => {
  it(
    'give the same lines, totals, grade or refusal for generated requests of generated records',
    () => {
      const met = new Set<string>()
      let pairs = 0
      const agree = fc.property(questions, ({ record, holds, requests }) => {
        const plan = ENGINE.compile(
          record,
          holds.map((component) => ({ component, reason: 'under review' })),
        )
        for (const { inputs, floor } of requests) {
          const reference = referenceOutcome(record, inputs, floor, holds)
          expect(outcomeText(engineOutcome(ENGINE, plan, inputs, floor))).toBe(outcomeText(reference))
          for (const kind of kindsOf(reference)) met.add(kind)
          pairs += 1
        }
      })
      fc.assert(agree, { numRuns: PAIRS / REQUESTS })
      expect(pairs).toBeGreaterThanOrEqual(PAIRS)
      expect([...met].sort()).toEqual(KINDS)
    },
    TIMEOUT_MS,
  )
})
