import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { vi } from 'vitest'
import type { Answer } from '../../support/api-call.ts'
import { PATIENCE } from '../../support/patience.ts'
import { counted } from './chaos.ts'
import type { ApiProcess } from './process.ts'

/**
 * Tolerance for a busy machine, added to limits that the specification sets in seconds. The faults to detect (a key
 * cached for its 10 s, a wait for a timeout of 5 s, a required restart) take longer than both together.
 */
export const SLACK_MS = 2_000

/** Turns that one thing after another may have to wait for: of Postgres, of an instance, of who asks it. */
const TURNS = 4
const lateness = monitorEventLoopDelay({ resolution: 10 })
lateness.enable()

/**
 * A bound with its slack: more on a machine that let this very process wait longer for its turn since it began to
 * follow. What an instance does wrong makes nothing late here.
 */
export function within(boundMs: number): number {
  return boundMs + SLACK_MS + (TURNS * lateness.max) / 1e6
}

type Seen = { readonly sentAtMs: number; readonly answeredAtMs: number; readonly answer: Answer }

/** Asks instances one question over and over, each in loops of its own, until stopped. */
export type Following = {
  readonly seen: readonly Seen[][]
  /** Waits until the last answer of every instance is as wanted; gives the milliseconds since `sinceMs` that the slowest took. */
  untilEach(wanted: (answer: Answer) => boolean, sinceMs: number): Promise<number>
  stop(): Promise<void>
}

/** `everyMs`: between an answer and the next question of a loop, so that watching leaves the machine to what is watched. */
export function follow(
  instances: readonly ApiProcess[],
  ask: (instance: ApiProcess) => Promise<Answer>,
  { loops = 1, everyMs = 5 } = {},
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
        seen[index]?.push({ sentAtMs, answeredAtMs: performance.now(), answer })
        asked += 1
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
