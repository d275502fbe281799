import { describe, expect, it } from 'vitest'
import { STATE_CODES } from '../support/definitions.ts'
import { runsOf, TIER } from '../support/tier.ts'
import { type Case, drawBill, RECORDS } from './draw-bills.ts'
import { recomputed } from './recompute.ts'
import { SEEDS } from './seeded-bills.ts'

/** Explanations of bills with a known error (docs/design/contract.md#explanations). */

const WANTED = runsOf({ normal: 400, nightly: 2_400 })
const FIRST = TIER === 'normal' ? 20_260_401 : Date.now() % 1_000_000_000

function drawn(): Case[] {
  const cases: Case[] = []
  for (let seed = FIRST; cases.length < WANTED; seed += 1) {
    const one = drawBill(seed)
    if (one !== null) cases.push(one)
    if (seed > FIRST + WANTED * 40) throw new Error(`only ${cases.length} bills were drawn`)
  }
  return cases
}

describe(`${WANTED} bills with one error each, from seed ${FIRST}`, () => {
  const cases = drawn()
  const counted = Map.groupBy(cases, ({ error }) => error)
  const states = Map.groupBy(cases, ({ state }) => state.record.state_code)

  it('are of every error and every state', () => {
    expect([...counted.keys()].sort()).toEqual(Object.keys(SEEDS).sort())
    expect([...states.keys()].sort()).toEqual([...STATE_CODES].sort())
  })

  it('have their own error among the possibilities named, 95 in 100 at least', () => {
    const missed = cases.filter(({ error, answered, means }) => {
      return !answered.explanations.some((one) => one.error === error && (means?.(one.changes) ?? true))
    })
    const shown = missed.map(({ error, request, bill }) => JSON.stringify({ error, request, bill }))
    expect(missed.length / cases.length, shown.slice(0, 10).join('\n')).toBeLessThanOrEqual(0.05)
  })

  it('are accounted for to the paisa by each that is named, worked by the second evaluator', () => {
    for (const { state, request, bill, answered, lines } of cases) {
      const compared = answered.lines.filter(({ status }) => status === 'match' || status === 'mismatch')
      const own = answered.lines.reduce((sum, { status, difference_paise }) => {
        return status === 'mismatch' ? sum + (difference_paise ?? 0) : sum
      }, 0)
      for (const { changes, says, difference_paise } of answered.explanations) {
        const again = recomputed(RECORDS, state.record, request, lines, changes)
        for (const { component } of compared) {
          const shown = { says, changes, request, bill, component }
          expect(again?.[`${component}_paise`] ?? 0, JSON.stringify(shown)).toBe(bill[`${component}_paise`] ?? 0)
        }
        expect(difference_paise).toBe(own)
      }
    }
  })
})
