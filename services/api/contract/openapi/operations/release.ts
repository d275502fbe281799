import { z } from 'zod'
import { releaseBundle, trustDocument } from '../../responses/bare.ts'
import { capabilitiesData, capabilitiesMeta } from '../../responses/capabilities.ts'
import { success } from '../../responses/envelope.ts'
import { healthData, healthMeta } from '../../responses/health.ts'
import { operation } from './operation.ts'

/** What serves, and its proof. */
export const RELEASE_OPERATIONS = {
  'GET /v1/health': operation({
    operationId: 'getHealth',
    tag: 'Release',
    summary: 'Release and service health',
    description:
      'Identity, evidence and gate results of what serves. Without `state_code`: of the service, with every release in service the key may see. Never cached.',
    schema: success(healthData, healthMeta),
    codes: ['STATE_NOT_RELEASED'],
  }),
  'GET /v1/capabilities': operation({
    operationId: 'getCapabilities',
    tag: 'Release',
    summary: 'Enabled and blocked features of a state',
    description:
      'What may be calculated and what is blocked, with the reason. A state without this contract answers 404 with what POST /v1/calculate needs for it.',
    schema: success(capabilitiesData, capabilitiesMeta),
    codes: ['STATE_NOT_RELEASED'],
    conditional: true,
  }),
  'GET /v1/releases/:release_sha256': operation({
    operationId: 'getRelease',
    tag: 'Release',
    summary: 'A sealed release with its proof',
    description:
      'The exact bundle bytes: canonical record, signed statement, inclusion proof and checkpoint. They never change and can be verified offline with the keys of GET /v1/trust.json.',
    schema: releaseBundle,
    codes: ['RELEASE_NOT_FOUND'],
    conditional: true,
    pathParameters: {
      release_sha256: {
        schema: z.string().regex(/^[0-9a-f]{64}$/),
        description: 'Hash of the canonical record, as answers name it',
      },
    },
  }),
  'GET /v1/trust.json': operation({
    operationId: 'getTrust',
    tag: 'Release',
    summary: 'Public keys and latest checkpoint',
    description: 'What offline verification believes. Fetch it once, by a way you trust, and keep it.',
    schema: trustDocument,
    codes: ['VERIFIED_RUNTIME_UNAVAILABLE'],
  }),
} as const
