import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const NAME = 'postgres'

export type Account = { readonly uid: number; readonly gid: number }

/**
 * The account that Postgres must run as: null for the one we already are. Postgres refuses to run as root, so root
 * runs it as user `postgres`, which is made when the system has none. Throws when it can neither be found nor made.
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
      `Postgres does not run as root, and the user "${NAME}" it would run as could not be made ` +
        `(${error instanceof Error ? error.message : String(error)}). Make that user, start as another user, ` +
        'or set DATABASE_URL.',
    )
  }
  const made = await lookUp()
  if (!made) throw new Error(`the user "${NAME}" was made, but the system does not know it`)
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
