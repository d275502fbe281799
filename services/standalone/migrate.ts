import { loadConfigFor } from '../platform/config.ts'
import { migrate } from '../platform/migrate.ts'
import { ensureLogins } from '../platform/roles.ts'
import { runMain, StartRefusal, takeNoArguments } from '../platform/start.ts'
import { printLine } from '../platform/terminal.ts'

const LOGINS_NOT_SET =
  'the schema is up to date, but DATABASE_URL may not set the passwords of pramaan_pipeline and pramaan_api: run this as a ' +
  'superuser, or use logins of your own (docs/operator.md, "Roles in Postgres")'

/** `npm run migrate`: the schema, and the logins of pipeline and API. Run by the owner, never when an API starts. */
async function main(): Promise<void> {
  takeNoArguments('npm run migrate: brings the database that DATABASE_URL names up to date.')
  const url = loadConfigFor(['databaseUrl']).databaseUrl
  await migrate(url, (line) => printLine(process.stdout, line))
  await ensureLogins(url).catch((error: Error & { code?: string }) => {
    throw error.code === '42501' ? new StartRefusal('SETTINGS_WRONG', LOGINS_NOT_SET) : error
  })
  printLine(process.stdout, 'the database is up to date')
}

await runMain(main)
