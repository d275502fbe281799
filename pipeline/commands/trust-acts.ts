import type { Pool } from 'pg'
import { type ActCommand, enrolmentBytes } from '../../releases/proof/format/act.ts'
import { encodeBase64 } from '../../releases/proof/format/base64.ts'
import type { KeyHolder, Signatory } from '../../releases/proof/sign/act.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { type CurrentTrust, readLogTrust } from '../checkpoints/begin-log.ts'
import type { RecordedEvent } from '../event-log/event.ts'
import { readHead, readStream } from '../event-log/read.ts'
import { countsForProduction } from '../lifecycle/compromised.ts'
import { newEvent, type Payload, type PipelineEvent, parseEvents, streamOf } from '../lifecycle/events.ts'
import { currentKey, enrolledPeople, enrolmentFault, revocableKey, signaturesToEnrol } from '../lifecycle/trust.ts'
import { catchUp } from '../projections/read-model.ts'
import { appendAct, refused, type SignatureRefusal } from './append-act.ts'
import { actorOf, type Countersigning } from './proposal.ts'

/** Acts on people, keys and documents. What the signer would refuse is refused here, with a code. */

type TrustRefusal = Omit<SignatureRefusal, 'code'> & {
  readonly code: SignatureRefusal['code'] | 'ENROLMENT_REFUSED' | 'ATTESTATION_REFUSED' | 'SOURCE_NOT_FOUND'
}
export type TrustResult = { readonly ok: true; readonly events: readonly RecordedEvent[] } | TrustRefusal

type Context = {
  readonly pool: Pool
  readonly signatories: readonly Signatory[]
  readonly now: () => Date
  /** For an enrolment, which two people sign. */
  readonly countersigning?: Countersigning | undefined
}
type Decided = PipelineEvent | TrustRefusal

/** Decides on a stream, signs and appends; on a conflict decides again. */
async function act(
  { pool, signatories, now, countersigning }: Context,
  stream: string,
  command: ActCommand,
  decide: (events: readonly RecordedEvent[], trust: CurrentTrust['trust']) => Decided | Promise<Decided>,
): Promise<TrustResult> {
  for (;;) {
    const events = await readStream(pool, stream)
    const { trust } = await readLogTrust(pool)
    const decided = await decide(events, trust)
    if ('ok' in decided) return decided
    const request = {
      stream,
      expectedVersion: events.length,
      events: [newEvent(decided)],
      actor: actorOf(signatories[0]?.name ?? '', countersigning),
      commandId: null,
      now: now(),
      countersigning,
    }
    const appended = await appendAct(pool, request, command, signatories)
    if (appended.ok) {
      await catchUp(pool)
      return appended
    }
    if (appended.reason === 'refused') return appended
  }
}

/** Enrolment request: the public key under the person's name, with proof of possession. */
export type EnrolmentRequest = Payload<'PersonEnrolled'>

/** Enrolment request of the holder of a key file. */
export function requestEnrolment(
  origin: string,
  { name, key }: KeyHolder,
): Extract<EnrolmentRequest, { algorithm: 'ed25519' }> {
  const { keyId, publicKey } = key
  return {
    ...{ person: name, kind: 'person', key_id: keyId, algorithm: 'ed25519', public_key: encodeBase64(publicKey) },
    proof: encodeBase64(key.sign(enrolmentBytes(origin, name, keyId))),
  }
}

/** Enrols a person: signed by two enrolled people, or by the only one that the log has ever had. Their name is public permanently. */
export function enrolPerson(context: Context, asked: EnrolmentRequest): Promise<TrustResult> {
  return act(context, streamOf.trust(), 'enrol', (_events, trust) => {
    // Machines can only be first people.
    const payload: EnrolmentRequest = { ...asked, kind: 'person' }
    const event: Extract<PipelineEvent, { type: 'PersonEnrolled' }> = { type: 'PersonEnrolled', payload }
    const fault = enrolmentFault(trust, event)
    if (fault !== null) return refused('ENROLMENT_REFUSED', fault, { person: asked.person })
    const alike = trust.people.find(
      ({ name }) => name !== asked.person && name.toLowerCase() === asked.person.toLowerCase(),
    )
    if (alike !== undefined)
      return refused(
        'ENROLMENT_REFUSED',
        `the log has ${alike.name}, who would be taken for ${asked.person}: names must differ in more than capitals`,
        { person: asked.person },
      )
    const wanted = signaturesToEnrol(trust)
    if (enrolledPeople(trust).length < wanted)
      return refused(
        'ENROLMENT_REFUSED',
        'two people must sign, and only one is still enrolled: one person alone can enrol nobody; see docs/recovery.md, "Only one person is left"',
        { person: asked.person },
      )
    if (context.signatories.length < wanted && context.countersigning === undefined)
      return refused(
        'SECOND_SIGNATURE_MISSING',
        'two enrolled people enrol another: write the act with --propose FILE, and let a second one run `person countersign FILE`',
        { wanted },
      )
    return event
  })
}

/**
 * Ends a key at once; `compromisedSince`: its acts from that log position on no longer count for production. This may also be
 * reported later, once for each key. `keyId`: of an older key, or how it begins; default: the newest.
 */
export function revokePerson(
  context: Context,
  person: string,
  reason: string,
  compromisedSince: number | null,
  keyId?: string,
): Promise<TrustResult> {
  return act(context, streamOf.trust(), 'revoke', async (_events, trust) => {
    const key = revocableKey(trust, person, compromisedSince !== null, keyId)
    if (key === null)
      return refused('PERSON_NOT_ENROLLED', `${person} has no such key enrolled now; see \`person list\``, { person })
    const position = compromisedSince === null ? 0 : (await readHead(context.pool)).position
    if (compromisedSince !== null && compromisedSince > position) {
      const reason = `the log has ${position} events: name one of them, the first that is in doubt`
      return refused('ENROLMENT_REFUSED', reason, { person })
    }
    const others = enrolledPeople(trust).filter(({ name }) => name !== person)
    if (key.toPosition === null && others.length === 0)
      return refused('ENROLMENT_REFUSED', `no enrolled person would be left: enrol another person first`, { person })
    return {
      type: 'PersonRevoked',
      payload: { person, key_id: key.keyId, reason, compromised_since: compromisedSince },
    }
  })
}

/** Hands the log over to another key, which signs from then on. */
export function rotateSigningKey(context: Context, next: SigningKey): Promise<TrustResult> {
  return act(context, streamOf.trust(), 'rotate_signing_key', (_events, trust) => {
    const { keyId, publicKey } = next
    if ([...trust.keys, ...trust.people].some((one) => one.keyId === keyId))
      return refused('ENROLMENT_REFUSED', `${keyId} was already a key of this log: create a new one`, { key_id: keyId })
    const replaces = currentKey(trust)?.keyId ?? null
    return {
      type: 'SigningKeyAdded',
      payload: { origin: trust.origin, key_id: keyId, public_key: encodeBase64(publicKey), replaces },
    }
  })
}

/** Attests that a document is the regulator's own: not by the person who added it, and only once per person. */
export function attestSource(
  context: Context,
  sha256: string,
  said: { readonly obtainedFrom: string; readonly compared: string },
): Promise<TrustResult> {
  const by = context.signatories[0]?.name ?? ''
  return act(context, streamOf.source(sha256), 'attest', (events, trust) => {
    const parsed = parseEvents(events)
    const added = parsed.find(({ type }) => type === 'SourceRegistered')
    if (added === undefined) return refused('SOURCE_NOT_FOUND', `no source has sha256 ${sha256}; see \`source list\``)
    if (added.actor === by)
      return refused('ATTESTATION_REFUSED', `${by} added the document, so others must attest it`, { sha256 })
    const own = parsed.filter(({ type, actor }) => type === 'SourceAttested' && actor === by)
    if (own.some(({ position }) => countsForProduction(trust, { person: by, position })))
      return refused('ATTESTATION_REFUSED', `${by} has attested it already`, { sha256 })
    return {
      type: 'SourceAttested',
      payload: { sha256, obtained_from: said.obtainedFrom, compared: said.compared },
    }
  })
}
