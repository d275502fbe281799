import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { vi } from 'vitest'
import type { Answer } from '../../support/api-call.ts'
import { PATIENCE } from '../../support/patience.ts'
import { counted } from './chaos.ts'
import { type ApiProcess, isTurnedAway } from './process.ts'

/**
 * Tolerance for a busy machine, added to limits that the specification sets in seconds. The faults to detect (a key
 * cached for its 10 s, a wait for a timeout of 5 s, a required restart) take longer than both together.
 */
export const SLACK_MS = 2_000

/**
 * Number of consecutive waits for processor time that a reaction may need: of Postgres, an instance, and the caller.
 */
const TURNS = 4
const lateness = monitorEventLoopDelay({ resolution: 10 })
lateness.enable()

/**
 * A time limit with tolerance, which grows if this process itself had to wait for processor time since the start.
 * Faults of an instance do not make this process wait.
 */
export function within(boundMs: number): number {
  return boundMs + SLACK_MS + (TURNS * lateness.max) / 1e6
}

type Seen = { readonly sentAtMs: number; readonly answeredAtMs: number; readonly answer: Answer }

/** Sends the same request to instances repeatedly, each in separate loops, until stopped. */
export type Following = {
  readonly seen: readonly Seen[][]
  /**
   * Waits until the last answer of every instance is as expected; returns the milliseconds since `sinceMs` for the
   * slowest.
   */
  untilEach(wanted: (answer: Answer) => boolean, sinceMs: number): Promise<number>
  stop(): Promise<void>
}

/**
 * `everyMs`: pause between an answer and a loop's next request, so that watching leaves processor time to what is
 * watched. `turnedAway: 'omitted'`: answers of an instance without processor time are not in `seen`.
 */
export function follow(
  instances: readonly ApiProcess[],
  ask: (instance: ApiProcess) => Promise<Answer>,
  { loops = 1, everyMs = 5, turnedAway = 'omitted' as 'omitted' | 'seen' } = {},
): Following {
  let asking = true
  let asked = 0
  lateness.reset()
  const seen: Seen[][] = instances.map(() => [])
  const running = instances.flatMap((instance, index) =>
    Array.from({ length: loops }, async () => {
      while (asking) {
        const sentAtMs = performance.now()
        const answer = await ask(instance)
        asked += 1
        if (turnedAway === 'seen' || !isTurnedAway(answer))
          seen[index]?.push({ sentAtMs, answeredAtMs: performance.now(), answer })
        if (everyMs > 0) await pause(everyMs)
      }
    }),
  )
  let failed: unknown = null
  for (const loop of running)
    loop.catch((error: unknown) => {
      failed = error
    })
  return {
    seen,
    untilEach: async (wanted, sinceMs) => {
      const firstSince = () =>
        seen.map((answers) => answers.find(({ sentAtMs, answer }) => sentAtMs >= sinceMs && wanted(answer)))
      const answered = () => {
        if (failed !== null) throw failed
        return !firstSince().includes(undefined)
      }
      await vi.waitUntil(answered, { ...PATIENCE, interval: 5 })
      return Math.round(
        Math.max(...firstSince().map((first) => (first?.sentAtMs ?? Number.POSITIVE_INFINITY) - sinceMs)),
      )
    },
    stop: async () => {
      asking = false
      await Promise.all(running)
      counted('answers', asked)
    },
  }
}
