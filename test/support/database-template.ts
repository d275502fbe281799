import { Client, type QueryResultRow } from 'pg'
import { migrate } from '../../services/platform/migrate.ts'
import { ensureLogins } from '../../services/platform/roles.ts'

/** Creates the migrated database from which all databases of a run are copied. Returns its name. */
export async function prepareTemplate(adminUrl: string, testRun: string): Promise<string> {
  const name = `${testRun}_template`
  await asOwner(adminUrl, (client) => client.query(`CREATE DATABASE ${name}`))
  const said: string[] = []
  try {
    await migrate(urlOf(adminUrl, name), (line) => said.push(line))
    await ensureLogins(urlOf(adminUrl, name))
  } catch (error) {
    throw new Error(`the template database could not be migrated:\n${said.join('\n')}`, { cause: error })
  }
  return name
}

/** Removes what a run left in a Postgres that keeps running. */
export async function removeDatabases(adminUrl: string, testRun: string): Promise<void> {
  await asOwner(adminUrl, async (client) => {
    const left = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datname ^@ $1', [
      testRun,
    ])
    for (const { datname } of left.rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`)
  })
}

export async function asOwner<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The rows of one statement, over a new connection. */
export const query = <T extends QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<T[]> =>
  asOwner(url, async (client) => (await client.query<T>(text, values)).rows)

/** The URL of another database on the same server with the same login. */
export function urlOf(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
