import { Pool } from 'pg'

/**
 * A pool for a test that drops its database at the end. `Pool.end()` does not wait for the server to close the
 * connections, so dropping may still break one: after the end that is not an error.
 */
export function testPool(connectionString: string, max = 10): Pool {
  const pool = new Pool({ connectionString, max })
  pool.on('error', (error) => {
    if (!pool.ending) throw error
  })
  return pool
}
