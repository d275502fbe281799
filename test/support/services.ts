import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { startPostgres } from '../../services/platform/local-stack/postgres.ts'
import { startValkey } from '../../services/platform/local-stack/valkey.ts'
import { removeHome, sweepHomes, temporaryHome } from './temporary-home.ts'

/** A service for the tests. `disposable`: started for this run, and removed after it. */
type TestService = {
  readonly url: string
  readonly from: string
  readonly disposable: boolean
  stop(): Promise<void>
}

export type TestServices = { readonly postgres: TestService; readonly redis: TestService }

/**
 * Chooses the services for the tests and starts them: an explicit URL (TEST_DATABASE_URL or DATABASE_URL,
 * TEST_REDIS_URL or REDIS_URL), otherwise containers if a Docker daemon answers, otherwise the embedded stack of `npm
 * start`. An installed Postgres is not used, since the version is part of the test. `log` gets the choice. Source:
 * docs/design/architecture.md#test-services.
 */
export async function startServices(log: (line: string) => void): Promise<TestServices> {
  const env = process.env
  const postgresUrl = env['TEST_DATABASE_URL'] ?? env['DATABASE_URL']
  const redisUrl = env['TEST_REDIS_URL'] ?? env['REDIS_URL']
  const docker = (!postgresUrl || !redisUrl) && (await dockerAnswers())
  const [postgres, redis] = await Promise.all([
    postgresUrl ? given(postgresUrl) : started(docker, startContainerPostgres, startEmbeddedPostgres, log),
    redisUrl ? given(redisUrl) : started(docker, startContainerValkey, startEmbeddedValkey, log),
  ])
  log(`tests use Postgres: ${postgres.from}; Redis: ${redis.from}`)
  return { postgres, redis }
}

function given(url: string): TestService {
  return { url, from: 'the address given in the environment', disposable: false, stop: async () => {} }
}

async function started(
  docker: boolean,
  container: () => Promise<TestService>,
  embedded: () => Promise<TestService>,
  log: (line: string) => void,
): Promise<TestService> {
  if (!docker) return embedded()
  try {
    return await container()
  } catch (error) {
    log(`Docker answers, but the container did not start: ${error instanceof Error ? error.message : String(error)}`)
    return embedded()
  }
}

const silent = () => {}

/** The Postgres of `npm start`, in a temporary directory and without waiting for the disk. */
export async function startEmbeddedPostgres(): Promise<TestService> {
  await sweepHomes()
  const { home, dataDir } = await temporaryHome()
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

const run = promisify(execFile)
const POSTGRES_IMAGE = 'postgres:18'
const VALKEY_IMAGE = 'valkey/valkey:9'
const ANSWER_WITHIN_MS = 5_000

/** Whether a Docker daemon answers; having the command is not enough. */
async function dockerAnswers(): Promise<boolean> {
  try {
    const { stdout } = await run('docker', ['version', '--format', '{{.Server.Version}}'], {
      timeout: ANSWER_WITHIN_MS,
    })
    return stdout.trim() !== ''
  } catch {
    return false
  }
}

async function startContainerPostgres(): Promise<TestService> {
  const { GenericContainer, Wait } = await testcontainers()
  const password = randomBytes(16).toString('hex')
  const container = await new GenericContainer(POSTGRES_IMAGE)
    .withEnvironment({
      POSTGRES_PASSWORD: password,
      POSTGRES_INITDB_ARGS: '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8',
    })
    .withTmpFs({ '/var/lib/postgresql': 'rw' })
    .withCommand([
      'postgres',
      '-c',
      'fsync=off',
      '-c',
      'autovacuum=off',
      '-c',
      'timezone=UTC',
      '-c',
      'max_connections=200',
    ])
    .withExposedPorts(5432)
    // The image first starts a temporary server to create the database, then the real one.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start()
  const url = `postgres://postgres:${password}@${container.getHost()}:${container.getMappedPort(5432)}/postgres`
  return { url, from: `container ${POSTGRES_IMAGE}`, disposable: true, stop: async () => void (await container.stop()) }
}

async function startContainerValkey(): Promise<TestService> {
  const { GenericContainer, Wait } = await testcontainers()
  const container = await new GenericContainer(VALKEY_IMAGE)
    .withCommand(['valkey-server', '--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .start()
  const url = `redis://${container.getHost()}:${container.getMappedPort(6379)}`
  return { url, from: `container ${VALKEY_IMAGE}`, disposable: true, stop: async () => void (await container.stop()) }
}

/** Loaded only if there is a daemon: loading it takes longer than starting the embedded stack. */
const testcontainers = () => import('testcontainers')
