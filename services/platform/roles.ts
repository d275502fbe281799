import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { Client } from 'pg'
import type { Queryable } from '../../pipeline/event-log/event.ts'
import { StartRefusal } from './start.ts'

/** The two roles of migration 001: one writes the log and the read model, the other reads. */
const PIPELINE_ROLE = 'pramaan_pipeline'
const API_ROLE = 'pramaan_api'

const WITHOUT_ROLES =
  'DATABASE_URL: the roles pramaan_pipeline, pramaan_api and pramaan_projector are missing here, or have no rights in this ' +
  'database, which a dump does not bring to another Postgres: restore what `pg_dumpall --roles-only` wrote, then the ' +
  'dump again, with its owners and privileges, into an empty database (docs/operator.md, "Backups")'

const ATTEMPTS = 50
/** Postgres error "tuple concurrently updated". */
const CONCURRENTLY_UPDATED = 'XX000'

/**
 * Lets both roles log in, each with a password derived from the owner's. Safe for concurrent callers and repetitions.
 * `migrate` must have run. Roles belong to the Postgres cluster, so the owners of all its databases must have the same
 * password, or the databases need separate logins (PIPELINE_DATABASE_URL, API_DATABASE_URL). Throws if the owner may
 * not alter the roles, or if `ownerUrl` has no password; StartRefusal if the database was restored without its roles.
 */
export async function ensureLogins(ownerUrl: string): Promise<void> {
  const secret = passwordOf(parse(ownerUrl))
  const client = new Client({ connectionString: ownerUrl, application_name: 'pramaan-roles' })
  await client.connect()
  try {
    await requireRoles(client)
    for (const role of [PIPELINE_ROLE, API_ROLE]) {
      // The salt is derived, so that a repetition writes the same verifier.
      const salt = hmac(secret, `salt of ${role}`).subarray(0, 16)
      const verifier = client.escapeLiteral(scramVerifier(derivedPassword(secret, role), salt))
      await whenConcurrentlyUpdated(() => client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${verifier}`))
    }
  } finally {
    await client.end()
  }
}

/** The migrations gave the roles their rights; one that is applied in a restored database does not do so again. */
async function requireRoles(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_roles WHERE CASE rolname
       WHEN '${PIPELINE_ROLE}' THEN has_table_privilege(oid, 'event_log', 'INSERT')
       WHEN '${API_ROLE}' THEN has_schema_privilege(oid, 'read', 'USAGE')
       WHEN 'pramaan_projector' THEN EXISTS (SELECT FROM pg_proc WHERE proowner = pg_roles.oid)
     END`,
  )
  if (rowCount !== 3) throw new StartRefusal('SETTINGS_WRONG', WITHOUT_ROLES)
}

/**
 * The URLs with which the pipeline and the API connect to the owner's database, after `ensureLogins`. Passwords are
 * HMAC-SHA256 of the role's name with the owner's password, base64url; they are not stored. They are as strong as the
 * owner's password. Throws for a URL without a password.
 */
export function roleUrls(ownerUrl: string): { pipelineUrl: string; apiUrl: string } {
  const secret = passwordOf(parse(ownerUrl))
  const urlOf = (role: string): string => {
    const url = parse(ownerUrl)
    // In the query they would override those before the host.
    for (const name of ['user', 'password']) url.searchParams.delete(name)
    url.username = role
    url.password = derivedPassword(secret, role)
    return url.href
  }
  return { pipelineUrl: urlOf(PIPELINE_ROLE), apiUrl: urlOf(API_ROLE) }
}

/** Whether a login may append to the log, which the API's may not; null if the database has no log yet. */
export async function mayWrite(db: Queryable): Promise<boolean | null> {
  const { rows } = await db.query<{ may: boolean | null }>(
    `SELECT has_table_privilege(to_regclass('event_log'), 'INSERT') AS may`,
  )
  return rows[0]?.may ?? null
}

function parse(ownerUrl: string): URL {
  // The URL is kept out of the message, because it contains a password.
  if (!URL.canParse(ownerUrl))
    throw new Error('DATABASE_URL: is not of the form postgres://user:password@host/database')
  return new URL(ownerUrl)
}

function passwordOf(url: URL): string {
  const password = url.searchParams.get('password') ?? decoded(url.password)
  if (password !== '') return password
  throw new Error(
    'DATABASE_URL: has no password to derive the logins of the pipeline and the API from: ' +
      'give it one, or set PIPELINE_DATABASE_URL and API_DATABASE_URL',
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('DATABASE_URL: has a % in its password that begins no code: write it as %25')
  }
}

function derivedPassword(secret: string, role: string): string {
  return hmac(secret, role).toString('base64url')
}

function hmac(secret: string, label: string): Buffer {
  return createHmac('sha256', secret).update(label).digest()
}

/**
 * If two transactions write the same catalogue row, Postgres makes the second wait and then fail; it only has to retry.
 */
async function whenConcurrentlyUpdated(change: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await change()
      return
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (code !== CONCURRENTLY_UPDATED || attempt >= ATTEMPTS) throw error
    }
  }
}

const ITERATIONS = 4096

/**
 * The verifier that Postgres stores for a SCRAM-SHA-256 password (RFC 5802 section 3, RFC 7677), so that setting a
 * password does not send it, because Postgres logs the text of failed statements. `password` is printable ASCII, `salt`
 * 16 bytes. Shape: `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>`.
 */
export function scramVerifier(password: string, salt: Uint8Array): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const clientKey = createHmac('sha256', salted).update('Client Key').digest()
  const storedKey = createHash('sha256').update(clientKey).digest('base64')
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${Buffer.from(salt).toString('base64')}$${storedKey}:${serverKey}`
}
