import { ConfigError } from './config.ts'
import { StartRefusal } from './start.ts'
import { wordsOf } from './tls-fault.ts'

const TLS = 'docs/operator.md, "TLS to Postgres and Redis"'
const NAME_ITS_CA = `name the CA of its certificate (${TLS})`
const CLIENT_CERTIFICATE = `give a client certificate of a CA that the server trusts, with its own key (${TLS})`
/** What to do about an error of TLS, of Postgres or Redis (its code in Node). */
const TLS_REMEDIES: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: NAME_ITS_CA,
  DEPTH_ZERO_SELF_SIGNED_CERT: NAME_ITS_CA,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NAME_ITS_CA,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NAME_ITS_CA,
  ERR_TLS_CERT_ALTNAME_INVALID: 'use a host that its certificate names',
  CERT_HAS_EXPIRED: 'renew its certificate',
}
/** Nobody but `npm start` can connect to its own Postgres as the owner. */
const MIGRATE = 'run `npm run migrate` as the owner of the database, or `npm start` if it starts that database itself'
/** What to do about an error of Postgres or of the connection to it (its SQLSTATE, or a code of the system). */
const REMEDIES: Readonly<Record<string, string>> = {
  ...TLS_REMEDIES,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: CLIENT_CERTIFICATE,
  ECONNREFUSED: 'nothing listens there: start Postgres, or correct host and port',
  ENOTFOUND: 'correct the host',
  EAI_AGAIN: 'correct the host, or repair the resolution of names',
  EHOSTUNREACH: 'correct the host, or repair the network',
  ENETUNREACH: 'correct the host, or repair the network',
  '28P01': 'correct user or password; `npm run migrate` sets those of the pipeline and the API',
  '28000': `correct the user, let it in (pg_hba.conf), or connect with TLS or a client certificate (${TLS})`,
  '3D000': 'create the database, or correct its name',
  '42P01': `${MIGRATE}, or correct its name`,
  '42703': `${MIGRATE}, or start the version that it is of`,
  '42883': `${MIGRATE}, or start the version that it is of`,
  '25006': 'it can only be read: use the primary, or promote this one (docs/recovery.md)',
  '42501': 'give the login its role, or correct the user or the database (docs/operator.md, "Roles in Postgres")',
  '53100': 'the disk of Postgres is full: make room there, and try again',
  '53300': 'it has no connection left: raise max_connections, or stop other clients',
  '57P03': 'it is starting or stopping: try again',
}
const NO_POSTGRES = 'check that Postgres answers there'

/** An error of Postgres for a log: with the setting and what to do, if something is known about it, or `otherwise`. */
export function withRemedy(setting: string, error: Error, otherwise?: string): string {
  const { code = '' } = error as NodeJS.ErrnoException
  const said = wordsOf(error)
  const remedy = REMEDIES[code] ?? otherwise
  return remedy === undefined ? said : `${setting}: ${said}: ${remedy}`
}

/** Codes of a server that is not there, or not ready yet. Without a code it did not answer in time. */
const SILENT: readonly unknown[] = [undefined, 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', '57P03']

/** Whether no server answered. One that refuses, or whose certificate is refused, did: to start one would not help. */
export function isSilence(error: unknown): boolean {
  return SILENT.includes((error as NodeJS.ErrnoException).code)
}

const LOST: readonly unknown[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03']

/** Whether a server that answered before is gone now, or has ended the connection. */
export function isLost(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return LOST.includes(code) || (code === undefined && /^Connection terminated/.test(message ?? ''))
}

/** An error of Postgres as ConfigError, which names the setting and what to do; any other unchanged. */
export function withSetting(setting: string, error: unknown): unknown {
  const isKnown = error instanceof Error && ((error as NodeJS.ErrnoException).code ?? '') in REMEDIES
  return isKnown ? new ConfigError([withRemedy(setting, error)]) : error
}

/**
 * Asks Postgres for the first time in a start. Throws ConfigError, which names the setting and what to do; the URL is not
 * repeated.
 */
export async function firstAsked<T>(setting: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    throw new ConfigError([withRemedy(setting, error as Error, NO_POSTGRES)])
  }
}

/** Of Redis. Its address cannot name a client certificate. */
const REDIS_REMEDIES: Readonly<Record<string, string>> = {
  ...TLS_REMEDIES,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'let clients in without a certificate (tls-auth-clients no)',
}

/** The same for Redis, in one line of settings. */
export function redisLine(error: Error): string {
  const { code = '' } = error as NodeJS.ErrnoException
  const remedy = REDIS_REMEDIES[code] ?? 'start Redis, or correct the address and the login'
  return `REDIS_URL: ${wordsOf(error)}: ${remedy}`
}

/** The same for a log. What has no code is an answer of Redis or a fault of the queue, and is told as it is. */
export function redisWords(error: NodeJS.ErrnoException): string {
  return error.code === undefined || error instanceof StartRefusal ? error.message : redisLine(error)
}
