import { canonicalBytes } from '../../releases/record/canonical.ts'
import { randomHex } from '../platform/random.ts'
import { keep } from './keep.ts'

/** Somebody who signed in, and the key used. */
export type Session = { readonly id: string; readonly person: string; readonly keyId: string }

const IDLE_MS = 30 * 60_000
const LONGEST_MS = 8 * 3_600_000
const MOST = 64

type Kept = Session & { readonly endsMs: number; idleMs: number }

/**
 * Signed-in people, kept only in memory, so that a restarted desk has none. A session ends half an hour after its last
 * use.
 */
export class Sessions {
  readonly #byId = new Map<string, Kept>()
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  open(person: string, keyId: string): Session {
    const now = this.#nowMs()
    const session = { id: randomHex(32), person, keyId, endsMs: now + LONGEST_MS, idleMs: now + IDLE_MS }
    keep(this.#byId, session.id, session, MOST)
    return session
  }

  /** The session with that id; null: none, or expired. `use`: the person is active, so the session is extended. */
  find(id: string, use: boolean): Session | null {
    const found = this.#byId.get(id)
    const now = this.#nowMs()
    if (found === undefined) return null
    if (now > found.endsMs || now > found.idleMs) {
      this.#byId.delete(id)
      return null
    }
    if (use) found.idleMs = now + IDLE_MS
    return found
  }

  close(id: string): void {
    this.#byId.delete(id)
  }
}

const ANSWER_WITHIN_MS = 5 * 60_000

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
