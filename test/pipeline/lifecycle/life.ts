import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import type { Command, Decision } from '../../../pipeline/lifecycle/commands.ts'
import { decide } from '../../../pipeline/lifecycle/decide.ts'
import type { Payload } from '../../../pipeline/lifecycle/events.ts'
import { evolve, findRevision, NO_RELEASES, type StateReleases } from '../../../pipeline/lifecycle/state.ts'

export const ID = 'XX-2026-27-FIXTURE-V1'
export const hashOf = (letter: string): string => letter.repeat(64)

/** Differences between the definitions of these tests: content, and period. */
export type Content = { content?: string; releaseId?: string; from?: string; to?: string }

export function openCommand({ content = 'a', releaseId = ID, from, to }: Content = {}, actor = 'asha'): Command {
  return {
    type: 'open',
    actor,
    reopen: true,
    candidate: {
      release_id: releaseId,
      state_code: 'XX',
      financial_year: '2026-27',
      effective_from: from ?? '2026-04-01',
      effective_to: to ?? '2027-03-31',
      tier: 'verified_strict',
      definition: [{ path: 'release.yaml', sha256: hashOf(content) }],
      definition_sha256: hashOf(content),
      record_sha256: hashOf(content),
      sources: [],
      findings: [],
    },
  }
}

const completed = (run: Run, failed: Payload<'GateRunCompleted'>['failed']): Payload<'GateRunCompleted'> => ({
  release_id: run.releaseId ?? ID,
  revision: run.revision ?? 1,
  run_id: run.runId ?? 'run-1',
  passed: GATE_NAMES.length - failed.length,
  total: GATE_NAMES.length,
  failed,
})

type Run = { releaseId?: string; revision?: number; runId?: string; content?: string }

export function sealCommand(run: Run = {}): Command {
  const { release_id, revision, run_id } = completed(run, [])
  return {
    type: 'seal',
    actor: 'decide-worker',
    completed: completed(run, []),
    sealed: {
      release_id,
      revision,
      run_id,
      release_sha256: hashOf(run.content ?? 'a'),
      size_bytes: 1,
      envelope_sha256: hashOf('e'),
      statement_sha256: hashOf('f'),
      key_id: 'key',
      engine_version: '1',
      log_head: { position: 1, hash: hashOf('0') },
    },
  }
}

export function rejectCommand(run: Run = {}): Command {
  const { release_id, revision, run_id } = completed(run, [])
  const finding = { where: 'rows.csv:2', expected: '1', found: '2', evidence: null }
  return {
    type: 'reject',
    actor: 'decide-worker',
    completed: completed(run, ['source.cited']),
    rejected: { release_id, revision, run_id, findings: [{ gate: 'source.cited', ...finding }] },
  }
}

export const on = { releaseId: ID, revision: null } as const
export const gate = (runId = 'run-1'): Command => ({ type: 'gate', actor: 'asha', runId, ...on })
export const approve = (actor = 'bashir', target: Target = on): Command => ({ type: 'approve', actor, ...target })
export const withdraw = (target: Target = on): Command => ({
  type: 'withdraw',
  actor: 'asha',
  reason: 'wrong year',
  ...target,
})

type Target = { readonly releaseId: string; readonly revision: number | null }
type Promote = Partial<Extract<Command, { type: 'promote' }>>
export const promote = (more: Promote = {}): Command => ({
  type: 'promote',
  actor: 'asha',
  scope: 'XX',
  stage: 'reference',
  obstacles: [],
  unattested: [],
  components: ['rows/XX-DOM/energy', 'rows/XX-DOM/fixed'],
  ...on,
  ...more,
})

export const review = (actor = 'bashir', revision: number | null = null): Command => ({
  type: 'review',
  actor,
  cells: 3,
  ticksSha256: hashOf('9'),
  ...on,
  revision,
})

type Hold = { component?: string; known?: boolean }
export const hold = ({ component = 'rows/XX-DOM/energy', known = true }: Hold = {}): Command => ({
  type: 'hold',
  actor: 'asha',
  component,
  known,
  reason: 'in doubt',
  ...on,
})
/** What is held after `hold()`, as `reasonsOf` lists it. */
export const HELD = [['rows/XX-DOM/energy', 'in doubt']]
export const reasonsOf = (releases: StateReleases, revision: number) =>
  [...(findRevision(releases, ID, revision)?.holds ?? [])].map(([component, { reason }]) => [component, reason])

export const unhold = (component = 'rows/XX-DOM/energy'): Command => ({
  type: 'unhold',
  actor: 'asha',
  component,
  reason: 'settled',
  ...on,
})

/** Runs commands in order; each must be accepted. */
export function lifeAfter(...commands: readonly Command[]): StateReleases {
  return carryOn(NO_RELEASES, ...commands)
}

export function carryOn(before: StateReleases, ...commands: readonly Command[]): StateReleases {
  let releases = before
  for (const command of commands) {
    const decision = decide(releases, command)
    if (!decision.ok) throw new Error(`${command.type} was refused: ${decision.code} ${decision.message}`)
    for (const event of decision.events) releases = evolve(releases, { ...event, ...placed(command.actor) })
  }
  return releases
}

/** Fields around an event in a log; these tests only use the actor. */
export const placed = (actor: string) => ({ actor, position: 1, recordedAt: '2026-04-01T00:00:00.000Z' })

/** A release at each stage of its lifecycle. */
export const SEALED = [openCommand(), gate(), sealCommand()]
export const RELEASED = [...SEALED, approve(), promote()]

/** A further revision, added to the existing ones. */
const further = (revision: number, content: string): Command[] => [
  openCommand({ content }),
  gate(`run-${revision}`),
  sealCommand({ revision, runId: `run-${revision}`, content }),
  approve(),
  promote(),
]
export const SECOND = further(2, 'b')
export const THIRD = further(3, 'c')

/** Result of a decision: the types of its events, or its refusal's code. */
export function outcome(decision: Decision): string {
  return decision.ok ? decision.events.map(({ type }) => type).join(' ') : decision.code
}

export function statusOf(releases: StateReleases, revision: number | null = null): string | undefined {
  return findRevision(releases, ID, revision)?.status
}
