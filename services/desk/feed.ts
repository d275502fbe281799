import type { Pool } from 'pg'
import type { RecordedEvent } from '../../pipeline/event-log/event.ts'
import { readAll, readHead } from '../../pipeline/event-log/read.ts'
import type { Told } from './wire.ts'

const LOOK_MS = 200
const PAGE = 200
const BREATH_MS = 15_000

/**
 * The growing event log for any number of listeners. Each reads the log from its own position, so that none misses an
 * event, however late it returns; only the check for new events is shared.
 */
export class Feed {
  readonly #pool: Pool
  readonly #woken = new Set<() => void>()
  #timer: NodeJS.Timeout | null = null
  #head = -1
  #tidings = 0

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Notifies of a change outside the log: proposals and ticks. */
  changed(): void {
    this.#tidings += 1
    this.#wake()
  }

  /**
   * Reports every event after `after`, in order, until the listener is gone. `tell(null)`: something outside the log
   * changed. `breathe` is called every 15 seconds; an exception from it, or a database that does not answer, ends the
   * reports.
   */
  async follow(
    after: number,
    {
      tell,
      breathe,
      signal,
    }: { tell(told: Told | null): Promise<void>; breathe(): Promise<void>; signal: AbortSignal },
  ): Promise<void> {
    let [at, heard] = [after, this.#tidings]
    while (!signal.aborted) {
      const wait = this.#next(signal)
      try {
        const events = await readAll(this.#pool, { after: at, limit: PAGE })
        for (const event of events) await tell(toldOf(event))
        at = events.at(-1)?.position ?? at
        const tidings = this.#tidings
        if (heard !== tidings) await tell(null)
        heard = tidings
        if (events.length < PAGE && (await wait.woken) === 'breath') await breathe()
      } finally {
        wait.forget()
      }
    }
  }

  #wake(): void {
    for (const wake of [...this.#woken]) wake()
  }

  #next(signal: AbortSignal): { readonly woken: Promise<'more' | 'breath'>; forget(): void } {
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref()
    const { promise: woken, resolve } = Promise.withResolvers<'more' | 'breath'>()
    const wake = (): void => resolve('more')
    const breath = setTimeout(() => resolve('breath'), BREATH_MS)
    this.#woken.add(wake)
    signal.addEventListener('abort', wake)
    const forget = (): void => {
      clearTimeout(breath)
      this.#woken.delete(wake)
      signal.removeEventListener('abort', wake)
      if (this.#woken.size > 0 || this.#timer === null) return
      clearInterval(this.#timer)
      this.#timer = null
    }
    return { woken, forget }
  }

  async #look(): Promise<void> {
    // If the database is briefly unavailable, the next check retries.
    const head = await readHead(this.#pool).catch(() => null)
    if (head === null || head.position === this.#head) return
    this.#head = head.position
    this.#wake()
  }
}

function toldOf({ position, type, payload }: RecordedEvent): Told {
  const of = new Map<string, unknown>(Object.entries(payload ?? {}))
  const [id, revision] = [of.get('release_id'), of.get('revision')]
  return {
    position,
    type,
    release: typeof id === 'string' && typeof revision === 'number' ? `${id}@${revision}` : null,
  }
}
