import { z } from 'zod'
import { bundleSchema } from '../../../../releases/proof/format/bundle.ts'
import { trustSchema } from '../../../../releases/proof/format/trust.ts'
import { named } from './registry.ts'

/** Answers that do not wear the envelope (contract 2.1). */

export const releaseBundle = named(
  'ReleaseBundle',
  'A sealed release with everything needed to check it offline: record, signed statement, inclusion proof, checkpoint',
  bundleSchema,
)
export const trustDocument = named(
  'TrustDocument',
  'Public keys with the log indexes they may speak for, and the newest signed checkpoint',
  trustSchema,
)
export const alive = named('Alive', 'This process answers', z.object({ status: z.literal('ok') }))
export const notReady = named(
  'NotReady',
  'A release that should serve does not',
  z.object({ status: z.literal('unavailable') }),
)
