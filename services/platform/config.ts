import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { roleUrls } from './roles.ts'

/** The settings of every process (contract 2.2): the only place that reads the environment. */

const port = z.coerce.number().int().min(0).max(65_535)
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const environmentSchema = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port.default(0),
  DATABASE_URL: z.string().min(1).optional(),
  PIPELINE_DATABASE_URL: z.string().min(1).optional(),
  API_DATABASE_URL: z.string().min(1).optional(),
  REDIS_URL: z.string().min(1).optional(),
  PRAMAAN_HOME: z.string().min(1).default('.pramaan'),
  PRAMAAN_SIGNING_KEY: z.string().min(1).optional(),
  PRAMAAN_SOURCES: z.string().min(1).optional(),
  TRUST_PROXY: z.enum(['true', 'false']).default('false'),
  LOG_LEVEL: z.enum(LEVELS).default('info'),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
})

export type Config = {
  readonly port: number
  readonly host: string
  /** 0: no metrics listener. */
  readonly metricsPort: number
  readonly databaseUrl: string | null
  readonly pipelineDatabaseUrl: string | null
  readonly apiDatabaseUrl: string | null
  readonly redisUrl: string | null
  /** Absolute. */
  readonly home: string
  readonly signingKeyPath: string
  readonly sourcesPath: string
  readonly trustProxy: boolean
  readonly logLevel: (typeof LEVELS)[number]
  readonly workerConcurrency: number
}

/** A start with bad settings: every bad variable at once, each with what it must be. */
export class ConfigError extends Error {
  constructor(lines: readonly string[]) {
    super(
      `settings are wrong:\n${lines.map((line) => `  ${line}`).join('\n')}\nSee docs/operator.md for every setting.`,
    )
    this.name = 'ConfigError'
  }
}

/** Reads and checks the settings. Throws ConfigError listing every bad variable. */
export function loadConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  // An empty variable is one that is not set: that is how compose files and shells leave them out.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  }
  const env = parsed.data
  const derived = env.DATABASE_URL === undefined ? null : derivedLogins(env.DATABASE_URL)
  const home = resolve(env.PRAMAAN_HOME)
  return {
    port: env.PORT,
    host: env.HOST,
    metricsPort: env.METRICS_PORT,
    databaseUrl: env.DATABASE_URL ?? null,
    pipelineDatabaseUrl: env.PIPELINE_DATABASE_URL ?? derived?.pipelineUrl ?? null,
    apiDatabaseUrl: env.API_DATABASE_URL ?? derived?.apiUrl ?? null,
    redisUrl: env.REDIS_URL ?? null,
    home,
    signingKeyPath: env.PRAMAAN_SIGNING_KEY ?? join(home, 'signing-key.pem'),
    sourcesPath: env.PRAMAAN_SOURCES ?? join(home, 'sources'),
    trustProxy: env.TRUST_PROXY === 'true',
    logLevel: env.LOG_LEVEL,
    workerConcurrency: env.WORKER_CONCURRENCY,
  }
}

function derivedLogins(ownerUrl: string): ReturnType<typeof roleUrls> | null {
  try {
    return roleUrls(ownerUrl)
  } catch (error) {
    throw new ConfigError([`DATABASE_URL: ${error instanceof Error ? error.message : String(error)}`])
  }
}

/** A setting that a process cannot do without. */
export function required<T>(value: T | null, name: string, hint: string): T {
  if (value === null) throw new ConfigError([`${name}: not set; ${hint}`])
  return value
}

/** The name an actor has when none is given: the user of the operating system. */
export function systemActor(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  return environment['USER'] ?? environment['LOGNAME'] ?? homedir().split(/[\\/]/).at(-1) ?? 'operator'
}
