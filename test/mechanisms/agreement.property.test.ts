import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compared } from '../support/compared.ts'
import { runsOf } from '../support/tier.ts'
import { ORDERS } from './orders/index.ts'
import { planOf } from './support/read-order.ts'
import { requestsOf } from './support/requests.ts'

const RUNS = runsOf({ normal: 1_500, nightly: 60_000 })

describe('engine and reference', () => {
  it('agree on every request of every invented order, refusals and their details included', async () => {
    const releases = await Promise.all(
      Object.entries(ORDERS).map(async ([name, order]) => {
        const answer = await planOf(order)
        return { name, answer, requests: requestsOf(answer) }
      }),
    )
    const asked = fc
      .constantFrom(...releases)
      .chain(({ name, answer, requests }) =>
        requests.map((body) => ({ name, answer, body, [fc.toStringMethod]: () => JSON.stringify([name, body]) })),
      )
    const seen = { compared: 0, answered: new Set<string>(), refused: new Set<string>() }
    fc.assert(
      fc.property(asked, ({ name, answer, body }) => {
        const both = compared(answer, body, 'order')
        if (both === null) return
        seen.compared += 1
        if (both.reference.ok) seen.answered.add(name)
        else seen.refused.add(both.reference.code)
        expect(both.engine).toEqual(both.reference)
      }),
      { numRuns: RUNS },
    )
    // Most requests reach both evaluators, every order answers some, and every refusal possible in these orders
    // occurred.
    expect(seen.compared).toBeGreaterThan(RUNS * 0.7)
    expect([...seen.answered].sort()).toEqual(Object.keys(ORDERS).sort())
    expect([...seen.refused].sort()).toEqual([
      'CATEGORY_NOT_APPLICABLE',
      'INVALID_REQUEST_FIELD',
      'SUBCATEGORY_NOT_FOUND',
      'UNSUPPORTED_BILLING_PERIOD',
    ])
  })
})
