import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '#digest'
import { readSource, registerSource } from '../../../pipeline/commands/register-source.ts'
import { readHead, readStream } from '../../../pipeline/event-log/read.ts'
import { boxOfCell } from '../../../pipeline/gates/cells/locate-cell.ts'
import { layOut } from '../../../pipeline/intake/lay-out.ts'
import { streamOf } from '../../../pipeline/lifecycle/events.ts'
import { catchUp } from '../../../pipeline/projections/read-model.ts'
import { getBlob, getPages, putBlob } from '../../../pipeline/store/blobs.ts'
import { boxesOf, getLayout } from '../../../pipeline/store/layouts.ts'
import { figuresOf } from '../../../releases/record/figures.ts'
import { inventedDefinition } from '../../support/invented-definition.ts'
import { ASHA } from '../../support/people.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { inventedOrder } from '../../support/printed-order.ts'
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

test('a document is stored completely, page by page, under the hash of its bytes', async () => {
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

test('a document with pages is laid out, and its layout is stored separately from its text', async () => {
  const bytes = inventedOrder()
  const hash = sha256(bytes)
  expect(await register({ ...pdf(''), bytes })).toMatchObject({ ok: true })
  const kept = await getLayout(pipeline.pool, hash, [2])
  const laid = await layOut(bytes, 'application/pdf')

  expect(kept).toEqual({ ...laid, pages: laid?.pages.map((page, index) => (index < 2 ? page : null)) })
  expect(await getLayout(pipeline.pool, hash, [9])).toBeNull()
})

test('cells of a document that is laid out have their boxes, by the figure that was read there; of another document they have none', async () => {
  const { candidate, layout } = await inventedDefinition()
  await register({ ...pdf(''), bytes: inventedOrder() })
  const figures = figuresOf(candidate.record)
  const boxes = await boxesOf(pipeline.pool, figures)

  expect([...boxes.keys()]).toEqual(figures.map(({ path }) => path))
  for (const { path, figure } of figures) expect(boxes.get(path)).toEqual(boxOfCell(layout, figure.cell!))
  const elsewhere = figures.map(({ path, figure }) => ({
    path,
    figure: { cell: { ...figure.cell!, source_sha256: sha256('another') } },
  }))
  expect(await boxesOf(pipeline.pool, elsewhere)).toEqual(new Map())
})

test('a document that was registered without one is laid out when it is registered again', async () => {
  const source = pdf('Rate 5.00')
  const hash = sha256(source.bytes)
  await register(source)
  await pipeline.owner.query('ALTER TABLE source_layouts DISABLE TRIGGER append_only')
  await pipeline.owner.query('DELETE FROM source_layouts WHERE sha256 = $1', [hash])
  expect(await getLayout(pipeline.pool, hash, [1])).toBeNull()
  await register(source)

  expect((await getLayout(pipeline.pool, hash, [1]))?.pages[0]?.words.map(({ text }) => text)).toEqual(['Rate', '5.00'])
})

test('a sheet has no pages to lay out', async () => {
  const source = {
    bytes: new TextEncoder().encode('a,b\n1,2\n'),
    fileName: 'a.csv',
    mediaType: 'text/csv',
    identity: null,
  }
  await register(source)

  expect(await getLayout(pipeline.pool, sha256(source.bytes), [1])).toBeNull()
})

test('a layout that is not what its hash says is refused', async () => {
  const source = pdf('Rate 6.00')
  const hash = sha256(source.bytes)
  await register(source)
  await pipeline.owner.query('ALTER TABLE source_layouts DISABLE TRIGGER append_only')
  await pipeline.owner.query('ALTER TABLE source_layouts DROP CONSTRAINT source_layouts_layout_sha256_is_theirs')
  await pipeline.owner.query("UPDATE source_layouts SET layout = replace(layout, '6.00', '7.00') WHERE sha256 = $1", [
    hash,
  ])

  await expect(getLayout(pipeline.pool, hash, [1])).rejects.toThrow('is damaged in the store')
})

test.each([
  ['is not what its hash says', "replace(layout, 'LT', 'HT')", 'layout_sha256'],
  ['is no JSON', "'junk'", `'${sha256('junk')}'`],
  ['is no page', `'{"words":7}'`, `'${sha256('{"words":7}')}'`],
])('a layout that %s costs the boxes of its figures, and nothing else', async (_, layout, hash) => {
  await register({ ...pdf(''), bytes: inventedOrder() })
  const source_sha256 = sha256(inventedOrder())
  const { candidate } = await inventedDefinition()
  const figures = figuresOf(candidate.record)
  await pipeline.owner.query('ALTER TABLE source_layouts DISABLE TRIGGER append_only')
  await pipeline.owner.query(
    'ALTER TABLE source_layouts DROP CONSTRAINT IF EXISTS source_layouts_layout_sha256_is_theirs',
  )
  const { rows } = await pipeline.owner.query('SELECT * FROM source_layouts WHERE sha256 = $1', [source_sha256])
  await pipeline.owner.query(
    `UPDATE source_layouts SET layout = ${layout}, layout_sha256 = ${hash} WHERE sha256 = $1`,
    [source_sha256],
  )

  expect(await boxesOf(pipeline.pool, figures)).toEqual(new Map())
  for (const row of rows)
    await pipeline.owner.query(
      'UPDATE source_layouts SET layout = $1, layout_sha256 = $2 WHERE sha256 = $3 AND page = $4',
      [row.layout, row.layout_sha256, row.sha256, row.page],
    )
  expect((await boxesOf(pipeline.pool, figures)).size).toBe(figures.length)
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

test('bytes stored before a crash, but not yet logged, are registered by the next attempt', async () => {
  const source = pdf('Rate 3.00')
  await putBlob(pipeline.pool, source.bytes)

  expect(await register(source)).toMatchObject({ ok: true })
})

test('a document without text is refused, and nothing is stored', async () => {
  const bytes = new TextEncoder().encode('not a PDF')
  const head = await readHead(pipeline.pool)
  const refused = await register({ ...pdf(''), bytes })

  expect(refused).toMatchObject({ ok: false, reason: 'no_text', message: expect.stringContaining('%PDF-') })
  expect(await getBlob(pipeline.pool, sha256(bytes))).toBeNull()
  expect(await readHead(pipeline.pool)).toEqual(head)
})

test('an unreadable identity never reaches the log, so that the read model continues', async () => {
  const source = { ...pdf('Rate 4.00'), identity: ['a', 'list'] as unknown as Record<string, unknown> }
  const head = await readHead(pipeline.pool)

  await expect(register(source)).rejects.toThrow(/identity/)
  expect(await readHead(pipeline.pool)).toEqual(head)
  await catchUp(pipeline.pool)
})
