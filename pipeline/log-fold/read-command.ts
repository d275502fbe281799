import { type Act, type ActCommand, type ActContent, actSchema } from '../../releases/proof/format/act.ts'
import { canonicalText } from '../../releases/record/canonical.ts'
import { type EventRow, unparsed } from '../event-log/event.ts'
import { type Leaf, leafOf } from '../lifecycle/entries.ts'
import { parseEvent } from '../lifecycle/events.ts'
import type { LoggedEvent } from './log-state.ts'

/** The events of one command, parsed, each with its leaf; nothing in it is verified yet. */
export type LoggedCommand = {
  readonly events: readonly LoggedEvent[]
  readonly leaves: readonly Leaf[]
  /** Signed content of the act of its first event; null if it has no act or no id. */
  readonly content: ActContent | null
}

/** Number of events of the command that starts with a row: as its act says; a run ends with two events. */
export function commandSize(row: EventRow): number {
  if (row.type === 'GateRunCompleted') return 2
  return actOf(row)?.events ?? 1
}

/**
 * The command that consists of these rows; a number: the position of the first row that this code cannot have appended.
 */
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

/** Acts of rows already read, first to check the size, then to verify signatures. */
const ACTS = new WeakMap<EventRow, Act | null>()

/** The act of a row; null if it has none, or not in this form. */
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

/** The event with parsed payload and act; null if this code cannot have appended it. */
function readable(row: EventRow): { readonly event: LoggedEvent; readonly leaf: Leaf } | null {
  const act = actOf(row)
  if (row.act !== null && act === null) return null
  try {
    const event = { ...unparsed(row), act, ...parseEvent(row.type, JSON.parse(row.payload)) } as LoggedEvent
    // Throws for an unpaired surrogate, which JSON can escape: it has no canonical form, so it was neither signed nor
    // decided.
    if (row.payload.includes('\\u')) canonicalText(event.payload)
    const leaf = leafOf(event, event)
    // The database makes the leaf from the stored payload, which would differ if that is not canonical.
    const isAsWritten = !(leaf instanceof Uint8Array) || Buffer.from(leaf).includes(row.payload)
    return isAsWritten ? { event, leaf } : null
  } catch {
    return null
  }
}
