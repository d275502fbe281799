import type { Act } from '../../releases/proof/format/act.ts'
import { isEntryType } from '../../releases/proof/format/entry-payloads.ts'
import type { LogEntry } from '../../releases/proof/format/log-entry.ts'
import { buildLogEntry } from '../../releases/proof/sign/log-entry.ts'
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
export function entryOf(recorded: Recorded, { type, payload }: PipelineEvent): Uint8Array | null {
  if (!isEntryType(type)) return null
  return buildLogEntry({
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
  } as LogEntry)
}
