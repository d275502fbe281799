import type { Candidate, Gate, Means } from '../../../../pipeline/gates/gate.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'

/** One change of a valid definition, of its documents, or of the engine judged with it. */
export type Fixture = {
  readonly edit?: (record: ReleaseRecord) => void
  readonly candidate?: (candidate: Candidate) => Partial<Candidate>
  readonly means?: (means: Means) => Partial<Means>
  /** The gate with an engine that has one fault. */
  readonly gate?: Gate
  /** Faults that inevitably accompany it. */
  readonly beside?: readonly string[]
  /** A change outside the table. */
  readonly sound?: Sound
}

/** An unchanged definition that passes the gate. */
export type Sound = () => ReleaseRecord

/** One or more failing fixtures for each fault that a gate can find. */
export type Table<F extends string> = {
  readonly sound: Sound
  /** The documents of the valid definition, if they are not the sample's. */
  readonly means?: (means: Means) => Partial<Means>
  /** The gate itself, with fewer generated requests. */
  readonly gate?: Gate
  readonly faults: Readonly<Record<F, Fixture | readonly Fixture[]>>
}

/** The type of a gate's table: the compiler requires a fixture for each of its faults. */
export type TableOf<G> = G extends Gate<infer F> ? Table<F> : never

/** A record to be altered. */
export const edit = (change: (record: ReleaseRecord) => unknown): Fixture => ({ edit: (record) => void change(record) })

/** The same, after which nothing reads a quantity any more. */
export const unread = (change: (record: ReleaseRecord) => unknown): Fixture => ({
  ...edit(change),
  beside: ['rule_not_applied'],
})
