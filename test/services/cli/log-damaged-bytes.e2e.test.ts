import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { putBlob } from '../../../pipeline/store/blobs.ts'
import { pastTriggers } from '../../support/database.ts'
import { PATIENCE } from '../../support/patience.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'

/** What `log verify` advises for bytes of which the log has only a hash or a signature. */

let pipeline: TestPipeline
/** The key and three people at the start of the log, a seal, an approval, a promotion. */
const SIZE = 7
beforeAll(async () => {
  pipeline = await testPipeline()
  const worker = await pipeline.work()
  await pipeline.run(await pipeline.folder())
  const keptSize = async () =>
    Number((await readFile(join(pipeline.home, 'checkpoint'), 'utf8').catch(() => '')).split('\n')[1])
  await vi.waitUntil(async () => (await keptSize()) === SIZE, PATIENCE)
  await worker.close()
})
afterAll(() => pipeline?.close())

const pageText = (text: string) => `text = ${text}, text_sha256 = encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`
test.each([
  [
    'blobs',
    'hash_mismatch',
    `bytes = bytes || '\\x00'`,
    'bytes = substring(bytes FOR length(bytes) - 1)',
    `encoding <> 'identity' AND sha256 NOT IN (SELECT release_sha256 FROM read.releases)`,
  ],
  ['source_pages', 'not_as_extracted', pageText(`text || '1'`), pageText('left(text, -1)'), 'true'],
  ['checkpoints', 'not_at_its_place', 'tree_size = tree_size + 100', 'tree_size = tree_size - 100', 'true'],
])('%s: bytes that changed must be restored from a backup', async (name, reason, damage, repair, where) => {
  // Large enough to be stored compressed.
  await putBlob(pipeline.pool, Buffer.alloc(100_000, 'a'))
  const change = (set: string) =>
    pastTriggers(pipeline.owner, async (client) => {
      await client.query(`UPDATE ${name} SET ${set} WHERE ${where}`)
    })
  await change(damage)
  const found = await pipeline.cli('log', 'verify', '--json')
  const words = await pipeline.cli('log', 'verify')
  await change(repair)

  expect([found.code, found.json()]).toMatchObject([1, { ok: false, first_bad: { table: name, reason } }])
  expect(words.stdout.split('\n')[1]).toBe(
    '  restore it from a backup, `log rebuild` cannot derive it: see docs/runbooks.md',
  )
  expect((await pipeline.cli('log', 'verify')).code).toBe(0)
})
