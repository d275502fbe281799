import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadDefinition, sourceFileNotFound } from '../../../services/operations/definition/load-definition.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pramaan-held-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a definition without its document is still told what is wrong in its files', async () => {
  await cp('releases/states/BR/2026-27', folder, { recursive: true })
  await rm(join(folder, 'sources/schedule-2026-27.csv'))
  await writeFile(join(folder, 'readings.yaml'), 'colour: blue\n')
  await expect(loadDefinition(null, folder, folder)).rejects.toMatchObject({
    code: 'SOURCE_FILE_NOT_FOUND',
    details: {
      wanted: [{ file: 'sources/schedule-2026-27.csv' }],
      findings: [{ where: expect.stringMatching(/^readings\.yaml:1/), found: expect.stringContaining('colour') }],
    },
  })
})

test('a document that is named by its hash may be registered in a service that does not run', async () => {
  await cp('releases/states/OD/2025-26', folder, { recursive: true })
  await expect(loadDefinition(null, folder, '/originals')).rejects.toMatchObject({
    code: 'SOURCE_FILE_NOT_FOUND',
    message: expect.stringMatching(/ into \/originals, or start the service, if it was added there with `source add`$/),
  })
})

test('every missing document is named', () => {
  const missing = [
    { source_id: 'A', file: 'sources/a.csv', sha256: 'a'.repeat(64), size_bytes: 1, media_type: 'text/csv' },
    { source_id: 'B', file: null, sha256: 'b'.repeat(64), size_bytes: 1, media_type: 'application/pdf' },
  ] as const
  expect(sourceFileNotFound('XX/2026-27', missing, '/originals', {}).message).toBe(
    `XX/2026-27: 2 source files not found: the file sources/a.csv is missing; put the file with sha256 ${'b'.repeat(64)} into /originals`,
  )
})
