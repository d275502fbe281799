import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { append } from '../../../pipeline/event-log/append.ts'
import { appendTogether } from '../../../pipeline/event-log/append-together.ts'
import { EVENTS_CHANNEL } from '../../../pipeline/event-log/event.ts'
import { readHead, readStream } from '../../../pipeline/event-log/read.ts'
import { verifyChain } from '../../../pipeline/event-log/verify-chain.ts'
import { one, openLog } from './log-fixture.ts'

let log: Awaited<ReturnType<typeof openLog>>
beforeAll(async () => {
  log = await openLog()
})
afterAll(() => log.close())

const named = (stream: string, commandId: string) => ({ ...one(stream, {}), commandId })
const together = (requests: readonly ReturnType<typeof named>[]) =>
  Promise.allSettled(requests.map((request) => appendTogether(log.pipeline, request)))

/** Number of transactions that appended the events of a stream. */
async function transactions(stream: string): Promise<number> {
  const { rows } = await log.pipeline.query(
    'SELECT count(DISTINCT xmin::text)::int AS n FROM event_log WHERE stream = $1',
    [stream],
  )
  return rows[0].n
}

test('requests of one moment are appended in one transaction, in their order, each as a command of its own', async () => {
  const ids = ['a', 'b', 'c', 'd']
  const results = await together(ids.map((id) => named('group', `group.${id}`)))

  expect(results).toMatchObject(ids.map(() => ({ value: { ok: true, replayed: false } })))
  const events = await readStream(log.pipeline, 'group')
  expect(events.map(({ commandId, version }) => [commandId, version])).toEqual(
    ids.map((id, index) => [`group.${id}`, index + 1]),
  )
  expect(await transactions('group')).toBe(1)
  expect(await verifyChain(log.pipeline)).toMatchObject({ ok: true })
})

test('the expected version counts the events of requests before it in the same transaction', async () => {
  const first = { ...named('versions', 'versions.a'), expectedVersion: 0 }
  const second = { ...named('versions', 'versions.b'), expectedVersion: 0 }
  const third = { ...named('versions', 'versions.c'), expectedVersion: 1 }
  const results = await together([first, second, third])

  expect(results).toMatchObject([
    { value: { ok: true } },
    { value: { ok: false, reason: 'conflict', actualVersion: 1 } },
    { value: { ok: true } },
  ])
  expect(await transactions('versions')).toBe(1)
})

test('a stream that must be unchanged has changed if a request before it in the same transaction appends to it', async () => {
  const other = { ...named('beside', 'beside.b'), unchanged: [{ stream: 'guarded', version: 0 }] }
  const results = await together([named('guarded', 'guarded.a'), other])

  expect(results[1]).toMatchObject({ value: { ok: false, reason: 'changed', stream: 'guarded' } })
  expect(await readStream(log.pipeline, 'beside')).toEqual([])
})

test('a command id twice in one transaction, and again in a later one, gives the first result', async () => {
  const [first, again] = await together([named('twice', 'twice.a'), named('elsewhere', 'twice.a')])
  const [later] = await together([named('elsewhere', 'twice.a')])
  const events = await readStream(log.pipeline, 'twice')

  expect(events).toHaveLength(1)
  expect(first).toMatchObject({ value: { ok: true, replayed: false, events } })
  for (const repeated of [again, later]) expect(repeated).toMatchObject({ value: { ok: true, replayed: true, events } })
  expect(await readStream(log.pipeline, 'elsewhere')).toEqual([])
})

test('it wakes no reader of the log; the next ordinary append does', async () => {
  const listener = new Client({ connectionString: log.pipelineUrl })
  await listener.connect()
  await listener.query(`LISTEN ${EVENTS_CHANNEL}`)
  const heard = new Promise((resolve) => listener.once('notification', ({ payload }) => resolve(payload)))
  await together([named('unheard', 'unheard.a')])
  const { position } = await readHead(log.pipeline)
  await append(log.pipeline, one('heard', {}))

  expect(await heard).toBe(String(position + 1))
  await listener.end()
})

test('a request that Postgres refuses fails alone', async () => {
  const results = await together([
    named('sound', 'sound.a'),
    named('no text \u0000 of Postgres', 'refused.a'),
    named('sound', 'sound.b'),
  ])

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await readStream(log.pipeline, 'sound')).toHaveLength(2)
  expect(await verifyChain(log.pipeline)).toMatchObject({ ok: true })
})
