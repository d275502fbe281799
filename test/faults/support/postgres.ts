import { Client } from 'pg'
import { vi } from 'vitest'
import { type LocalPostgres, startPostgres } from '../../../services/platform/local-stack/postgres.ts'
import { migrate } from '../../../services/platform/migrate.ts'
import { ensureLogins, roleUrls } from '../../../services/platform/roles.ts'
import { query } from '../../support/database-template.ts'
import { PATIENCE } from '../../support/patience.ts'
import { descendantsOf } from '../../support/standalone.ts'
import { removeHome, temporaryHome, temporaryHomeAt } from '../../support/temporary-home.ts'
import { counted } from './chaos.ts'

const silent = (): void => {}

/** A Postgres for one test file, on a fixed port, to be stopped, killed and frozen; its database is migrated. */
export type BreakablePostgres = {
  readonly ownerUrl: string
  readonly pipelineUrl: string
  readonly apiUrl: string
  /** A normal stop, which also ends its connections. */
  stop(): Promise<void>
  /** Whether it, or another one on its port, takes connections. */
  answers(): Promise<boolean>
  /** Takes every connection except the owner's, including those of the role, which are cut. */
  takeConnections(role: string): Promise<TakenConnections>
  /** SIGKILL to the postmaster: its backends end on their own, and the next start recovers. */
  crash(): Promise<void>
  start(): Promise<void>
  /**
   * Nothing is answered and no connection is closed until thawed. With `only`, this affects only connections with this
   * application name.
   */
  freeze(only?: string): Promise<void>
  thaw(): void
  remove(): Promise<void>
}

/** `place`: a directory owned by root for its data. */
export async function breakablePostgres(place?: string): Promise<BreakablePostgres> {
  const { home, dataDir } = place === undefined ? await temporaryHome() : await temporaryHomeAt(place)
  let server: LocalPostgres = await startPostgres({ dataDir, durable: false, log: silent })
  // Its clients find it again here.
  const port = Number(new URL(server.url).port)
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
    takeConnections: (role) => takeConnections(url, role),
    crash: async () => {
      process.kill(server.pid, 'SIGKILL')
      counted('killed')
      await server.stop()
    },
    start: async () => {
      server = await startPostgres({ dataDir, port, durable: false, log: silent })
    },
    freeze: async (only) => {
      if (only === undefined) {
        // A stopped postmaster starts no more backends: one that began while they were listed would go on answering.
        frozen = [server.pid]
        process.kill(server.pid, 'SIGSTOP')
        frozen = descendantsOf(server.pid).map(({ pid }) => pid)
      } else frozen = await backendsOf(url, only)
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

export type TakenConnections = { readonly held: number; free(): Promise<void> }

/**
 * The owner stays connected meanwhile, because a refused connection briefly uses one of the owner's reserved slots, and
 * none might be left. The role may not reconnect before all slots are taken; otherwise the two would race for each
 * freed slot, with a random winner on a busy machine.
 */
async function takeConnections(url: string, role: string): Promise<TakenConnections> {
  const owner = new Client({ connectionString: url })
  const others: Client[] = []
  let freed: Promise<unknown> | undefined
  const mayComeBack = () => owner.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`)
  const free = async (): Promise<void> => {
    freed ??= Promise.all(others.map((client) => client.end())).then(() => owner.end())
    await freed
  }
  await owner.connect()
  try {
    const { rows } = await owner.query<{ places: number }>(
      `SELECT sum(CASE name WHEN 'max_connections' THEN 1 ELSE -1 END * setting::int)::int AS places FROM pg_settings
       WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`,
    )
    const toTake = rows[0]!.places - 1
    await owner.query(`ALTER ROLE ${role} CONNECTION LIMIT 0`)
    await owner.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role])
    await vi.waitUntil(
      async () => {
        const client = new Client({ connectionString: roleUrls(url).pipelineUrl })
        client.on('error', silent)
        const taken = await client.connect().then(
          () => true,
          () => false,
        )
        if (taken) others.push(client)
        return others.length === toTake
      },
      { ...PATIENCE, interval: 0 },
    )
  } catch (error) {
    await mayComeBack()
    await free()
    throw error
  }
  await mayComeBack()
  return { held: others.length, free }
}

async function backendsOf(url: string, application: string | null = null): Promise<number[]> {
  const found = await query<{ pid: number }>(
    url,
    `SELECT pid FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND coalesce(application_name = $1, true)`,
    [application],
  )
  return found.map(({ pid }) => pid)
}

/** A backend may have ended in the meantime. */
function resume(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch {}
}
