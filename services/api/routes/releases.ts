import * as z from 'zod'
import { bundleSchema } from '../../../releases/proof/format/bundle.ts'
import { mayUseState } from '../../keys/key.ts'
import { readBundle } from '../../platform/release-bundle.ts'
import { SHA256, sha256 as sha256Parameter } from '../contract/parameters.ts'
import { refuse, refuseState } from '../contract/responses/error-details.ts'
import { named } from '../contract/responses/scalars.ts'
import { readEvidence } from '../evidence/read-evidence.ts'
import { JSON_TYPE } from '../reply/envelope.ts'
import { bare, defineRoute, noQuery } from '../route.ts'

const releaseBundle = named(
  'ReleaseBundle',
  'A sealed release with everything needed to check it offline: record, signed statement, inclusion proof, checkpoint',
  bundleSchema,
)

/**
 * GET /v1/releases/<release_sha256>: a sealed release with its proof, the exact bundle bytes. The proof is against the
 * first checkpoint that covers the seal, so they change only if the same record is sealed again
 * (docs/design/contract.md#addresses).
 */
export const releases = defineRoute({
  method: 'GET',
  path: '/v1/releases/:release_sha256',
  operationId: 'getRelease',
  tag: 'Release',
  summary: 'A sealed release with its proof',
  description:
    'The exact bundle bytes: canonical record, signed statement, inclusion proof and checkpoint, checked with GET /v1/trust.json. Sealed again: the one in service, or the newest.',
  scope: 'sources:read',
  query: noQuery,
  params: z.object({
    release_sha256: sha256Parameter.describe('Hash of the canonical record, as answers name it'),
  }),
  response: bare(releaseBundle),
  codes: ['RELEASE_NOT_FOUND'],
  conditional: true,
  async handle(services, { params: { release_sha256: hash }, key, requestId }) {
    const notFound = refuse('RELEASE_NOT_FOUND', { release_sha256: hash })
    if (!SHA256.test(hash)) return notFound
    const read = await readEvidence(services, requestId, (pool) =>
      readBundle(pool, { releaseSha256: hash }, 'first', services.signed.trust),
    )
    if (!read.ok) return read
    const { value: bundle } = read
    if (bundle === null) return notFound
    if (!mayUseState(key, bundle.stateCode)) return refuseState(bundle.stateCode)
    const file = {
      type: JSON_TYPE,
      bytes: Buffer.from(bundle.bytes),
      gzip: null,
      brotli: null,
      // Weak, since the same bytes may also be sent compressed (RFC 9110 8.8.3.3).
      etag: `W/"${hash}.${bundle.revision}"`,
      cacheControl: 'private, no-cache',
    }
    return { ok: true, file }
  },
})
