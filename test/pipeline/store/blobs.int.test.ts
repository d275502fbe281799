import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '#digest'
import { getBlob, putBlob } from '../../../pipeline/store/blobs.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'

let pipeline: TestPipeline
beforeAll(async () => {
  pipeline = await testPipeline()
})
afterAll(() => pipeline.close())

const letters = (size: number): Buffer => Buffer.alloc(size, 'a rate of 7.42 ')

/** Stored content under a hash. */
async function stored(hash: string) {
  const found = await pipeline.owner.query(
    'SELECT encoding, size_bytes::int AS size, octet_length(bytes) AS takes FROM blobs WHERE sha256 = $1',
    [hash],
  )
  return found.rows[0]
}

test.each([
  ['nothing', Buffer.alloc(0), 'identity'],
  ['a short text', letters(8_191), 'identity'],
  ['a long text', letters(8_192), 'zstd'],
  ['a very long text', letters(5_000_000), 'zstd'],
  ['what is compressed already', randomBytes(100_000), 'identity'],
])('%s comes back as it was, under its own hash and size', async (_name, bytes, encoding) => {
  const hash = await putBlob(pipeline.pool, bytes)

  expect(hash).toBe(sha256(bytes))
  const row = await stored(hash)
  expect(row).toMatchObject({ encoding, size: bytes.length })
  expect(row.takes < bytes.length).toBe(encoding === 'zstd')
  expect(bytes.equals((await getBlob(pipeline.pool, hash))!)).toBe(true)
  expect(await putBlob(pipeline.pool, bytes), 'a second time').toBe(hash)
})

test('what nobody stored is not there', async () => {
  expect(await getBlob(pipeline.pool, '0'.repeat(64))).toBeNull()
})

test.each([
  ['bytes in their place', letters(20), `bytes = 'a rate of 7.43 a rat'`],
  ['one bit of what is packed', letters(9_000), 'bytes = set_byte(bytes, 20, get_byte(bytes, 20) # 1)'],
  ['a smaller size', letters(9_001), 'size_bytes = size_bytes - 1'],
  ['a larger size', letters(9_003), 'size_bytes = size_bytes + 1'],
  ['a size beyond all bounds', letters(9_004), 'size_bytes = 6000000000'],
  ['another encoding', letters(9_002), `encoding = 'identity'`],
])('a store that was altered is not trusted: %s', async (_name, bytes, change) => {
  const hash = await putBlob(pipeline.pool, bytes)
  await pipeline.owner.query('ALTER TABLE blobs DISABLE TRIGGER append_only')
  await pipeline.owner.query('ALTER TABLE blobs DROP CONSTRAINT IF EXISTS blobs_sha256_is_theirs')
  await pipeline.owner.query('ALTER TABLE blobs DROP CONSTRAINT IF EXISTS blobs_size_is_theirs')
  await pipeline.owner.query(`UPDATE blobs SET ${change} WHERE sha256 = $1`, [hash])

  await expect(getBlob(pipeline.pool, hash)).rejects.toThrow(/gives other bytes/)
})
