import { describe, expect, test } from 'vitest'
import type { Command } from '../../../pipeline/lifecycle/commands.ts'
import { decide } from '../../../pipeline/lifecycle/decide.ts'
import { findRevision, type StateReleases } from '../../../pipeline/lifecycle/state.ts'
import {
  carryOn,
  HELD,
  hashOf,
  hold,
  ID,
  lifeAfter,
  outcome,
  promote,
  RELEASED,
  reasonsOf,
  review,
  SECOND,
  THIRD,
  unhold,
  withdraw,
} from './life.ts'

describe('a hold and the next revisions', () => {
  test('held components stay held in the next revision, if it still has them', () => {
    const second = lifeAfter(...RELEASED, hold(), ...SECOND.slice(0, -1))

    expect(decide(second, promote())).toMatchObject({
      events: [
        { type: 'ReleaseSuperseded' },
        {
          type: 'ComponentHeld',
          payload: { revision: 2, release_sha256: hashOf('b'), component: 'rows/XX-DOM/energy', reason: 'in doubt' },
        },
        { type: 'ReleasePromoted' },
      ],
    })
    expect(outcome(decide(second, promote({ components: ['rows/XX-DOM/fixed'] })))).toBe(
      'ReleaseSuperseded ReleasePromoted',
    )
  })

  test('released components are not held again, in either direction', () => {
    const freed = lifeAfter(...RELEASED, hold(), ...SECOND, unhold(), ...THIRD.slice(0, -1))

    expect(outcome(decide(freed, promote()))).toBe('ReleaseSuperseded ReleasePromoted')
    const back = carryOn(freed, promote({ revision: 1 }))
    expect(reasonsOf(back, 1)).toEqual(HELD)
  })

  test('components held in a withdrawn revision are held in the next', () => {
    const next = lifeAfter(...RELEASED, hold(), withdraw(), ...SECOND.slice(0, -1))

    expect(outcome(decide(next, promote()))).toBe('ComponentHeld ReleasePromoted')
    const afterwards = carryOn(next, promote(), unhold(), ...THIRD.slice(0, -1))
    expect(outcome(decide(afterwards, promote()))).toBe('ReleaseSuperseded ReleasePromoted')
  })

  test('components stay held across a revision without them, and across one that never served', () => {
    const without = lifeAfter(
      ...RELEASED,
      hold(),
      ...SECOND.slice(0, -1),
      promote({ components: ['rows/XX-DOM/fixed'] }),
    )
    expect(outcome(decide(carryOn(without, ...THIRD.slice(0, -1)), promote()))).toBe(
      'ReleaseSuperseded ComponentHeld ReleasePromoted',
    )
    const unserved = lifeAfter(...RELEASED, hold(), withdraw(), ...SECOND.slice(0, -1), ...THIRD.slice(0, -1))
    expect(outcome(decide(unserved, promote()))).toBe('ComponentHeld ReleasePromoted')
  })

  test('two end a hold once the release has served at production, and so of what follows it', () => {
    const two = (releases: StateReleases, revision: number) => findRevision(releases, ID, revision)?.twoEndHolds
    const production = promote({ stage: 'production', actor: 'chitra' })
    const releases = lifeAfter(...RELEASED, review())
    expect(two(releases, 1)).toBe(false)
    const lowered = carryOn(releases, production, promote())
    expect(two(lowered, 1)).toBe(true)
    expect(two(carryOn(lowered, ...SECOND), 2)).toBe(true)
    const before = lifeAfter(...RELEASED, ...SECOND.slice(0, -1), review('bashir', 1))
    const after = carryOn(
      before,
      promote({ stage: 'production', actor: 'chitra', revision: 1 }),
      withdraw({ releaseId: ID, revision: 1 }),
      promote(),
    )
    expect(two(after, 2), 'opened before, promoted after').toBe(true)
  })

  test('a hold that a person ended after a roll-back is not set again by the next revision', () => {
    const back = lifeAfter(...RELEASED, ...SECOND, hold(), promote({ revision: 1 }))
    expect(reasonsOf(back, 1)).toEqual(HELD)
    const next = carryOn(back, ...THIRD.slice(0, -1))
    expect(outcome(decide(next, promote())), 'not ended').toBe('ReleaseSuperseded ComponentHeld ReleasePromoted')

    const ended = carryOn(back, { ...unhold(), revision: 1 } as Command, ...THIRD.slice(0, -1))
    expect(outcome(decide(ended, promote())), 'ended').toBe('ReleaseSuperseded ReleasePromoted')
  })

  test('a hold that a person ended on the revision itself is not set again by its next promotion', () => {
    const freed = lifeAfter(...RELEASED, hold(), ...SECOND, unhold(), review())
    expect(outcome(decide(freed, promote({ stage: 'production', actor: 'chitra' })))).toBe('ReleasePromoted')
  })
})
