import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'

/**
 * The run's Redis and a prefix that no other test file has, for BullMQ's `prefix` and for keys. In braces, as Redis
 * Cluster wants it for keys that belong together. For tests of project `services`.
 */
export function testRedis(): { readonly url: string; readonly prefix: string } {
  return { url: inject('redisUrl'), prefix: `{${inject('testRun')}_${randomBytes(4).toString('hex')}}` }
}
