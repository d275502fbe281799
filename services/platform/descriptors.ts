import { StartRefusal } from './start.ts'

/** Open files that a process needs in addition to client connections: Postgres, Redis, metrics, logs. */
const KEPT_BACK = 96
const FEWEST = 32
/** Further connections would only wait for the processor. */
const MOST = 8_000

/** How many files and connections this process may have open (RLIMIT_NOFILE, which Node raises to the hard limit at its start). */
function openFilesLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/**
 * Maximum number of client connections of a process, so that file descriptors are left for its own use. Throws
 * StartRefusal if the limit leaves too few for any client.
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
