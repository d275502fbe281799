import type { HoldLookup } from './holds.ts'

/** A part as it was compiled, and every path of which it was asked whether it is held at run time. */
type Made = { readonly value: unknown; readonly asked: ReadonlySet<string> }

/** What a part is found by: each key inside the one before it. */
type Place = { made: Made | null; readonly inside: Map<object, Place> }

const newPlace = (): Place => ({ made: null, inside: new Map() })

/**
 * The parts of a plan by the parts of the record that they are compiled from, kept so that the same record need not be compiled
 * whole again under each hold. What a part asks about is noted while it is compiled. Under other holds it is the same where
 * none of that is held otherwise, and only then it is taken over: a hold is never missed because of what was kept.
 */
export class Kept {
  readonly #root = newPlace()
  readonly #before: Kept | null
  readonly #holds: HoldLookup
  #asked = new Set<string>()

  /** `before`: the parts of the same record, compiled under other holds, from which these may be taken. */
  constructor(holds: HoldLookup, before: Kept | null) {
    this.#holds = holds
    this.#before = before
  }

  /** The holds; what is asked of them is noted. */
  get holds(): HoldLookup {
    return {
      runtime: (path) => {
        this.#asked.add(path)
        return this.#holds.runtime(path)
      },
      listed: (path) => this.#holds.listed(path),
    }
  }

  /** A part by its keys, which are all that compiling it rests on beside the holds. */
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

  /** The part as it was compiled before, where nothing that it asked about is held otherwise now. */
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
    for (const key of keys) {
      const inner = place.inside.get(key) ?? newPlace()
      place.inside.set(key, inner)
      place = inner
    }
    return place
  }
}

type Held = ReturnType<HoldLookup['runtime']>

const isSame = (one: Held, other: Held): boolean =>
  one === other || (one?.reason === other?.reason && one?.unblockedBy === other?.unblockedBy)
