import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginLog } from '../../../pipeline/checkpoints/begin-log.ts'
import { enrolPerson, requestEnrolment, revokePerson } from '../../../pipeline/commands/trust-acts.ts'
import type { RecordedEvent } from '../../../pipeline/event-log/event.ts'
import { readStream } from '../../../pipeline/event-log/read.ts'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { newEvent, type PipelineEvent, streamOf } from '../../../pipeline/lifecycle/events.ts'
import { LogFold } from '../../../pipeline/log-fold/log-fold.ts'
import { getBlob } from '../../../pipeline/store/blobs.ts'
import type { Act, ActCommand, ActContent } from '../../../releases/proof/format/act.ts'
import { encodeBase64 } from '../../../releases/proof/format/base64.ts'
import type { KeyHolder } from '../../../releases/proof/sign/act.ts'
import { createPool } from '../../../services/platform/postgres.ts'
import { biharDatabase } from '../../support/api-database.ts'
import { type Forged, judgedByHand } from '../../support/append-by-hand.ts'
import {
  type Asked,
  P256_ORDER,
  passkeyAct,
  passkeyEnrolment,
  passkeySignature,
  strictDer,
  testAuthenticator,
} from '../../support/authenticator.ts'
import type { TestDatabase } from '../../support/database.ts'
import { ASHA, BASHIR, MACHINE, testFoundation, testPerson } from '../../support/people.ts'
import { runSigner } from '../../support/run-signer.ts'
import { signAct } from '../../support/sign-act.ts'

/** The pipeline's login can append events with correct hashes, unsigned. Each forgery is appended, then rolled back. */

const ID = 'BR-2026-27-VERIFIED-STRICT-BASE-V1'
const CHITRA = testPerson('chitra')
/** Enrolled with a passkey. */
const DEVI = testAuthenticator('devi')
const GONE = testPerson('gone')
const ENERGY = 'rows/BR-DS-II/energy'

let database: TestDatabase
let pool: Pool
let hash: string
let source: string
let events: RecordedEvent[]
const foundation = () => testFoundation(runSigner())

beforeAll(async () => {
  database = await biharDatabase()
  pool = createPool({ url: database.pipelineUrl, applicationName: 'pramaan-test', max: 4, onError: () => {} })
  await beginLog(pool, runSigner(), foundation(), 'test', new Date())
  const context = { pool, signatories: [ASHA, BASHIR], now: () => new Date() }
  for (const person of [CHITRA, GONE]) await enrolPerson(context, requestEnrolment(foundation().origin, person))
  await revokePerson(context, GONE.name, 'left', null)
  const enrolled = await enrolPerson(context, passkeyEnrolment(DEVI, foundation().origin))
  expect(enrolled).toMatchObject({ ok: true })
  events = await readStream(pool, streamOf.state('BR'))
  const sealed = events.find(({ type }) => type === 'ReleaseSealed')?.payload as { release_sha256: string }
  hash = sealed.release_sha256
  const opened = events.find(({ type }) => type === 'CandidateOpened')?.payload as { sources: { sha256: string }[] }
  source = opened.sources[0]!.sha256
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

const headPosition = async () => Number((await pool.query('SELECT max(position) FROM event_log')).rows[0].max)
const judged = (...forged: Forged[]): Promise<string> => judgedByHand(pool, foundation(), forged)

/** The events for exactly this position, with the act made by `sign`. */
function forged(
  command: ActCommand,
  stream: string,
  given: readonly PipelineEvent[],
  actor: string,
  sign: (content: Parameters<typeof signAct>[0]) => Act,
): Forged {
  const commandId = 'forged-1'
  const { origin } = foundation()
  const events = given.map(newEvent)
  return {
    ...{ stream, events: given, actor, commandId },
    act: ({ version, head, position }) =>
      sign({
        ...{ origin, stream, streamVersion: version, commandId, command, events },
        logHead: { position, hash: head },
      }),
  }
}

/** Signed by these people, except for what a test changes. */
const signed = (
  command: ActCommand,
  stream: string,
  given: readonly PipelineEvent[],
  by: readonly KeyHolder[],
  change: Partial<Parameters<typeof signAct>[0]> = {},
): Forged => forged(command, stream, given, by[0]?.name ?? '', (content) => signAct({ ...content, ...change }, by))

/** Signed with a passkey. */
const signedWithPasskey = (
  command: ActCommand,
  stream: string,
  given: readonly PipelineEvent[],
  how: Partial<Asked> = {},
  by = DEVI,
): Forged => forged(command, stream, given, by.name, (content) => passkeyAct(by, content, how))

const BR = streamOf.state('BR')
const one = () => ({ release_id: ID, revision: 1, release_sha256: hash })
const hold = (): PipelineEvent => ({ type: 'ComponentHeld', payload: { ...one(), component: ENERGY, reason: 'doubt' } })
const withdrawal = (): PipelineEvent => ({ type: 'ReleaseWithdrawn', payload: { ...one(), scope: 'BR', reason: 'no' } })
const keyOf = ({ name, key: { keyId: key_id, publicKey } }: KeyHolder) => ({
  person: name,
  key_id,
  public_key: encodeBase64(publicKey),
})

test('the log as it stands is signed for, by whatever pages it is read, and so is an act signed as it should be', async () => {
  for (const page of [1, 2, undefined]) {
    const fold = new LogFold(foundation(), { blob: (of) => getBlob(pool, of), now: () => new Date() })
    expect([await fold.follow(pool, page === undefined ? {} : { page }), fold.fault]).toEqual([true, null])
    expect(fold.state.head.position).toBe(await headPosition())
  }
  expect(await judged(signed('hold', BR, [hold()], [BASHIR]))).toBe('signed for')
})

test('an act that a passkey signed is signed for, and its like is not where anything of it is otherwise', async () => {
  const held = (how: Partial<Asked>, by = DEVI) => judged(signedWithPasskey('hold', BR, [hold()], how, by))
  expect(await held({ signCount: 3 })).toBe('signed for')
  expect(await held({ origin: 'http://localhost:9999' })).toBe('origin_mismatch')
  expect(await held({ flags: 0x01 })).toBe('user_not_verified')
  expect(await held({ der: (r, s) => strictDer(r, P256_ORDER - s) })).toBe('signature_high_s')
  expect(await held({}, testAuthenticator('stranger'))).toBe('person_unknown')
  expect(await held({}, { ...testAuthenticator('stranger'), name: DEVI.name })).toBe('key_unknown')
  const { passkey } = testAuthenticator('stranger')
  expect(await held({}, { ...DEVI, passkey })).toBe('credential_unknown')
})

test('a passkey signs for one place of one log, and approves what another opened', async () => {
  const approval: PipelineEvent = { type: 'ReleaseApproved', payload: one() }
  const moved = signedWithPasskey('hold', BR, [hold()])
  expect(await judged({ ...moved, commandId: 'other' })).toBe('challenge_mismatch')
  expect(await judged({ ...moved, events: [withdrawal()] })).toBe('command_mixed')
  expect(await judged(signedWithPasskey('approve', BR, [approval]))).toBe('not_as_decided')
  const twice = signedWithPasskey('hold', BR, [hold()])
  expect(await judged(twice, { ...twice, commandId: 'forged-2' })).toBe('challenge_mismatch')
})

test('a key file and a passkey enrol together, and a passkey is enrolled by its own proof alone', async () => {
  const esha = testAuthenticator('esha')
  const { origin } = foundation()
  const enrolment = (how: Partial<Asked> = {}, change: object = {}): PipelineEvent => {
    const payload = { ...passkeyEnrolment(esha, origin, how), ...change }
    return { type: 'PersonEnrolled', payload } as PipelineEvent
  }
  const both = (given: PipelineEvent): Forged => {
    const forged = signed('enrol', streamOf.trust(), [given], [ASHA])
    return {
      ...forged,
      act: (at) => {
        const act = (forged.act as Exclude<Forged['act'], Act | undefined>)(at)
        const content: ActContent = {
          origin,
          stream: streamOf.trust(),
          streamVersion: at.version,
          commandId: 'forged-1',
          command: 'enrol',
          events: [given],
          logHead: { position: at.position, hash: at.head },
        }
        return { ...act, signatures: [...act.signatures, passkeySignature(DEVI, content)] }
      },
    }
  }
  expect(await judged(both(enrolment()))).toBe('signed for')
  const refused = 'the new key did not sign its enrolment'
  expect(await judged(both(enrolment({ origin: 'http://localhost:1' })))).toBe(refused)
  expect(await judged(both(enrolment({ challenge: 'AAAA' })))).toBe(refused)
  expect(await judged(both(enrolment({}, { proof: passkeyEnrolment(DEVI, origin).proof })))).toBe(refused)
  expect(await judged(both(enrolment({}, { passkey: { ...esha.passkey, rp_id: 'example.org' } })))).toBe(refused)
  const again = {
    type: 'PersonEnrolled',
    payload: { ...passkeyEnrolment({ ...DEVI, name: 'double' }, origin) },
  } as const
  expect(await judged(both(again))).toBe('the key was enrolled before')
})

describe('appended by hand and signed by nobody:', () => {
  const period = { effective_from: '2026-04-01', effective_to: '2027-03-31' }
  const run = { release_id: ID, revision: 1, run_id: 'run-x' }
  const verdict = { ...run, gate: GATE_NAMES[0], passed: true, checked: 1, findings: [] }
  const stranger = testPerson('mallory')
  // biome-ignore format: one forgery a line
  const CASES: readonly [string, () => Forged, string][] = [
    ['SourceRegistered', () => ({ stream: streamOf.source('a'.repeat(64)), events: [{ type: 'SourceRegistered', payload: { sha256: 'a'.repeat(64), size_bytes: 1, media_type: 'text/plain', file_name: 'f', identity: null } }] }), 'unsigned'],
    ['SourceTextExtracted', () => ({ stream: streamOf.source(source), events: [{ type: 'SourceTextExtracted', payload: { sha256: source, page_count: 1, page_sha256: [], text_sha256: 'a'.repeat(64) } }] }), 'not_as_decided'],
    ['SourceAttested', () => ({ stream: streamOf.source(source), events: [{ type: 'SourceAttested', payload: { sha256: source, obtained_from: 'x', compared: 'y' } }] }), 'unsigned'],
    ['CandidateOpened', () => ({ stream: BR, events: [{ type: 'CandidateOpened', payload: { ...(events[0]!.payload as Extract<PipelineEvent, { type: 'CandidateOpened' }>['payload']), revision: 2 } }] }), 'unsigned'],
    ['GateRunStarted', () => ({ stream: BR, events: [{ type: 'GateRunStarted', payload: { ...run, gates: [...GATE_NAMES] } }] }), 'refused_ALREADY_GATED'],
    ['GateChecked, in another stream', () => ({ stream: BR, events: [{ type: 'GateChecked', payload: verdict }] }), 'stream_wrong'],
    ['GateRunCompleted', () => ({ stream: BR, events: [{ type: 'GateRunCompleted', payload: { ...run, passed: 29, total: 29, failed: [] } }] }), 'command_incomplete'],
    ['ReleaseSealed', () => ({ stream: BR, events: [{ type: 'GateRunCompleted', payload: { ...run, passed: 29, total: 29, failed: [] } }, events.filter(({ type }) => type === 'ReleaseSealed').map(({ payload }) => ({ type: 'ReleaseSealed', payload }) as PipelineEvent)[0]!] }), 'refused_STALE_GATE_RUN'],
    ['ReleaseRejected', () => ({ stream: BR, events: [{ type: 'ReleaseRejected', payload: { ...run, findings: [] } }] }), 'not_as_decided'],
    ['ReleaseReviewed', () => ({ stream: BR, events: [{ type: 'ReleaseReviewed', payload: { ...one(), cells: 1, ticks_sha256: 'a'.repeat(64) } }] }), 'unsigned'],
    ['ReleaseApproved', () => ({ stream: BR, events: [{ type: 'ReleaseApproved', payload: one() }] }), 'unsigned'],
    ['ReleasePromoted', () => ({ stream: BR, events: [{ type: 'ReleasePromoted', payload: { ...one(), ...period, scope: 'BR', stage: 'production' } }] }), 'unsigned'],
    ['ReleaseSuperseded', () => ({ stream: BR, events: [{ type: 'ReleaseSuperseded', payload: { ...one(), scope: 'BR', by: { release_id: ID, revision: 1 } } }] }), 'not_as_decided'],
    ['ReleaseWithdrawn', () => ({ stream: BR, events: [withdrawal()] }), 'unsigned'],
    ['ComponentHeld', () => ({ stream: BR, events: [hold()] }), 'unsigned'],
    ['ComponentFreed', () => ({ stream: BR, events: [{ type: 'ComponentFreed', payload: { ...one(), component: ENERGY, reason: 'r' } }] }), 'unsigned'],
    ['ComponentChecked', () => ({ stream: BR, events: [{ type: 'ComponentChecked', payload: { ...one(), component: ENERGY, checked_on: '2026-05-01', check_by: '2030-05-01' } }] }), 'unsigned'],
    ['CheckLapsed', () => ({ stream: BR, events: [{ type: 'CheckLapsed', payload: { ...one(), component: ENERGY, check_by: '2020-01-01' } }] }), 'check_has_not_lapsed'],
    ['SigningKeyAdded', () => ({ stream: streamOf.trust(), events: [{ type: 'SigningKeyAdded', payload: { origin: foundation().origin, key_id: stranger.key.keyId, public_key: encodeBase64(stranger.key.publicKey), replaces: runSigner().keyId } }] }), 'unsigned'],
    ['PersonEnrolled', () => ({ stream: streamOf.trust(), events: [{ type: 'PersonEnrolled', payload: { ...keyOf(stranger), kind: 'person', algorithm: 'ed25519', proof: null } }] }), 'unsigned'],
    ['PersonRevoked', () => ({ stream: streamOf.trust(), events: [{ type: 'PersonRevoked', payload: { person: 'asha', key_id: ASHA.key.keyId, reason: 'r', compromised_since: null } }] }), 'unsigned'],
    ['KeyIssued, in another stream', () => ({ stream: 'key-other', events: [{ type: 'KeyRevoked', payload: { key_id: 'key_1', reason: null } }] }), 'stream_wrong'],
    ['KeyRotated of a key that was never issued', () => ({ stream: 'key-key_1', events: [{ type: 'KeyRotated', payload: { key_id: 'key_1', replaced_by: 'key_2', valid_until: '2030-01-01T00:00:00.000Z' } }] }), 'stream_wrong'],
  ]
  test.each(CASES)('%s', async (_type, forged, reason) => {
    expect(await judged(forged())).toBe(reason)
  })

  test('a verdict of a gate that has one in the same run', async () => {
    const stream = streamOf.run(ID, 1, 'by-hand')
    const of = { release_id: ID, revision: 1, run_id: 'by-hand', checked: 1, findings: [] }
    const verdict = (passed: boolean): Forged => {
      const payload = { ...of, gate: 'source.cited', passed } as const
      return { stream, events: [{ type: 'GateChecked', payload }] }
    }
    expect(await judged(verdict(false))).toBe('signed for')
    expect(await judged(verdict(false), verdict(true))).toBe('gate_checked_twice')
    expect(await judged(verdict(true), verdict(true))).toBe('gate_checked_twice')
  })

  test('an entry whose payload is not written canonically', async () => {
    const { payload } = events.find(({ type }) => type === 'ReleaseWithdrawn' || type === 'ReleaseSealed')!
    const sealed = { stream: BR, events: [{ type: 'ReleaseSealed', payload }] } as unknown as Forged
    expect(await judged(sealed)).not.toBe('event_unreadable')
    expect(await judged({ ...sealed, payloadText: ` ${JSON.stringify(payload)}` })).toBe('event_unreadable')
  })

  test('a definition that was refused changes nothing, and stops nothing', async () => {
    const payload = { release_id: 'BR-X', definition_sha256: 'a'.repeat(64), findings: [] }
    expect(await judged({ stream: BR, events: [{ type: 'DefinitionRefused', payload }] })).toBe('signed for')
  })
})

describe('signed, and not by whom, for what or where it is put:', () => {
  const enrolment = (who: KeyHolder, proofBy = who): PipelineEvent => {
    const { proof } = requestEnrolment(foundation().origin, { name: who.name, key: proofBy.key })
    return { type: 'PersonEnrolled', payload: { ...keyOf(who), kind: 'person', algorithm: 'ed25519', proof } }
  }
  // biome-ignore format: one forgery a line
  const CASES: readonly [string, () => Forged, string][] = [
    ['a stranger under an enrolled name', () => signed('hold', BR, [hold()], [{ name: 'asha', key: testPerson('mallory').key }]), 'key_unknown'],
    ['a stranger under a name of their own', () => signed('hold', BR, [hold()], [testPerson('mallory')]), 'person_unknown'],
    ['the key of the log', () => signed('hold', BR, [hold()], [{ name: 'asha', key: runSigner() }]), 'key_unknown'],
    ['a revoked key', () => signed('hold', BR, [hold()], [GONE]), 'key_not_valid'],
    ['the machine, holding', () => signed('hold', BR, [hold()], [MACHINE]), 'machine_may_only_approve'],
    ['another actor than who signed', () => ({ ...signed('hold', BR, [hold()], [BASHIR]), actor: 'asha' }), 'actor_did_not_sign'],
    ['another payload', () => ({ ...signed('hold', BR, [hold()], [BASHIR]), events: [{ type: 'ComponentHeld', payload: { ...one(), component: ENERGY, reason: 'else' } }] }), 'signature_invalid'],
    ['another revision', () => ({ ...signed('withdraw', BR, [withdrawal()], [BASHIR]), events: [{ type: 'ReleaseWithdrawn', payload: { ...one(), revision: 2, scope: 'BR', reason: 'no' } }] }), 'signature_invalid'],
    ['another stream', () => signed('hold', BR, [hold()], [BASHIR], { stream: streamOf.state('MH') }), 'signature_invalid'],
    ['another origin', () => signed('hold', BR, [hold()], [BASHIR], { origin: 'pramaan/log/v2/other' }), 'signature_invalid'],
    ['an earlier place of the stream', () => signed('hold', BR, [hold()], [BASHIR], { streamVersion: 3 }), 'signature_invalid'],
    ['another command id', () => signed('hold', BR, [hold()], [BASHIR], { commandId: 'other' }), 'signature_invalid'],
    ['another command', () => signed('withdraw', BR, [hold()], [BASHIR]), 'command_mixed'],
    ['a head of another log', () => signed('hold', BR, [hold()], [BASHIR], { logHead: { position: 3, hash: 'a'.repeat(64) } }), 'log_head_not_of_this_log'],
    ['a head that is not there yet', () => signed('hold', BR, [hold()], [BASHIR], { logHead: { position: 100_000, hash: 'a'.repeat(64) } }), 'log_head_not_of_this_log'],
    ['no command id', () => { const { commandId: _id, ...forged } = signed('hold', BR, [hold()], [BASHIR]); return forged }, 'command_without_id'],
    ['an act that decides otherwise', () => signed('approve', BR, [{ type: 'ReleaseApproved', payload: one() }], [CHITRA]), 'not_as_decided'],
    ['an approval by who opened it', () => signed('approve', BR, [{ type: 'ReleaseApproved', payload: one() }], [ASHA]), 'refused_FOUR_EYES'],
    ['a component that the release does not have', () => signed('hold', BR, [{ type: 'ComponentHeld', payload: { ...one(), component: 'rows/NONE/x', reason: 'r' } }], [BASHIR]), 'refused_COMPONENT_NOT_FOUND'],
    ['production, of a transcription', () => signed('promote', BR, [{ type: 'ReleasePromoted', payload: { ...one(), effective_from: '2026-04-01', effective_to: '2027-03-31', scope: 'BR', stage: 'production' } }], [CHITRA]), 'refused_STAGE_NOT_ALLOWED'],
    ['an enrolment by one of several', () => signed('enrol', streamOf.trust(), [enrolment(testPerson('new'))], [ASHA]), 'second_signature_missing'],
    ['an enrolment by one person twice', () => signed('enrol', streamOf.trust(), [enrolment(testPerson('new'))], [ASHA, ASHA]), 'signed_twice_by_one'],
    ['an enrolment of a key that nobody holds', () => signed('enrol', streamOf.trust(), [enrolment(testPerson('new'), ASHA)], [ASHA, BASHIR]), 'the new key did not sign its enrolment'],
    ['an enrolment of a key that is enrolled, under a second name', () => signed('enrol', streamOf.trust(), [enrolment({ name: 'double', key: ASHA.key })], [ASHA, BASHIR]), 'the key was enrolled before'],
    ['a rotation out of turn', () => signed('rotate_signing_key', streamOf.trust(), [{ type: 'SigningKeyAdded', payload: { origin: foundation().origin, key_id: testPerson('next').key.keyId, public_key: encodeBase64(testPerson('next').key.publicKey), replaces: ASHA.key.keyId } }], [ASHA]), 'signing_key_out_of_turn'],
    ['an attestation by who added the document', () => signed('attest', streamOf.source(source), [{ type: 'SourceAttested', payload: { sha256: source, obtained_from: 'x', compared: 'y' } }], [ASHA]), 'attested_by_who_added_it'],
  ]
  test.each(CASES)('%s', async (_what, forged, reason) => {
    expect(await judged(forged())).toBe(reason)
  })

  test('an act that was carried out, put in again', async () => {
    const approved = events.find(({ type }) => type === 'ReleaseApproved')!
    const again = { type: 'ReleaseApproved', payload: approved.payload } as PipelineEvent
    const replay = { stream: BR, events: [again], actor: approved.actor, act: approved.act!, commandId: 'again' }
    expect(await judged(replay)).toBe('signature_invalid')
  })

  test('what follows a forgery is not signed for either', async () => {
    const first = { stream: BR, events: [withdrawal()] }
    expect(await judged(first, signed('hold', BR, [hold()], [BASHIR]))).toBe('unsigned')
  })
})
