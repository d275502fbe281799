import { access, constants, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Config, ConfigError } from '../platform/config.ts'
import { writeFault } from '../platform/file-fault.ts'
import { makeFolder } from '../platform/files.ts'
import type { KeptUp } from '../platform/local-stack/keep-up.ts'
import { holdFolder } from '../platform/local-stack/lock.ts'
import { startPostgres } from '../platform/local-stack/postgres.ts'
import { postgresDataDir } from '../platform/local-stack/postgres-place.ts'
import { startValkey } from '../platform/local-stack/valkey.ts'
import type { Logger } from '../platform/logger.ts'
import { migrate } from '../platform/migrate.ts'
import { ensureLogins, roleUrls } from '../platform/roles.ts'

export type Stack = {
  readonly ownerUrl: string
  readonly pipelineUrl: string
  readonly apiUrl: string
  readonly redisUrl: string
  readonly description: { readonly postgres: string; readonly redis: string }
  stop(): Promise<void>
}

/**
 * Postgres and Valkey, given by the environment or started here, and the migrated database. A server started here is
 * restarted if it ends unexpectedly and `keptOf` returns callbacks for its name.
 */
export async function startStack(config: Config, log: Logger, keptOf?: (name: string) => KeptUp): Promise<Stack> {
  await makeHome(config.home)
  // Later messages tell the reader to put originals here. A folder that the operator chose is the operator's to make.
  const sources = join(config.home, 'sources')
  if (config.sourcesPath === sources) await makeFolder(sources, 0o700).catch(unusable(sources))
  await using starting = new AsyncDisposableStack()
  // Also if the database is another's: with its end, a second one would take the file from which commands find the first.
  starting.defer(await holdFolder(config.home, (line) => log.info(line)))
  const starts = redisOf(config, log, keptOf?.('Valkey'))
  // A failure is reported below, also if it comes while Postgres is still starting.
  starts.catch(() => {})
  starting.defer(() =>
    starts.then(
      ({ stop }) => stop(),
      () => {},
    ),
  )
  const postgres = await postgresOf(config, log, keptOf?.('Postgres'))
  starting.defer(postgres.stop)
  await migrate(postgres.url, (line) => log.info(line))
  await ensureLogins(postgres.url)
  const redis = await starts
  const derived = roleUrls(postgres.url)
  const started = starting.move()
  return {
    ownerUrl: postgres.url,
    pipelineUrl: config.pipelineDatabaseUrl ?? derived.pipelineUrl,
    apiUrl: config.apiDatabaseUrl ?? derived.apiUrl,
    redisUrl: redis.url,
    description: { postgres: postgres.what, redis: redis.what },
    stop: () => started.disposeAsync(),
  }
}

const NOTHING = async (): Promise<void> => {}

async function postgresOf(
  config: Config,
  log: Logger,
  kept: KeptUp | undefined,
): Promise<{ url: string; what: string; stop: () => Promise<void> }> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, what: 'given by DATABASE_URL', stop: NOTHING }
  const dataDir = await postgresDataDir(config.home, process.getuid?.() ?? -1)
  const { url, port, stop } = await startPostgres({
    dataDir,
    log: (line) => log.debug({ line }, 'postgres'),
    kept,
  })
  return { url, what: `Postgres 18 on port ${port}`, stop }
}

async function redisOf(
  config: Config,
  log: Logger,
  kept: KeptUp | undefined,
): Promise<{ url: string; what: string; stop: () => Promise<void> }> {
  if (config.redisUrl !== null) return { url: config.redisUrl, what: 'given by REDIS_URL', stop: NOTHING }
  const { url, kind, version, stop } = await startValkey({
    log: (line) => log.debug({ line }, 'valkey'),
    kept,
  })
  return { url, what: `${kind} ${version}`, stop }
}

/** Makes the folder of PRAMAAN_HOME if it is missing. Throws ConfigError if that is not possible, or if it is a file. */
export async function makeHome(home: string): Promise<void> {
  try {
    await makeFolder(home, 0o700)
  } catch (error) {
    const isFile = (error as NodeJS.ErrnoException).code === 'EEXIST'
    unusable(home)((isFile ? null : await faultAbove(resolve(home))) ?? error)
  }
}

/** For a folder of the home that could not be made: refuses with the fault in words. */
const unusable =
  (folder: string) =>
  (fault: unknown): never => {
    const isFile = (fault as NodeJS.ErrnoException).code === 'EEXIST'
    const why = isFile ? 'it is a file, not a folder' : writeFault(fault)
    throw new ConfigError([`PRAMAAN_HOME: ${folder} cannot be used: ${why}`])
  }

/** The fault of the nearest folder above that exists: on a file system without writing reports a missing folder. */
async function faultAbove(path: string): Promise<unknown> {
  const parent = dirname(path)
  if (parent === path) return null
  if ((await stat(parent).catch(() => null)) === null) return await faultAbove(parent)
  return await access(parent, constants.W_OK).then(
    () => null,
    (error: unknown) => error,
  )
}
