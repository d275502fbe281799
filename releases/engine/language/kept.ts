import { keptIn } from '../../record/kept-in.ts'
import type { HoldLookup } from './holds.ts'

/** A compiled part, and every path that was looked up among the runtime holds while compiling it. */
type Made = { readonly value: unknown; readonly asked: ReadonlySet<string> }

/** Cache keys of a part, each a map inside the previous one. */
type Place = { made: Made | null; readonly inside: Map<object, Place> }

const newPlace = (): Place => ({ made: null, inside: new Map() })

/**
 * Cache of compiled parts by the parts of the record that they are compiled from, so that a record need not be
 * recompiled completely for each hold. The hold lookups of a part are recorded while it is compiled. A cached part is
 * reused only if all of these lookups give the same result under the present holds, so a cached part never misses a
 * hold.
 */
export class Kept {
  readonly #root = newPlace()
  readonly #before: Kept | null
  readonly #holds: HoldLookup
  #asked = new Set<string>()

  /** `before`: parts of the same record compiled with other holds, which may be reused. */
  constructor(holds: HoldLookup, before: Kept | null) {
    this.#holds = holds
    this.#before = before
  }

  /** The holds; every lookup is recorded. */
  get holds(): HoldLookup {
    return {
      runtime: (path) => {
        this.#asked.add(path)
        return this.#holds.runtime(path)
      },
      listed: (path) => this.#holds.listed(path),
    }
  }

  /** A part by its keys, which together with the holds determine the result. */
  of<T>(keys: readonly object[], compile: () => T): T {
    const place = this.#at(keys)
    const made = place.made ?? this.#taken(keys) ?? this.#make(compile)
    place.made = made
    for (const path of made.asked) this.#asked.add(path)
    return made.value as T
  }

  #make(compile: () => unknown): Made {
    const outer = this.#asked
    const asked = new Set<string>()
    this.#asked = asked
    try {
      return { value: compile(), asked }
    } finally {
      this.#asked = outer
    }
  }

  /** The cached part, if all of its hold lookups still give the same result. */
  #taken(keys: readonly object[]): Made | null {
    const before = this.#before
    if (before === null) return null
    const { made } = before.#at(keys)
    if (made === null) return null
    for (const path of made.asked) if (!isSame(before.#holds.runtime(path), this.#holds.runtime(path))) return null
    return made
  }

  #at(keys: readonly object[]): Place {
    let place = this.#root
    for (const key of keys) place = keptIn(place.inside, key, newPlace)
    return place
  }
}

type Held = ReturnType<HoldLookup['runtime']>

const isSame = (one: Held, other: Held): boolean =>
  one === other || (one?.reason === other?.reason && one?.unblockedBy === other?.unblockedBy)
