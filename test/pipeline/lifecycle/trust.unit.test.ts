import { describe, expect, test } from 'vitest'
import {
  countsForProduction,
  stageOf,
  unattestedBy,
  withoutCompromised,
} from '../../../pipeline/lifecycle/compromised.ts'
import type { PipelineEvent } from '../../../pipeline/lifecycle/events.ts'
import { servingState } from '../../../pipeline/lifecycle/serving.ts'
import { findRevision, type Revision, refOf } from '../../../pipeline/lifecycle/state.ts'
import {
  currentKey,
  enrolledKey,
  enrolledPeople,
  enrolmentFault,
  evolveTrust,
  LOCAL_APPROVER,
  type LogTrust,
  NO_TRUST,
  signaturesToEnrol,
} from '../../../pipeline/lifecycle/trust.ts'
import { enrolmentBytes } from '../../../releases/proof/format/act.ts'
import { encodeBase64 } from '../../../releases/proof/format/base64.ts'
import { signingKeyFromSeed } from '../../../releases/proof/sign/signing-key.ts'
import { hashOf, ID, lifeAfter, RELEASED } from './life.ts'

/** Whom the log trusts after each event, and what the acts of a compromised key still count for. */

const keyOf = (seed: number) => signingKeyFromSeed(new Uint8Array(32).fill(seed))
const LOG = { type: 'SigningKeyAdded', origin: 'test/log' } as const
const added = (seed: number, replaces: string | null, position: number): PipelineEvent & { position: number } => {
  const { keyId: key_id, publicKey } = keyOf(seed)
  const payload = { origin: LOG.origin, key_id, public_key: encodeBase64(publicKey), replaces }
  return { type: LOG.type, payload, position } as PipelineEvent & { position: number }
}
type Enrolled = Extract<PipelineEvent, { type: 'PersonEnrolled' }> & { position: number }
const enrolled = (person: string, seed: number, position: number, more: object = {}): Enrolled => {
  const { keyId, publicKey, sign } = keyOf(seed)
  const proof = encodeBase64(sign(enrolmentBytes(LOG.origin, person, keyId)))
  const own = {
    person,
    kind: 'person',
    algorithm: 'ed25519',
    key_id: keyId,
    public_key: encodeBase64(publicKey),
    proof,
  }
  return { type: 'PersonEnrolled', payload: { ...own, ...more }, position } as Enrolled
}
const revoked = (seed: number, position: number, compromised_since: number | null) =>
  ({
    type: 'PersonRevoked',
    payload: { person: 'any', key_id: keyOf(seed).keyId, reason: 'lost', compromised_since },
    position,
  }) as unknown as PipelineEvent & { position: number }

const trustAfter = (...events: (PipelineEvent & { position: number })[]): LogTrust =>
  events.reduce<LogTrust>((trust, event, index) => evolveTrust(trust, event, index), NO_TRUST)
const BEGUN = [
  added(1, null, 1),
  enrolled('asha', 2, 2),
  enrolled('bashir', 3, 3),
  enrolled('auto', 4, 4, { kind: 'machine' }),
]

describe('whom the log trusts', () => {
  test('a key that takes over speaks from its entry on, to which the one before speaks too; another key is as it was', () => {
    const { keys } = trustAfter(added(1, null, 1), added(5, null, 2), added(6, keyOf(1).keyId, 3))
    expect(keys.map(({ keyId, fromIndex, toIndex }) => [keyId, fromIndex, toIndex])).toEqual([
      [keyOf(1).keyId, 0, 2],
      [keyOf(5).keyId, 1, null],
      [keyOf(6).keyId, 2, null],
    ])
    expect(currentKey(trustAfter(added(1, null, 1), added(6, keyOf(1).keyId, 2)))?.keyId).toBe(keyOf(6).keyId)
    expect(currentKey(NO_TRUST)).toBeNull()
  })

  test('a revoked key ends at that position, and no other key does; only enrolled people count', () => {
    const trust = trustAfter(...BEGUN, revoked(2, 7, null))
    expect(trust.people.map(({ name, fromPosition, toPosition }) => [name, fromPosition, toPosition])).toEqual([
      ['asha', 2, 7],
      ['bashir', 3, null],
      ['auto', 4, null],
    ])
    expect(trust.compromisedSince.size).toBe(0)
    expect(enrolledPeople(trust).map(({ name }) => name)).toEqual(['bashir'])
    expect([enrolledKey(trust, 'asha'), enrolledKey(trust, 'bashir')?.keyId]).toEqual([null, keyOf(3).keyId])
    const again = trustAfter(...BEGUN, revoked(2, 7, 5), enrolled('asha', 8, 9))
    expect(enrolledKey(again, 'asha')?.keyId).toBe(keyOf(8).keyId)
    expect([...again.compromisedSince]).toEqual([[keyOf(2).keyId, 5]])
  })

  test('two sign an enrolment as soon as the log has ever had two people', () => {
    expect(signaturesToEnrol(trustAfter(...BEGUN.slice(0, 2), enrolled('auto', 4, 4, { kind: 'machine' })))).toBe(1)
    expect(signaturesToEnrol(trustAfter(...BEGUN))).toBe(2)
    expect(signaturesToEnrol(trustAfter(...BEGUN, revoked(2, 7, null)))).toBe(2)
  })

  test.each([
    ['nothing', enrolled('dev', 8, 9), null],
    ['an id of another key', enrolled('dev', 8, 9, { key_id: keyOf(9).keyId }), 'its key_id is not of its key'],
    ['a key that somebody has', enrolled('dev', 3, 9), 'the key was enrolled before'],
    ['a key that was revoked', enrolled('asha', 2, 9), 'the key was enrolled before'],
    ['somebody who has one', enrolled('bashir', 8, 9), 'bashir is enrolled already'],
    ['no proof', enrolled('dev', 8, 9, { proof: null }), 'the new key did not sign its enrolment'],
    ['a proof of another name', enrolled('dev', 8, 9, { person: 'eve' }), 'the new key did not sign its enrolment'],
    ['a proof that is no base64', enrolled('dev', 8, 9, { proof: '?' }), 'the new key did not sign its enrolment'],
  ])('what is wrong with an enrolment: %s', (_, event, fault) => {
    expect(enrolmentFault(trustAfter(...BEGUN, revoked(2, 7, null)), event)).toBe(fault)
  })
})

describe('acts of a compromised key', () => {
  const compromised = trustAfter(...BEGUN, revoked(2, 9, 5), enrolled('asha', 8, 12))
  test.each([
    [2, true],
    [4, true],
    [5, false],
    [9, false],
    // Between two keys, and with the new one.
    [10, true],
    [12, true],
    [20, true],
  ])('at position %i count: %s', (position, counts) => {
    expect(countsForProduction(compromised, { person: 'asha', position })).toBe(counts)
    expect(countsForProduction(compromised, { person: 'bashir', position })).toBe(true)
    expect(countsForProduction(trustAfter(...BEGUN, revoked(2, 9, null)), { person: 'asha', position })).toBe(true)
  })

  const releases = lifeAfter(...RELEASED)
  const revision: Revision = {
    ...findRevision(releases, ID, null)!,
    openedBy: 'bashir',
    openedAt: 1,
    approvedBy: 'asha',
    approvedAt: 6,
    reviews: [{ person: 'asha', position: 4 }],
    serving: { by: 'dev', scope: 'XX', stage: 'production', position: 7, since: '2026-04-01T00:00:00.000Z' },
    sources: [hashOf('1')],
  }
  const whole = trustAfter(...BEGUN)
  const left = (changes: Partial<Revision>, trust = compromised): Revision =>
    withoutCompromised(new Map([[refOf(ID, 1), { ...revision, ...changes }]]), trust).get(refOf(ID, 1))!

  test('are taken out one by one, and nothing of others', () => {
    expect(left({}, whole)).toEqual(revision)
    expect(left({})).toEqual({ ...revision, approvedBy: null })
    expect(left({ approvedAt: 4 })).toEqual({ ...revision, approvedAt: 4 })
    const reviews = [...revision.reviews, { person: 'asha', position: 5 }]
    expect(left({ reviews }).reviews).toEqual(revision.reviews)
    const serving = { ...revision.serving!, by: 'asha' }
    expect(left({ serving }).serving).toEqual({ ...serving, stage: 'reference' })
    expect(left({ serving: { ...serving, position: 4 } }).serving).toEqual({ ...serving, position: 4 })
    expect(left({ serving: null }).serving).toBeNull()
    expect(left({ approvedBy: null }).approvedBy).toBeNull()
  })

  test.each([
    ['all counts', {}, [], 'production'],
    ['it serves as reference', { serving: { ...revision.serving!, stage: 'reference' } }, [], 'reference'],
    ['it does not serve', { serving: null }, [], 'reference'],
    ['nobody approved', { approvedBy: null }, [], 'reference'],
    ['who promoted it approved', { approvedBy: 'dev' }, [], 'reference'],
    ['who opened it promoted', { serving: { ...revision.serving!, by: 'bashir' } }, [], 'reference'],
    ['the machine approved', { approvedBy: LOCAL_APPROVER }, [], 'reference'],
    ['nobody reviewed', { reviews: [] }, [], 'reference'],
    ['who opened it alone reviewed', { reviews: [{ person: 'bashir', position: 4 }] }, [], 'reference'],
    ['a source is not attested', {}, [hashOf('1')], 'reference'],
  ] as const)('stage where %s', (_, changes, unattested, stage) => {
    expect(stageOf({ ...revision, ...changes } as Revision, unattested, whole)).toBe(stage)
  })

  test('a release that was opened with one is not for production', () => {
    const opened = {
      ...revision,
      openedBy: 'asha',
      openedAt: 6,
      approvedBy: 'bashir',
      reviews: [{ person: 'bashir', position: 4 }],
    }
    expect(stageOf({ ...opened, openedAt: 4 }, [], compromised)).toBe('production')
    expect(stageOf(opened, [], compromised)).toBe('reference')
    expect([left(opened).opensAgain, left({ ...opened, openedAt: 4 }).opensAgain]).toEqual([true, undefined])
  })

  const by = (...names: string[]) => names.map((person) => ({ person, position: 6 }))
  test.each([
    ['two others', by('dev', 'eve'), true],
    ['one', by('dev'), false],
    ['one twice', by('dev', 'dev'), false],
    ['one and who opened the release', by('dev', 'bashir'), false],
    ['one and who added the source', by('dev', 'carla'), false],
    ['one and somebody with a compromised key', by('dev', 'asha'), false],
    ['nobody', [], false],
  ])('a source that is attested by %s', (_, done, isAttested) => {
    const attestations = { sources: new Map([[hashOf('1'), 'carla']]), attested: new Map([[hashOf('1'), done]]) }
    expect(unattestedBy(revision, attestations, compromised)).toEqual(isAttested ? [] : [hashOf('1')])
    expect(unattestedBy(undefined, attestations, compromised)).toEqual([])
  })

  test('what serves says so: who signs, whether two people stand behind it, what is not attested', () => {
    const attestations = { sources: new Map(), attested: new Map([[hashOf('1'), by('dev', 'eve')]]) }
    const of = (changes: Partial<Revision>) =>
      servingState({
        position: 20,
        size: 9,
        states: [new Map([[refOf(ID, 1), { ...revision, ...changes }]])],
        trust: whole,
        ...attestations,
      })
    expect(of({})).toMatchObject({ position: 20, size: 9, withdrawn: [] })
    const [served] = of({}).serving
    expect(served).toMatchObject({ stage: 'production', four_eyes: true, unattested: [], log_position: 7, scope: 'XX' })
    expect(of({ approvedBy: 'bashir' }).serving[0]?.four_eyes).toBe(false)
    expect(of({ approvedBy: 'auto' }).serving[0]?.four_eyes).toBe(false)
    expect(of({ openedBy: 'auto' }).serving[0]?.four_eyes).toBe(false)
    for (const part of ['serving', 'releaseSha256', 'statementSha256']) expect(of({ [part]: null }).serving).toEqual([])
    expect(of({ status: 'withdrawn', serving: null }).withdrawn).toEqual([revision.releaseSha256])
    const hold = { kind: 'hold', reason: 'in doubt', since: 's' } as const
    const check = { checkedOn: '2026-04-01', checkBy: '2026-05-01' }
    const ordered = of({
      holds: new Map([
        ['b', hold],
        ['a', hold],
      ]),
      checks: new Map([
        ['d', check],
        ['c', check],
      ]),
    }).serving[0]
    expect(ordered?.holds.map(({ component }) => component)).toEqual(['a', 'b'])
    expect(ordered?.checks.map(({ component }) => component)).toEqual(['c', 'd'])
  })
})
