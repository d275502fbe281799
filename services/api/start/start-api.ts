import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { KeyRegistry } from '../../keys/lookup.ts'
import { systemNowMs } from '../../platform/clock.ts'
import { listening } from '../../platform/listen-refusal.ts'
import { type Logger, recurringFaults } from '../../platform/logger.ts'
import { listenMetrics } from '../../platform/metrics-listener.ts'
import { createPool } from '../../platform/postgres.ts'
import { refuseOldRecords } from '../../platform/record-version.ts'
import { mayWrite } from '../../platform/roles.ts'
import { redisWords, withRemedy } from '../../platform/server-fault.ts'
import { StartRefusal } from '../../platform/start.ts'
import { startTracing, tracedPool } from '../../platform/tracing.ts'
import { loadTrustFile } from '../../platform/trust-file.ts'
import { boundConnections, connectionsAtMost } from '../http/connections.ts'
import { createApiServer } from '../http/server.ts'
import { createMetrics } from '../metrics.ts'
import type { Services } from '../services.ts'
import { startRecompute } from '../snapshot/recompute.ts'
import { SignedState } from '../snapshot/signed-state.ts'
import type { ApiParts } from './api-parts.ts'
import { followServing } from './follow-serving.ts'
import { openLimits } from './open-limits.ts'
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

const RECOMPUTE_MS = 5_000
/** Together under two seconds: a request waits for a connection, then for an answer, and must not hang on either. */
const QUERY_TIMEOUT_MS = 1_000
const CONNECT_TIMEOUT_MS = 800

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
  const onRedisError = warn('redis connection', redisWords)
  const limits = openLimits(parts, { tracing, metrics, steadyMs, onRedisError }, opened)
  const beganMs = steadyMs()
  const sinceSignedMs = (): number => Math.max(0, steadyMs() - (signed.toldAtMs ?? beganMs))
  metrics.sinceSigned.read = () => sinceSignedMs() / 1_000
  const keys = new KeyRegistry(asked, systemNowMs, steadyMs)
  const following = await followServing(parts, { pool, signed, metrics, look, warn: warnOfPostgres })
  const refusal = await limits.refused
  if (refusal !== null) throw refusal
  await following.watch(() => keys.forget(), opened)
  const { store, refresh } = following
  const services: Services = {
    snapshot: () => store.current,
    signed,
    sinceSignedMs,
    // Until it is known, the database is treated as a replica.
    replicaTooOldMinutes: () =>
      following.isReplica() !== false && sinceSignedMs() > parts.replicaMaxAgeMs
        ? Math.floor(sinceSignedMs() / 60_000)
        : null,
    keys,
    limiter: limits.limiter,
    anonymous: limits.local(),
    lookUps: limits.local(),
    pool: asked,
    tracing,
    postgresAnswers: following.postgresAnswers,
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
      : await rehearse({ ...services, limiter: limits.silent() }, parts.rehearsalMs).catch(warn('rehearsal'))
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

/**
 * What is checked of a database before anything is loaded from it, until it has succeeded once on a migrated one: the
 * version of its records (StartRefusal HOME_TOO_OLD), and the login, which should only read. `setting` names its URL in
 * messages.
 */
export function firstLook(pool: Pool, setting: string, log: Logger): () => Promise<void> {
  let hasLooked = false
  return async () => {
    if (hasLooked) return
    await refuseOldRecords(pool)
    const may = await mayWrite(pool)
    if (may === true) log.warn(`${setting}: this login may write; an API should have that of pramaan_api`)
    hasLooked = may !== null
  }
}
