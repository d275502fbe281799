import type { Trust } from '../format/trust.ts'

/** Inputs of a verifier besides the file. */
export type VerifyOptions = {
  readonly trust: Trust
  /** A checkpoint note held apart from the file, to judge rollback against; of a serving state, the note that names it. */
  readonly checkpoint?: string | null
  /** How many trusted witnesses must have cosigned; 0 when not given. */
  readonly witnesses?: number
}
