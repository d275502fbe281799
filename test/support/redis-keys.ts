import { Redis } from 'ioredis'

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
