import type { Pool } from 'pg'
import { StartRefusal } from '../../platform/start.ts'
import type { Metrics } from '../metrics.ts'
import type { SignedState } from '../snapshot/signed-state.ts'
import { SnapshotStore } from '../snapshot/snapshot-store.ts'
import { isReplicaNow, startWatch } from '../snapshot/watch.ts'
import type { ApiParts } from './api-parts.ts'

const POLL_MS = 2_000
const WATCH_RETRY_MS = 500

type Means = {
  readonly pool: Pool
  readonly signed: SignedState
  readonly metrics: Metrics
  /** Checks the database, until it has succeeded once; throws StartRefusal for records of an older version. */
  readonly look: () => Promise<void>
  readonly warn: (what: string) => (error: Error) => void
}

/** Releases in service, as far as they are known to an instance. */
export type Following = {
  readonly store: SnapshotStore
  /** Whether Postgres answered when the releases were last read. */
  readonly postgresAnswers: () => boolean
  /** Whether the database is a replica; null: not known yet. */
  readonly isReplica: () => boolean | null
  /** Reads them again. */
  readonly refresh: () => void
  /** Reads them whenever they may have changed, and reports keys that may have changed; `opened` ends it. */
  watch(onKeys: () => void, opened: AsyncDisposableStack): Promise<void>
}

/**
 * Loads the releases in service. If Postgres does not answer, none is known until it does. Throws StartRefusal for
 * records of an older version.
 */
export async function followServing(
  { databaseUrl, queryTimeoutMs, log }: ApiParts,
  { pool, signed, metrics, look, warn }: Means,
): Promise<Following> {
  const store = new SnapshotStore({
    pool,
    signed,
    onDoubt: (doubt) => log.error(doubt, 'no newer release is loaded'),
    onProblem: (problem) => log.error(problem, 'release refused at load'),
    onSwap: ({ byState, problems }) => {
      metrics.releases.set([...byState.values()].flat().length)
      metrics.problems.set(problems.length)
      log.info({ states: [...byState.keys()], problems: problems.length }, 'snapshot swapped')
    },
  })
  let postgresAnswers = false
  const answersNow = (now: boolean): void => {
    postgresAnswers = now
    metrics.postgresAnswers.set(now ? 1 : 0)
  }
  const load = async (): Promise<void> => {
    await look()
    await store.refresh()
    answersNow(true)
  }
  let refreshing: Promise<void> = Promise.resolve()
  const refresh = (): void => {
    refreshing = load().catch((error: Error) => {
      answersNow(false)
      warn('snapshot refresh')(error)
    })
  }
  await load().catch((error: Error) => {
    if (error instanceof StartRefusal) throw error
    warn('first snapshot')(error)
  })
  let isReplica: boolean | null = null
  return {
    store,
    postgresAnswers: () => postgresAnswers,
    isReplica: () => isReplica,
    refresh,
    watch: async (onKeys, opened) => {
      isReplica = await isReplicaNow(pool).catch(() => null)
      const watch = startWatch({
        url: databaseUrl,
        onServing: refresh,
        onKeys,
        onReplica: (now) => {
          isReplica = now
        },
        onError: warn('notifications'),
        pollMs: POLL_MS,
        patienceMs: Math.max(POLL_MS, queryTimeoutMs ?? 0),
        retryMs: WATCH_RETRY_MS,
      })
      // A refresh that has begun needs the pool.
      opened.defer(() => watch.stop().then(() => refreshing))
    },
  }
}
