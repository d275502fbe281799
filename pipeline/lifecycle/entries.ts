import type { Act } from '../../releases/proof/format/act.ts'
import { isEntryType } from '../../releases/proof/format/entry-payloads.ts'
import { hasEntryColumns, type LogEntry, MOST_ENTRY_BYTES } from '../../releases/proof/format/log-entry.ts'
import { canonicalBytes } from '../../releases/record/canonical.ts'
import type { PipelineEvent } from './events.ts'

/** Fields of an event other than its payload that its entry contains. */
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

/**
 * The bytes of an entry; null if the event is not one. Entries that are too long or unreadable would be refused by all
 * readers.
 */
export type Leaf = Uint8Array | 'too_long' | 'unreadable' | null

/**
 * An event's leaf in the transparency log (docs/design/trust.md#entries). Leaves that readers would refuse are not
 * appended and not signed.
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
