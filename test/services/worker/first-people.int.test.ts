import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicKeyText } from '../../../releases/proof/format/public-key.ts'
import { migrate } from '../../../services/platform/migrate.ts'
import { createPool } from '../../../services/platform/postgres.ts'
import { ensureSigningKey } from '../../../services/platform/signing-key.ts'
import { StartRefusal } from '../../../services/platform/start.ts'
import { noFirstPeople, workerFoundation } from '../../../services/platform/trust-file.ts'
import { blankDatabase } from '../platform/blank-database.ts'

let blank: Awaited<ReturnType<typeof blankDatabase>>
let home: string
beforeAll(async () => {
  blank = await blankDatabase()
  await migrate(blank.ownerUrl, () => undefined)
  home = await mkdtemp(join(tmpdir(), 'first-people-'))
})
afterAll(async () => {
  await blank.drop()
  await rm(home, { recursive: true })
})

it('a log does not begin with one key for two people', async () => {
  const public_key = publicKeyText.parse(Buffer.alloc(32, 7).toString('base64'))
  const firstPeoplePath = join(home, 'people.json')
  await writeFile(firstPeoplePath, JSON.stringify(['asha', 'ravi'].map((name) => ({ name, public_key }))))
  const pool = createPool({ url: blank.ownerUrl, applicationName: 'pramaan-test', max: 1, onError: () => {} })
  try {
    const signer = await ensureSigningKey(join(home, 'signing-key.pem'))
    const config = { trustPath: join(home, 'trust.json'), firstPeoplePath }
    const refused = await workerFoundation(config, pool, signer, noFirstPeople).catch((error: Error) => error)
    expect(refused).toBeInstanceOf(StartRefusal)
    expect(String(refused)).toContain('one public key for two people')
  } finally {
    await pool.end()
  }
})
