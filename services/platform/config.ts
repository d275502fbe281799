import { X509Certificate } from 'node:crypto'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import * as z from 'zod'
import { readFault } from './file-fault.ts'
import { disagreement, redisAddresses } from './redis-address.ts'
import { roleUrls } from './roles.ts'
import { StartRefusal } from './start.ts'
import { wordsOf } from './tls-fault.ts'

/** The settings of every process (docs/design/contract.md#settings): the only place that reads the environment. */

/** The wrong value, for settings without secrets, and what it must be. */
const wrong = (mustBe: string) => (issue: { readonly input?: unknown }) => `${JSON.stringify(issue.input)} ${mustBe}`

function wholeNumber(least: number, most: number) {
  const error = wrong(`is not a whole number from ${least} to ${most}`)
  // Only digits: a space would be 0, which is a port.
  const isOne = (text: string): boolean => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most
  return z.string().refine(isOne, { error }).transform(Number)
}
const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: wrong(`is not one of ${words.join(', ')}`) })
const port = wholeNumber(0, 65_535)
/** Server URL as its client parses it. It is kept out of every message, because it contains a password. */
const address = (schemes: RegExp, form: string) =>
  z
    .string()
    .refine((text) => schemes.test(text) && (!text.includes('://') || URL.canParse(text)), {
      error: `is not an address of the form ${form}, with a port of at most 65535; % in a name or password is %25, @ is %40`,
    })
    .optional()
const postgres = address(/^(postgres(ql)?:\/\/|socket:|\/)/, 'postgres://user:password@host:5432/database')
  .transform((text) => (text?.includes('uselibpqcompat') ? text : text?.replace(MEANS_VERIFY_FULL, '$1verify-full')))
  .refine((text) => postgresFault(text) === null, { error: (issue) => postgresFault(String(issue.input)) ?? '' })

/** Its client reads these as verify-full (docs/operator.md), and prints a warning about it at each start. */
const MEANS_VERIFY_FULL = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=[&#]|$)/
const TLS_PARAMETERS: readonly string[] = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation']
const TLS_MODES: readonly string[] = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']

/** Its client ignores a parameter that it does not know: mistyped ones would leave a connection unencrypted. */
function unknownTls({ searchParams }: URL): string | null {
  for (const [name, value] of searchParams) {
    if (/^ssl/i.test(name) && !TLS_PARAMETERS.includes(name))
      return `has the unknown parameter ${name}: those for TLS are ${TLS_PARAMETERS.join(', ')}`
    if (name === 'sslmode' && !TLS_MODES.includes(value))
      return `has the unknown sslmode ${value}: use one of ${TLS_MODES.join(', ')}`
  }
  return null
}

/** Why its client cannot use an address of Postgres, such as a certificate that it cannot read; null: it can. */
function postgresFault(text: string | undefined): string | null {
  if (!text?.includes('://') || !URL.canParse(text)) return null
  const unknown = unknownTls(new URL(text))
  if (unknown !== null) return unknown
  try {
    const { ssl } = new Client({ connectionString: text }) as unknown as { ssl: boolean | SecureContextOptions }
    // A connection that fails at this later stays open, and keeps its process.
    if (typeof ssl !== 'object') return null
    createSecureContext(ssl)
    // Node passes over a file of a CA that has no certificate.
    if (typeof ssl.ca !== 'string' || beginsWithCertificate(ssl.ca)) return null
    return `names ${new URL(text).searchParams.get('sslrootcert')} as sslrootcert, which has no certificate in PEM`
  } catch (error) {
    const { path } = error as NodeJS.ErrnoException
    return path === undefined
      ? `cannot be used: ${wordsOf(error as Error)}`
      : `names ${path}, which cannot be read: ${readFault(error)}`
  }
}

function beginsWithCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}

/** Redis clients also accept a bare host and port, or a path. */
const oneRedis = address(/^(rediss?:\/\/|\/|[\w.:[\]-]+$)/, 'redis://user:password@host:6379').refine(isReadByRedis, {
  error:
    'is an address of Redis with a % that begins no code (write it as %25), or with a database that is not a number',
})
/** Several URLs separated by commas are nodes of one cluster. */
const redis = z
  .string()
  .refine((text) => redisIssue(text) === null, { error: (issue) => redisIssue(String(issue.input)) ?? '' })
  .optional()

/** Its client decodes the login, and sends the path as the number of a database. */
function isReadByRedis(text: string | undefined): boolean {
  if (!text?.includes('://') || !URL.canParse(text)) return true
  if (/%(?![0-9a-f]{2})/i.test(text)) return false
  return /^\/?\d*$/.test(new URL(text).pathname)
}

function redisIssue(text: string): string | null {
  const issues = redisAddresses(text).flatMap((each) => oneRedis.safeParse(each).error?.issues ?? [])
  return issues[0]?.message ?? disagreement(text)
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** In the spelling of browsers; passkeys are enrolled for one such address. */
const DESK_ORIGIN = /^(https:\/\/[a-z0-9.-]{1,253}(:[0-9]{1,5})?|http:\/\/localhost:[0-9]{1,5})$/
const SHIPPED_DEFINITIONS = fileURLToPath(new URL('../../releases/states', import.meta.url))

const environmentSchema = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port.default(0),
  DATABASE_URL: postgres,
  PIPELINE_DATABASE_URL: postgres,
  API_DATABASE_URL: postgres,
  REDIS_URL: redis,
  PRAMAAN_HOME: z.string().min(1).default('.pramaan'),
  PRAMAAN_SIGNING_KEY: z.string().min(1).optional(),
  PRAMAAN_SOURCES: z.string().min(1).optional(),
  PRAMAAN_TRUST: z.string().min(1).optional(),
  PRAMAAN_FIRST_PEOPLE: z.string().min(1).optional(),
  PRAMAAN_PERSON_KEY: z.string().min(1).optional(),
  PRAMAAN_PERSON_PASSPHRASE_FILE: z.string().min(1).optional(),
  PRAMAAN_REPLICA_MAX_AGE: wholeNumber(60, 86_400).default(900),
  TRUST_PROXY: oneOf(['true', 'false']).default('false'),
  PRAMAAN_PUBLIC: oneOf(['true', 'false']).default('true'),
  LOG_LEVEL: oneOf(LEVELS).default('info'),
  DESK_PORT: port.default(8090),
  PRAMAAN_DESK_ORIGIN: z
    .string()
    .refine((text) => DESK_ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text, {
      error: wrong('is not https://HOST[:PORT] in small letters without the port 443, nor http://localhost:PORT'),
    })
    .optional(),
  PRAMAAN_DEFINITIONS: z.string().min(1).default(SHIPPED_DEFINITIONS),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), {
      error: 'is not an address of the form http://host:4318',
    })
    .optional(),
  WORKER_CONCURRENCY: wholeNumber(1, 64).default(4),
})

type Settings = z.infer<typeof environmentSchema>
type LoginSettings = Pick<Settings, 'DATABASE_URL' | 'PIPELINE_DATABASE_URL' | 'API_DATABASE_URL'>

/** The settings of a process; what is not set is null. */
export type Config = Readonly<ReturnType<typeof configOf>>

/** Wrong settings at start: all of them at once, each with the expected form. */
export class ConfigError extends StartRefusal {
  constructor(lines: readonly string[]) {
    super(
      'SETTINGS_WRONG',
      `settings are wrong:\n${lines.map((line) => `  ${line}`).join('\n')}\nSee docs/operator.md for every setting.`,
    )
    this.name = 'ConfigError'
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Settings that some process requires: alternative variables, best first, with a hint. */
const NEEDS = {
  databaseUrl: [['DATABASE_URL'], 'the owner of the database migrates it'],
  pipelineDatabaseUrl: [['PIPELINE_DATABASE_URL', 'DATABASE_URL'], 'or give DATABASE_URL, from which it is derived'],
  apiDatabaseUrl: [['API_DATABASE_URL', 'DATABASE_URL'], 'or give DATABASE_URL, from which it is derived'],
  redisUrl: [['REDIS_URL'], 'limits and jobs are kept there'],
} as const satisfies Partial<Record<keyof Config, readonly [readonly string[], string]>>
export type Need = keyof typeof NEEDS

function missingLines(needs: readonly Need[], given: Environment): string[] {
  return needs.flatMap((need) => {
    const [names, hint] = NEEDS[need]
    return names.some((name) => given[name] !== undefined) ? [] : [`${names[0]}: not set; ${hint}`]
  })
}

/** The owner's URL, if a login must be derived from it. */
function ownerToDeriveFrom(env: LoginSettings): string | undefined {
  return env.PIPELINE_DATABASE_URL === undefined || env.API_DATABASE_URL === undefined ? env.DATABASE_URL : undefined
}

function derivationLines(env: LoginSettings): string[] {
  const owner = ownerToDeriveFrom(env)
  try {
    if (owner !== undefined) roleUrls(owner)
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** Reads and checks the settings. Throws ConfigError listing every bad variable. */
export function loadConfig(environment: Environment = process.env): Config {
  return loadConfigFor([], environment)
}

/** The same for a process that requires some settings: missing ones are listed together with wrong ones. */
export function loadConfigFor<N extends Need>(
  needs: readonly N[],
  environment: Environment = process.env,
): Config & { readonly [name in N]: string } {
  // An empty variable counts as not set: compose files and shells pass missing ones like this.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given)
  const issues = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  const lines = [...new Set(issues), ...missingLines(needs, given)]
  if (parsed.success) lines.push(...derivationLines(parsed.data))
  if (!parsed.success || lines.length > 0) throw new ConfigError(lines)
  const config: Config = configOf(parsed.data)
  return config as Config & { readonly [name in N]: string }
}

function loginSetting(env: LoginSettings, name: 'PIPELINE_DATABASE_URL' | 'API_DATABASE_URL'): string {
  return env[name] === undefined && env.DATABASE_URL !== undefined ? `${name} (derived from DATABASE_URL)` : name
}

function configOf(env: Settings) {
  const owner = ownerToDeriveFrom(env)
  const derived = owner === undefined ? null : roleUrls(owner)
  const home = resolve(env.PRAMAAN_HOME)
  return {
    port: env.PORT,
    host: env.HOST,
    /** 0: no metrics listener. */
    metricsPort: env.METRICS_PORT,
    databaseUrl: env.DATABASE_URL ?? null,
    pipelineDatabaseUrl: env.PIPELINE_DATABASE_URL ?? derived?.pipelineUrl ?? null,
    apiDatabaseUrl: env.API_DATABASE_URL ?? derived?.apiUrl ?? null,
    /** The settings that these two come from, for messages. */
    pipelineSetting: loginSetting(env, 'PIPELINE_DATABASE_URL'),
    apiSetting: loginSetting(env, 'API_DATABASE_URL'),
    redisUrl: env.REDIS_URL ?? null,
    /** Absolute. */
    home,
    signingKeyPath: env.PRAMAAN_SIGNING_KEY ?? join(home, 'signing-key.pem'),
    /** The operator names the signing key: it must be there, because a mistyped path would start a log under another. */
    isSigningKeyNamed: env.PRAMAAN_SIGNING_KEY !== undefined,
    sourcesPath: env.PRAMAAN_SOURCES ?? join(home, 'sources'),
    /** The deployment's trust file. */
    trustPath: env.PRAMAAN_TRUST ?? join(home, 'trust.json'),
    /** First people of an empty log: a file of names and public keys. */
    firstPeoplePath: env.PRAMAAN_FIRST_PEOPLE ?? null,
    /** The person who signs acts on the command line. */
    personKeyPath: env.PRAMAAN_PERSON_KEY ?? null,
    personPassphrasePath: env.PRAMAAN_PERSON_PASSPHRASE_FILE ?? null,
    /** Maximum age of the newest signed note if the database is a replica. */
    replicaMaxAgeMs: env.PRAMAAN_REPLICA_MAX_AGE * 1_000,
    trustProxy: env.TRUST_PROXY === 'true',
    /** Whether the site, releases in service and the log are available without a key. */
    isPublic: env.PRAMAAN_PUBLIC === 'true',
    logLevel: env.LOG_LEVEL,
    workerConcurrency: env.WORKER_CONCURRENCY,
    /** Where traces are sent, without the OTLP path; null: no traces. */
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    /** On the loopback interface only; 0: any free port. */
    deskPort: env.DESK_PORT,
    /** Where browsers find the desk; null: http://localhost and its port. */
    deskOrigin: env.PRAMAAN_DESK_ORIGIN ?? null,
    /** The folder of definition folders that may be opened at the desk. Absolute. */
    definitionsPath: resolve(env.PRAMAAN_DEFINITIONS),
  }
}

/**
 * Default name of an actor: the operating system's user. Never part of a path, because the name becomes public. A user
 * without an entry in passwd, as in a container, is `operator`.
 */
export function systemActor(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  account: () => string = () => userInfo().username,
): string {
  return environment['USER'] || environment['LOGNAME'] || named(account) || 'operator'
}

function named(account: () => string): string | null {
  try {
    return account()
  } catch {
    return null
  }
}
