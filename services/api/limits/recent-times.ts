const FIRST_CAPACITY = 8
const GROWTH = 1.25

/**
 * Times of the last minute, oldest first, in whole microseconds of one clock. They take four bytes each, because a
 * process that answers 10,000 requests a second has 600,000 of them: modulo 2^32, which is 71 minutes.
 */
export class RecentTimes {
  #times = new Uint32Array(FIRST_CAPACITY)
  #first = 0
  #end = 0
  #newest = Number.NEGATIVE_INFINITY

  get length(): number {
    return this.#end - this.#first
  }

  /** The time at a place, 0 for the oldest; null: there is none. */
  at(place: number): number | null {
    const stored = place < this.length ? this.#times[this.#first + place] : undefined
    return stored === undefined ? null : this.#newest - ((this.#newest - stored) >>> 0)
  }

  /** Inserts a time in order, after equal ones, and returns its place. */
  insert(at: number): number {
    this.#makeRoom()
    let place = this.length
    while (place > 0 && (this.at(place - 1) ?? at) > at) place -= 1
    const index = this.#first + place
    this.#times.copyWithin(index + 1, index, this.#end)
    this.#times[index] = at
    this.#end += 1
    this.#newest = Math.max(this.#newest, at)
    return place
  }

  /** Removes the last entry of exactly this time and returns its place; -1: there is none. */
  remove(at: number): number {
    for (let place = this.length - 1; place >= 0; place -= 1) {
      if (this.at(place) !== at) continue
      const index = this.#first + place
      this.#times.copyWithin(index, index + 1, this.#end)
      this.#end -= 1
      return place
    }
    return -1
  }

  /** Forgets the times up to and including this one; returns how many. */
  forgetUntil(until: number): number {
    // Without comparing them: after 71 minutes an old time looks like a recent one.
    const forgotten = this.#newest <= until ? this.length : this.#placeAfter(until)
    this.#first += forgotten
    return forgotten
  }

  #placeAfter(until: number): number {
    let place = 0
    while ((this.at(place) ?? Number.POSITIVE_INFINITY) <= until) place += 1
    return place
  }

  #makeRoom(): void {
    const { length } = this.#times
    if (this.#end < length) return
    const isMostlyFree = this.#first * 4 >= length
    const times = isMostlyFree ? this.#times : new Uint32Array(Math.ceil(length * GROWTH))
    times.set(this.#times.subarray(this.#first, this.#end))
    this.#times = times
    this.#end = this.length
    this.#first = 0
  }
}
