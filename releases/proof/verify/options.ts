import type { Trust } from '../format/trust.ts'

/** Inputs of a verifier besides the file. */
export type VerifyOptions = {
  readonly trust: Trust
  /** The reader's own checkpoint note, to detect rollback; for a serving state, the note that contains its hash. */
  readonly checkpoint?: string | null
  /** How many trusted witnesses must have cosigned; 0 by default. */
  readonly witnesses?: number
}
