import { StartRefusal } from './start.ts'

/** Open files that a process needs besides client connections: Postgres, Redis, metrics, logs. */
const KEPT_BACK = 96
const FEWEST = 32
/** More would only wait for one processor. */
const MOST = 8_000

/** How many files and connections this process may have open (RLIMIT_NOFILE, which Node raises to the hard limit at its start). */
function openFilesLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/**
 * How many connections of clients a process may take, so that descriptors are left for its own. Throws StartRefusal where
 * the limit leaves too few to serve anybody.
 */
export function connectionsAtMost(openFiles = openFilesLimit()): number {
  const left = openFiles - KEPT_BACK
  if (left >= FEWEST) return Math.min(MOST, left)
  throw new StartRefusal(
    'SETTINGS_WRONG',
    `this process may open ${openFiles} files and connections, and needs ${KEPT_BACK + FEWEST} at least: ` +
      'raise the limit (ulimit -n, or LimitNOFILE of the service)',
  )
}
