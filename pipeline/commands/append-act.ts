import type { Pool } from 'pg'
import { sha256 } from '#digest'
import { type Act, type ActCommand, actBytes } from '../../releases/proof/format/act.ts'
import { MOST_ENTRY_BYTES } from '../../releases/proof/format/log-entry.ts'
import { askToSign, type Signatory } from '../../releases/proof/sign/act.ts'
import { actFault } from '../../releases/proof/verify/act.ts'
import { readLogTrust } from '../checkpoints/begin-log.ts'
import { type AppendRequest, type AppendResult, append } from '../event-log/append.ts'
import { readHead } from '../event-log/read.ts'
import { leafOf } from '../lifecycle/entries.ts'
import { parseEvent, streamOf } from '../lifecycle/events.ts'
import { enrolledKey, LOCAL_APPROVER, type LogTrust } from '../lifecycle/trust.ts'
import {
  actorOf,
  type Countersigning,
  countersign,
  isProposable,
  makeProposal,
  type ProposalFault,
} from './proposal.ts'

export type SignatureRefusal = {
  readonly ok: false
  readonly reason: 'refused'
  readonly code:
    | 'PERSON_KEY_REQUIRED'
    | 'PERSON_NOT_ENROLLED'
    | 'SECOND_SIGNATURE_MISSING'
    | 'ENTRY_TOO_LONG'
    | 'SIGNATURE_REFUSED'
    | ProposalFault
  readonly message: string
  readonly details: Record<string, unknown>
}

export type ActRequest = Omit<AppendRequest, 'expectedVersion' | 'act'> & {
  readonly expectedVersion: number
  readonly countersigning?: Countersigning | undefined
}

/**
 * Signs the events of an act and appends them. The signature includes the position, so it cannot be reused. Acts that
 * the signer would refuse are refused here: no signer, a key that is not enrolled, a machine acting as a person.
 * Conflicts are values: decide and sign again. Source: docs/design/trust.md#acts.
 */
export async function appendAct(
  pool: Pool,
  { countersigning, ...request }: ActRequest,
  command: ActCommand,
  signatories: readonly Signatory[],
): Promise<AppendResult | SignatureRefusal> {
  const { trust, version } = await readLogTrust(pool)
  const logHead = await readHead(pool)
  const first = signatories[0]
  if (first === undefined || actorOf(first.name, countersigning) !== request.actor)
    return refused('PERSON_KEY_REQUIRED', `${request.actor} must sign this: set PRAMAAN_PERSON_KEY to their key file`)
  for (const signatory of signatories) {
    const fault = signatoryFault(trust, signatory, command)
    if (fault !== null) return fault
  }
  const content = {
    origin: trust.origin,
    stream: request.stream,
    streamVersion: request.expectedVersion,
    commandId: request.commandId ?? '',
    command,
    events: request.events,
    logHead,
  }
  // A person who is revoked in the meantime can no longer act.
  const unchanged = [...(request.unchanged ?? []), { stream: streamOf.trust(), version }]
  const put = async (act: Act, commandId: string): Promise<AppendResult | SignatureRefusal> =>
    lengthFault(request, act, commandId) ?? append(pool, { ...request, commandId, act, unchanged })
  if (countersigning !== undefined && 'proposal' in countersigning) {
    const signed = await countersign(countersigning.proposal, content, first, {
      position: logHead.position + 1,
      people: trust.people,
    })
    if (!signed.ok) return refused(signed.fault, PROPOSAL_FAULTS[signed.fault])
    return put(signed.act, signed.commandId)
  }
  // An act without an id gets one from its content and time, so that a replay is recognised.
  const commandId =
    request.commandId ?? `${command}.${sha256(actBytes(content, first.name, first.key.keyId)).slice(0, 32)}`
  if (countersigning !== undefined && isProposable(command)) {
    countersigning.propose(await makeProposal({ ...content, commandId }, command, first))
    return { ok: true, events: [], replayed: false }
  }
  const signed = { ...content, commandId }
  const act = await askToSign(signed, signatories)
  // An event with an invalid signature in the log would stop the signer.
  const fault = actFault(act, signed, logHead.position + 1, trust.people)
  if (fault !== null)
    return refused('SIGNATURE_REFUSED', `the signature is not valid for this act (${fault}): sign it again`, { fault })
  return put(act, commandId)
}

/** A position larger than in any log, so that an entry that fits here also fits at its real position. */
const FARTHEST = { position: Number.MAX_SAFE_INTEGER, hash: '0'.repeat(64) } as const

/** An unreadable entry is not appended, since appending cannot be undone. */
function lengthFault(
  request: Omit<ActRequest, 'countersigning'>,
  act: Act,
  commandId: string,
): SignatureRefusal | null {
  const { stream, expectedVersion, events, actor, now } = request
  const around = { ...FARTHEST, stream, version: expectedVersion + events.length, actor, recordedAt: now.toISOString() }
  const long = events.find(({ type, payload }, index) => {
    const signed = { act: index === 0 ? act : null, commandId: index === 0 ? commandId : null }
    return leafOf({ ...around, ...signed }, parseEvent(type, payload)) === 'too_long'
  })
  if (long === undefined) return null
  return refused(
    'ENTRY_TOO_LONG',
    `${long.type} would be longer than the ${MOST_ENTRY_BYTES} bytes allowed for a log entry: shorten the text`,
    { limit_bytes: MOST_ENTRY_BYTES },
  )
}

const PROPOSAL_FAULTS: Readonly<Record<ProposalFault, string>> = {
  PROPOSAL_STALE: 'the log changed after the first person signed: ask them to propose it again',
  PROPOSAL_ALTERED: 'the first signature does not match this act, or is by a person who is not enrolled',
}

function signatoryFault(trust: LogTrust, { name, key }: Signatory, command: ActCommand): SignatureRefusal | null {
  if (enrolledKey(trust, name)?.keyId !== key.keyId)
    return refused(
      'PERSON_NOT_ENROLLED',
      trust.people.length === 0
        ? 'nobody is enrolled: no worker has begun this log. Start one (`npm run worker`) and repeat this'
        : `the key given for ${name} is not enrolled now: set PRAMAAN_PERSON_KEY to the key file of somebody in \`person list\``,
      { person: name },
    )
  if (name === LOCAL_APPROVER && command !== 'approve')
    return refused('PERSON_NOT_ENROLLED', `${name} is a machine, which may only approve`, { person: name })
  return null
}

export function refused<Code extends string>(code: Code, message: string, details: Record<string, unknown> = {}) {
  return { ok: false, reason: 'refused', code, message, details } as const
}
