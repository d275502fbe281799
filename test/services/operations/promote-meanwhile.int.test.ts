import { expect, test } from 'vitest'
import { encodeBase64 } from '../../../releases/proof/format/base64.ts'
import type { Signatory } from '../../../releases/proof/sign/act.ts'
import { approve, hold, promote } from '../../../services/operations/lifecycle.ts'
import { readRelease } from '../../../services/operations/release-view.ts'
import { biharDatabase, biharRevision, runSigner } from '../../support/api-release.ts'
import { ASHA, BASHIR } from '../../support/people.ts'
import { testPipeline } from '../../support/pipeline.ts'

const ID = 'BR-2026-27-VERIFIED-STRICT-BASE-V1'

test('a promotion is refused if somebody acts on its state between the plan and the signature', async () => {
  await using pipeline = Object.assign(await testPipeline({ database: await biharDatabase(), signer: runSigner() }), {
    async [Symbol.asyncDispose]() {
      await pipeline.close()
    },
  })
  const parts = { pool: pipeline.pool, now: () => new Date() }
  await biharRevision(pipeline.pool, 'Urban domestic, one slab', 'Urban domestic, one single slab')
  await approve({ ...parts, by: BASHIR }, `${ID}@2`)
  const { name, key } = ASHA
  const signsLate: Signatory = {
    name,
    key: {
      keyId: key.keyId,
      ask: async (_content, message) => {
        await hold({ ...parts, by: BASHIR }, `${ID}@1`, 'rows/BR-DS-II/energy', 'in doubt')
        return { algorithm: 'ed25519', person: name, key_id: key.keyId, signature: encodeBase64(key.sign(message)) }
      },
    },
  }

  await expect(promote({ ...parts, by: signsLate }, `${ID}@2`, null, 'reference')).rejects.toMatchObject({
    code: 'STATE_CHANGED',
    message: expect.stringContaining('promote again'),
  })
  expect(await readRelease(pipeline.pool, ID, 2)).toMatchObject({ status: 'approved' })
  await promote({ ...parts, by: ASHA }, `${ID}@2`, null, 'reference')
  expect(await readRelease(pipeline.pool, ID, 2)).toMatchObject({ status: 'released' })
})
