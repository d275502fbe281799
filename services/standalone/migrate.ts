import { loadConfigFor } from '../platform/config.ts'
import { migrate } from '../platform/migrate.ts'
import { ensureLogins } from '../platform/roles.ts'
import { runMain } from '../platform/start.ts'

/** `npm run migrate`: the schema, and the logins of pipeline and API. Run by the owner, never when an API starts. */
async function main(): Promise<void> {
  const url = loadConfigFor(['databaseUrl']).databaseUrl
  await migrate(url, (line) => console.log(line))
  await ensureLogins(url)
  console.log('the database is up to date')
}

await runMain(main)
