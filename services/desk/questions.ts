import { canonicalBytes } from '../../releases/record/canonical.ts'
import { randomHex } from '../platform/random.ts'
import { keep } from './keep.ts'

const ANSWER_WITHIN_MS = 5 * 60_000
const MOST = 64

/**
 * Sign-in challenges for passkeys. Each is new and used once; none can be confused with an act, whose text states its
 * purpose in the same place.
 */
export class SignInQuestions {
  readonly #until = new Map<string, number>()
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  ask(): string {
    const nonce = randomHex(32)
    keep(this.#until, nonce, this.#nowMs() + ANSWER_WITHIN_MS, MOST)
    return nonce
  }

  /** Whether this challenge was issued recently and not used yet. */
  take(nonce: string): boolean {
    const until = this.#until.get(nonce)
    this.#until.delete(nonce)
    return until !== undefined && this.#nowMs() <= until
  }
}

/** Challenge for signing in. */
export function signInBytes(logOrigin: string, deskOrigin: string, nonce: string): Uint8Array {
  return canonicalBytes({ purpose: 'desk_sign_in', log: logOrigin, desk: deskOrigin, nonce })
}
