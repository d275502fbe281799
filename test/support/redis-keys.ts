import { Redis } from 'ioredis'

/** Removes the keys that a run left in a Redis that keeps running. */
export async function removeKeys(url: string, testRun: string): Promise<void> {
  const redis = new Redis(url)
  try {
    for await (const keys of redis.scanStream({ match: `{${testRun}_*`, count: 1000 })) {
      if (keys.length > 0) await redis.unlink(...keys)
    }
  } finally {
    redis.disconnect()
  }
}
