import { once } from 'node:events'
import { createServer } from 'node:net'
import { Redis } from 'ioredis'
import { afterEach, expect, test } from 'vitest'
import { type LocalValkey, startValkey } from '../../../../services/platform/local-stack/valkey.ts'

let running: LocalValkey | undefined

afterEach(async () => {
  await running?.stop()
  running = undefined
})

test('it is a Valkey or Redis that evicts nothing, and says which', async () => {
  running = await startValkey({ log: () => {} })
  const redis = new Redis(running.url)

  expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction'])
  expect(await redis.info('server')).toContain(running.version)
  redis.disconnect()
})

test('a stopped one can be started again on its port at once', async () => {
  const first = await startValkey({ log: () => {} })
  await first.stop()
  running = await startValkey({ port: Number(new URL(first.url).port), log: () => {} })

  expect(running.url).toBe(first.url)
})

test('a port that stays in use is reported', async () => {
  const other = createServer()
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0

  await expect(startValkey({ port, log: () => {} })).rejects.toThrow(/address already in use/i)
  other.close()
})
