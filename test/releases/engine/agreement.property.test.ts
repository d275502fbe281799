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

/** Requests put to each record, and the least number of pairs of the two. */
const REQUESTS = 5
const PAIRS = runsOf({ normal: 5_000, nightly: 100_000 })

const questions = records.chain((record) =>
  fc.record({
    record: fc.constant(record),
    holds: holdsOf(record),
    requests: fc.array(requestsOf(record), { minLength: REQUESTS, maxLength: REQUESTS }),
  }),
)

/** What kinds of outcome were met: a property that only ever compares refusals would say nothing. */
function kindsOf(outcome: Outcome): string[] {
  if (!outcome.ok) return [outcome.code]
  const given = {
    wheeling: outcome.wheelingChargePaise,
    adjustments: outcome.adjustmentsPaise,
    subsidy: outcome.subsidyPaise,
    FPPAS: outcome.fppasPaise,
    payable: outcome.finalPayablePaise,
  }
  const known = Object.entries(given).filter(([, paise]) => paise !== null)
  return ['answered', outcome.baseTariffPaise === null ? 'withheld' : 'base', ...known.map(([name]) => name)]
}

describe('the engine and the reference evaluator', () => {
  it('give the same lines, totals, grade or refusal for generated requests of generated records', () => {
    const met = new Map<string, number>()
    let pairs = 0
    fc.assert(
      fc.property(questions, ({ record, holds, requests }) => {
        const plan = ENGINE.compile(
          record,
          holds.map((component) => ({ component, reason: 'under review' })),
        )
        for (const { inputs, floor } of requests) {
          const reference = referenceOutcome(record, inputs, floor, holds)
          const engine = engineOutcome(ENGINE, plan, inputs, floor)
          expect(outcomeText(engine)).toBe(outcomeText(reference))
          for (const kind of kindsOf(reference)) met.set(kind, (met.get(kind) ?? 0) + 1)
          pairs += 1
        }
      }),
      { numRuns: PAIRS / REQUESTS },
    )
    console.log(pairs, met)
    expect(pairs).toBeGreaterThanOrEqual(PAIRS)
  })
})
