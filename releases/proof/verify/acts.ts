import { type ActsFile, readActsFile } from '../format/acts-file.ts'
import { type Checkpoint, parseCheckpoint } from '../format/checkpoint.ts'
import { COMMAND_OF } from '../format/entry-payloads.ts'
import type { LogEntry } from '../format/log-entry.ts'
import { type Refusal, refuse } from '../format/refusal.ts'
import type { Trust } from '../format/trust.ts'
import { leafHash } from '../merkle/tree.ts'
import { actFault } from './act.ts'
import { type Placed, type VerifyOptions, verifyPlaced } from './placed.ts'
import { verifyInclusion } from './tree-proofs.ts'

/** What a file of acts proves: each entry is in the log and was signed by the person it names. */
export type VerifiedActs = Placed & {
  readonly ok: true
  readonly entries: readonly LogEntry[]
  /** Index of the first entry in the log. */
  readonly leaf_index: number
}

/**
 * Verifies the acts after a seal (docs/verify/README.md section 8, checks A1 to A7). It proves signers, content and
 * positions, but not that there are no other entries.
 */
export function verifyActs(document: unknown, options: VerifyOptions): VerifiedActs | Refusal {
  const { trust } = options
  const read = readActsFile(document)
  if (!read.ok) return read
  const { acts } = read
  const noted = parseCheckpoint(acts.checkpoint)
  if (!noted.ok) return noted
  const flaw = signedFlaw(acts, trust) ?? inclusionFlaw(acts, noted.checkpoint)
  if (flaw !== null) return flaw
  const placed = verifyPlaced(noted.checkpoint, options)
  if (!placed.ok) return placed
  const entries = acts.entries.map(({ entry }) => entry)
  return { ...placed, entries, leaf_index: acts.entries[0]?.leafIndex ?? 0 }
}

/** Entries of one command are contiguous; the first carries the act, which covers all of them. */
function signedFlaw({ entries }: ActsFile, trust: Trust): Refusal | null {
  for (let at = 0; at < entries.length; ) {
    const first = entries[at]?.entry
    if (first === undefined) return null
    const group = entries.slice(at, at + (first.act?.events ?? 1)).map(({ entry }) => entry)
    const fault = first.act === null ? unsignedFault(first) : groupFault(first, group, trust)
    if (fault !== null) return refuse('ACT_INVALID', `${first.type} at position ${first.event_position}: ${fault}`)
    at += group.length
  }
  return null
}

/** Events that nobody signs: the start of the log, seals by the pipeline, and lapses caused by the clock. */
function unsignedFault({ type, payload }: LogEntry): string | null {
  if (type === 'ReleaseSealed' || type === 'CheckLapsed') return null
  if (type === 'SigningKeyAdded' && payload.replaces === null) return null
  return type === 'PersonEnrolled' && payload.proof === null ? null : 'unsigned'
}

function groupFault(first: LogEntry, group: readonly LogEntry[], trust: Trust): string | null {
  const { act, stream, version, event_position: position, command_id: commandId, actor } = first
  const last = group.at(-1)
  if (act === null || last === undefined || commandId === null) return 'command_without_id'
  if (group.length < act.events) return 'command_incomplete'
  const isWhole = group.every(
    (entry, at) =>
      entry.stream === stream &&
      entry.version === version + at &&
      entry.event_position === position + at &&
      entry.actor === actor &&
      (at === 0 || entry.act === null),
  )
  if (!isWhole || COMMAND_OF[last.type] !== act.command) return 'command_mixed'
  if (act.signatures[0]?.person !== actor) return 'actor_did_not_sign'
  const events = group.map(({ type, payload }) => ({ type, payload }))
  const { command, log_head: logHead } = act
  const content = { origin: trust.origin, stream, streamVersion: version - 1, commandId, command, events, logHead }
  return actFault(act, content, position, trust.people)
}

function inclusionFlaw({ entries }: ActsFile, { size, root }: Checkpoint): Refusal | null {
  const outside = entries.find(
    ({ leafData, leafIndex, hashes }) =>
      !verifyInclusion({ leafHash: leafHash(leafData), leafIndex, treeSize: size, root }, hashes),
  )
  return outside === undefined
    ? null
    : refuse('INCLUSION_INVALID', `the path of entry ${outside.leafIndex} does not lead to the root`)
}
