import { describe, expect, test } from 'vitest'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import type { Command } from '../../../pipeline/lifecycle/commands.ts'
import { decide } from '../../../pipeline/lifecycle/decide.ts'
import { NO_RELEASES } from '../../../pipeline/lifecycle/state.ts'
import {
  approve,
  gate,
  hold,
  ID,
  lifeAfter,
  on,
  openCommand,
  outcome,
  promote,
  RELEASED,
  rejectCommand,
  SEALED,
  sealCommand,
  statusOf,
  unhold,
  withdraw,
} from './life.ts'

const STAGES: Readonly<Record<string, readonly Command[]>> = {
  candidate: [openCommand()],
  gating: [openCommand(), gate()],
  rejected: [openCommand(), gate(), rejectCommand()],
  sealed: SEALED,
  approved: [...SEALED, approve()],
  released: RELEASED,
  superseded: [
    ...RELEASED,
    openCommand({ releaseId: 'XX-2026-27-OTHER-V1', content: 'b' }),
    { ...gate('run-2'), releaseId: 'XX-2026-27-OTHER-V1', revision: null } as Command,
    sealCommand({ releaseId: 'XX-2026-27-OTHER-V1', runId: 'run-2', content: 'b' }),
    approve('bashir', { releaseId: 'XX-2026-27-OTHER-V1', revision: null }),
    promote({ releaseId: 'XX-2026-27-OTHER-V1' }),
  ],
  withdrawn: [...RELEASED, withdraw()],
}

/** Every command at every stage. Blank: accepted, with no effect. */
const TABLE: readonly (readonly [string, Command, Readonly<Record<string, string>>])[] = [
  [
    'gate',
    gate('run-9'),
    {
      candidate: 'GateRunStarted',
      gating: 'GATES_RUNNING',
      rejected: 'RELEASE_REJECTED',
      sealed: 'ALREADY_GATED',
      approved: 'ALREADY_GATED',
      released: 'ALREADY_GATED',
      superseded: 'ALREADY_GATED',
      withdrawn: 'ALREADY_GATED',
    },
  ],
  [
    'approve',
    approve(),
    {
      candidate: 'RELEASE_NOT_SEALED',
      gating: 'RELEASE_NOT_SEALED',
      rejected: 'RELEASE_NOT_SEALED',
      sealed: 'ReleaseApproved',
      approved: '',
      released: '',
      superseded: '',
      withdrawn: 'RELEASE_WITHDRAWN',
    },
  ],
  [
    'promote',
    promote(),
    {
      candidate: 'RELEASE_NOT_SEALED',
      gating: 'RELEASE_NOT_SEALED',
      rejected: 'RELEASE_NOT_SEALED',
      sealed: 'RELEASE_NOT_APPROVED',
      approved: 'ReleasePromoted',
      released: '',
      superseded: 'ReleaseSuperseded ReleasePromoted',
      withdrawn: 'RELEASE_WITHDRAWN',
    },
  ],
  [
    'withdraw',
    withdraw(),
    {
      candidate: 'RELEASE_NOT_SEALED',
      gating: 'RELEASE_NOT_SEALED',
      rejected: 'RELEASE_NOT_SEALED',
      sealed: 'ReleaseWithdrawn',
      approved: 'ReleaseWithdrawn',
      released: 'ReleaseWithdrawn',
      superseded: 'ReleaseWithdrawn',
      withdrawn: '',
    },
  ],
  [
    'hold',
    hold(),
    {
      candidate: 'RELEASE_NOT_IN_SERVICE',
      gating: 'RELEASE_NOT_IN_SERVICE',
      rejected: 'RELEASE_NOT_IN_SERVICE',
      sealed: 'RELEASE_NOT_IN_SERVICE',
      approved: 'RELEASE_NOT_IN_SERVICE',
      released: 'ComponentHeld',
      superseded: 'RELEASE_NOT_IN_SERVICE',
      withdrawn: 'RELEASE_NOT_IN_SERVICE',
    },
  ],
  [
    'seal',
    sealCommand(),
    {
      candidate: 'STALE_GATE_RUN',
      gating: 'GateRunCompleted ReleaseSealed',
      rejected: 'STALE_GATE_RUN',
      sealed: 'STALE_GATE_RUN',
      approved: 'STALE_GATE_RUN',
      released: 'STALE_GATE_RUN',
      superseded: 'STALE_GATE_RUN',
      withdrawn: 'STALE_GATE_RUN',
    },
  ],
  [
    'reject',
    rejectCommand(),
    {
      candidate: 'STALE_GATE_RUN',
      gating: 'GateRunCompleted ReleaseRejected',
      rejected: 'STALE_GATE_RUN',
      sealed: 'STALE_GATE_RUN',
      approved: 'STALE_GATE_RUN',
      released: 'STALE_GATE_RUN',
      superseded: 'STALE_GATE_RUN',
      withdrawn: 'STALE_GATE_RUN',
    },
  ],
]

describe.each(TABLE)('%s', (_name, command, outcomes) => {
  test.each(Object.entries(outcomes))('of a release that is %s comes to: %s', (stage, expected) => {
    const releases = lifeAfter(...(STAGES[stage] ?? []))

    expect(statusOf(releases)).toBe(stage)
    expect(outcome(decide(releases, command))).toBe(expected)
  })
})

test.each([gate(), approve(), promote(), withdraw(), hold(), unhold()])(
  'a release that was never opened refuses: $type',
  (command) => {
    expect(outcome(decide(NO_RELEASES, command))).toBe('RELEASE_NOT_FOUND')
    expect(outcome(decide(lifeAfter(...SEALED), { ...command, revision: 7 } as Command))).toBe('RELEASE_NOT_FOUND')
  },
)

test('a gate run is started for all 29 gates, and a refused second start names the run in progress', () => {
  const started = decide(lifeAfter(openCommand()), gate())
  const again = decide(lifeAfter(openCommand(), gate()), gate('run-2'))

  expect(started).toMatchObject({ events: [{ payload: { run_id: 'run-1', gates: GATE_NAMES } }] })
  expect(again).toMatchObject({ code: 'GATES_RUNNING', details: { run_id: 'run-1' } })
})

test('the opener of a candidate cannot approve it, before or after someone else did', () => {
  for (const commands of [SEALED, RELEASED]) {
    const decision = decide(lifeAfter(...commands), approve('asha'))

    // Who is alone on a local stack would look for somebody else in vain.
    const message = expect.stringContaining(
      'someone else must approve it (on a local stack, `release run` lets the machine',
    )
    expect(decision).toMatchObject({ code: 'FOUR_EYES', message, details: { release_id: ID, opened_by: 'asha' } })
  }
})

test('who is alone on a local stack is told how a machine approves', () => {
  const message = expect.stringMatching(/must approve it first \(on a local stack, `release run` lets the machine/)
  expect(decide(lifeAfter(...SEALED), promote())).toMatchObject({ code: 'RELEASE_NOT_APPROVED', message })
})

test('four eyes concern the revision’s own opener: the opener of an earlier one may approve', () => {
  const second = openCommand({ content: 'b' }, 'bashir')
  const releases = lifeAfter(
    ...RELEASED,
    second,
    gate('run-2'),
    sealCommand({ revision: 2, runId: 'run-2', content: 'b' }),
  )

  expect(outcome(decide(releases, approve('bashir')))).toBe('FOUR_EYES')
  expect(outcome(decide(releases, approve('asha')))).toBe('ReleaseApproved')
})

test('only the run in progress may conclude: another run’s decision is stale', () => {
  const releases = lifeAfter(openCommand(), gate('run-2'))

  for (const command of [sealCommand(), rejectCommand(), sealCommand({ revision: 3 })]) {
    expect(outcome(decide(releases, command))).toBe('STALE_GATE_RUN')
  }
  expect(outcome(decide(releases, sealCommand({ runId: 'run-2' })))).toBe('GateRunCompleted ReleaseSealed')
})

describe('a component', () => {
  const holding = lifeAfter(...RELEASED, hold())

  test('that the release does not have cannot be held', () => {
    expect(decide(lifeAfter(...RELEASED), hold({ component: 'rows/NO-SUCH/energy', known: false }))).toMatchObject({
      code: 'COMPONENT_NOT_FOUND',
      details: { example: 'rows/<row_id>/energy' },
    })
  })

  test('that is already held stays held without an event', () => {
    expect(decide(holding, hold())).toEqual({ ok: true, events: [] })
  })

  test('that is not held cannot be freed, and the refusal lists what is held', () => {
    expect(decide(holding, unhold('rows/XX-DOM/fixed'))).toMatchObject({
      code: 'COMPONENT_NOT_HELD',
      details: { held: ['rows/XX-DOM/energy'] },
    })
  })

  test('that is held can be freed, and held again', () => {
    expect(outcome(decide(holding, unhold()))).toBe('ComponentFreed')
    expect(outcome(decide(lifeAfter(...RELEASED, hold(), unhold()), hold()))).toBe('ComponentHeld')
  })
})

test.each([
  [
    'candidate',
    'the release is candidate, and only a sealed release can be approved: run its gates with `release gate`',
  ],
  [
    'rejected',
    'the release is rejected, and only a sealed release can be approved: correct its definition and open it again',
  ],
])('an act on a %s release is refused with what leads to a seal', (stage, message) => {
  expect(decide(lifeAfter(...STAGES[stage]!), approve())).toMatchObject({ code: 'RELEASE_NOT_SEALED', message })
})

test('a command may name an earlier revision', () => {
  const releases = lifeAfter(...RELEASED, openCommand({ content: 'b' }))

  expect(outcome(decide(releases, withdraw({ ...on, revision: 1 })))).toBe('ReleaseWithdrawn')
  expect(decide(releases, withdraw())).toMatchObject({
    code: 'RELEASE_NOT_SEALED',
    message: 'the release is candidate: it never served, so there is nothing to withdraw',
  })
})

describe('looking whether a component still holds', () => {
  const check = (more: Partial<Extract<Command, { type: 'check' }>> = {}): Command => ({
    type: 'check',
    actor: 'asha',
    component: 'rows/XX-DOM/energy',
    known: true,
    checkedOn: '2026-05-01',
    checkBy: '2026-06-01',
    ...on,
    ...more,
  })

  test('is told of a component of a release in service, with the day of the next look', () => {
    expect(decide(lifeAfter(...RELEASED), check())).toMatchObject({
      ok: true,
      events: [{ type: 'ComponentChecked', payload: { checked_on: '2026-05-01', check_by: '2026-06-01' } }],
    })
    expect(outcome(decide(lifeAfter(...RELEASED), check({ checkBy: '2026-05-01' })))).toBe('ComponentChecked')
  })

  test('the same check twice is recorded once; with another day it is recorded again', () => {
    const checked = lifeAfter(...RELEASED, check())
    expect(decide(checked, check())).toEqual({ ok: true, events: [] })
    expect(outcome(decide(checked, check({ checkedOn: '2026-05-02' })))).toBe('ComponentChecked')
    expect(outcome(decide(checked, check({ checkBy: '2026-06-02' })))).toBe('ComponentChecked')
    expect(outcome(decide(checked, check({ component: 'rows/XX-DOM/fixed' })))).toBe('ComponentChecked')
  })

  test.each([
    ['a component that is not there', RELEASED, { known: false }, 'COMPONENT_NOT_FOUND'],
    ['a next look that is past', RELEASED, { checkBy: '2026-04-30' }, 'CHECK_BY_PASSED'],
    ['a release that does not serve', SEALED, {}, 'RELEASE_NOT_IN_SERVICE'],
    ['one that was withdrawn', [...RELEASED, withdraw()], {}, 'RELEASE_NOT_IN_SERVICE'],
  ] as const)('is refused of %s', (_, life, more, code) => {
    expect(outcome(decide(lifeAfter(...life), check(more)))).toBe(code)
  })
})
