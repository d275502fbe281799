import type { Pool } from 'pg'
import type { ActCommand } from '../../releases/proof/format/act.ts'
import type { Signatory } from '../../releases/proof/sign/act.ts'
import { readLogTrust } from '../checkpoints/begin-log.ts'
import type { AppendRequest } from '../event-log/append.ts'
import { append } from '../event-log/append.ts'
import type { RecordedEvent } from '../event-log/event.ts'
import { findCommand } from '../event-log/read.ts'
import type { Command, Decision } from '../lifecycle/commands.ts'
import { withoutCompromised } from '../lifecycle/compromised.ts'
import { decide } from '../lifecycle/decide.ts'
import { newEvent, streamOf } from '../lifecycle/events.ts'
import { findRevision, type StateReleases } from '../lifecycle/state.ts'
import { catchUp } from '../projections/read-model.ts'
import { foldState, type Wanted } from '../state-snapshots/read-state.ts'
import { appendAct, refused, type SignatureRefusal } from './append-act.ts'
import type { Countersigning } from './proposal.ts'

export type CommandResult =
  | { readonly ok: true; readonly events: readonly RecordedEvent[]; readonly replayed: boolean }
  | Extract<Decision, { ok: false }>
  | SignatureRefusal

/** The act that a command needs signed; null for what the pipeline runs by itself. */
const actOf = ({ type }: Command): ActCommand | null =>
  type === 'gate' || type === 'seal' || type === 'reject' ? null : type

/**
 * The `wanted` releases of a state according to its stream, without acts of compromised keys, and the number of events.
 * Releases that a decision does not depend on are left out.
 */
export async function readState(
  pool: Pool,
  stateCode: string,
  wanted: Wanted,
): Promise<{ releases: StateReleases; version: number }> {
  const { releases, version } = await foldState(pool, stateCode, wanted)
  const { trust } = await readLogTrust(pool)
  return { releases: withoutCompromised(releases, trust), version }
}

/** A stream that had to stay unchanged has changed: the command itself must be made again. Nothing was appended. */
export class StateChanged extends Error {
  constructor() {
    super('the state changed while the command ran: try again')
    this.name = 'StateChanged'
  }
}

/** What a command is decided on: the revisions of its release, and for a promotion also the releases in service. */
function wantedBy(command: Command): Wanted {
  switch (command.type) {
    case 'open':
      return { releaseId: command.candidate.release_id, serving: false }
    case 'seal':
    case 'reject':
      return { releaseId: command.completed.release_id, serving: false }
    default:
      return { releaseId: command.releaseId, serving: command.type === 'promote' }
  }
}

export type CommandContext = {
  /** Makes the command idempotent: repeating it returns the first result. An act without an id gets one. */
  readonly commandId: string | null
  readonly now: () => Date
  /** The signers, first the one who acts. Acts need at least one. */
  readonly signatories?: readonly Signatory[]
  /** For an act that two people sign. */
  readonly countersigning?: Countersigning | undefined
} & Pick<AppendRequest, 'unchanged'>

/**
 * Runs a command on a state's releases: read, decide, sign, append; on a conflict it starts over. Returns once the read
 * model has the change, so that the next list shows it; it takes effect when a checkpoint covers it
 * (docs/design/trust.md#acts). A command without effect appends nothing. Throws StateChanged.
 */
export async function runCommand(
  pool: Pool,
  stateCode: string,
  command: Command,
  context: CommandContext,
): Promise<CommandResult> {
  const { commandId, now, signatories = [], unchanged, countersigning } = context
  if (commandId !== null) {
    const first = await findCommand(pool, commandId)
    if (first.length > 0) return { ok: true, events: first, replayed: true }
  }
  const act = actOf(command)
  for (;;) {
    const { releases, version } = await readState(pool, stateCode, wantedBy(command))
    const decision = decide(releases, command)
    if (!decision.ok) return decision
    if (command.type === 'unhold' && signatories.length < 2 && countersigning === undefined) {
      const { releaseId, revision } = command
      if (findRevision(releases, releaseId, revision)?.twoEndHolds === true)
        return refused(
          'SECOND_SIGNATURE_MISSING',
          'of a release at stage production, or that follows one, two people must end a hold: write the act with --propose FILE, and let a second person run `person countersign FILE`',
        )
    }
    if (decision.events.length === 0) {
      await catchUp(pool)
      return { ok: true, events: [], replayed: false }
    }
    const request = {
      stream: streamOf.state(stateCode),
      expectedVersion: version,
      events: decision.events.map(newEvent),
      actor: command.actor,
      commandId,
      now: now(),
      ...(unchanged === undefined ? {} : { unchanged }),
    }
    const appended =
      act === null
        ? await append(pool, request)
        : await appendAct(pool, { ...request, countersigning }, act, signatories)
    if (appended.ok) {
      await catchUp(pool)
      return appended
    }
    if (appended.reason === 'refused') return appended
    const moved = appended.reason === 'changed' ? appended.stream : null
    if (unchanged?.some(({ stream }) => stream === moved)) throw new StateChanged()
  }
}
