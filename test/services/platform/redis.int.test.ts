import { expect, it } from 'vitest'
import { requireFitForQueues, untilReady, workerRedis } from '../../../services/platform/redis.ts'
import { testRedis } from '../../support/redis.ts'

it('a database that the Redis does not have is refused, not replaced by number 0', async () => {
  const url = new URL('/99999', testRedis().url).href
  const redis = workerRedis(url, () => {})
  try {
    await untilReady(redis)
    await expect(requireFitForQueues(redis)).rejects.toThrow('REDIS_URL: ERR DB index is out of range')
  } finally {
    redis.disconnect()
  }
})
