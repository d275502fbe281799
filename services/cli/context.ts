import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Pool } from 'pg'
import { newestState } from '../../pipeline/signed-state/signed-state.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import type { KeyHolder } from '../../releases/proof/sign/act.ts'
import { OperationRefusal, reasonOf } from '../operations/refusal.ts'
import { systemNow } from '../platform/clock.ts'
import { type Config, loadConfig, systemActor } from '../platform/config.ts'
import { loadPersonKey, ownerOfPersonKey, PersonKeyRefused } from '../platform/person-key.ts'
import { createPool } from '../platform/postgres.ts'
import { refuseOldRecords } from '../platform/record-version.ts'
import { roleUrls } from '../platform/roles.ts'
import { readRunFile, runFilePath } from '../platform/run-file.ts'
import { isSilence, withSetting } from '../platform/server-fault.ts'
import { loadTrustFile, localPersonPath } from '../platform/trust-file.ts'
import { readGiven } from './files.ts'

/** Context of a command. `close` ends its connections. */
export type CliContext = {
  readonly config: Config
  readonly pool: Pool
  /** What its address was read from: a setting, or a file of the home. */
  readonly setting: string
  /** URL of the database's owner; null: not given. */
  readonly ownerUrl: string | null
  readonly actor: string
  readonly now: () => Date
  /** The signer: the enrolled person whose key file is given. Refused with PERSON_KEY_REQUIRED and what to provide. */
  person(): Promise<KeyHolder>
  /** Who would sign: named by --actor, otherwise by the key file, which stays closed; without one, the system's user. */
  wouldSign(): Promise<string>
  /** The deployment's trust file, updated to the newest key. Refused with TRUST_MISSING. */
  trust(): Promise<Trust>
  close(): Promise<void>
}

/** URLs of the databases, and what a command needs of the service that uses them. */
type Place = {
  readonly pipelineUrl: string
  /** What `pipelineUrl` was read from: a setting, or a file of the home. */
  readonly setting: string
  readonly ownerUrl: string | null
  /** Key file of the person who started the service on this machine. */
  readonly personKey: string | null
  stop(): Promise<void>
}

/** Whether a home exists that this user may not look into, so that nobody knows whether a service runs for it. */
const isHidden = (home: string): Promise<boolean> =>
  readdir(home).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'EACCES' || code === 'EPERM',
  )

/** From the settings, or else the running service; null: neither. */
async function placeOf(config: Config): Promise<Place | null> {
  const running = config.pipelineDatabaseUrl === null ? await readRunFile(config) : null
  const pipelineUrl = config.pipelineDatabaseUrl ?? running?.pipeline_database_url ?? null
  if (pipelineUrl === null) return null
  const ownerUrl = config.databaseUrl ?? running?.database_url ?? null
  const setting = running === null ? config.pipelineSetting : runFilePath(config)
  return { pipelineUrl, setting, ownerUrl, personKey: running?.person_key ?? null, stop: async () => {} }
}

/** The Postgres of a home whose `npm start` is not running, started for one command; null if the home has none. */
async function startPostgresOf({ home }: Config): Promise<Place | null> {
  if (!existsSync(join(home, 'postgres'))) return null
  const [{ startPostgres }, { postgresDataDir }] = await Promise.all([
    import('../platform/local-stack/postgres.ts'),
    import('../platform/local-stack/postgres-place.ts'),
  ])
  const dataDir = await postgresDataDir(home, process.getuid?.() ?? -1)
  const { url, stop } = await startPostgres({ dataDir, log: () => {} })
  const { pipelineUrl } = roleUrls(url)
  return { pipelineUrl, setting: dataDir, ownerUrl: url, personKey: localPersonPath(home), stop }
}

/**
 * Connects as the pipeline, with settings from the environment or else from the running stack's file. `actor` null: the
 * signer, or the operating system's user. `startsPostgres`: if nothing runs, the home's own Postgres is started for the
 * command, which needs no worker and may be what a start needs first (docs/recovery.md).
 */
export async function openContext(actor: string | null, { startsPostgres = false } = {}): Promise<CliContext> {
  const config = loadConfig()
  const place = (await placeOf(config)) ?? (startsPostgres ? await startPostgresOf(config) : null)
  if (place === null) {
    throw new OperationRefusal(
      'NOT_RUNNING',
      (await isHidden(config.home))
        ? `this user may not read ${config.home}: run this as its owner, or set PRAMAAN_HOME to another home, or DATABASE_URL`
        : `no service is running for ${config.home}: start one with \`npm start\`, or set PRAMAAN_HOME to the home of one that runs, or DATABASE_URL`,
    )
  }
  const { personKey } = place
  const pool = createPool({ url: place.pipelineUrl, applicationName: 'pramaan-cli', max: 4, onError: () => {} })
  const close = async (): Promise<void> => {
    await pool.end()
    await place.stop()
  }
  try {
    await pool.query('SELECT 1 FROM event_log_head')
  } catch (error) {
    await close()
    if (!isSilence(error)) throw withSetting(place.setting, error)
    throw new OperationRefusal(
      'NOT_RUNNING',
      `the database does not answer (${reasonOf(error)}): start it with \`npm start\`, or check ${place.setting}`,
    )
  }
  await refuseOldRecords(pool).catch(async (error) => {
    await close()
    throw withSetting(place.setting, error)
  })
  return {
    config,
    pool,
    setting: place.setting,
    ownerUrl: place.ownerUrl,
    actor: actor ?? systemActor(),
    now: systemNow,
    person: () => personOf(config, personKey, actor),
    wouldSign: async () => {
      const path = actor === null ? await keyFileOf(config, personKey) : null
      return path === null ? (actor ?? systemActor()) : ownerOfPersonKey(path).catch(refusedKey)
    },
    trust: async () => (await newestState(pool, await loadTrustFile(config.trustPath))).trust,
    close,
  }
}

async function keyFileOf(config: Config, local: string | null): Promise<string | null> {
  return config.personKeyPath ?? local ?? (await readRunFile(config))?.person_key ?? null
}

async function personOf(config: Config, local: string | null, actor: string | null): Promise<KeyHolder> {
  const path = await keyFileOf(config, local)
  if (path === null)
    throw new OperationRefusal(
      'PERSON_KEY_REQUIRED',
      'this act must be signed: set PRAMAAN_PERSON_KEY to the key file of an enrolled person (`person new` makes one, `person enrol` enrols it)',
    )
  const person = await openKeyFile(config, path)
  if (actor !== null && actor !== person.name)
    throw new OperationRefusal(
      'PERSON_KEY_REQUIRED',
      `${path} is the key of ${person.name}, but --actor names ${actor}`,
    )
  return person
}

/** The key in a person's or a witness's file. Refused with the code of the fault. */
export async function openKeyFile(config: Config, path: string): Promise<KeyHolder> {
  return loadPersonKey(path, () => passphraseOf(config, path)).catch(refusedKey)
}

function refusedKey(error: unknown): never {
  throw error instanceof PersonKeyRefused ? new OperationRefusal(error.code, error.message) : error
}

/** Read from the file named for it, otherwise prompted on the terminal without echo. */
async function passphraseOf(config: Config, path: string): Promise<string> {
  if (config.personPassphrasePath !== null) return (await readGiven(config.personPassphrasePath)).replace(/\r?\n$/, '')
  if (!process.stdin.isTTY)
    throw new OperationRefusal(
      'PERSON_KEY_REQUIRED',
      `${path} needs its passphrase: set PRAMAAN_PERSON_PASSPHRASE_FILE`,
    )
  return askHidden(`passphrase of ${path}: `)
}

/** A passphrase for a new key file: read from the file named for it, otherwise prompted twice. */
export async function newPassphrase(config: Config): Promise<string> {
  if (config.personPassphrasePath !== null) {
    const read = await passphraseOf(config, '')
    if (read !== '') return read
    throw new OperationRefusal('USAGE', `${config.personPassphrasePath} has no passphrase: write one into it`)
  }
  if (!process.stdin.isTTY)
    throw new OperationRefusal(
      'USAGE',
      'a new key needs a passphrase: set PRAMAAN_PERSON_PASSPHRASE_FILE, or use --open',
    )
  const first = await askHidden('passphrase: ')
  if (first === '' || first !== (await askHidden('once more: ')))
    throw new OperationRefusal('USAGE', 'the passphrase is empty, or the two entries differ: no key was created')
  return first
}

/** Prompts on the terminal and returns the line typed, without echo. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await new Promise((resolve) => lines.question('', resolve))
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
