import { type Logger, pino } from 'pino'
import { type LogLines, logLines } from './log-lines.ts'
import { withoutKeys } from './without-keys.ts'

export type { Logger }

/** Log fields that may contain credentials. They are removed, not masked. */
const REDACTED = [
  'key',
  'api_key',
  'key_sha256',
  'headers.authorization',
  'headers["x-api-key"]',
  'req.headers.authorization',
  'req.headers["x-api-key"]',
  'password',
]

/** Shared by the loggers of a process, so that their lines stay in order. */
let stdout: LogLines | null = null

function openStdout(): LogLines {
  const opened = logLines(1)
  process.once('exit', opened.flushSync)
  return opened
}

/** JSON lines to stdout (or the given stream), without any API key. `name`: the process. */
export function createLogger(name: string, level: string, stream?: { write(line: string): void }): Logger {
  const options = {
    name,
    level,
    redact: { paths: REDACTED, remove: true },
    // Callers may send keys in wrong places, and a line may repeat their input.
    hooks: { streamWrite: withoutKeys },
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  if (stream !== undefined) return pino(options, stream)
  stdout ??= openStdout()
  return pino(options, stdout)
}

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
