import { Client } from 'pg'
import { testDatabase } from '../../support/database.ts'

/** Runs one statement as the owner. */
export async function asOwner(ownerUrl: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** An empty database next to a migrated one. */
export async function blankDatabase() {
  const beside = await testDatabase()
  const url = new URL(beside.ownerUrl)
  const name = `${url.pathname.slice(1)}_blank`
  await asOwner(beside.ownerUrl, `CREATE DATABASE ${name} TEMPLATE template0`)
  url.pathname = `/${name}`
  const drop = async () => {
    await asOwner(beside.ownerUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    await beside.drop()
  }
  return { ownerUrl: url.href, drop }
}
