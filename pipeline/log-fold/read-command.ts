import { type Act, type ActCommand, type ActContent, actSchema } from '../../releases/proof/format/act.ts'
import { canonicalText } from '../../releases/record/canonical.ts'
import { type EventRow, unparsed } from '../event-log/event.ts'
import { type Leaf, leafOf } from '../lifecycle/entries.ts'
import { parseEvent } from '../lifecycle/events.ts'
import type { LoggedEvent } from './log-state.ts'

/** The events of one command as the log has them, parsed, each with its leaf; nothing in it is verified yet. */
export type LoggedCommand = {
  readonly events: readonly LoggedEvent[]
  readonly leaves: readonly Leaf[]
  /** Signed content of the act of its first event; null if it has none, or no id. */
  readonly content: ActContent | null
}

/** How many events the command has that a row begins: its act says so, and a run ends in two events. */
export function commandSize(row: EventRow): number {
  if (row.type === 'GateRunCompleted') return 2
  return actOf(row)?.events ?? 1
}

/** The command that rows are; a number: the position of the first that no code of ours appended. */
export function readCommand(rows: readonly EventRow[], origin: string): LoggedCommand | number {
  const events: LoggedEvent[] = []
  const leaves: Leaf[] = []
  for (const row of rows) {
    const read = readable(row)
    if (read === null || read.leaf === 'unreadable') return Number(row.position)
    events.push(read.event)
    leaves.push(read.leaf)
  }
  return { events, leaves, content: contentOf(events, origin) }
}

function contentOf(events: readonly LoggedEvent[], origin: string): ActContent | null {
  const [first] = events
  if (first === undefined || first.act === null || first.commandId === null) return null
  const { stream, version, commandId, act } = first
  const command: ActCommand = act.command
  return { origin, stream, streamVersion: version - 1, commandId, command, events, logHead: act.log_head }
}

/** Acts of rows already read, first checked for size, then for signatures. */
const ACTS = new WeakMap<EventRow, Act | null>()

/** The act of a row; null if it has none, or none of this form. */
function actOf(row: EventRow): Act | null {
  const known = ACTS.get(row)
  if (known !== undefined) return known
  const act = row.act === null ? null : parsedAct(row.act)
  ACTS.set(row, act)
  return act
}

function parsedAct(text: string): Act | null {
  try {
    const act = actSchema.parse(JSON.parse(text))
    return canonicalText(act) === text ? act : null
  } catch {
    return null
  }
}

/** The event with payload and act parsed; null: no such event was ever appended by this code. */
function readable(row: EventRow): { readonly event: LoggedEvent; readonly leaf: Leaf } | null {
  const act = actOf(row)
  if (row.act !== null && act === null) return null
  try {
    const event = { ...unparsed(row), act, ...parseEvent(row.type, JSON.parse(row.payload)) } as LoggedEvent
    // Throws for half a character, which JSON can escape: what has no canonical form was neither signed nor decided.
    if (row.payload.includes('\\u')) canonicalText(event.payload)
    const leaf = leafOf(event, event)
    // The database makes the same leaf of the payload as it stands: one that is not canonical would be another leaf there.
    const isAsWritten = !(leaf instanceof Uint8Array) || Buffer.from(leaf).includes(row.payload)
    return isAsWritten ? { event, leaf } : null
  } catch {
    return null
  }
}
