import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { createPool } from '../../services/platform/postgres.ts'
import { roleUrls } from '../../services/platform/roles.ts'
import type { TestDatabase } from './database.ts'
import { asOwner, urlOf } from './database-template.ts'

const shipped = (state: string): string =>
  fileURLToPath(new URL(`../../releases/states/${state}/2026-27`, import.meta.url))
export const BIHAR = shipped('BR')
const OTHER_STATES = ['GJ', 'JH', 'MH', 'OD', 'RJ', 'TS'].map(shipped)

/** A database of this file's own in which the shipped Bihar release serves. It is made once for the whole run. */
export async function biharDatabase(): Promise<TestDatabase> {
  return copyOf(await templateServing('bihar', [BIHAR], async () => inject('templateDatabase')))
}

/** The same with every shipped definition of FY 2026-27: seven states serve. Made once for the whole run, from Bihar's. */
export async function everyStateDatabase(): Promise<TestDatabase> {
  const bihar = (): Promise<string> => templateServing('bihar', [BIHAR], async () => inject('templateDatabase'))
  return copyOf(await templateServing('states', OTHER_STATES, bihar))
}

/** The name of a database in which definitions serve, made from the one named by `from` unless another file made it. */
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
    // Loaded by the one file that makes it: the whole pipeline is behind it.
    const { serveDefinition } = await import('./api-release.ts')
    const pool = createPool({ url: draft.pipelineUrl, applicationName: 'pramaan-test', max: 4, onError: () => {} })
    try {
      for (const folder of definitions) await serveDefinition(pool, folder)
    } finally {
      await pool.end()
    }
    await client.query(`ALTER DATABASE ${new URL(draft.ownerUrl).pathname.slice(1)} RENAME TO ${name}`)
  })
  return name
}

async function copyOf(template: string): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl')
  const name = `${inject('testRun')}_${randomBytes(4).toString('hex')}`
  await asOwner(adminUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`))
  const ownerUrl = urlOf(adminUrl, name)
  const drop = () =>
    asOwner(adminUrl, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`)))
  return { ownerUrl, ...roleUrls(ownerUrl), drop }
}
