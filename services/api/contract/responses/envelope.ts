import { z } from 'zod'
import { API_VERSION } from '../../envelope.ts'
import { named } from './registry.ts'

/** The envelope of every JSON answer of /v1 (spec: Response envelope). */

export const requestId = named(
  'RequestId',
  'Quote it when you ask about an answer. The X-Request-ID header says the same.',
  z.string().regex(/^req_[A-Za-z0-9_-]{22}$/),
)
export const apiVersion = z.literal(API_VERSION)

/** A successful answer around `data` and `meta`; `more` are members at the top level. */
export function success<D extends z.ZodType, M extends z.ZodType>(data: D, meta: M, more: z.ZodRawShape = {}) {
  return z.object({ status: z.literal('ok'), api_version: apiVersion, request_id: requestId, ...more, data, meta })
}
