import { trustSchema } from '../../../releases/proof/format/trust.ts'
import { readTrust } from '../../platform/release-bundle.ts'
import { refuse } from '../contract/responses/error-details.ts'
import { named } from '../contract/responses/scalars.ts'
import { readEvidence } from '../evidence/read-evidence.ts'
import { prepared, type SentBy } from '../reply/json-text.ts'
import { bare, defineRoute, noQuery } from '../route.ts'

const trustDocument = named(
  'TrustDocument',
  'Public keys with the log indexes for which they are valid, and the newest signed checkpoint',
  trustSchema,
)

/** GET /v1/trust.json: public keys with their ranges of log indexes, and the newest checkpoint. Needs no key. */
export const trust = defineRoute({
  method: 'GET',
  path: '/v1/trust.json',
  operationId: 'getTrust',
  tag: 'Release',
  summary: 'Public keys and latest checkpoint',
  description: 'The keys for offline verification. Get it over a trusted channel, and again when a key changes.',
  scope: null,
  counted: true,
  query: noQuery,
  response: bare(trustDocument),
  cacheControl: 'public, max-age=60',
  codes: ['VERIFIED_RUNTIME_UNAVAILABLE'],
  async handle(services, { requestId }) {
    const read = await readEvidence(services, requestId, (pool) => readTrust(pool, services.signed.trust))
    if (!read.ok) return read
    if (read.value === null) return refuse('VERIFIED_RUNTIME_UNAVAILABLE', { component: 'signing_keys' })
    return { ok: true, value: prepared<SentBy<typeof trustDocument>>(read.value) }
  },
})
