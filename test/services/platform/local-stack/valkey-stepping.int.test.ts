import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeBinary } from '../../../../services/platform/node-process.ts'
import { leash } from '../../../support/child.ts'

const PROGRAM = fileURLToPath(new URL('./valkey-without-timer.ts', import.meta.url))

let server: ChildProcess
let redis: Redis

beforeAll(async () => {
  const flags = ['--disable-warning=ExperimentalWarning', ...leash(), PROGRAM]
  server = spawn(nodeBinary(), flags, { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] })
  for await (const line of createInterface(server.stdout!)) {
    const port = /^port (\d+)$/.exec(line)?.[1]
    if (!port) continue
    redis = new Redis(Number(port))
    break
  }
})

afterAll(async () => {
  redis.disconnect()
  const ended = once(server, 'exit')
  server.disconnect()
  await ended
})

test('a lone command is answered without the timer', async () => {
  expect(await redis.ping()).toBe('PONG')
  expect(await redis.incr('n')).toBe(1)
})

test('a pipeline of many large values is processed without the timer', async () => {
  const value = 'x'.repeat(20_000)
  const pipeline = redis.pipeline()
  for (let i = 0; i < 300; i += 1) pipeline.set(`key${i}`, value)
  const results = await pipeline.exec()

  expect(results?.every(([error, reply]) => error === null && reply === 'OK')).toBe(true)
})

test('a reply larger than a socket takes at once arrives without the timer', async () => {
  const value = 'x'.repeat(5_000_000)
  await redis.set('large', value)

  expect(await redis.get('large')).toBe(value)
})

test('a blocked client is woken by another without the timer', async () => {
  const blocked = redis.duplicate()
  const popped = blocked.blpop('list', 0)
  await redis.lpush('list', 'item')

  expect(await popped).toEqual(['list', 'item'])
  blocked.disconnect()
})
