import { Pool } from 'pg'

/**
 * A pool for a test that drops its database at the end. `Pool.end()` does not wait for the server to have closed the
 * connections, so that a drop may still cut one off: after the end that is no error.
 */
export function testPool(connectionString: string, max = 10): Pool {
  const pool = new Pool({ connectionString, max })
  pool.on('error', (error) => {
    if (!pool.ending) throw error
  })
  return pool
}
