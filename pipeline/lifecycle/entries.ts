import type { Act } from '../../releases/proof/format/act.ts'
import { isEntryType } from '../../releases/proof/format/entry-payloads.ts'
import { type LogEntry, MOST_ENTRY_BYTES } from '../../releases/proof/format/log-entry.ts'
import { buildLogEntry } from '../../releases/proof/sign/log-entry.ts'
import { canonicalBytes } from '../../releases/record/canonical.ts'
import type { PipelineEvent } from './events.ts'

/** What stands around an event in the log, as far as its entry has it. */
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

/** The leaf that an event is in the transparency log, or null where it is none (docs/design/trust.md#entries). */
export function entryOf(recorded: Recorded, event: PipelineEvent): Uint8Array | null {
  return isEntryType(event.type) ? buildLogEntry(contentOf(recorded, event)) : null
}

/** Whether an event would be an entry that is longer than one may be: readers would refuse it, so it is not appended. */
export function isTooLong(recorded: Recorded, event: PipelineEvent): boolean {
  return isEntryType(event.type) && canonicalBytes(contentOf(recorded, event)).length > MOST_ENTRY_BYTES
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
