import type { Logger } from './logger.ts'

const AGAIN_AFTER_MS = 60_000

type Words = (error: NodeJS.ErrnoException) => string

/**
 * Warnings of faults that recur while a server is away, some of them ten times a second: the same words about the same
 * work are logged once a minute.
 */
export function recurringFaults(
  log: Pick<Logger, 'warn'>,
  nowMs: () => number = () => performance.now(),
): (what: string, words?: Words) => (error: Error) => void {
  const toldAtMs = new Map<string, number>()
  return (what, words = ({ message }) => message) =>
    (error) => {
      const err = words(error)
      const now = nowMs()
      for (const [told, atMs] of toldAtMs) if (now - atMs >= AGAIN_AFTER_MS) toldAtMs.delete(told)
      const told = `${what}: ${err}`
      if (toldAtMs.has(told)) return
      toldAtMs.set(told, now)
      log.warn({ err }, what)
    }
}
