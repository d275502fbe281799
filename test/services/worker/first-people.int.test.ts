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

const publicKey = (byte: number) => publicKeyText.parse(Buffer.alloc(32, byte).toString('base64'))
const asha = { name: 'asha', public_key: publicKey(7) }

it.each([
  ['one key for two people', [asha, { ...asha, name: 'ravi' }], 'one public key for two people'],
  ['two keys for one person', [asha, { ...asha, public_key: publicKey(8) }], 'two keys for one person'],
  [
    'two keys for names that differ in capitals',
    [asha, { name: 'Asha', public_key: publicKey(8) }],
    'two keys for one person',
  ],
  ['one person', [asha], 'name at least two'],
  [
    'lines that are no list',
    `${JSON.stringify(asha)}\n${JSON.stringify(asha)}`,
    'is not a list of what `person new` prints',
  ],
])('a log does not begin with %s', async (_what, people, reason) => {
  const firstPeoplePath = join(home, 'people.json')
  await writeFile(firstPeoplePath, typeof people === 'string' ? people : JSON.stringify(people))
  const pool = createPool({ url: blank.ownerUrl, applicationName: 'pramaan-test', max: 1, onError: () => {} })
  try {
    const signer = await ensureSigningKey(join(home, 'signing-key.pem'))
    const config = { trustPath: join(home, 'trust.json'), firstPeoplePath }
    const refused = await workerFoundation(config, pool, signer, noFirstPeople).catch((error: Error) => error)
    expect(refused).toBeInstanceOf(StartRefusal)
    expect(String(refused)).toContain(reason)
  } finally {
    await pool.end()
  }
})
