import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './postgres-account.ts'
import type { Programs } from './postgres-programs.ts'

const run = promisify(execFile)
const DRAFT = 'cluster.draft-'

/** What Postgres's programs see of the environment: nothing of ours can change the database they make or run. */
export const PROGRAM_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' }

export type Cluster = { readonly directory: string; readonly password: string }

/**
 * The Postgres cluster in `dataDir`, made by initdb if it is not there yet: `cluster/`, and beside it `password`
 * (0600), generated once, so that the database's address stays the same. Text is UTF-8 and sorts by code point, on
 * every machine alike. Throws when there is a cluster and no password for it.
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
  await writeFile(passwordFile, password, { mode: 0o600 })
  await initialise(dataDir, directory, password, programs, account, durable)
  return { directory, password }
}

/**
 * Made under another name first, so that an interrupted initdb leaves no half a cluster behind; and under a new one
 * each time, so that an initdb which outlived a killed run does not write into this one.
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
  await writeFile(passwordForInitdb, password, { mode: 0o600 })
  try {
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
