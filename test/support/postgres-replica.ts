import { chmod, chown, cp, lstat, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launch } from '../../services/platform/local-stack/owner.ts'
import type { LocalPostgres } from '../../services/platform/local-stack/postgres.ts'
import { PROGRAM_ENVIRONMENT } from '../../services/platform/local-stack/postgres-cluster.ts'
import { postgresAccount, postgresPrograms } from '../../services/platform/local-stack/postgres-programs.ts'
import { asOwner } from './database-template.ts'

/** Files that must not be copied: they belong to the running server, or are streamed. */
const NOT_COPIED = /^(postmaster\.(pid|opts)|pg_wal|pg_replslot|pg_stat_tmp)(\/|$)/

/**
 * Starts a streaming replica of a local Postgres on 127.0.0.1, from a copy of the primary's files that is made while it
 * runs, between pg_backup_start and pg_backup_stop: the embedded build has no pg_basebackup. `primaryDir` and
 * `replicaDir` are data directories as `postgresDataDir` gives them; the replica's is empty. Its URL is the primary's
 * with another port.
 */
export async function startReplica(options: {
  readonly primaryUrl: string
  readonly primaryDir: string
  readonly replicaDir: string
  readonly log: (line: string) => void
}): Promise<LocalPostgres> {
  const { primaryUrl, primaryDir, replicaDir, log } = options
  const account = await postgresAccount(process.getuid?.() ?? -1)
  const programs = await postgresPrograms(account, replicaDir)
  const directory = join(replicaDir, 'cluster')
  await copyCluster(primaryUrl, join(primaryDir, 'cluster'), directory)
  await writeFile(join(directory, 'standby.signal'), '')
  if (account !== null) await own(directory, account)
  await chmod(directory, 0o700)
  const { port, username, password } = new URL(primaryUrl)
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '128MB',
    primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${decodeURIComponent(password)} application_name=replica`,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const launched = await launch(
    undefined,
    (own) => ({
      command: programs.postgres,
      args: ['-D', directory, '-p', String(own), ...flags],
      cwd: directory,
      env: PROGRAM_ENVIRONMENT,
      ...account,
      stopSignals: ['SIGINT', 'SIGQUIT'],
    }),
    { ready: /ready to accept read-only connections/, passes: /Address already in use/, log },
  )
  const url = new URL(primaryUrl)
  url.port = String(launched.port)
  const { server } = launched
  return { url: url.href, port: launched.port, pid: server.pid, stop: server.stop }
}

/** As PostgreSQL 18, 25.3.3 requires: the part of the log that the copy lacks is streamed from the primary. */
async function copyCluster(primaryUrl: string, from: string, to: string): Promise<void> {
  await asOwner(primaryUrl, async (client) => {
    await client.query(`SELECT pg_backup_start('replica', fast => true)`)
    await cp(from, to, {
      recursive: true,
      filter: (source) => !NOT_COPIED.test(source.slice(from.length + 1)),
    })
    const stopped = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    )
    await writeFile(join(to, 'backup_label'), stopped.rows[0]?.labelfile ?? '')
  })
  for (const empty of ['pg_wal/archive_status', 'pg_wal/summaries', 'pg_replslot', 'pg_stat_tmp']) {
    await mkdir(join(to, empty), { recursive: true, mode: 0o700 })
  }
}

async function own(path: string, account: { readonly uid: number; readonly gid: number }): Promise<void> {
  await chown(path, account.uid, account.gid)
  if (!(await lstat(path)).isDirectory()) return
  for (const name of await readdir(path)) await own(join(path, name), account)
}
