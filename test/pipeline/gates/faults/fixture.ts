import type { Candidate, Gate, Means } from '../../../../pipeline/gates/gate.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'

/** One change of a valid definition, of its documents, or of the engine judged with it. */
export type Fixture = {
  readonly edit?: (record: ReleaseRecord) => void
  readonly candidate?: (candidate: Candidate) => Partial<Candidate>
  readonly means?: (means: Means) => Partial<Means>
  /** The gate over an engine that goes wrong in one way. */
  readonly gate?: Gate
  /** Faults that cannot but come with it. */
  readonly beside?: readonly string[]
  /** A change outside the table. */
  readonly sound?: Sound
}

/** A definition that passes the gate as it is. */
export type Sound = () => ReleaseRecord

/** A failing fixture, or several, for each fault that a gate can find. */
export type Table<F extends string> = {
  readonly sound: Sound
  /** The documents of the sound definition, where they are not the sample's. */
  readonly means?: (means: Means) => Partial<Means>
  /** The gate itself, where it is run on fewer generated requests. */
  readonly gate?: Gate
  readonly faults: Readonly<Record<F, Fixture | readonly Fixture[]>>
}

/** The table that a gate needs: the compiler refuses one without a fixture for each of its faults. */
export type TableOf<G> = G extends Gate<infer F> ? Table<F> : never

/** A record that is altered. */
export const edit = (change: (record: ReleaseRecord) => unknown): Fixture => ({ edit: (record) => void change(record) })
