import { startPostgres } from '../../services/platform/local-stack/postgres.ts'
import { startValkey } from '../../services/platform/local-stack/valkey.ts'
import type { TestService } from './services.ts'
import { removeHome, sweepHomes, temporaryHomeInMemory } from './temporary-home.ts'

const silent = () => {}

/** The Postgres of `npm start`, in a directory of its own that goes with it, and without waiting for the disk. */
export async function startEmbeddedPostgres(): Promise<TestService> {
  await sweepHomes()
  const { home, dataDir } = await temporaryHomeInMemory()
  const postgres = await startPostgres({ dataDir, durable: false, log: silent })
  const stop = async () => {
    await postgres.stop()
    await removeHome(home)
  }
  return { url: postgres.url, from: 'embedded Postgres 18', disposable: true, stop }
}

/** The Valkey or Redis of `npm start`. */
export async function startEmbeddedValkey(): Promise<TestService> {
  const { url, kind, version, stop } = await startValkey({ log: silent })
  return { url, from: `${kind} ${version}`, disposable: true, stop }
}
