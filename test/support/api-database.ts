import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { copyOf, type TestDatabase } from './database.ts'
import { asOwner } from './database-template.ts'

export const shipped = (state: string): string =>
  fileURLToPath(new URL(`../../releases/states/${state}/2026-27`, import.meta.url))
export const BIHAR = shipped('BR')
const OTHER_STATES = ['GJ', 'JH', 'MH', 'OD', 'RJ', 'TS'].map(shipped)

/** A database for this file with the shipped Bihar release in service. It is made once for the whole run, by jobs. */
export async function biharDatabase(): Promise<TestDatabase> {
  return copyOf(await templateServing('bihar', [BIHAR], async () => inject('templateDatabase')))
}

/**
 * The same with every shipped definition of FY 2026-27, for seven states. Made once for the whole run, from Bihar's.
 */
export async function everyStateDatabase(): Promise<TestDatabase> {
  const bihar = (): Promise<string> => templateServing('bihar', [BIHAR], async () => inject('templateDatabase'))
  return copyOf(await templateServing('states', OTHER_STATES, bihar))
}

/**
 * The name of a database with definitions in service, made from the one named by `from` unless another file made it.
 */
async function templateServing(
  what: string,
  definitions: readonly string[],
  from: () => Promise<string>,
): Promise<string> {
  const adminUrl = inject('postgresUrl')
  const name = `${inject('testRun')}_${what}`
  await asOwner(adminUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    const made = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (made.rowCount === 1) return
    const draft = await copyOf(await from())
    // Loaded only by the file that makes it, because it needs the whole pipeline.
    const { serveByJobs } = await import('./serve-by-jobs.ts')
    await serveByJobs(draft.pipelineUrl, definitions)
    await client.query(`ALTER DATABASE ${new URL(draft.ownerUrl).pathname.slice(1)} RENAME TO ${name}`)
  })
  return name
}
