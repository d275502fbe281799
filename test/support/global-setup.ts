import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { prepareTemplate, removeDatabases } from './database-template.ts'
import { removeKeys } from './redis.ts'
import { startServices, type TestServices } from './services.ts'
import { removeHome, temporaryHome } from './temporary-home.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Id of this run; part of the name of everything it creates in services that keep running. */
    testRun: string
    /** The owner's URL, for a database that tests do not use. */
    postgresUrl: string
    /** Name of the migrated database from which the tests' databases are copied. */
    templateDatabase: string
    redisUrl: string
    /** A folder for gate verdicts of records, shared by all files of this run. */
    judgedFolder: string
  }
}

let services: TestServices | undefined
let judged: { readonly home: string } | undefined
const testRun = `pramaan_test_${randomBytes(4).toString('hex')}`

/** Once before all tests of project `services`: one Postgres with a migrated template, one Redis. */
export async function setup(project: TestProject): Promise<void> {
  services = await startServices((line) => console.log(line))
  try {
    project.provide('templateDatabase', await prepareTemplate(services.postgres.url, testRun))
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('testRun', testRun)
  project.provide('postgresUrl', services.postgres.url)
  project.provide('redisUrl', services.redis.url)
  judged = await temporaryHome()
  project.provide('judgedFolder', judged.home)
}

export async function teardown(): Promise<void> {
  if (!services) return
  const { postgres, redis } = services
  if (!postgres.disposable) await removeDatabases(postgres.url, testRun)
  if (!redis.disposable) await removeKeys(redis.url, `{${testRun}_*`)
  await Promise.all([postgres.stop(), redis.stop(), judged === undefined ? null : removeHome(judged.home)])
}
