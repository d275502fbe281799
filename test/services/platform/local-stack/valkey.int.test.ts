import { once } from 'node:events'
import { createServer } from 'node:net'
import { Redis } from 'ioredis'
import { afterEach, describe, expect, test } from 'vitest'
import { processInfo } from '../../../../services/platform/local-stack/process-table.ts'
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

/** Every user of a machine reaches its ports: one could add jobs, or reset the limits of a key. */
describe.each(['a server on PATH, if there is one', 'the one in WebAssembly'])('%s', (which) => {
  const path = process.env['PATH'] ?? ''
  afterEach(() => {
    process.env['PATH'] = path
  })

  test('answers only those who know its password, which is in no argument', async () => {
    if (which.includes('WebAssembly')) process.env['PATH'] = ''
    running = await startValkey({ log: () => {} })
    const { port, password } = new URL(running.url)
    const without = new Redis({ port: Number(port), retryStrategy: () => null }).on('error', () => {})
    await expect(without.ping()).rejects.toThrow(/NOAUTH/)
    without.disconnect()
    const redis = new Redis(running.url)
    expect(await redis.ping()).toBe('PONG')
    redis.disconnect()
    expect(password).toMatch(/^[0-9a-f]{48}$/)
    const { command } = processInfo(running.pid) ?? {}
    expect(command).toMatch(/valkey|redis/)
    expect(command).not.toContain(password)
  })
})

test('a stopped one can be started again on its port at once', async () => {
  const first = await startValkey({ log: () => {} })
  await first.stop()
  const { port } = new URL(first.url)
  running = await startValkey({ port: Number(port), log: () => {} })

  expect(new URL(running.url).port).toBe(port)
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
