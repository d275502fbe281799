import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Pool } from 'pg'
import { beginLog } from '../../pipeline/checkpoints/begin-log.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import type { KeyHolder } from '../../releases/proof/sign/act.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { listReleases, type ReleaseView } from '../../services/operations/release-view.ts'
import { runRelease } from '../../services/operations/run-release.ts'
import { createLogger } from '../../services/platform/logger.ts'
import { ensureSigningKey } from '../../services/platform/signing-key.ts'
import { writeTrustFile } from '../../services/platform/trust-file.ts'
import { keepCheckpoint, readKeptCheckpoint } from '../../services/worker/checkpoint-file.ts'
import { type RunningWorker, startWorker } from '../../services/worker/start-worker.ts'
import type { WorkerParts } from '../../services/worker/worker-parts.ts'
import { askCli, type CliOutcome } from './cli.ts'
import { type TestDatabase, testDatabase, testPool } from './database.ts'
import { type Edit, editedDefinition } from './fixture-definition.ts'
import { JUDGED_ONCE } from './judged-once.ts'
import { ASHA, BASHIR, keyFileOf, MACHINE, testFoundation, writeKeyFile } from './people.ts'
import { testRedis } from './redis.ts'
import { removeHome } from './temporary-home.ts'

export const FIXTURE_ID = 'XX-2026-27-FIXTURE-V1'
export const OPENER = ASHA.name

/**
 * The pipeline as in a deployment, for one test file: a separate database, queue prefix, and home with signing key and
 * checkpoint file. The test starts workers as needed.
 */
export type TestPipeline = {
  readonly database: TestDatabase
  /** Pool of the pipeline's role. */
  readonly pool: Pool
  /** Pool of the database's owner, a superuser, to inspect and to break things. */
  readonly owner: Pool
  readonly redis: { readonly url: string; readonly prefix: string }
  readonly home: string
  readonly signer: SigningKey
  /** First content of its log. */
  readonly foundation: Trust
  readonly work: (more?: Partial<WorkerParts>) => Promise<RunningWorker>
  /** Why workers ended unexpectedly. */
  readonly disagreements: readonly string[]
  /** Writes a definition as a folder and returns its path: the fixture after an edit, unless files are given. */
  readonly folder: (edit?: Edit, options?: { keepHashes?: boolean }) => Promise<string>
  /** `release run` in this process, by OPENER and APPROVER. */
  readonly run: (directory: string, reopen?: boolean) => Promise<ReleaseView>
  /** `pramaan …` in a separate process, on this database and home. */
  readonly cli: (...args: string[]) => Promise<CliOutcome>
  /** The same by another person than OPENER. */
  readonly cliAs: (person: KeyHolder, ...args: string[]) => Promise<CliOutcome>
  /** The same, which must succeed. Throws with what was said otherwise. */
  readonly doneAs: (person: KeyHolder, ...args: string[]) => Promise<void>
  readonly environment: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

/**
 * `redis`: for processes with a queue prefix of their own. `database`: one with a release in service, from
 * `biharDatabase`, with the key that signed there as `signer`.
 */
export async function testPipeline(
  given: {
    readonly redis?: TestPipeline['redis']
    readonly database?: TestDatabase
    readonly signer?: SigningKey
  } = {},
): Promise<TestPipeline> {
  const { redis = testRedis(), database = await testDatabase() } = given
  const home = await mkdtemp(join(tmpdir(), `pramaan-test-${process.pid}-pipeline-`))
  const pool = testPool(database.pipelineUrl, 12)
  const owner = testPool(database.ownerUrl, 12)
  const signer = given.signer ?? (await ensureSigningKey(join(home, 'signing-key.pem')))
  const foundation = testFoundation(signer)
  await writeTrustFile(join(home, 'trust.json'), foundation)
  for (const person of [ASHA, BASHIR, MACHINE]) await writeKeyFile(home, person)
  await beginLog(pool, signer, foundation, 'test', new Date())
  const environment = {
    DATABASE_URL: database.ownerUrl,
    REDIS_URL: redis.url,
    PRAMAAN_HOME: home,
    USER: OPENER,
    PRAMAAN_PERSON_KEY: keyFileOf(home, ASHA),
  }
  const running = new Set<RunningWorker>()
  const disagreements: string[] = []

  const work = async (more: Partial<WorkerParts> = {}): Promise<RunningWorker> => {
    const worker = await startWorker({
      pool,
      pipelineUrl: database.pipelineUrl,
      redisUrl: redis.url,
      prefix: redis.prefix,
      signer,
      concurrency: 4,
      gates: JUDGED_ONCE,
      log: createLogger('test-worker', 'silent'),
      reconcileAfterSeconds: 1,
      reconcileEveryMs: 500,
      lapsesEveryMs: 500,
      lockDurationMs: 2_000,
      foundation,
      anchor: await readKeptCheckpoint(home),
      onCheckpoint: (note) => keepCheckpoint(home, note),
      onStop: (reason) => disagreements.push(reason),
      ...more,
    })
    const close = async (): Promise<void> => {
      running.delete(closable)
      await worker.close()
    }
    const closable = { ...worker, close }
    running.add(closable)
    return closable
  }

  const cliAs: TestPipeline['cliAs'] = (person, ...args) =>
    askCli({ ...environment, PRAMAAN_PERSON_KEY: keyFileOf(home, person) }, args)
  return {
    database,
    pool,
    owner,
    redis,
    home,
    signer,
    foundation,
    environment,
    work,
    disagreements,
    folder: (edit, options) => writeFolder(join(home, 'definitions'), editedDefinition(edit, options)),
    run: (directory, reopen = true) =>
      runRelease(
        {
          pool,
          sourcesPath: join(home, 'sources'),
          by: ASHA,
          approver: BASHIR,
          now: () => new Date(),
          progress: () => () => {},
          reopen,
        },
        directory,
      ),
    cli: (...args) => askCli(environment, args),
    cliAs,
    doneAs: async (person, ...args) => {
      const { code, stdout, stderr } = await cliAs(person, ...args, '--json')
      if (code !== 0) throw new Error(stdout + stderr)
    },
    close: async () => {
      for (const worker of [...running]) await worker.close()
      await Promise.all([pool.end(), owner.end()])
      await database.drop()
      await removeHome(home)
    },
  }
}

/** Writes files into a new folder below `parent`; returns its path. */
export async function writeFolder(parent: string, files: ReadonlyMap<string, string>): Promise<string> {
  const folder = join(parent, randomBytes(4).toString('hex'))
  await mkdir(folder, { recursive: true })
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

/** The release of a state that a pipeline lists first. Throws if there is none. */
export async function servingRelease({ pool }: TestPipeline, state: string): Promise<ReleaseView> {
  const found = (await listReleases(pool)).find(({ state_code }) => state_code === state)
  if (found === undefined) throw new Error(`nothing serves ${state}`)
  return found
}
