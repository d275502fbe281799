import { describe, expect, test } from 'vitest'
import type { Command } from '../../../pipeline/lifecycle/commands.ts'
import { decide } from '../../../pipeline/lifecycle/decide.ts'
import { fold } from '../../../pipeline/lifecycle/state.ts'
import {
  approve,
  carryOn,
  gate,
  HELD,
  hashOf,
  hold,
  ID,
  lifeAfter,
  on,
  openCommand,
  outcome,
  placed,
  promote,
  RELEASED,
  reasonsOf,
  rejectCommand,
  review,
  SEALED,
  SECOND,
  sealCommand,
  statusOf,
  withdraw,
} from './life.ts'

describe('opening', () => {
  test('changed content is the next revision, and the one before stays as it is', () => {
    const releases = lifeAfter(...RELEASED, openCommand({ content: 'b' }))

    expect([statusOf(releases, 1), statusOf(releases, 2)]).toEqual(['released', 'candidate'])
    expect(statusOf(releases)).toBe('candidate')
  })

  test.each([
    ['a candidate', [openCommand()]],
    ['gated', [openCommand(), gate()]],
    ['rejected', [openCommand(), gate(), rejectCommand()]],
    ['sealed', SEALED],
    ['in service', RELEASED],
  ] as const)('content that is already %s is not opened', (_stage, commands) => {
    expect(decide(lifeAfter(...commands), openCommand())).toEqual({ ok: true, events: [] })
  })

  test('content of an earlier revision is the next revision: nothing sealed is rewritten', () => {
    const decision = decide(lifeAfter(...RELEASED, ...SECOND), openCommand())

    expect(decision).toMatchObject({ events: [{ type: 'CandidateOpened', payload: { revision: 3 } }] })
  })

  test('content in service again after a rollback is not opened, although it is not the newest', () => {
    const rolledBack = lifeAfter(...RELEASED, ...SECOND, promote({ revision: 1 }))

    expect(decide(rolledBack, openCommand())).toEqual({ ok: true, events: [] })
  })

  test('superseded content is opened again only on request', () => {
    const overtaken = lifeAfter(...RELEASED, ...SECOND, withdraw({ releaseId: ID, revision: 1 }))

    expect(decide(overtaken, { ...openCommand(), reopen: false } as Command)).toEqual({ ok: true, events: [] })
    expect(decide(overtaken, openCommand())).toMatchObject({ events: [{ payload: { revision: 3 } }] })
  })

  test('withdrawn content is opened again only on request', () => {
    const releases = lifeAfter(...RELEASED, withdraw())

    expect(decide(releases, { ...openCommand(), reopen: false } as Command)).toEqual({ ok: true, events: [] })
    expect(decide(releases, openCommand())).toMatchObject({ events: [{ payload: { revision: 2 } }] })
  })

  test('a corrected definition continues after a rejection', () => {
    const releases = lifeAfter(openCommand(), gate(), rejectCommand(), openCommand({ content: 'b' }), gate('run-2'))

    expect([statusOf(releases, 1), statusOf(releases, 2)]).toEqual(['rejected', 'gating'])
  })
})

describe('promoting', () => {
  test('supersedes the release that served the scope, and names its successor', () => {
    const decision = decide(lifeAfter(...RELEASED, ...SECOND.slice(0, -1)), promote())

    expect(decision).toMatchObject({
      events: [
        {
          type: 'ReleaseSuperseded',
          payload: { release_id: ID, revision: 1, scope: 'XX', by: { release_id: ID, revision: 2 } },
        },
        { type: 'ReleasePromoted', payload: { release_id: ID, revision: 2, scope: 'XX', stage: 'reference' } },
      ],
    })
  })

  test('an earlier sealed revision rolls back, and forward again', () => {
    const served = lifeAfter(...RELEASED, ...SECOND)
    const back = decide(served, promote({ revision: 1 }))
    const rolledBack = carryOn(served, promote({ revision: 1 }))

    expect(back).toMatchObject({
      events: [
        { type: 'ReleaseSuperseded', payload: { revision: 2, by: { revision: 1 } } },
        { type: 'ReleasePromoted', payload: { revision: 1, release_sha256: hashOf('a') } },
      ],
    })
    expect([statusOf(rolledBack, 1), statusOf(rolledBack, 2)]).toEqual(['released', 'superseded'])
    expect(outcome(decide(rolledBack, promote()))).toBe('ReleaseSuperseded ReleasePromoted')
  })

  test('another year of the same scope serves at the same time', () => {
    const other = { releaseId: 'XX-2025-26-FIXTURE-V1', revision: null }
    const releases = lifeAfter(
      ...RELEASED,
      openCommand({ content: 'b', releaseId: other.releaseId, from: '2025-04-01', to: '2026-03-31' }),
      { ...gate('run-2'), ...other } as Command,
      sealCommand({ releaseId: other.releaseId, runId: 'run-2', content: 'b' }),
      approve('bashir', other),
    )

    expect(outcome(decide(releases, promote(other)))).toBe('ReleasePromoted')
  })

  test('one shared day is an overlap, and supersedes', () => {
    const other = { releaseId: 'XX-2025-26-FIXTURE-V1', revision: null }
    const releases = lifeAfter(
      ...RELEASED,
      openCommand({ content: 'b', releaseId: other.releaseId, from: '2025-04-01', to: '2026-04-01' }),
      { ...gate('run-2'), ...other } as Command,
      sealCommand({ releaseId: other.releaseId, runId: 'run-2', content: 'b' }),
      approve('bashir', other),
    )

    expect(outcome(decide(releases, promote(other)))).toBe('ReleaseSuperseded ReleasePromoted')
  })

  test('a licensee’s scope is served apart from the state’s', () => {
    const releases = lifeAfter(...RELEASED, ...SECOND.slice(0, -1))

    expect(outcome(decide(releases, promote({ scope: 'XX_NORTH' })))).toBe('ReleasePromoted')
  })

  test('a revision in service is not moved to another scope', () => {
    expect(decide(lifeAfter(...RELEASED), promote({ scope: 'XX_NORTH' }))).toMatchObject({
      code: 'ALREADY_IN_SERVICE',
      details: { scope: 'XX' },
    })
  })

  test.each(['YY', 'XXY', 'XX-NORTH', 'xx', ''])('scope %j is not of the state', (scope) => {
    expect(outcome(decide(lifeAfter(...SEALED, approve()), promote({ scope })))).toBe('SCOPE_NOT_OF_STATE')
  })

  test('to production is refused while there are obstacles, and each is named', () => {
    const obstacles = ['rows/XX-DOM/energy/0: grade transcription', 'sources/XX-SCHEDULE: is a transcription']

    expect(decide(lifeAfter(...SEALED, approve()), promote({ stage: 'production', obstacles }))).toMatchObject({
      code: 'STAGE_NOT_ALLOWED',
      details: { in_the_way: obstacles },
    })
  })

  test('to production changes the stage of the release in service, once there are no obstacles', () => {
    const releases = lifeAfter(...RELEASED, review())
    const third = promote({ stage: 'production', actor: 'chitra' })
    const decision = decide(releases, third)

    expect(decision).toMatchObject({ events: [{ type: 'ReleasePromoted', payload: { stage: 'production' } }] })
    expect(decide(carryOn(releases, third), third)).toEqual({ ok: true, events: [] })
  })

  test.each([
    ['by who opened it', [review()], promote({ stage: 'production' }), 'FOUR_EYES', 'person enrol'],
    ['by who approved it', [review()], promote({ stage: 'production', actor: 'bashir' }), 'FOUR_EYES', 'person enrol'],
    [
      'with a document that too few have attested',
      [review()],
      promote({ stage: 'production', actor: 'chitra', unattested: [hashOf('d')] }),
      'NOT_ATTESTED',
      'source attest',
    ],
    [
      'that nobody has reviewed',
      [],
      promote({ stage: 'production', actor: 'chitra' }),
      'NOT_REVIEWED',
      'release review',
    ],
  ] as const)(
    'to production is refused %s, and the refusal names the command to use',
    (_, before, command, code, use) => {
      const decision = decide(lifeAfter(...RELEASED, ...before), command)
      expect(decision).toMatchObject({ code, message: expect.stringContaining(`\`${use}\``) })
    },
  )

  test('to production is refused where the machine of a local stack approved', () => {
    const releases = lifeAfter(...SEALED, review(), approve('local-auto'))
    expect(decide(releases, promote({ stage: 'production', actor: 'chitra' }))).toMatchObject({
      code: 'FOUR_EYES',
      message: expect.stringMatching(/: a machine approved this revision, so open a new one$/),
    })
  })

  test('a review is not by who opened it, and counts once for each reader', () => {
    expect(outcome(decide(lifeAfter(...SEALED), review('asha')))).toBe('FOUR_EYES')
    expect(outcome(decide(lifeAfter(...SEALED, review()), review()))).toBe('')
  })

  test('obstacles to production do not prevent stage reference', () => {
    expect(outcome(decide(lifeAfter(...SEALED, approve()), promote({ obstacles: ['a figure'] })))).toBe(
      'ReleasePromoted',
    )
  })
})

describe('withdrawing', () => {
  test('names the scope that is left, and the reason', () => {
    expect(decide(lifeAfter(...RELEASED), withdraw())).toMatchObject({
      events: [
        { type: 'ReleaseWithdrawn', payload: { scope: 'XX', reason: 'wrong year', release_sha256: hashOf('a') } },
      ],
    })
  })

  test('of a release that does not serve leaves no scope', () => {
    expect(decide(lifeAfter(...SEALED), withdraw())).toMatchObject({ events: [{ payload: { scope: null } }] })
  })

  test('is the end of that revision, and what it had superseded may come back', () => {
    const releases = lifeAfter(...RELEASED, ...SECOND, withdraw())

    expect(statusOf(releases, 2)).toBe('withdrawn')
    expect(outcome(decide(releases, promote()))).toBe('RELEASE_WITHDRAWN')
    expect(outcome(decide(releases, promote({ ...on, revision: 1 })))).toBe('ReleasePromoted')
  })
})

describe('evolving', () => {
  test('held components stay held when the release is superseded and returns', () => {
    const releases = lifeAfter(...RELEASED, hold(), ...SECOND, promote({ revision: 1 }))

    expect(reasonsOf(releases, 1)).toEqual(HELD)
    expect(reasonsOf(releases, 2)).toEqual(HELD)
  })

  test('events of a revision that was never opened, and events of no release, change nothing', () => {
    const stray = { release_id: ID, revision: 5, release_sha256: hashOf('a') }
    const releases = fold([
      { type: 'ReleaseApproved', payload: stray, ...placed('bashir') },
      { type: 'KeyRevoked', payload: { key_id: 'key_1', reason: null }, ...placed('bashir') },
    ])

    expect(releases.size).toBe(0)
  })
})
