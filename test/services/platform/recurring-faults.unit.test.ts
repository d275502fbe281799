import { expect, test } from 'vitest'
import { recurringFaults } from '../../../services/platform/logger.ts'
import { redisWords } from '../../../services/platform/server-fault.ts'
import { StartRefusal } from '../../../services/platform/start.ts'

function told() {
  const lines: string[] = []
  let nowMs = 0
  const log = { warn: ({ err }: { err: string }, what: string) => void lines.push(`${what}: ${err}`) }
  const warn = recurringFaults(log as Parameters<typeof recurringFaults>[0], () => nowMs)
  return {
    lines,
    warn,
    wait: (ms: number) => {
      nowMs += ms
    },
  }
}

test('a fault is told at once, and again after a minute, however often it recurs', () => {
  const { lines, warn, wait } = told()
  for (let tenths = 0; tenths < 1_200; tenths += 1) {
    warn('relay')(new Error('away'))
    wait(100)
  }
  expect(lines).toEqual(['relay: away', 'relay: away'])
})

test('another fault, and the same one of other work, are told at once', () => {
  const { lines, warn } = told()
  const away = new Error('away')
  warn('relay')(away)
  warn('heartbeat')(away)
  warn('relay', () => 'starting')(away)
  warn('relay')(away)
  expect(lines).toEqual(['relay: away', 'heartbeat: away', 'relay: starting'])
})

test('a fault of Redis names the setting, unless Redis or the queue says something themselves', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect(redisWords(refused)).toBe('REDIS_URL: connect ECONNREFUSED: start Redis, or correct the address and the login')
  expect(redisWords(new Error('Missing lock for job 1'))).toBe('Missing lock for job 1')
  expect(redisWords(new StartRefusal('SETTINGS_WRONG', 'REDIS_URL: no database 99'))).toBe('REDIS_URL: no database 99')
})
