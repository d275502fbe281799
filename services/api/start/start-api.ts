import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import { KeyRegistry } from '../../keys/lookup.ts'
import { systemNowMs } from '../../platform/clock.ts'
import { connectionsAtMost } from '../../platform/descriptors.ts'
import { listening } from '../../platform/listen-refusal.ts'
import { listenMetrics } from '../../platform/metrics-listener.ts'
import { createPool } from '../../platform/postgres.ts'
import { recurringFaults } from '../../platform/recurring-faults.ts'
import { limiterRedis, missingDatabase } from '../../platform/redis.ts'
import { redisWords, withRemedy } from '../../platform/server-fault.ts'
import { StartRefusal } from '../../platform/start.ts'
import { startTracing, tracedPool } from '../../platform/tracing.ts'
import { loadTrustFile } from '../../platform/trust-file.ts'
import { boundConnections } from '../http/connections.ts'
import { createApiServer } from '../http/server.ts'
import { Limiter, type LimiterParts } from '../limits/limiter.ts'
import { LocalBills } from '../limits/local-bills.ts'
import { LocalLimiter } from '../limits/local-limiter.ts'
import { redisBills } from '../limits/redis-bills.ts'
import { limiterNode, redisLimiter } from '../limits/redis-limiter.ts'
import { createMetrics } from '../metrics.ts'
import type { Services } from '../services.ts'
import { startRecompute } from '../snapshot/recompute.ts'
import { SignedState } from '../snapshot/signed-state.ts'
import { SnapshotStore } from '../snapshot/snapshot-store.ts'
import { isReplicaNow, startWatch } from '../snapshot/watch.ts'
import type { ApiParts } from './api-parts.ts'
import { firstLook } from './first-look.ts'
import { preparations, prepareWhenQuiet } from './prepare.ts'
import { rehearse } from './rehearse.ts'

export type RunningApi = {
  readonly port: number
  readonly metricsPort: number | null
  readonly registry: Registry
  /** Whether requests are answered from this revision now. */
  serves(releaseId: string, revision: number): boolean
  close(): Promise<void>
}

const POLL_MS = 2_000
const RECOMPUTE_MS = 5_000
/** Together under two seconds: a request waits for a connection, then for an answer, and must not hang on either. */
const QUERY_TIMEOUT_MS = 1_000
const CONNECT_TIMEOUT_MS = 800
const WATCH_RETRY_MS = 500
const REDIS = { 'db.system.name': 'redis' }

/**
 * Starts one API instance: snapshot, key registry, limiter, watch, listeners. It has no state that another instance
 * cannot rebuild from Postgres. It runs no migrations, and its role cannot write. Throws if it cannot listen
 * (ConfigError, naming the setting at fault), without a trust file, and for a database with records of an older version
 * (StartRefusal); then everything is closed again.
 */
export async function startApi(parts: ApiParts): Promise<RunningApi> {
  await using opened = new AsyncDisposableStack()
  const api = await open(parts, opened)
  const running = opened.move()
  return { ...api, close: () => running.disposeAsync() }
}

async function open(parts: ApiParts, opened: AsyncDisposableStack): Promise<Omit<RunningApi, 'close'>> {
  const { log } = parts
  const metrics = createMetrics()
  const warn = recurringFaults(log)
  const setting = parts.databaseSetting ?? 'API_DATABASE_URL'
  const warnOfPostgres = (what: string) => warn(what, (error) => withRemedy(setting, error))
  const pool = createPool({
    url: parts.databaseUrl,
    applicationName: 'pramaan-api',
    max: 8,
    connectTimeoutMs: parts.queryTimeoutMs ?? CONNECT_TIMEOUT_MS,
    queryTimeoutMs: parts.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
    onError: warn('postgres connection'),
  })
  opened.defer(() => pool.end())
  const tracing = await startTracing({
    endpoint: parts.otlpEndpoint ?? null,
    service: 'pramaan-api',
    version: parts.codeVersion,
    onError: warn('traces could not be sent'),
  })
  if (tracing !== null) opened.defer(tracing.close)
  const asked = tracedPool(pool, tracing)
  // If the database is unavailable at the start, this check runs before anything is loaded from it.
  const look = firstLook(pool, setting, log)
  await look().catch((error: Error) => {
    if (error instanceof StartRefusal) throw error
    warnOfPostgres('first look')(error)
  })
  // Durations are measured on a monotonic clock; only its start comes from the wall clock.
  const steadyMs = parts.steadyMs ?? (() => performance.timeOrigin + performance.now())
  const trust = await loadTrustFile(parts.trustPath)
  const signed = await SignedState.open({
    trust,
    ...{ trustPath: parts.trustPath, seenPath: parts.seenPath },
    nowMs: steadyMs,
    onError: warn('the newest state seen could not be stored'),
  })
  const redis = limiterRedis(parts.redisUrl, warn('redis connection', redisWords), parts.limiterTimeoutMs)
  opened.defer(() => redis.disconnect())
  const redisRefuses = missingDatabase(redis)
  const nowUs = (): number => Math.round(steadyMs() * 1000)
  const beganMs = steadyMs()
  const sinceSignedMs = (): number => Math.max(0, steadyMs() - (signed.toldAtMs ?? beganMs))
  /** Null: not known yet, which is treated as a replica. */
  let isReplica: boolean | null = null
  const replicaTooOldMinutes = (): number | null =>
    isReplica !== false && sinceSignedMs() > parts.replicaMaxAgeMs ? Math.floor(sinceSignedMs() / 60_000) : null
  metrics.sinceSigned.read = () => sinceSignedMs() / 1_000
  const keys = new KeyRegistry(asked, systemNowMs, steadyMs)
  const askRedis = redisLimiter(redis, parts.prefix)
  const newLimiter = (onChange: LimiterParts['onChange']): Limiter =>
    new Limiter({
      redis: tracing === null ? askRedis : (...of) => tracing.around('redis', REDIS, () => askRedis(...of)),
      nodeOf: limiterNode(redis, parts.prefix),
      local: new LocalLimiter(nowUs),
      redisBills: redisBills(redis, parts.prefix),
      localBills: new LocalBills(nowUs),
      nowMs: steadyMs,
      onChange,
    })
  const limiter = newLimiter((redisDecides, reason) => {
    metrics.limiterRedis.set(redisDecides ? 1 : 0)
    log.warn(
      { redis_decides: redisDecides, ...(reason === null ? {} : { err: reason }) },
      redisDecides
        ? 'limits are counted in Redis again'
        : 'Redis cannot be reached: limits are counted in this process',
    )
  })
  metrics.limiterRedis.set(1)
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
  const load = (): Promise<void> => look().then(() => store.refresh())
  let postgresAnswers = false
  const answersNow = (now: boolean): void => {
    postgresAnswers = now
    metrics.postgresAnswers.set(now ? 1 : 0)
  }
  let refreshing: Promise<void> = Promise.resolve()
  const refresh = (): void => {
    refreshing = load().then(
      () => answersNow(true),
      (error: Error) => {
        answersNow(false)
        warnOfPostgres('snapshot refresh')(error)
      },
    )
  }
  await load().then(
    () => answersNow(true),
    (error: Error) => {
      if (error instanceof StartRefusal) throw error
      warnOfPostgres('first snapshot')(error)
    },
  )
  const refusal = await redisRefuses
  if (refusal !== null) throw refusal
  isReplica = await isReplicaNow(pool).catch(() => null)
  const watch = startWatch({
    url: parts.databaseUrl,
    onServing: refresh,
    onKeys: () => keys.forget(),
    onReplica: (now) => {
      isReplica = now
    },
    onError: warnOfPostgres('notifications'),
    pollMs: POLL_MS,
    patienceMs: Math.max(POLL_MS, parts.queryTimeoutMs ?? 0),
    retryMs: WATCH_RETRY_MS,
  })
  // A refresh that has begun needs the pool.
  opened.defer(() => watch.stop().then(() => refreshing))
  const services: Services = {
    snapshot: () => store.current,
    signed,
    sinceSignedMs,
    replicaTooOldMinutes,
    keys,
    limiter,
    anonymous: new LocalLimiter(nowUs),
    lookUps: new LocalLimiter(nowUs),
    pool: asked,
    tracing,
    postgresAnswers: () => postgresAnswers,
    log,
    metrics,
    codeVersion: parts.codeVersion,
    trustProxy: parts.trustProxy,
    isPublic: parts.isPublic ?? true,
    host: parts.host,
    nowMs: steadyMs,
  }
  // With a limiter of its own, since the connection to Redis may not be there yet.
  const rehearsal =
    parts.rehearsalMs === undefined
      ? null
      : await rehearse({ ...services, limiter: newLimiter(() => {}) }, parts.rehearsalMs).catch(warn('rehearsal'))
  if (rehearsal) opened.defer(rehearsal.close)
  const api = createApiServer(services, parts.requestTimeoutMs, parts.overloadedDelayMs)
  opened.defer(api.close)
  const most = parts.connectionsAtMost ?? connectionsAtMost()
  boundConnections(api.server, { most, shared: !parts.trustProxy, nowMs: steadyMs, log, metrics })
  await listening('PORT', parts.host, parts.port, () => {
    const open = once(api.server, 'listening')
    api.server.listen({ host: parts.host, port: parts.port })
    return open
  })
  const recompute = startRecompute({
    pool,
    foundation: trust,
    newest: () => signed.newest,
    onFork: (reason) => {
      signed.contradicted(reason)
      refresh()
    },
    onError: warn('recomputing what serves'),
    everyMs: parts.recomputeEveryMs ?? RECOMPUTE_MS,
  })
  opened.defer(recompute.stop)
  const shown = parts.metricsPort === 0 ? null : await listenMetrics(metrics.registry, parts.metricsPort)
  if (shown !== null) opened.defer(shown.close)
  if (rehearsal) opened.defer(prepareWhenQuiet(rehearsal.rest, api.quietMs, warn('rehearsal')))
  const quietMs = (): number => (parts.isBusy?.() === true ? 0 : api.quietMs())
  opened.defer(prepareWhenQuiet(preparations(api.framework, services.isPublic), quietMs, warn('preparing answers')))
  const { port } = api.server.address() as AddressInfo
  const serves = (releaseId: string, revision: number): boolean =>
    [...store.current.byState.values()]
      .flat()
      .some(({ pointer }) => pointer.release_id === releaseId && pointer.revision === revision)
  return { port, metricsPort: shown?.port ?? null, registry: metrics.registry, serves }
}
