import * as z from 'zod'
import { decoded } from './base64.ts'
import { type LogEntry, parseLogEntry } from './log-entry.ts'
import { type Refusal, refuse } from './refusal.ts'
import { fitShape } from './strict-json.ts'
import { base64Of, base64Text, indexNumber } from './text.ts'

/**
 * Acts after the seal: log entries in order, each with its position in the tree of one checkpoint, as `release export
 * --acts` writes them (docs/verify/README.md section 4). Canonical JSON.
 */
const actsFileSchema = z.strictObject({
  acts_version: z.literal(2),
  entries: z
    .array(
      z.strictObject({
        log_entry: base64Text,
        leaf_index: indexNumber,
        hashes: z.array(base64Of(32)),
      }),
    )
    .min(1)
    .refine(
      (entries) => entries.every(({ leaf_index }, at) => at === 0 || leaf_index > (entries[at - 1]?.leaf_index ?? 0)),
      'entries are not in the order of the log',
    ),
  checkpoint: z.string(),
})
export type ActsDocument = z.infer<typeof actsFileSchema>

export type ActsFile = {
  readonly entries: readonly {
    readonly entry: LogEntry
    /** The exact bytes of the leaf. */
    readonly leafData: Uint8Array
    readonly leafIndex: number
    readonly hashes: readonly Uint8Array[]
  }[]
  readonly checkpoint: string
}

/**
 * Reads a parsed document; refused with ACTS_INVALID, or LOG_ENTRY_INVALID for an invalid entry. Nothing in it is
 * verified yet.
 */
export function readActsFile(document: unknown): { ok: true; acts: ActsFile } | Refusal {
  const fitted = fitShape(actsFileSchema, document)
  if (!fitted.ok) return refuse('ACTS_INVALID', fitted.reason)
  const entries: ActsFile['entries'][number][] = []
  for (const { log_entry, leaf_index: leafIndex, hashes } of fitted.value.entries) {
    const leafData = decoded(log_entry)
    const read = parseLogEntry(leafData)
    if (!read.ok) return read
    entries.push({ entry: read.entry, leafData, leafIndex, hashes: hashes.map(decoded) })
  }
  return { ok: true, acts: { entries, checkpoint: fitted.value.checkpoint } }
}
