import { Client, type ClientBase, type Pool } from 'pg'
import { KEYS_CHANNEL, SERVING_CHANNEL } from '../../../pipeline/event-log/event.ts'

type WatchParts = {
  readonly url: string
  /** Called if the releases in service may have changed, and on every poll. */
  readonly onServing: () => void
  /** Called if a key may have changed, or if that is unknown. */
  readonly onKeys: () => void
  /** Called at each poll with whether the database is a replica, which may have lost its primary. */
  readonly onReplica?: (isReplica: boolean) => void
  readonly onError: (error: Error) => void
  readonly pollMs: number
  /** Maximum time for connecting, and for a response. */
  readonly patienceMs: number
  readonly retryMs: number
}

/** Whether a database is a streaming replica. */
export async function isReplicaNow(db: ClientBase | Pool): Promise<boolean> {
  const { rows } = await db.query<{ replica: boolean }>('SELECT pg_is_in_recovery() AS replica')
  return rows[0]?.replica === true
}

/**
 * Listens on the primary for changes of keys and of releases in service. If the connection breaks, cached keys are
 * dropped, since a revocation could be missed; after reconnecting everything is read again. Pointers are polled anyway
 * (docs/design/architecture.md#api-keys). Each poll also checks that the connection is alive, since a lost server does
 * not close it. A streaming replica does not support LISTEN: it is only polled, and keys stay cached for their time.
 */
export function startWatch(parts: WatchParts): { stop(): Promise<void> } {
  let stopped = false
  let client: Client | null = null
  let listening: Client | null = null
  let isReplica = false
  let retry: NodeJS.Timeout | undefined

  // An abandoned connection may still report its end when the next one is already in use.
  const lost = (broken: Client, error: Error): void => {
    if (stopped || client !== broken) return
    client = null
    listening = null
    parts.onKeys()
    parts.onError(error)
    broken.end().catch(() => {})
    retry = setTimeout(connect, parts.retryMs)
  }

  const connect = (): void => {
    if (stopped) return
    const next = new Client({
      connectionString: parts.url,
      application_name: 'pramaan-api-watch',
      keepAlive: true,
      connectionTimeoutMillis: parts.patienceMs,
      query_timeout: parts.patienceMs,
    })
    client = next
    next.on('error', (error) => lost(next, error))
    next.on('end', () => lost(next, new Error('the notification connection ended')))
    next.on('notification', ({ channel }) => {
      if (channel === KEYS_CHANNEL) parts.onKeys()
      else parts.onServing()
    })
    next
      .connect()
      .then(() => isReplicaNow(next))
      .then(async (replica) => {
        isReplica = replica
        parts.onReplica?.(isReplica)
        if (!isReplica) await next.query(`LISTEN ${KEYS_CHANNEL}; LISTEN ${SERVING_CHANNEL}`)
      })
      .then(() => {
        listening = next
        parts.onKeys()
        parts.onServing()
      })
      .catch((error: Error) => lost(next, error))
  }

  const look = (): void => {
    parts.onServing()
    const asked = listening
    if (asked === null) return
    isReplicaNow(asked)
      .then((replica) => {
        if (isReplica && !replica) lost(asked, new Error('the replica has become the primary'))
      })
      .catch((error: Error) => lost(asked, error))
  }

  connect()
  const poll = setInterval(look, parts.pollMs)
  return {
    stop: async () => {
      stopped = true
      clearInterval(poll)
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
