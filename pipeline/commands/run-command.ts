import type { Pool } from 'pg'
import { type AppendRequest, append } from '../event-log/append.ts'
import type { RecordedEvent } from '../event-log/event.ts'
import { findCommand, readStream } from '../event-log/read.ts'
import type { Command, Decision } from '../lifecycle/commands.ts'
import { decide } from '../lifecycle/decide.ts'
import { newEvent, parseEvent, streamOf } from '../lifecycle/events.ts'
import { fold, type StateReleases } from '../lifecycle/state.ts'
import { catchUp } from '../projections/catch-up.ts'

export type CommandResult =
  | { readonly ok: true; readonly events: readonly RecordedEvent[]; readonly replayed: boolean }
  | Extract<Decision, { ok: false }>

/** The releases of a state as its stream tells them, and how many events that was. */
export async function readState(pool: Pool, stateCode: string): Promise<{ releases: StateReleases; version: number }> {
  const events = await readStream(pool, streamOf.state(stateCode))
  const releases = fold(events.map((event) => ({ ...parseEvent(event.type, event.payload), actor: event.actor })))
  return { releases, version: events.length }
}

/**
 * Carries out a command on a state's releases: read, decide, append; on a conflict read and decide again. Returns after
 * the read model has the change, so that the next request sees it (docs/design/contract.md#command-line). A command
 * that is already so appends nothing. `commandId` makes it repeatable. Throws when the stream that must be unchanged is
 * not: what the command was made of has to be made again.
 */
export async function runCommand(
  pool: Pool,
  stateCode: string,
  command: Command,
  { commandId, now, ...guard }: { commandId: string | null; now: () => Date } & Pick<AppendRequest, 'unchanged'>,
): Promise<CommandResult> {
  if (commandId !== null) {
    const first = await findCommand(pool, commandId)
    if (first.length > 0) return { ok: true, events: first, replayed: true }
  }
  for (;;) {
    const { releases, version } = await readState(pool, stateCode)
    const decision = decide(releases, command)
    if (!decision.ok) return decision
    if (decision.events.length === 0) {
      await catchUp(pool)
      return { ok: true, events: [], replayed: false }
    }
    const appended = await append(pool, {
      stream: streamOf.state(stateCode),
      expectedVersion: version,
      events: decision.events.map(newEvent),
      actor: command.actor,
      commandId,
      now: now(),
      ...guard,
    })
    if (!appended.ok && appended.reason === 'changed')
      throw new Error(`${appended.stream} changed meanwhile: try again`)
    if (!appended.ok) continue
    await catchUp(pool)
    return { ok: true, events: appended.events, replayed: appended.replayed }
  }
}
