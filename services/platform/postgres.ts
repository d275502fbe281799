import { Pool, types } from 'pg'

const INT8 = 20
const DATE = 1082
const CONNECT_TIMEOUT_MS = 5_000
const IDLE_TIMEOUT_MS = 30_000

type PoolOptions = {
  readonly url: string
  /** Shown in pg_stat_activity. */
  readonly applicationName: string
  /** Maximum number of connections. */
  readonly max: number
  /** Timeout of a query: a frozen or vanished server sends no error. */
  readonly queryTimeoutMs?: number
  /** Timeout for getting a connection; default 5 s. */
  readonly connectTimeoutMs?: number
  /** Called when an idle connection breaks. The pool replaces it; without a listener the process would end. */
  readonly onError: (error: Error) => void
}

/**
 * A pool of Postgres connections. `bigint` columns are returned as safe integers (a larger one throws), `date` columns
 * as `YYYY-MM-DD` text, since a date has no time zone for a Date. Timeouts of statements and locks are set on the roles
 * (migration 001), not here.
 */
export function createPool(options: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.max,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    ...(options.queryTimeoutMs === undefined ? {} : { query_timeout: options.queryTimeoutMs }),
    keepAlive: true,
    types: { getTypeParser: parserOf },
  })
  pool.on('error', options.onError)
  return pool
}

/**
 * The pool as one request uses it: each statement has a comment with the request's id, so that Postgres's log and
 * pg_stat_activity lead to the request. `requestId` is ours, never a caller's.
 */
export function askedBy(pool: Pool, requestId: string): Pool {
  if (!/^[\w.-]+$/.test(requestId)) throw new TypeError('a request id has other characters than ours')
  const query = (text: string, values?: unknown[]) => pool.query(`${text} /* ${requestId} */`, values)
  return Object.create(pool, { query: { value: query } })
}

function parserOf(oid: number, format?: 'text' | 'binary') {
  if (format !== 'binary' && oid === INT8) return safeInteger
  if (format !== 'binary' && oid === DATE) return String
  return format === 'binary' ? types.getTypeParser(oid, format) : types.getTypeParser(oid)
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is not a safe integer`)
  return value
}
