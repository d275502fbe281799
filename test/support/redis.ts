import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'

/**
 * The run's Redis and a prefix unique to this test file, for BullMQ's `prefix` and for keys. In braces, so that Redis
 * Cluster keeps them together. For tests of project `services`.
 */
export function testRedis(): { readonly url: string; readonly prefix: string } {
  return { url: inject('redisUrl'), prefix: `{${inject('testRun')}_${randomBytes(4).toString('hex')}}` }
}
