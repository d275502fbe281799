import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runRelease } from '../services/operations/run-release.ts'
import { startPostgres } from '../services/platform/local-stack/postgres.ts'
import { postgresDataDir } from '../services/platform/local-stack/postgres-place.ts'
import { migrate } from '../services/platform/migrate.ts'
import { createPool } from '../services/platform/postgres.ts'
import { ensureLogins, roleUrls } from '../services/platform/roles.ts'
import { demoKey } from '../services/standalone/demo-key.ts'
import { startReplica } from '../test/support/postgres-replica.ts'
import { startRedisCluster } from '../test/support/redis-cluster.ts'
import { peopleOf } from './local-people.ts'
import { startService } from './service-process.ts'

export const NO_CLUSTER = 'neither valkey-server nor redis-server of version 7 or later is on PATH'

const APIS = ['primary', 'primary', 'replica'] as const
const WORKERS = 3

/**
 * A deployment of several processes of each kind on this machine, as deploy/systemd and docker-compose.yml describe it:
 * a Postgres with a streaming replica, a cluster of three Redis masters with a replica each, three workers and three
 * APIs, one of them on the replica. Takes the definitions in `folders` through their gates. `key` is for every scope and
 * state; `stop` stops everything in order and removes the home. Null if no Redis program is installed. `say` is called
 * with each step, and if a process ends unexpectedly.
 */
export async function startLocal(folders: readonly string[], say: (line: string) => void) {
  await using starting = new AsyncDisposableStack()
  let stopping = false
  const home = await mkdtemp(join(tmpdir(), 'pramaan-local-'))
  starting.defer(() => rm(home, { recursive: true, force: true }))
  const cluster = await startRedisCluster(() => {})
  if (cluster === null) return null
  starting.defer(cluster.stop)
  say(`Redis cluster of ${cluster.nodes.length} nodes`)

  const dataDir = async (name: string): Promise<string> => {
    const own = await postgresDataDir(join(home, name), process.getuid?.() ?? -1)
    starting.defer(() => rm(own, { recursive: true, force: true }))
    return own
  }
  const [primaryDir, replicaDir] = [await dataDir('primary'), await dataDir('replica')]
  const primary = await startPostgres({ dataDir: primaryDir, log: () => {} })
  starting.defer(primary.stop)
  await migrate(primary.url, () => {})
  await ensureLogins(primary.url)
  const replica = await startReplica({ primaryUrl: primary.url, primaryDir, replicaDir, log: () => {} })
  starting.defer(replica.stop)
  say(`Postgres on port ${primary.port}, its replica on ${replica.port}`)

  const { person, approver } = await peopleOf(home, 'local')
  const { pipelineUrl } = roleUrls(primary.url)
  const common = { REDIS_URL: cluster.url, PRAMAAN_TRUST: join(home, 'trust.json') }
  const begin = async (name: string, entry: string, env: Readonly<Record<string, string>>, ready: string) => {
    const started = await startService(entry, { ...common, ...env }, ready)
    starting.defer(async () => {
      stopping = true
      if (started.alive()) await started.stop()
    })
    say(`${name}: process ${started.pid}`)
    started.ended.then((how) => {
      if (!stopping) say(`${name} (process ${started.pid}) ended by itself: ${how}`)
    })
    return started
  }
  const worker = { PIPELINE_DATABASE_URL: pipelineUrl, PRAMAAN_HOME: home }
  // The first worker starts the log, which two should not try at once.
  const workers = [await begin('worker 1', 'services/worker/main.ts', worker, 'at work')]
  const others = Array.from({ length: WORKERS - 1 }, (_, at) =>
    begin(`worker ${at + 2}`, 'services/worker/main.ts', worker, 'at work'),
  )
  workers.push(...(await Promise.all(others)))

  // If an idle connection breaks, the next query fails.
  const pool = createPool({ url: pipelineUrl, applicationName: 'pramaan-local', max: 4, onError: () => {} })
  const pooled = starting.adopt(pool, (open) => open.end())
  for (const folder of folders) {
    const now = (): Date => new Date()
    const run = {
      pool: pooled,
      sourcesPath: folder,
      by: person,
      approver,
      now,
      progress: () => () => {},
      reopen: false,
    }
    const { release_id, revision, status } = await runRelease(run, folder)
    say(`${release_id}@${revision} is ${status}`)
  }
  const key = await demoKey(pooled, home, new Date())
  const apis = await Promise.all(
    APIS.map(async (on, index) => {
      const own = join(home, `api-${index + 1}`)
      await mkdir(own)
      await cp(join(home, 'trust.json'), join(own, 'trust.json'))
      const url = roleUrls(on === 'primary' ? primary.url : replica.url).apiUrl
      const env = { API_DATABASE_URL: url, PRAMAAN_HOME: own, PRAMAAN_TRUST: join(own, 'trust.json'), PORT: '0' }
      return { on, started: await begin(`API ${index + 1}`, 'services/api/main.ts', env, 'listening') }
    }),
  )
  const started = starting.move()
  return {
    home,
    apis: apis.map(({ on, started: { ready } }) => ({ on, origin: `http://127.0.0.1:${ready['port']}` })),
    workers: workers.map(({ pid }) => pid),
    primary,
    replica,
    redisUrl: cluster.url,
    key,
    stop: () => started.disposeAsync(),
  }
}
