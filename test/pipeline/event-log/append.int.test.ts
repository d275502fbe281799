import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { append } from '../../../pipeline/event-log/append.ts'
import { EVENTS_CHANNEL } from '../../../pipeline/event-log/event.ts'
import { inTransaction } from '../../../pipeline/event-log/in-transaction.ts'
import { readAll, readHead, readStream } from '../../../pipeline/event-log/read.ts'
import { verifyChain } from '../../../pipeline/event-log/verify-chain.ts'
import { appended, beforeCommit, NOON, one, openLog } from './log-fixture.ts'

const RUNS = 40

let log: Awaited<ReturnType<typeof openLog>>
beforeAll(async () => {
  log = await openLog()
})
afterAll(() => log.close())

const batch = (...types: string[]) => types.map((type) => ({ type, schemaVersion: 1, payload: { type } }))

test('an empty log has its head at position 0 with 32 zero bytes, and verifies', async () => {
  const fresh = await openLog()
  const head = { position: 0, hash: '0'.repeat(64) }
  expect(await readHead(fresh.pipeline)).toEqual(head)
  expect(await verifyChain(fresh.pipeline)).toEqual({ ok: true, events: 0, head })
  await fresh.close()
})

test('what is appended is read back column for column, from the stream and from the whole log', async () => {
  const before = await readHead(log.pipeline)
  const events = await appended(log.pipeline, one('read-back', { events: batch('A', 'B'), commandId: 'read-back' }))
  expect(await readStream(log.pipeline, 'read-back')).toEqual(events)
  expect(await readAll(log.pipeline, { after: before.position, limit: 10 })).toEqual(events)
  expect(await readAll(log.pipeline, { after: before.position, limit: 1 })).toEqual(events.slice(0, 1))
  expect(events.map((event) => event.commandId)).toEqual(['read-back', 'read-back#2'])
  expect(events.map((event) => event.version)).toEqual([1, 2])
  expect(events[0]?.prevHash).toBe(before.hash)
  expect(await readHead(log.pipeline)).toEqual({ position: events[1]?.position, hash: events[1]?.hash })
})

test('a stream that does not exist reads as empty', async () => {
  expect(await readStream(log.pipeline, 'never-written')).toEqual([])
})

test('the expected version is the number of events in the stream; another number is a conflict that says the real one', async () => {
  await appended(log.pipeline, one('versions', { expectedVersion: 0, events: batch('A', 'B') }))
  for (const expectedVersion of [0, 1, 3, -1]) {
    const refused = await append(log.pipeline, one('versions', { expectedVersion }))
    expect(refused).toEqual({ ok: false, reason: 'conflict', actualVersion: 2 })
  }
  await appended(log.pipeline, one('versions', { expectedVersion: 2 }))
  expect(await readStream(log.pipeline, 'versions')).toHaveLength(3)
})

test('a command id repeated gives the first result, whatever else the repetition asks for', async () => {
  const first = await appended(log.pipeline, one('commands', { commandId: 'c1', events: batch('A', 'B', 'C') }))
  await appended(log.pipeline, one('commands', { commandId: 'c2' }))
  const again = one('elsewhere', { commandId: 'c1', events: batch('D'), expectedVersion: 99 })
  expect(await append(log.pipeline, again)).toEqual({ ok: true, events: first, replayed: true })
  expect(await readStream(log.pipeline, 'elsewhere')).toEqual([])
})

test('a repeated command gives its own events and not those of a command whose id begins alike', async () => {
  const first = await appended(log.pipeline, one('alike', { commandId: 'x' }))
  await appended(log.pipeline, one('alike', { commandId: 'x#y' }))
  expect(await append(log.pipeline, one('alike', { commandId: 'x' }))).toEqual({
    ok: true,
    events: first,
    replayed: true,
  })
})

test('a clock that was set back does not set the log back', async () => {
  const ahead = new Date('2026-04-01T12:00:05.123Z')
  await appended(log.pipeline, one('clock', { now: ahead }))
  const [later] = await appended(log.pipeline, one('clock', { now: NOON }))
  expect(later?.recordedAt).toBe('2026-04-01T12:00:05.123Z')
})

test('recorded_at is the exact text that was hashed, whatever the time zone of the reader', async () => {
  const [event] = await appended(log.pipeline, one('zones', { now: new Date('2026-04-01T18:29:59.999Z') }))
  await inTransaction(log.pipeline, async (client) => {
    await client.query(`SET LOCAL timezone = 'Asia/Kolkata'; SET LOCAL datestyle = 'German'`)
    expect(await readStream(client, 'zones')).toEqual([event])
  })
})

test('an append that is rolled back leaves nothing: no event, no moved head, no notification', async () => {
  const listener = new Client({ connectionString: log.pipelineUrl })
  await listener.connect()
  await listener.query(`LISTEN ${EVENTS_CHANNEL}`)
  const heard = new Promise((resolve) => listener.once('notification', (message) => resolve(message.payload)))
  const before = await readHead(log.pipeline)
  const failing = beforeCommit(log.pipeline, () => Promise.reject(new Error('changed my mind')))
  await expect(append(failing, one('rolled-back'))).rejects.toThrow('changed my mind')
  expect(await readHead(log.pipeline)).toEqual(before)
  await appended(log.pipeline, one('committed', { events: batch('A', 'B') }))
  expect(await heard).toBe(String(before.position + 2))
  await listener.end()
})

test.each([
  ['no event', { events: [] }],
  ['a payload without JSON form', { events: [{ type: 'A', schemaVersion: 1, payload: undefined }] }],
  ['a command id of the form of a further event', { commandId: 'c#2' }],
  ['ill-formed Unicode', { actor: 'a\ud800' }],
  ['an empty actor', { actor: '' }],
  ['a schema version below 1', { events: [{ type: 'A', schemaVersion: 0, payload: {} }] }],
])('a request that no log could contain throws and changes nothing: %s', async (_, changes) => {
  const before = await readHead(log.pipeline)
  await expect(append(log.pipeline, one('impossible', changes))).rejects.toThrow()
  expect(await readHead(log.pipeline)).toEqual(before)
})

test('any JSON and any text is stored and read back unchanged, in canonical form, and the chain is valid', async () => {
  // Postgres text holds every character but NUL; inside a payload NUL is escaped.
  const text = fc.string({ unit: 'binary', minLength: 1 }).filter((value) => !value.includes('\0'))
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ stringUnit: 'binary' }), text, text, async (payload, stream, actor) => {
      const events = [{ type: 'Anything', schemaVersion: 1, payload }]
      const [written] = await appended(log.pipeline, one(stream, { events, actor }))
      const read = (await readStream(log.pipeline, stream)).at(-1)
      expect(read).toEqual(written)
      expect(read?.payload).toEqual(JSON.parse(JSON.stringify(payload)))
    }),
    { numRuns: RUNS },
  )
  expect(await verifyChain(log.pipeline)).toMatchObject({ ok: true })
})
