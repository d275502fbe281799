import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { TestService } from './services.ts'

const run = promisify(execFile)
const POSTGRES_IMAGE = 'postgres:18'
const VALKEY_IMAGE = 'valkey/valkey:9'
const ANSWER_WITHIN_MS = 5_000

/** Whether there is a Docker daemon: the command alone is no sign of one. */
export async function dockerAnswers(): Promise<boolean> {
  try {
    const { stdout } = await run('docker', ['version', '--format', '{{.Server.Version}}'], {
      timeout: ANSWER_WITHIN_MS,
    })
    return stdout.trim() !== ''
  } catch {
    return false
  }
}

export async function startContainerPostgres(): Promise<TestService> {
  const { GenericContainer, Wait } = await testcontainers()
  const password = randomBytes(16).toString('hex')
  const container = await new GenericContainer(POSTGRES_IMAGE)
    .withEnvironment({
      POSTGRES_PASSWORD: password,
      POSTGRES_INITDB_ARGS: '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8',
    })
    .withTmpFs({ '/var/lib/postgresql': 'rw' })
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'timezone=UTC', '-c', 'max_connections=200'])
    .withExposedPorts(5432)
    // The image starts a server of its own to make the database, and then the real one.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start()
  const url = `postgres://postgres:${password}@${container.getHost()}:${container.getMappedPort(5432)}/postgres`
  return { url, from: `container ${POSTGRES_IMAGE}`, disposable: true, stop: async () => void (await container.stop()) }
}

export async function startContainerValkey(): Promise<TestService> {
  const { GenericContainer, Wait } = await testcontainers()
  const container = await new GenericContainer(VALKEY_IMAGE)
    .withCommand(['valkey-server', '--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .start()
  const url = `redis://${container.getHost()}:${container.getMappedPort(6379)}`
  return { url, from: `container ${VALKEY_IMAGE}`, disposable: true, stop: async () => void (await container.stop()) }
}

/** Loaded only where there is a daemon: it takes longer than the embedded stack does to start. */
const testcontainers = () => import('testcontainers')
