import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startPostgres } from '../../services/platform/local-stack/postgres.ts'
import { removeHome, temporaryHome } from './temporary-home.ts'

const run = promisify(execFile)

/** Data of a first Postgres start, as the base of tests about later starts: `initdb` costs as much as ten copies. */
export type MadeCluster = {
  /** Fills the data directory of a home, as if its first start had ended. */
  copyTo(dataDir: string): Promise<void>
  remove(): Promise<void>
}

export async function makeCluster(): Promise<MadeCluster> {
  const { home, dataDir } = await temporaryHome()
  await (await startPostgres({ dataDir, durable: false, log: () => {} })).stop()
  return {
    // Not with Node's own copy, whose files belong to the copying user: for root that is not the user that runs
    // Postgres.
    copyTo: async (target) => void (await run('cp', ['-a', `${dataDir}/.`, target])),
    remove: () => removeHome(home),
  }
}
