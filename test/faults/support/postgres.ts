import getPort from 'get-port'
import { Client } from 'pg'
import { type LocalPostgres, startPostgres } from '../../../services/platform/local-stack/postgres.ts'
import { migrate } from '../../../services/platform/migrate.ts'
import { ensureLogins, roleUrls } from '../../../services/platform/roles.ts'
import { removeHome, temporaryHome, temporaryHomeAt } from '../../support/temporary-home.ts'
import { counted } from './chaos.ts'

const silent = (): void => {}

/** A Postgres of a test file's own, on a port that stays, to be stopped, killed and frozen; its database is migrated. */
export type BreakablePostgres = {
  readonly ownerUrl: string
  readonly pipelineUrl: string
  readonly apiUrl: string
  /** Orderly, though it ends its connections. */
  stop(): Promise<void>
  /** Whether it, or another one on its port, takes connections. */
  answers(): Promise<boolean>
  /** Ends its connections of this application name, and gives how many. */
  cut(application: string): Promise<number>
  /** SIGKILL to the postmaster: its backends end by themselves, and the next start recovers. */
  crash(): Promise<void>
  start(): Promise<void>
  /**
   * Nothing is answered any more and no connection is closed, until thawed. With `only`, that happens to the connections
   * of this application name, and to no others.
   */
  freeze(only?: string): Promise<void>
  thaw(): void
  remove(): Promise<void>
}

/** `place`: a directory of root's that is to hold its data. */
export async function breakablePostgres(place?: string): Promise<BreakablePostgres> {
  const { home, dataDir } = place === undefined ? await temporaryHome() : await temporaryHomeAt(place)
  const port = await getPort({ host: '127.0.0.1' })
  let server: LocalPostgres = await startPostgres({ dataDir, port, durable: false, log: silent })
  let frozen: number[] = []
  const { url } = server
  await migrate(url, silent)
  await ensureLogins(url)
  const thaw = (): void => {
    for (const pid of frozen) resume(pid)
    frozen = []
  }
  return {
    ownerUrl: url,
    ...roleUrls(url),
    stop: () => server.stop(),
    answers: () =>
      backendsOf(url).then(
        () => true,
        () => false,
      ),
    cut: async (application) => {
      const backends = await backendsOf(url, application)
      // SIGTERM is how Postgres itself ends one (pg_terminate_backend).
      for (const pid of backends) process.kill(pid, 'SIGTERM')
      return backends.length
    },
    crash: async () => {
      process.kill(server.pid, 'SIGKILL')
      counted('killed')
      await server.stop()
    },
    start: async () => {
      server = await startPostgres({ dataDir, port, durable: false, log: silent })
    },
    freeze: async (only) => {
      frozen = only === undefined ? [server.pid, ...(await backendsOf(url))] : await backendsOf(url, only)
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    },
    thaw,
    remove: async () => {
      thaw()
      await server.stop()
      await removeHome(home)
    },
  }
}

async function backendsOf(url: string, application: string | null = null): Promise<number[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND coalesce(application_name = $1, true)`,
      [application],
    )
    return found.rows.map(({ pid }) => pid)
  } finally {
    await client.end()
  }
}

/** A backend may have ended on its way here. */
function resume(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch {}
}
