import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../support/database.ts'
import { testPool } from './test-pool.ts'

const bytes = Buffer.from('Schedule of tariff')
const text = 'कुटीर ज्योति 7.42'
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')

let database: Awaited<ReturnType<typeof testDatabase>>
let pipeline: Pool
let api: Pool
let owner: Pool
beforeAll(async () => {
  database = await testDatabase()
  pipeline = testPool(database.pipelineUrl)
  api = testPool(database.apiUrl)
  owner = testPool(database.ownerUrl)
  await putBlob(sha256(bytes), bytes.length, bytes)
  await putPage(sha256(bytes), 1, text, sha256(text))
})
afterAll(async () => {
  await Promise.all([pipeline.end(), api.end(), owner.end()])
  await database.drop()
})

const putBlob = (...values: [hash: string, size: number, bytes: Buffer]) =>
  pipeline.query('INSERT INTO blobs VALUES ($1, $2, $3)', values)
const putPage = (...values: [hash: string, page: number, text: string, textHash: string]) =>
  pipeline.query('INSERT INTO source_pages VALUES ($1, $2, $3, $4)', values)

test('what the pipeline stored, the API reads', async () => {
  const blob = await api.query('SELECT * FROM blobs')
  expect(blob.rows).toEqual([{ sha256: sha256(bytes), size_bytes: String(bytes.length), bytes, encoding: 'identity' }])
  const page = await api.query('SELECT text, text_sha256 FROM source_pages')
  expect(page.rows).toEqual([{ text, text_sha256: sha256(text) }])
})

test('bytes are stored under their own hash and size or not at all', async () => {
  const other = Buffer.from('another document')
  await expect(putBlob(sha256(bytes).replace(/^./, 'z'), other.length, other)).rejects.toMatchObject({ code: '23514' })
  await expect(putBlob(sha256('x'), other.length, other)).rejects.toMatchObject({
    constraint: 'blobs_sha256_is_theirs',
  })
  await expect(putBlob(sha256(other), 1, other)).rejects.toMatchObject({ constraint: 'blobs_size_is_theirs' })
})

test('packed bytes are stored under an encoding that is known, and only where they are smaller', async () => {
  const put = (encoding: string, size: number) =>
    pipeline.query('INSERT INTO blobs VALUES ($1, $2, $3, $4)', [sha256('long'), size, bytes, encoding])
  await expect(put('gzip', 1_000)).rejects.toMatchObject({ constraint: 'blobs_encoding_check' })
  await expect(put('zstd', bytes.length)).rejects.toMatchObject({ constraint: 'blobs_packed_are_smaller' })
})

test('a page is stored under its own hash, of a document that is held, or not at all', async () => {
  await expect(putPage(sha256(bytes), 2, text, sha256('x'))).rejects.toMatchObject({
    constraint: 'source_pages_text_sha256_is_theirs',
  })
  await expect(putPage(sha256('not held'), 1, text, sha256(text))).rejects.toMatchObject({ code: '23503' })
  await expect(putPage(sha256(bytes), 0, text, sha256(text))).rejects.toMatchObject({ code: '23514' })
})

test('storing the same bytes again is not an error when the writer says so, and changes nothing', async () => {
  const again = await pipeline.query('INSERT INTO blobs VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    sha256(bytes),
    bytes.length,
    bytes,
  ])
  expect(again.rowCount).toBe(0)
})

const harms = ['blobs', 'source_pages', 'source_layouts'].flatMap((table) => [
  `UPDATE ${table} SET sha256 = sha256`,
  `DELETE FROM ${table}`,
  `TRUNCATE ${table} CASCADE`,
])

test.each(harms)('the store is append-only, by privilege and by trigger: %s', async (harm) => {
  await expect(pipeline.query(harm)).rejects.toMatchObject({ code: '42501' })
  await expect(owner.query(harm)).rejects.toMatchObject({ code: '23001' })
})
