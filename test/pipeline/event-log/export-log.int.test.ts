import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportLog } from '../../../pipeline/event-log/export-log.ts'
import { readHead } from '../../../pipeline/event-log/read.ts'
import { appended, one, openLog, upTo } from './log-fixture.ts'

const EVENTS = 1_003

let log: Awaited<ReturnType<typeof openLog>>
beforeAll(async () => {
  log = await openLog()
  const events = upTo(EVENTS).map((index) => ({
    type: 'Counted',
    schemaVersion: 1,
    payload: { index, text: 'é "x"\n' },
  }))
  await appended(log.pipeline, one('exported', { events, commandId: 'count' }))
})
afterAll(() => log.close())

test('an export is enough to recompute the whole chain with nothing but sha256 and a JSON parser', async () => {
  const lines: string[] = []
  const summary = await exportLog(log.pipeline, (line) => {
    lines.push(line)
  })
  expect(summary).toEqual({ events: EVENTS, head: await readHead(log.pipeline) })
  let previous = '0'.repeat(64)
  for (const [index, line] of lines.entries()) {
    expect(line.endsWith('}\n')).toBe(true)
    const e = JSON.parse(line)
    expect([e.position, e.prev_hash]).toEqual([index + 1, previous])
    const hashed = [2, e.position, e.stream, e.version, e.event_id, e.command_id, e.type, e.schema_version, e.actor]
    const text = JSON.stringify([...hashed, e.recorded_at, e.payload, e.act, e.prev_hash])
    expect(e.hash).toBe(createHash('sha256').update(text).digest('hex'))
    previous = e.hash
  }
  expect(previous).toBe(summary.head.hash)
})

test('each line is awaited before the next is written', async () => {
  let open = 0
  let most = 0
  await exportLog(log.pipeline, async () => {
    open += 1
    most = Math.max(most, open)
    await Promise.resolve()
    open -= 1
  })
  expect(most).toBe(1)
})
