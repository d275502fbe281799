import type { Act, ActCommand, ActContent } from '../../releases/proof/format/act.ts'
import { COMMAND_OF } from '../../releases/proof/format/entry-payloads.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import { actFault, type SignatureCheck } from '../../releases/proof/verify/act.ts'
import { countsForProduction } from '../lifecycle/compromised.ts'
import { type EventType, streamOf } from '../lifecycle/events.ts'
import { refOf } from '../lifecycle/state.ts'
import { currentKey, enrolmentFault, LOCAL_APPROVER, revocableKey, signaturesToEnrol } from '../lifecycle/trust.ts'
import { decisionFault } from './decision-fault.ts'
import type { DecisionMeans, LoggedEvent, LogState } from './log-state.ts'
import type { LoggedCommand } from './read-command.ts'

/** Events that begin a signed command, with its name. Other events of the command follow in the same stream. */
const SIGNED: { readonly [T in EventType]?: ActCommand | null } = {
  ...COMMAND_OF,
  SourceRegistered: 'source_add',
  CandidateOpened: 'open',
}

export type Foundation = Pick<Trust, 'origin' | 'keys' | 'people'>

/**
 * Why the events of one command must not count, or null: they have the required signatures and could be decided as they
 * are. Source: docs/design/trust.md#the-signer.
 */
export async function batchFault(
  { events, content }: LoggedCommand,
  state: LogState,
  foundation: Foundation,
  means: DecisionMeans,
  check: SignatureCheck,
): Promise<string | null> {
  const [first] = events
  const last = events.at(-1)
  if (first === undefined || last === undefined) return 'command_incomplete'
  if (events.some(({ stream, actor }) => stream !== first.stream || actor !== first.actor)) return 'command_mixed'
  // Whoever was enrolled right after the first people has a signed enrolment.
  if (first.position <= genesisEvents(foundation) && first.act === null) return genesisFault(first, foundation)
  // A promotion may begin with the releases it supersedes or the holds it sets, so its last event identifies it.
  const command = SIGNED[last.type] ?? SIGNED[first.type] ?? null
  if (command === null) return first.act === null ? decisionFault(events, state, means) : 'act_unexpected'
  if (first.act === null) return 'unsigned'
  if (events.some(({ act }, index) => index > 0 && act !== null)) return 'act_unexpected'
  return (
    signatureFault(first, first.act, command, content, state, check) ??
    trustFault(first, first.act, state) ??
    (await decisionFault(events, state, means))
  )
}

/** Number of events that start the log: its key, and the first people, enrolled by the very first events. */
export function genesisEvents({ people }: Pick<Trust, 'people'>): number {
  return 1 + people.filter(({ fromPosition }, index) => fromPosition === index + 2).length
}

/** The log starts with its key and its first people, as in the trust file; these events need no signature. */
function genesisFault(event: LoggedEvent, { origin, keys, people }: Foundation): string | null {
  if (event.stream !== streamOf.trust() || event.act !== null) return 'log_of_another_deployment'
  if (event.position === 1) {
    const same =
      event.type === 'SigningKeyAdded' &&
      event.payload.origin === origin &&
      event.payload.replaces === null &&
      keys.some(({ keyId, fromIndex }) => keyId === event.payload.key_id && fromIndex === 0)
    return same ? null : 'log_of_another_deployment'
  }
  const person = people[event.position - 2]
  const same =
    event.type === 'PersonEnrolled' &&
    event.payload.person === person?.name &&
    event.payload.kind === person.kind &&
    event.payload.key_id === person.keyId &&
    event.payload.proof === null
  return same ? null : 'log_of_another_deployment'
}

function signatureFault(
  first: LoggedEvent,
  act: Act,
  command: ActCommand,
  content: ActContent | null,
  { trust, hashAt }: LogState,
  check: SignatureCheck,
): string | null {
  if (act.command !== command) return 'command_mixed'
  if (content === null) return 'command_without_id'
  if (act.log_head.position >= first.position || hashAt(act.log_head.position) !== act.log_head.hash)
    return 'log_head_not_of_this_log'
  if (act.signatures[0]?.person !== first.actor) return 'actor_did_not_sign'
  const fault = actFault(act, content, first.position, trust.people, check)
  if (fault !== null) return fault
  const machine = act.signatures.some(({ person }) => person === LOCAL_APPROVER)
  return machine && command !== 'approve' ? 'machine_may_only_approve' : null
}

/** Rules outside the decision on a release: of the trust stream, of sources, and of second signatures. */
function trustFault(event: LoggedEvent, act: Act, { trust, sources, attested, states }: LogState): string | null {
  switch (event.type) {
    case 'PersonEnrolled': {
      if (act.signatures.length < signaturesToEnrol(trust)) return 'second_signature_missing'
      return event.stream === streamOf.trust() ? enrolmentFault(trust, event) : 'stream_wrong'
    }
    case 'PersonRevoked': {
      const { person, key_id: keyId, compromised_since: since } = event.payload
      if (event.stream !== streamOf.trust() || revocableKey(trust, person, since !== null, keyId)?.keyId !== keyId)
        return 'person_unknown'
      return since !== null && since >= event.position ? 'compromised_in_the_future' : null
    }
    case 'SigningKeyAdded': {
      const { origin, replaces, key_id: keyId } = event.payload
      const follows = replaces === currentKey(trust)?.keyId && origin === trust.origin
      const isNew = [...trust.keys, ...trust.people].every((one) => one.keyId !== keyId)
      return event.stream === streamOf.trust() && follows && isNew ? null : 'signing_key_out_of_turn'
    }
    case 'SourceRegistered':
      return event.stream === streamOf.source(event.payload.sha256) && event.version === 1 ? null : 'stream_wrong'
    case 'SourceAttested': {
      const { sha256 } = event.payload
      if (event.stream !== streamOf.source(sha256) || !sources.has(sha256)) return 'stream_wrong'
      if (sources.get(sha256) === event.actor) return 'attested_by_who_added_it'
      const before = (attested.get(sha256) ?? []).filter(({ person }) => person === event.actor)
      return before.some((done) => countsForProduction(trust, done)) ? 'attested_twice' : null
    }
    case 'ComponentFreed': {
      const { release_id: releaseId, revision } = event.payload
      const target = states.get(event.stream)?.get(refOf(releaseId, revision))
      const wanted = target?.twoEndHolds === true ? 2 : 1
      return act.signatures.length < wanted ? 'second_signature_missing' : null
    }
    default:
      return null
  }
}
