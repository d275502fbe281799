import type { Act } from '../../releases/proof/format/act.ts'
import { isEntryType } from '../../releases/proof/format/entry-payloads.ts'
import { hasEntryColumns, type LogEntry, MOST_ENTRY_BYTES } from '../../releases/proof/format/log-entry.ts'
import { canonicalBytes } from '../../releases/record/canonical.ts'
import type { PipelineEvent } from './events.ts'

/** Fields of the log around an event, as far as its entry has them. */
type Recorded = {
  readonly stream: string
  readonly version: number
  readonly position: number
  readonly hash: string
  readonly commandId: string | null
  readonly actor: string
  readonly act: Act | null
  readonly recordedAt: string
}

/** The bytes of an entry; null: the event is none. Too long or unreadable: readers would refuse it, whatever it says. */
export type Leaf = Uint8Array | 'too_long' | 'unreadable' | null

/**
 * The leaf that an event is in the transparency log (docs/design/trust.md#entries). What no reader would take is not appended, and not
 * signed for.
 */
export function leafOf(recorded: Recorded, event: PipelineEvent): Leaf {
  if (!isEntryType(event.type)) return null
  const content = contentOf(recorded, event)
  if (!hasEntryColumns(content)) return 'unreadable'
  const bytes = canonicalBytes(content)
  return bytes.length > MOST_ENTRY_BYTES ? 'too_long' : bytes
}

function contentOf(recorded: Recorded, { type, payload }: PipelineEvent): LogEntry {
  return {
    entry_version: 2,
    type,
    stream: recorded.stream,
    version: recorded.version,
    event_position: recorded.position,
    event_hash: recorded.hash,
    command_id: recorded.commandId,
    actor: recorded.actor,
    act: recorded.act,
    payload,
    recorded_at: recorded.recordedAt,
  } as LogEntry
}
