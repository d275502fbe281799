import type { Pool, PoolClient } from 'pg'

/**
 * Runs `work` in a READ COMMITTED transaction on its own connection: committed when it returns, rolled back when it
 * throws. If the connection breaks during COMMIT, the outcome is unknown: repeat with the same command id.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // If a connection breaks between two queries it emits an event that would end the process without a listener; the
  // next query fails.
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/** In a transaction that is rolled back. */
export async function inDiscarded<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    return await work(client)
  } finally {
    await client.query('ROLLBACK').catch(() => {})
    client.release()
  }
}
