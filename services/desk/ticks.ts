import { join } from 'node:path'
import * as z from 'zod'
import { tickSchema } from '../operations/review.ts'
import { readIfThere, writeWhole } from '../platform/files.ts'

type Tick = z.infer<typeof tickSchema>

/**
 * Unfinished reviews: which cells of a record a person has checked, and when. One file each, so that neither a lost
 * connection nor a restart of the desk loses any. A review is not an act before its person signs it.
 */
export class Ticks {
  readonly #folder: string
  readonly #nowMs: () => number
  /** Writes to the same file are serialised. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(folder: string, nowMs: () => number) {
    this.#folder = folder
    this.#nowMs = nowMs
  }

  #path(person: string, releaseSha256: string): string {
    return join(this.#folder, `${person}.${releaseSha256}.json`)
  }

  async read(person: string, releaseSha256: string): Promise<Tick[]> {
    const text = await readIfThere(this.#path(person, releaseSha256))
    return text === null ? [] : z.array(tickSchema).parse(JSON.parse(text))
  }

  /** Sets or clears the tick of one cell. Each has a different time, in order. */
  set(person: string, releaseSha256: string, { cell, hash }: Omit<Tick, 'at'>, ticked: boolean): Promise<Tick[]> {
    const done = this.#last.then(async () => {
      const before = await this.read(person, releaseSha256)
      const others = before.filter((tick) => tick.cell !== cell)
      const lastMs = Math.max(0, ...before.map(({ at }) => Date.parse(at)))
      const at = new Date(Math.max(this.#nowMs(), lastMs + 1)).toISOString()
      const after = ticked ? [...others, { cell, hash, at }] : others
      await writeWhole(this.#path(person, releaseSha256), JSON.stringify(after), 0o600)
      return after
    })
    this.#last = done.catch(() => {})
    return done
  }
}
