import { afterAll, beforeAll, expect, test } from 'vitest'
import { append } from '../../../pipeline/event-log/append.ts'
import type { Queryable } from '../../../pipeline/event-log/event.ts'
import { readAll, readHead, readStream } from '../../../pipeline/event-log/read.ts'
import { verifyChain } from '../../../pipeline/event-log/verify-chain.ts'
import { appended, beforeCommit, one, openLog, upTo } from './log-fixture.ts'

const WRITERS = 16
const EACH = 40

let log: Awaited<ReturnType<typeof openLog>>
beforeAll(async () => {
  log = await openLog()
})
afterAll(() => log.close())

/** Every fifth append keeps its transaction open for a while: the slow writer that readers must not overtake. */
async function write(writer: number): Promise<void> {
  const slow = beforeCommit(log.pipeline, async (client) => {
    for (const _ of upTo(4)) await client.query('SELECT count(*) FROM pg_class')
  })
  for (const index of upTo(EACH)) {
    const request = one(`writer-${writer}`, { expectedVersion: index - 1 })
    await appended((writer + index) % 5 > 0 ? log.pipeline : slow, request)
  }
}

test('16 writers at once leave no gap, and a polling reader sees every event once and in order', async () => {
  let writing = true
  const seen: number[] = []
  const poll = async () => {
    for (;;) {
      const last = !writing
      const events = await readAll(log.pipeline, { after: seen.at(-1) ?? 0, limit: 7 })
      seen.push(...events.map((event) => event.position))
      if (last && events.length === 0) return
    }
  }
  const reader = poll()
  await Promise.all(upTo(WRITERS).map(write))
  writing = false
  await reader
  expect(seen).toEqual(upTo(WRITERS * EACH))
  const streams = await Promise.all(upTo(WRITERS).map((writer) => readStream(log.pipeline, `writer-${writer}`)))
  for (const stream of streams) expect(stream.map((event) => event.version)).toEqual(upTo(EACH))
  expect(await verifyChain(log.pipeline)).toMatchObject({ ok: true, events: WRITERS * EACH })
})

test('of 20 racers on one stream exactly one wins, and the others are told the real version', async () => {
  const results = await Promise.all(
    upTo(20).map((racer) => append(log.pipeline, one('race', { expectedVersion: 0, actor: `racer-${racer}` }))),
  )
  const winners = results.filter((result) => result.ok)
  const losers = results.filter((result) => !result.ok)
  expect(winners).toHaveLength(1)
  expect(losers).toEqual(Array(19).fill({ ok: false, reason: 'conflict', actualVersion: 1 }))
  expect(await readStream(log.pipeline, 'race')).toEqual(winners[0]?.events)
})

test('an append that depends on another stream fails once that stream has grown, and succeeds before', async () => {
  await appended(log.pipeline, one('keys'))
  const rests = (stream: string, version: number) => one(stream, { unchanged: [{ stream: 'keys', version }] })

  expect(await append(log.pipeline, rests('resting', 1))).toMatchObject({ ok: true })
  await appended(log.pipeline, one('keys', { expectedVersion: 1 }))
  expect(await append(log.pipeline, rests('resting-too', 1))).toEqual({ ok: false, reason: 'changed', stream: 'keys' })
  expect(await readStream(log.pipeline, 'resting-too')).toEqual([])
})

test('a command id repeated by 20 racers is carried out once, and all of them get the first result', async () => {
  const head = await readHead(log.pipeline)
  const results = await Promise.all(
    upTo(20).map((racer) => {
      const events = upTo(3).map((part) => ({ type: 'Part', schemaVersion: 1, payload: { part, racer } }))
      return append(log.pipeline, one('once', { commandId: 'once', actor: `racer-${racer}`, events }))
    }),
  )
  expect(results.filter((result) => result.ok && !result.replayed)).toHaveLength(1)
  const stored = await readStream(log.pipeline, 'once')
  expect(stored).toHaveLength(3)
  for (const result of results) expect(result).toMatchObject({ ok: true, events: stored })
  expect((await readHead(log.pipeline)).position).toBe(head.position + 3)
})

test('batches of many writers never interleave', async () => {
  const types = ['First', 'Second', 'Third']
  await Promise.all(
    upTo(10).map((writer) => {
      const events = types.map((type) => ({ type, schemaVersion: 1, payload: {} }))
      return appended(log.pipeline, one('together', { actor: `writer-${writer}`, events }))
    }),
  )
  const stored = await readStream(log.pipeline, 'together')
  expect(stored.map((event) => event.type)).toEqual(upTo(10).flatMap(() => types))
  for (let start = 0; start < stored.length; start += 3) {
    expect(new Set(stored.slice(start, start + 3).map((event) => event.actor)).size).toBe(1)
  }
})

test('a log that grows while it is verified is valid up to its newest event', async () => {
  let late = 3
  const growing = {
    // Each time the verifier has read all events and asks for the head, one more event has just been appended.
    query: async (text: string, values: unknown[]) => {
      if (text.includes('event_log_head') && late > 0) {
        late -= 1
        await appended(log.pipeline, one('late'))
      }
      return log.pipeline.query(text, values)
    },
  } as unknown as Queryable
  const verdict = await verifyChain(growing)
  expect(late).toBe(0)
  expect(verdict).toMatchObject({ ok: true, head: await readHead(log.pipeline) })
})
