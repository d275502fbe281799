import { Client } from 'pg'
import { type KeptUp, launchKept } from './keep-up.ts'
import { holdFolder } from './lock.ts'
import { endLeftover, ensureCluster, PROGRAM_ENVIRONMENT } from './postgres-cluster.ts'
import { postgresAccount, postgresPrograms } from './postgres-programs.ts'

const DATABASE = 'pramaan'
const READY = /database system is ready to accept connections/

const PASSES_BY_ITSELF =
  /Address already in use|pre-existing shared memory block|lock file "postmaster.pid" already exists/

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  max_connections: '200',
  shared_buffers: '128MB',
  // In files of the data directory: by default in /dev/shm, where a Postgres that is killed and never started again leaves it.
  dynamic_shared_memory_type: 'mmap',
}
/** Autovacuum starts a process for each of the hundreds of databases of a test run, over and over, for nothing: they live for seconds. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }

export type LocalPostgres = {
  /** URL of the owner (a superuser) for database `pramaan`. */
  readonly url: string
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

/**
 * Starts Postgres 18 on 127.0.0.1 with its data in `dataDir` (see `postgresDataDir`), which is created on first use and
 * then reused. Default `port`: any free one. `durable: false` is for tests: a crash of the machine may then lose data,
 * and nothing is vacuumed.
 * `log` gets the lines that Postgres writes.
 *
 * Only one process at a time runs it: if another live process does, this waits briefly, then throws. A Postgres left by
 * a killed process is stopped first. Throws with its last output if Postgres does not start. Source:
 * docs/design/architecture.md#local-stack.
 */
export async function startPostgres(options: {
  readonly dataDir: string
  readonly port?: number
  readonly durable?: boolean
  readonly log: (line: string) => void
  /** If given, it is restarted when it ends unexpectedly. */
  readonly kept?: KeptUp | undefined
}): Promise<LocalPostgres> {
  const { dataDir, durable = true, log } = options
  const account = await postgresAccount(process.getuid?.() ?? -1)
  await using starting = new AsyncDisposableStack()
  starting.defer(await holdFolder(dataDir, log))
  const programs = await postgresPrograms(account, dataDir)
  const prepare = () => endLeftover(`${dataDir}/cluster`, programs, account, log)
  await prepare()
  const cluster = await ensureCluster(dataDir, programs, account, durable)
  const settings = durable ? SETTINGS : { ...SETTINGS, ...NOT_DURABLE }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { server, port } = await launchKept(
    options.port,
    (port) => ({
      command: programs.postgres,
      args: ['-D', cluster.directory, '-p', String(port), ...flags],
      cwd: cluster.directory,
      env: PROGRAM_ENVIRONMENT,
      ...account,
      // Fast shutdown, then immediate shutdown: connected clients must not keep it running.
      stopSignals: ['SIGINT', 'SIGQUIT'],
    }),
    { ready: READY, passes: PASSES_BY_ITSELF, log },
    options.kept,
    prepare,
  )
  starting.defer(server.stop)
  const url = await ensureDatabase(cluster.password, port)
  const started = starting.move()
  return {
    url,
    port,
    get pid() {
      return server.pid
    },
    stop: () => started.disposeAsync(),
  }
}

async function ensureDatabase(password: string, port: number): Promise<string> {
  const address = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  const client = new Client({ connectionString: address('postgres') })
  await client.connect()
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
    // Everybody may make temporary tables and large objects there, also a login that may only read ours.
    await client.query('REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC')
  } finally {
    await client.end()
  }
  return address(DATABASE)
}
