import { dockerAnswers, startContainerPostgres, startContainerValkey } from './services-docker.ts'
import { startEmbeddedPostgres, startEmbeddedValkey } from './services-embedded.ts'

/** A service that the tests use. `disposable`: it was started for this run, and ends with all that is in it. */
export type TestService = {
  readonly url: string
  readonly from: string
  readonly disposable: boolean
  stop(): Promise<void>
}

export type TestServices = { readonly postgres: TestService; readonly redis: TestService }

/**
 * Chooses what the tests run against, and starts it: an address given explicitly (TEST_DATABASE_URL or DATABASE_URL,
 * TEST_REDIS_URL or REDIS_URL); else containers, where a Docker daemon answers; else the same embedded stack as
 * `npm start`. A Postgres that happens to be installed is not used, since the version is part of the test.
 * `log` is told what was chosen. Source: architecture 1.7.
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
