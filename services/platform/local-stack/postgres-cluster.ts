import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { writeWhole } from '../files.ts'
import type { Account, Programs } from './postgres-programs.ts'
import { processInfo } from './process-table.ts'

const run = promisify(execFile)
const DRAFT = 'cluster.draft-'
const LOOK_AGAIN_MS = 20
const ENDING_PATIENCE_MS = 15_000

/** Environment of Postgres's programs: none of our variables can change which database they use. */
export const PROGRAM_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' }

type Cluster = { readonly directory: string; readonly password: string }

/**
 * The Postgres cluster in `dataDir`, created by initdb if missing: `cluster/`, and next to it `password` (0600),
 * generated once, so that the database's URL stays the same. Text is UTF-8 and sorts by code point, identically on
 * every machine. Throws if there is a cluster without a password.
 */
export async function ensureCluster(
  dataDir: string,
  programs: Programs,
  account: Account | null,
  durable: boolean,
): Promise<Cluster> {
  const directory = join(dataDir, 'cluster')
  const passwordFile = join(dataDir, 'password')
  if (existsSync(directory)) {
    if (!existsSync(passwordFile)) {
      throw new Error(`${passwordFile} is missing: put it back, or remove ${dataDir} to begin with an empty database`)
    }
    return { directory, password: await readFile(passwordFile, 'utf8') }
  }
  const password = randomBytes(24).toString('base64url')
  await writeWhole(passwordFile, password, 0o600)
  await initialise(dataDir, directory, password, programs, account, durable)
  return { directory, password }
}

/**
 * Created under another name first, so that an interrupted initdb leaves no partial cluster; and under a new one each
 * time, so that an initdb that survived a killed run does not write into this one.
 */
async function initialise(
  dataDir: string,
  directory: string,
  password: string,
  programs: Programs,
  account: Account | null,
  durable: boolean,
): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(DRAFT)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  const draft = await mkdtemp(join(dataDir, DRAFT))
  const passwordForInitdb = join(dataDir, 'password.initdb')
  try {
    await writeWhole(passwordForInitdb, password, 0o600)
    if (account) for (const path of [draft, passwordForInitdb]) await chown(path, account.uid, account.gid)
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordForInitdb}`]
    const args = [`--pgdata=${draft}`, ...locale, ...access, ...(durable ? [] : ['--no-sync'])]
    await run(programs.initdb, args, { ...account, cwd: dataDir, env: PROGRAM_ENVIRONMENT })
    await rename(draft, directory)
  } finally {
    await rm(passwordForInitdb, { force: true })
  }
}

/**
 * Stops a Postgres that a killed run left on the cluster in `directory`, so that a new one can start there.
 *
 * It is stopped rather than reused, so that the new one has our settings, our port and an owner that stops it with us.
 * Its pid comes from postmaster.pid, and is only used if that process is a Postgres on this directory: pg_ctl would
 * signal any process that has the pid now. Throws if it does not even end by immediate shutdown.
 */
export async function endLeftover(
  directory: string,
  programs: Programs,
  account: Account | null,
  log: (line: string) => void,
): Promise<void> {
  const lockFile = join(directory, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(lockFile, 'utf8').catch(() => ''), 10)
  if (!(pid > 1)) return
  if (!isPostgresOn(directory, pid)) {
    // Postgres takes over the lock of a dead process, but not if the pid now belongs to another process or a zombie.
    await rm(lockFile, { force: true })
    return
  }
  log(`stopping the Postgres left behind by an earlier run (process ${pid})`)
  const stop = (mode: 'fast' | 'immediate') =>
    run(programs.pgCtl, ['stop', '--silent', `--pgdata=${directory}`, `--mode=${mode}`, '--timeout=15'], {
      ...account,
      cwd: directory,
      env: PROGRAM_ENVIRONMENT,
    })
  await stop('fast')
    .catch(() => stop('immediate'))
    .catch(async (error: Error) => {
      // One that was ending anyway has removed its lock file, which pg_ctl reports as a failure, and ends a moment later.
      for (let waitedMs = 0; isPostgresOn(directory, pid); waitedMs += LOOK_AGAIN_MS) {
        if (waitedMs >= ENDING_PATIENCE_MS)
          throw new Error(
            `process ${pid}, a Postgres on ${directory}, does not stop (${error.message}): stop it by hand`,
          )
        await pause(LOOK_AGAIN_MS)
      }
    })
}

function isPostgresOn(directory: string, pid: number): boolean {
  const command = processInfo(pid)?.command ?? ''
  return command.includes('postgres') && command.includes(directory)
}
