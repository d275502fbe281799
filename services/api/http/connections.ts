import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '../../platform/logger.ts'
import { StartRefusal } from '../../platform/start.ts'
import { networkOf } from '../checks/limits.ts'
import type { Metrics } from '../metrics.ts'

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

/** Maximum share of all connections for one address. */
const SHARE = 4
/** From this part of the limit on, idle connections are closed to make room. */
const CROWDED = 0.9
const SAY_EVERY_MS = 1_000

type ConnectionBounds = {
  /** Maximum number of connections; further ones are closed unread. */
  readonly most: number
  /** Behind a proxy every connection is the proxy's, which must share them fairly. */
  readonly shared: boolean
  readonly nowMs: () => number
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'connections' | 'connectionsRefused'>
}

/**
 * Limits the connections of a server, so that it never runs out of file descriptors, and so that one address cannot use
 * them all. An IPv6 client may use all of its /64, which counts as one address.
 */
export function boundConnections(server: Server, { most, shared, nowMs, log, metrics }: ConnectionBounds): void {
  const share = shared ? Math.ceil(most / SHARE) : most
  const held = new Map<string, number>()
  let open = 0
  let saidMs = Number.NEGATIVE_INFINITY
  const refused = (reason: 'all' | 'address'): void => {
    metrics.connectionsRefused.inc({ reason })
    if (nowMs() - saidMs < SAY_EVERY_MS) return
    saidMs = nowMs()
    log.warn({ reason, most, share }, 'connections refused')
  }
  server.maxConnections = most
  server.on('drop', () => refused('all'))
  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '')
    const others = held.get(address) ?? 0
    if (others >= share) {
      refused('address')
      socket.destroy()
      return
    }
    held.set(address, others + 1)
    open += 1
    metrics.connections.set(open)
    socket.once('close', () => {
      const left = (held.get(address) ?? 1) - 1
      if (left === 0) held.delete(address)
      else held.set(address, left)
      open -= 1
      metrics.connections.set(open)
    })
    if (open >= most * CROWDED) server.closeIdleConnections()
  })
}
