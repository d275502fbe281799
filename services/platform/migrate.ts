import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import { Client, type DatabaseError } from 'pg'
import { ConfigError } from './config.ts'
import { refuseOldRecords } from './record-version.ts'
import { firstAsked } from './server-fault.ts'
import { StartRefusal } from './start.ts'

const SHIPPED = fileURLToPath(new URL('../../migrations', import.meta.url))
const TABLE = 'schema_migrations'
const CONNECT_TIMEOUT_MS = 5_000

/**
 * Migrates the database to the schema of this code: the SQL files of `migrations/`, in order, forward only, in one
 * transaction. Any number of processes may call it concurrently; they wait for each other on an advisory lock, and
 * later ones find nothing to do.
 *
 * `ownerUrl` is the owner's connection (DATABASE_URL); the API and the pipeline may not migrate. `log` gets one line
 * per migration. Throws if a migration fails (the transaction is rolled back), and StartRefusal if the database cannot be
 * reached, if it is newer than this code (old code must not run on an unknown schema), or if its records are of an older
 * version. Source:
 * docs/design/architecture.md#database-roles.
 */
export async function migrate(ownerUrl: string, log: (line: string) => void, directory = SHIPPED): Promise<void> {
  const known = await namesIn(directory)
  const client = await firstAsked('DATABASE_URL', () => connected(ownerUrl))
  try {
    await requireMayMigrate(client)
    refuseNewerSchema(known, await appliedNames(client))
    await refuseOldRecords(client)
    await runner({
      dbClient: client,
      dir: directory,
      direction: 'up',
      schema: 'public',
      migrationsTable: TABLE,
      singleTransaction: true,
      advisoryLockMode: 'wait',
      logger: quietLogger(log),
    })
    // Checked again, because a newer release may have migrated while this process waited for the lock.
    refuseNewerSchema(known, await appliedNames(client))
  } catch (error) {
    throw withHint(error)
  } finally {
    await client.end()
  }
}

/** Throws ConfigError if this login could not migrate. node-pg-migrate reports that as a stack trace. */
async function requireMayMigrate(client: Client): Promise<void> {
  const { rows } = await client.query<{ readOnly: boolean; mayCreate: boolean }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS "readOnly",
       has_schema_privilege('public', 'CREATE') AS "mayCreate"`,
  )
  if (rows[0]?.readOnly)
    throw new ConfigError(['DATABASE_URL: this database can only be read: name the primary, or promote this one'])
  if (rows[0]?.mayCreate === false)
    throw new ConfigError(['DATABASE_URL: this login may not create tables: name that of the owner of the database'])
}

/** What a migration refuses itself (P0001), with its hint, which says what to do; any other error unchanged. */
function withHint(error: unknown): unknown {
  const { code, message, hint } = error as DatabaseError
  return code === 'P0001' && hint !== undefined ? new ConfigError([`DATABASE_URL: ${message}. ${hint}`]) : error
}

async function connected(ownerUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: ownerUrl,
    application_name: 'pramaan-migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  await client.connect()
  return client
}

async function namesIn(directory: string): Promise<string[]> {
  const files = await readdir(directory)
  return files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -'.sql'.length))
}

async function appliedNames(client: Client): Promise<string[]> {
  const table = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    `public.${TABLE}`,
  ])
  if (table.rows[0]?.exists !== true) return []
  const applied = await client.query<{ name: string }>(`SELECT name FROM public.${TABLE} ORDER BY id`)
  return applied.rows.map((row) => row.name)
}

function refuseNewerSchema(known: readonly string[], applied: readonly string[]): void {
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new StartRefusal(
    'SETTINGS_WRONG',
    `the database is newer than this code: it has the migrations ${unknown.join(', ')}, which this version does not ` +
      'know. Start the newer version, or restore the database from before the upgrade.',
  )
}

/** Reduces the output of node-pg-migrate to applied migrations and warnings. An error, told with all its SQL, is thrown too. */
function quietLogger(log: (line: string) => void) {
  return {
    info: (line: string) => {
      const applied = /^### MIGRATION (\S+) \(UP\)/.exec(line)
      if (applied) log(`migration ${applied[1]}`)
    },
    warn: log,
    error: () => {},
  }
}
