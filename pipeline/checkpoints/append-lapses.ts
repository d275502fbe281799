import type { Pool } from 'pg'
import { append } from '../event-log/append.ts'
import { readStream } from '../event-log/read.ts'
import { newEvent, parseEvents } from '../lifecycle/events.ts'
import { fold, lapsesIn, type StateReleases } from '../lifecycle/state.ts'

/**
 * How long after the end of the day a lapse is appended. Each signer checks it by its own clock, and a signer whose
 * clock is behind would stop at an earlier one.
 */
const AFTER_MIDNIGHT_MS = 60 * 60 * 1_000

/**
 * Appends lapses in the name of a worker. Nobody signs them; they are valid because the signed end day has passed.
 * `states`: the releases of each stream, up to the position followed. One worker appends them; if a stream has changed,
 * it is left for the next round. Returns the number of lapses.
 */
export async function appendLapses(
  pool: Pool,
  states: ReadonlyMap<string, StateReleases>,
  actor: string,
  now: Date,
): Promise<number> {
  const at = new Date(now.getTime() - AFTER_MIDNIGHT_MS)
  let lapsed = 0
  for (const [stream, followed] of states) {
    if (lapsesIn(followed, at).length === 0) continue
    const stored = await readStream(pool, stream)
    const releases = fold(parseEvents(stored))
    for (const [index, payload] of lapsesIn(releases, at).entries()) {
      const events = [newEvent({ type: 'CheckLapsed', payload })]
      const expectedVersion = stored.length + index
      const appended = await append(pool, { stream, expectedVersion, events, actor, commandId: null, now })
      if (!appended.ok) break
      lapsed += 1
    }
  }
  return lapsed
}
