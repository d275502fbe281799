import type { Payload, PipelineEvent } from './events.ts'
import type { Revision, Stage } from './state.ts'

/** Commands of people and of the decide job on the releases of a state. `revision` null: the newest. */
type Target = { readonly releaseId: string; readonly revision: number | null }

type Component = {
  readonly component: string
  /** Whether the release has it. */
  readonly known: boolean
  /** The component of the release whose name is nearest, if it has not. */
  readonly nearest?: string | null
}

export type Command = { readonly actor: string } & (
  | {
      readonly type: 'open'
      readonly candidate: Omit<Payload<'CandidateOpened'>, 'revision'>
      /** True: content of a withdrawn or superseded revision may be opened again. */
      readonly reopen: boolean
    }
  | ({ readonly type: 'gate'; readonly runId: string } & Target)
  | ({ readonly type: 'approve' } & Target)
  | ({
      readonly type: 'promote'
      readonly scope: string
      readonly stage: Stage
      /** Figures and sources that prevent stage production, one line each; empty if there are none. */
      readonly obstacles: readonly string[]
      /** Sources that fewer than two people have attested, by sha256; required for stage production. */
      readonly unattested: readonly string[]
      /** Components of the release that can be held. */
      readonly components: readonly string[]
    } & Target)
  | ({ readonly type: 'withdraw'; readonly reason: string } & Target)
  | ({ readonly type: 'hold'; readonly reason: string } & Component & Target)
  | ({ readonly type: 'review'; readonly cells: number; readonly ticksSha256: string } & Target)
  | ({
      readonly type: 'check'
      readonly checkedOn: string
      readonly checkBy: string
    } & Component &
      Target)
  | ({ readonly type: 'unhold'; readonly component: string; readonly reason: string } & Target)
  | {
      readonly type: 'seal'
      readonly completed: Payload<'GateRunCompleted'>
      readonly sealed: Payload<'ReleaseSealed'>
    }
  | {
      readonly type: 'reject'
      readonly completed: Payload<'GateRunCompleted'>
      readonly rejected: Payload<'ReleaseRejected'>
    }
)

export type LifecycleCode =
  | 'RELEASE_NOT_FOUND'
  | 'DEFINITION_REFUSED'
  | 'GATES_RUNNING'
  | 'ALREADY_GATED'
  | 'RELEASE_REJECTED'
  | 'RELEASE_NOT_SEALED'
  | 'RELEASE_NOT_APPROVED'
  | 'RELEASE_WITHDRAWN'
  | 'FOUR_EYES'
  | 'STAGE_NOT_ALLOWED'
  | 'NOT_ATTESTED'
  | 'NOT_REVIEWED'
  | 'SCOPE_NOT_OF_STATE'
  | 'ALREADY_IN_SERVICE'
  | 'COMPONENT_NOT_FOUND'
  | 'COMPONENT_NOT_HELD'
  | 'CHECK_BY_PASSED'
  | 'RELEASE_NOT_IN_SERVICE'
  | 'STALE_GATE_RUN'

/** Result of a command: events to append (none if nothing changes), or a refusal. */
export type Decision =
  | { readonly ok: true; readonly events: readonly PipelineEvent[] }
  | {
      readonly ok: false
      readonly code: LifecycleCode
      readonly message: string
      readonly details: Record<string, unknown>
    }

export function no(
  code: LifecycleCode,
  message: string,
  details: Record<string, unknown> = {},
): Extract<Decision, { ok: false }> {
  return { ok: false, code, message, details }
}

/** The refusal of an act that only a sealed release allows, with the command that leads to a seal. */
export function notSealed(
  { releaseId, revision, status }: Pick<Revision, 'releaseId' | 'revision' | 'status'>,
  done: string,
): Extract<Decision, { ok: false }> {
  const todo = status === 'rejected' ? 'correct its definition and open it again' : 'run its gates with `release gate`'
  const message = `the release is ${status}, and only a sealed release can be ${done}: ${todo}`
  return no('RELEASE_NOT_SEALED', message, { release_id: releaseId, revision })
}

export function yes(...events: PipelineEvent[]): Decision {
  return { ok: true, events }
}
