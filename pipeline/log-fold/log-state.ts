import type { CompactRange } from '../../releases/proof/merkle/tree.ts'
import { holdableComponents, productionObstacles } from '../../releases/record/production-obstacles.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import type { Head, RecordedEvent } from '../event-log/event.ts'
import type { PipelineEvent } from '../lifecycle/events.ts'
import type { Done, StateReleases } from '../lifecycle/state.ts'
import type { LogTrust } from '../lifecycle/trust.ts'
import type { Verdicts } from './compact.ts'

/** An event of the log with its payload typed by its type. */
export type LoggedEvent = Omit<RecordedEvent, 'type' | 'payload'> & PipelineEvent

/** Inputs of the fold other than the log: bytes by hash, and the time, which decides whether a check has lapsed. */
export type FoldMeans = {
  readonly blob: (sha256: string) => Promise<Uint8Array | null>
  readonly now: () => Date
}

/** Inputs for repeating a decision. */
export type DecisionMeans = FoldMeans & { readonly facts: ReadFacts }

/** The first event that must not be signed, and why. */
export type LogFault = { readonly position: number; readonly reason: string }

/** The log's trust and the releases in service, up to a position. */
export type LogState = {
  readonly head: Head
  readonly trust: LogTrust
  readonly states: ReadonlyMap<string, StateReleases>
  /** The last event of each state's stream. */
  readonly ends: ReadonlyMap<string, { readonly version: number; readonly hash: string }>
  /** Verdicts of each gate run, by its stream. */
  readonly runs: ReadonlyMap<string, Verdicts>
  /** The person who added a source, by its sha256. */
  readonly sources: ReadonlyMap<string, string>
  readonly attested: ReadonlyMap<string, readonly Done[]>
  readonly range: CompactRange
  /** The hash of the event at a position from 0; undefined beyond the head. */
  readonly hashAt: (position: number) => string | undefined
}

/** Parts of a sealed record that decisions need. */
type RecordFacts = { readonly components: readonly string[]; readonly obstacles: readonly string[] }

/**
 * Facts of a record by its hash, or null if its bytes are not stored. Each record is read once, however many acts refer
 * to it.
 */
export type ReadFacts = (sha256: string | null) => Promise<RecordFacts | null>

export function factsOf(blob: (sha256: string) => Promise<Uint8Array | null>): ReadFacts {
  const known = new Map<string, RecordFacts>()
  return async (hash) => {
    if (hash === null) return null
    const met = known.get(hash)
    if (met !== undefined) return met
    const bytes = await blob(hash)
    if (bytes === null) return null
    const record = JSON.parse(new TextDecoder().decode(bytes)) as ReleaseRecord
    const facts = { components: holdableComponents(record), obstacles: productionObstacles(record) }
    known.set(hash, facts)
    return facts
  }
}
