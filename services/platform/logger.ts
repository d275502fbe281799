import { destination, type Logger, pino } from 'pino'
import { withoutKeys } from './without-keys.ts'

export type { Logger }

/** Where credentials could stand in what is logged. They are removed, not masked. */
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

/** Lines are written together, soon: written one by one they hold up the requests they tell of. The rest goes out at exit. */
const TOGETHER = { sync: false, minLength: 4_096, periodicFlush: 250 }

/** JSON lines to stdout (or the stream given), with no key in any of them. `name` says which process speaks. */
export function createLogger(name: string, level: string, stream?: { write(line: string): void }): Logger {
  const options = {
    name,
    level,
    redact: { paths: REDACTED, remove: true },
    // Callers put keys where none belong, and a line may repeat what they sent.
    hooks: { streamWrite: withoutKeys },
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return pino(options, stream ?? destination(TOGETHER))
}
