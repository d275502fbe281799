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
