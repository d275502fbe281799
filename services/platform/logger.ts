import { destination, type Logger, pino } from 'pino'

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

/** JSON lines to stdout (or the stream given). `name` says which process speaks. */
export function createLogger(name: string, level: string, stream?: { write(line: string): void }): Logger {
  const options = {
    name,
    level,
    redact: { paths: REDACTED, remove: true },
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return pino(options, stream ?? destination(TOGETHER))
}
