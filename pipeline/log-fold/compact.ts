import { GATE_NAMES } from '../gates/gate.ts'

/** Compact storage for what a fold keeps of every event and gate run: a log has millions of events. */

const HASH_BYTES = 32
/** Hashes in one buffer. */
const PIECE = 4_096

/** SHA-256 hashes in order, 32 bytes each, with lowercase hex as interface. */
export class HashList {
  readonly #pieces: Buffer[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  push(hash: string): void {
    const at = this.#length % PIECE
    if (at === 0) this.#pieces.push(Buffer.allocUnsafeSlow(PIECE * HASH_BYTES))
    this.#pieces.at(-1)?.write(hash, at * HASH_BYTES, HASH_BYTES, 'hex')
    this.#length += 1
  }

  /** The hash at an index from 0; undefined beyond the last. */
  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#length) return undefined
    const from = (index % PIECE) * HASH_BYTES
    return this.#pieces[Math.floor(index / PIECE)]?.toString('hex', from, from + HASH_BYTES)
  }
}

const BIT_OF: ReadonlyMap<string, number> = new Map(GATE_NAMES.map((gate, index) => [gate, 1 << index]))
const bitOf = (gate: string): number => BIT_OF.get(gate) ?? 0

/** The verdicts of a gate run, two bits per gate. */
export class Verdicts {
  #given = 0
  #passed = 0

  set(gate: string, passed: boolean): void {
    this.#given |= bitOf(gate)
    this.#passed = passed ? this.#passed | bitOf(gate) : this.#passed & ~bitOf(gate)
  }

  has(gate: string): boolean {
    return (this.#given & bitOf(gate)) !== 0
  }

  /** Whether the gate passed; undefined: no verdict yet. */
  get(gate: string): boolean | undefined {
    return this.has(gate) ? (this.#passed & bitOf(gate)) !== 0 : undefined
  }
}
