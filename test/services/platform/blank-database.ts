import { testDatabase } from '../../support/database.ts'
import { query } from '../../support/database-template.ts'

/** An empty database next to a migrated one. */
export async function blankDatabase() {
  const beside = await testDatabase()
  const url = new URL(beside.ownerUrl)
  const name = `${url.pathname.slice(1)}_blank`
  await query(beside.ownerUrl, `CREATE DATABASE ${name} TEMPLATE template0`)
  url.pathname = `/${name}`
  const drop = async () => {
    await query(beside.ownerUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    await beside.drop()
  }
  return { ownerUrl: url.href, drop }
}
