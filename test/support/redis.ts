import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { inject } from 'vitest'

/**
 * The run's Redis and a prefix unique to this test file, for BullMQ's `prefix` and for keys. In braces, so that Redis
 * Cluster keeps them together. For tests of project `services`.
 */
export function testRedis(): { readonly url: string; readonly prefix: string } {
  return { url: inject('redisUrl'), prefix: `{${inject('testRun')}_${randomBytes(4).toString('hex')}}` }
}

/** Does something with the keys of a pattern, some at a time. Returns how many there were. */
export async function forKeys(
  url: string,
  match: string,
  act: (redis: Redis, keys: string[]) => Promise<unknown>,
): Promise<number> {
  const redis = new Redis(url)
  let met = 0
  try {
    for await (const keys of redis.scanStream({ match, count: 1_000 })) {
      met += keys.length
      if (keys.length > 0) await act(redis, keys)
    }
    return met
  } finally {
    redis.disconnect()
  }
}

/** Removes the keys of a pattern. Returns how many there were. */
export function removeKeys(url: string, match: string): Promise<number> {
  return forKeys(url, match, (redis, keys) => redis.unlink(...keys))
}
