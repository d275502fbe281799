import { sha256 } from '#digest'
import { envelopeSchema } from '../../releases/proof/format/dsse.ts'
import { parseStatement } from '../../releases/proof/format/statement.ts'
import { fitShape, parseCanonicalJson } from '../../releases/proof/format/strict-json.ts'
import { isValidAt } from '../../releases/proof/format/trust.ts'
import { verifyEnvelope } from '../../releases/proof/verify/envelope.ts'
import { canonicalText } from '../../releases/record/canonical.ts'
import { GATE_NAMES } from '../gates/gate.ts'
import type { Command } from '../lifecycle/commands.ts'
import { unattestedBy, withoutCompromised } from '../lifecycle/compromised.ts'
import { decide } from '../lifecycle/decide.ts'
import { type Payload, streamOf } from '../lifecycle/events.ts'
import { lapsesOf, NO_RELEASES, type Revision, refOf, type StateReleases } from '../lifecycle/state.ts'
import type { DecisionMeans, LoggedEvent, LogState } from './log-state.ts'

/**
 * Why events could not have been decided as they are, or null. The command is reconstructed from the events and from
 * sealed records, and decided again: the same events must result.
 */
export async function decisionFault(
  events: readonly LoggedEvent[],
  state: LogState,
  means: DecisionMeans,
): Promise<string | null> {
  const [first] = events
  const last = events.at(-1)
  if (first === undefined || last === undefined) return 'command_incomplete'
  switch (first.type) {
    case 'SourceRegistered':
      return last.type === 'SourceTextExtracted' && events.length === 2 && last.payload.sha256 === first.payload.sha256
        ? null
        : 'not_as_decided'
    case 'PersonEnrolled':
    case 'PersonRevoked':
    case 'SigningKeyAdded':
    case 'SourceAttested':
    case 'DefinitionRefused':
      return events.length === 1 ? null : 'not_as_decided'
    case 'KeyIssued':
      return first.stream === streamOf.key(first.payload.key_id) && first.version === 1 ? null : 'stream_wrong'
    case 'KeyRotated':
    case 'KeyRevoked':
      return first.stream === streamOf.key(first.payload.key_id) && first.version > 1 ? null : 'stream_wrong'
    case 'GateChecked': {
      const { release_id, revision, run_id, gate } = first.payload
      if (first.stream !== streamOf.run(release_id, revision, run_id)) return 'stream_wrong'
      return state.runs.get(first.stream)?.has(gate) === true ? 'gate_checked_twice' : null
    }
    default:
      return stateFault(events, last, state, means)
  }
}

async function stateFault(
  events: readonly LoggedEvent[],
  last: LoggedEvent,
  state: LogState,
  means: DecisionMeans,
): Promise<string | null> {
  if (!('release_id' in last.payload)) return 'not_as_decided'
  if (last.stream !== streamOf.state(last.payload.release_id.slice(0, 2))) return 'stream_wrong'
  const releases = withoutCompromised(state.states.get(last.stream) ?? NO_RELEASES, state.trust)
  const target =
    'revision' in last.payload ? releases.get(refOf(last.payload.release_id, last.payload.revision)) : undefined
  if (last.type === 'ReleaseSealed') {
    const flaw = await sealFault(last, target, state, means)
    if (flaw !== null) return flaw
  }
  if (last.type === 'CheckLapsed')
    return events.length > 1 ? 'not_as_decided' : lapseFault(last.payload, target, means.now())
  const command = await commandOf(events, last, releases, means, state)
  if (command === null) return 'not_as_decided'
  const decision = decide(releases, command)
  if (!decision.ok) return `refused_${decision.code}`
  const same = canonicalText(decision.events) === canonicalText(events.map(({ type, payload }) => ({ type, payload })))
  return same ? null : 'not_as_decided'
}

/** The command that leads to such events, or null if there is none. */
async function commandOf(
  events: readonly LoggedEvent[],
  last: LoggedEvent,
  releases: StateReleases,
  { facts }: DecisionMeans,
  state: LogState,
): Promise<Command | null> {
  const { actor } = last
  if (last.type === 'CandidateOpened') {
    const { revision: _revision, ...candidate } = last.payload
    return { type: 'open', actor, reopen: true, candidate }
  }
  if (!('revision' in last.payload)) return null
  const on = { actor, releaseId: last.payload.release_id, revision: last.payload.revision }
  const target = releases.get(refOf(on.releaseId, on.revision))
  const [first] = events
  const known = () => facts(target?.releaseSha256 ?? null)
  switch (last.type) {
    case 'GateRunStarted':
      return { type: 'gate', runId: last.payload.run_id, ...on }
    case 'ReleaseSealed':
      return first?.type === 'GateRunCompleted'
        ? { type: 'seal', actor, completed: first.payload, sealed: last.payload }
        : null
    case 'ReleaseRejected':
      return first?.type === 'GateRunCompleted'
        ? { type: 'reject', actor, completed: first.payload, rejected: last.payload }
        : null
    case 'ReleaseReviewed':
      return { type: 'review', ...on, cells: last.payload.cells, ticksSha256: last.payload.ticks_sha256 }
    case 'ReleaseApproved':
      return { type: 'approve', ...on }
    case 'ReleaseWithdrawn':
      return { type: 'withdraw', ...on, reason: last.payload.reason }
    case 'ComponentFreed':
      return { type: 'unhold', ...on, component: last.payload.component, reason: last.payload.reason }
    case 'ComponentHeld': {
      const { component, reason } = last.payload
      return { type: 'hold', ...on, component, reason, known: (await known())?.components.includes(component) === true }
    }
    case 'ComponentChecked': {
      const { component, checked_on: checkedOn, check_by: checkBy } = last.payload
      const isKnown = (await known())?.components.includes(component) === true
      return { type: 'check', ...on, component, checkedOn, checkBy, known: isKnown }
    }
    case 'ReleasePromoted': {
      const { scope, stage } = last.payload
      // The record is read only if the decision needs it: there may be thousands of promotions.
      if (stage === 'reference' && !isAnyHeld(releases))
        return { type: 'promote', ...on, scope, stage, obstacles: [], unattested: [], components: [] }
      const record = await known()
      if (record === null) return null
      const unattested = stage === 'production' ? unattestedBy(target, state, state.trust) : []
      const { obstacles, components } = record
      return { type: 'promote', ...on, scope, stage, obstacles, unattested, components }
    }
    default:
      return null
  }
}

function isAnyHeld(releases: StateReleases): boolean {
  for (const { holds } of releases.values()) if (holds.size > 0) return true
  return false
}

/** A seal requires 29 verdicts of its run, the record that was opened, and a statement signed by the log's key. */
async function sealFault(
  { payload }: Extract<LoggedEvent, { type: 'ReleaseSealed' }>,
  target: Revision | undefined,
  { runs, trust, range }: LogState,
  { blob }: DecisionMeans,
): Promise<string | null> {
  const verdicts = runs.get(streamOf.run(payload.release_id, payload.revision, payload.run_id))
  if (GATE_NAMES.some((gate) => verdicts?.get(gate) !== true)) return 'gates_not_passed'
  if (target?.recordSha256 !== payload.release_sha256) return 'not_the_record_that_was_opened'
  const bytes = await blob(payload.envelope_sha256)
  const json = bytes === null ? null : parseCanonicalJson(bytes)
  const envelope = json?.ok ? fitShape(envelopeSchema, json.value) : null
  if (envelope === null || !envelope.ok) return 'statement_missing'
  const verified = verifyEnvelope(envelope.value, trust.keys)
  if (!verified.ok || verified.key.keyId !== payload.key_id || !isValidAt(verified.key, range.size))
    return 'statement_not_signed_by_the_log'
  const stated = parseStatement(verified.payload)
  if (!stated.ok || sha256(verified.payload) !== payload.statement_sha256) return 'statement_of_another_release'
  const { releaseId, revision, releaseSha256 } = stated.statement
  const same =
    releaseId === payload.release_id && revision === payload.revision && releaseSha256 === payload.release_sha256
  return same ? null : 'statement_of_another_release'
}

/** Nobody signs a lapse: it counts only if the signed day has passed, and if the component is not held already. */
function lapseFault(payload: Payload<'CheckLapsed'>, target: Revision | undefined, now: Date): string | null {
  const lapses = target === undefined ? [] : lapsesOf(target, now)
  return lapses.some((lapse) => canonicalText(lapse) === canonicalText(payload)) ? null : 'check_has_not_lapsed'
}
