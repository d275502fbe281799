import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '#digest'
import { readSource, registerSource } from '../../../pipeline/commands/register-source.ts'
import { readHead, readStream } from '../../../pipeline/event-log/read.ts'
import { streamOf } from '../../../pipeline/lifecycle/events.ts'
import { catchUp } from '../../../pipeline/projections/catch-up.ts'
import { getBlob, getPages, putBlob } from '../../../pipeline/store/blobs.ts'
import { ASHA } from '../../support/people.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { tinyPdf } from '../intake/tiny-pdf.ts'

let pipeline: TestPipeline
beforeAll(async () => {
  pipeline = await testPipeline()
})
afterAll(() => pipeline?.close())

const pdf = (text: string) => ({
  bytes: tinyPdf([text, 'Second page']),
  fileName: 'order.pdf',
  mediaType: 'application/pdf',
  identity: null,
})
const register = (source: Parameters<typeof registerSource>[1]) =>
  registerSource(pipeline.pool, source, ASHA, new Date())

test('a document is kept whole, page by page, under the hash of its bytes', async () => {
  const source = pdf('Rate 1.00')
  const hash = sha256(source.bytes)
  const registered = await register(source)
  const events = await readStream(pipeline.pool, streamOf.source(hash))

  expect(registered).toMatchObject({ ok: true, source: { sha256: hash, page_count: 2, held: true } })
  expect(await getBlob(pipeline.pool, hash)).toEqual(Buffer.from(source.bytes))
  expect(await getPages(pipeline.pool, hash)).toEqual(['Rate 1.00', 'Second page'])
  expect(events.map(({ type }) => type)).toEqual(['SourceRegistered', 'SourceTextExtracted'])
  expect(await readSource(pipeline.pool, hash)).toEqual(registered.ok && registered.source)
})

test('the same bytes registered many times at once are one source', async () => {
  const source = pdf('Rate 2.00')
  const results = await Promise.all(Array.from({ length: 8 }, () => register(source)))
  const head = await readHead(pipeline.pool)
  await register({ ...source, fileName: 'copy.pdf' })

  expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
  expect(await readStream(pipeline.pool, streamOf.source(sha256(source.bytes)))).toHaveLength(2)
  expect(await readHead(pipeline.pool)).toEqual(head)
})

test('bytes that were stored before a crash, and not yet told, are registered by the next attempt', async () => {
  const source = pdf('Rate 3.00')
  await putBlob(pipeline.pool, source.bytes)

  expect(await register(source)).toMatchObject({ ok: true })
})

test('what gives no text is refused, and leaves nothing behind', async () => {
  const bytes = new TextEncoder().encode('not a PDF')
  const head = await readHead(pipeline.pool)
  const refused = await register({ ...pdf(''), bytes })

  expect(refused).toMatchObject({ ok: false, reason: 'no_text', message: expect.stringContaining('%PDF-') })
  expect(await getBlob(pipeline.pool, sha256(bytes))).toBeNull()
  expect(await readHead(pipeline.pool)).toEqual(head)
})

test('an identity that no reader could read never reaches the log, so that the read model goes on', async () => {
  const source = { ...pdf('Rate 4.00'), identity: ['a', 'list'] as unknown as Record<string, unknown> }
  const head = await readHead(pipeline.pool)

  await expect(register(source)).rejects.toThrow(/identity/)
  expect(await readHead(pipeline.pool)).toEqual(head)
  await catchUp(pipeline.pool)
})
