import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { publishTo } from '../../services/cli/publish.ts'
import { loadTrustFile } from '../../services/platform/trust-file.ts'
import { testApi } from '../support/api.ts'
import { PATIENCE_MS } from '../support/patience.ts'

test('release publish goes on in a folder in which its first run was interrupted', async () => {
  const api = await testApi()
  const work = await mkdtemp(join(tmpdir(), 'pramaan-publish-'))
  try {
    const trust = await loadTrustFile(api.trustPath)
    await publishTo(join(work, 'whole'), api.pool, trust)
    const begun = join(work, 'begun')
    const refused = expect(publishTo(begun, api.pool, trust)).rejects.toMatchObject({ code: 'FILE_UNWRITABLE' })
    await vi.waitUntil(() => existsSync(join(begun, 'public')), { interval: 1, timeout: PATIENCE_MS })
    await writeFile(join(begun, 'log'), 'in the way')
    await refused
    await rm(join(begun, 'log'))

    await publishTo(begun, api.pool, trust)
    expect(await readdir(begun)).toEqual(await readdir(join(work, 'whole')))
  } finally {
    await api.close()
    await rm(work, { recursive: true, force: true })
  }
})
