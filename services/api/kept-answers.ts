import type { OkTail } from './ok-tail.ts'

/** What an entry takes beside its tail, at most: its name, the objects around it. */
const ENTRY_BYTES = 1_024

/**
 * Tails of answers by name. When they would take more memory than they may, the least recently made leaves first, so that
 * questions nobody asks twice do not add up.
 */
export class KeptAnswers {
  readonly #most: number
  readonly #tails = new Map<string, OkTail>()
  #bytes = 0

  constructor(mostBytes: number) {
    this.#most = mostBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(name: string): OkTail | undefined {
    return this.#tails.get(name)
  }

  /** Keeps a tail under a name that is not kept yet. */
  keep(name: string, tail: OkTail): OkTail {
    this.#tails.set(name, tail)
    this.#bytes += ENTRY_BYTES + tail.bytes
    for (const [oldest, leaving] of this.#tails) {
      if (this.#bytes <= this.#most) break
      this.#tails.delete(oldest)
      this.#bytes -= ENTRY_BYTES + leaving.bytes
    }
    return tail
  }
}
