import type { Candidate, Means } from '../gates/gate.ts'
import type { Layout } from '../gates/layout.ts'
import type { Reread, TableReading } from '../gates/reading.ts'
import { layOut } from './lay-out.ts'
import { type LaidOut, readFigures } from './read-figures.ts'

/** A source whose tables are read: its id, hash and layout. */
type Read = { readonly source_id: string; readonly sha256: string; readonly media_type: string }

/** Layouts are cached for a short time: several gates of one run read the same documents. */
const KEPT = 16

/** Keeps what is made for the last `most` keys. A failure is not kept, so that the next attempt makes it again. */
export function keepingLast<Out>(most: number): (key: string, make: () => Promise<Out>) => Promise<Out> {
  const known = new Map<string, Promise<Out>>()
  return (key, make) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const made = make()
    made.catch(() => known.delete(key))
    known.set(key, made)
    for (const old of [...known.keys()].slice(0, -most)) known.delete(old)
    return made
  }
}

/** Runs readings on stored documents; each document is laid out once. */
export class Rereader {
  readonly #bytes: Means['bytes']
  readonly #keeping = keepingLast<Layout | null>(KEPT)

  constructor(bytes: Means['bytes']) {
    this.#bytes = bytes
  }

  /** Layout of these pages of a document; null if its bytes are not stored or cannot be read. */
  #layout({ sha256, media_type }: Read, only: ReadonlySet<number>): Promise<Layout | null> {
    const key = `${media_type} ${sha256} ${[...only].sort((a, b) => a - b).join()}`
    return this.#keeping(key, async () => {
      const bytes = await this.#bytes(sha256)
      return bytes === null ? null : layOut(bytes, media_type, only)
    })
  }

  /** Result of the readings for these sources. */
  async read(readings: readonly TableReading[], sources: readonly Read[]): Promise<Reread> {
    const laidOut = new Map<string, LaidOut>()
    for (const source of sources) {
      const own = readings.filter(({ source_id }) => source_id === source.source_id)
      if (own.length === 0) continue
      const named = new Set(own.flatMap(({ pages, headers_from: from }) => [...pages, ...(from ? [from.page] : [])]))
      laidOut.set(source.source_id, { sha256: source.sha256, layout: await this.#layout(source, named) })
    }
    return readFigures(readings, laidOut)
  }

  /** The same for a candidate: gates compare the result with figures.csv. */
  reread({ readings, record }: Pick<Candidate, 'readings' | 'record'>): Promise<Reread> {
    return this.read(readings, record.sources)
  }
}
