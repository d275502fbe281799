import { destination, type Logger, pino } from 'pino'
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

/**
 * Lines are buffered briefly and written together, since single writes would delay the requests they report. The rest
 * is written at exit.
 */
const TOGETHER = { sync: false, minLength: 4_096, periodicFlush: 250 }

/** Shared by the loggers of a process: each destination has its own flush timer. */
let stdout: ReturnType<typeof destination> | null = null

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
  stdout ??= destination(TOGETHER)
  return pino(options, stdout)
}
