import { z } from 'zod'
import { refuseFields } from '../../../releases/engine/refuse.ts'
import { batchParts, itemAnswers } from '../batch.ts'
import { takeBills } from '../checks/limits.ts'
import { count, integerPaise, named } from '../contract/responses/scalars.ts'
import { defineRoute, enveloped } from '../route.ts'
import { calculate } from './calculate.ts'

export const MOST_REQUESTS = 1_000
export const BATCH_BODY_LIMIT = 1024 * 1024

/** Explaining a bill is some hundred calculations, which a batch is not counted for. */
const answerItem = itemAnswers(calculate, ['explain'])

/** Items are judged one by one, so that what is wrong with one fails that one. */
const item = z.unknown().describe('A body of POST /v1/calculate')

const answered = named(
  'BatchAnswer',
  'The answer to one request, as POST /v1/calculate gives it',
  z.object({
    status: z.int().min(200).max(599).describe('The HTTP status that POST /v1/calculate answers with'),
    body: z
      .looseObject({ status: z.enum(['ok', 'error']).describe('Answered or refused') })
      .describe('Its body without request_id and api_version: `data` and `meta`, or `error`'),
  }),
)

/** POST /calculations: many bills in one request (docs/design/contract.md#batches). */
export const calculations = defineRoute({
  method: 'POST',
  path: '/v1/calculations',
  operationId: 'calculateBatch',
  tag: 'Calculation',
  summary: 'Base tariffs of up to 1,000 bills',
  description:
    'Each request is answered as POST /v1/calculate answers it, in order, all from the same releases. What is wrong with one fails that one; JSON that cannot be read fails the whole. The batch is one request of the ordinary limits and takes as many bills of `bills_per_minute` as it has requests, all or none.',
  scope: 'calculate:write',
  query: null,
  body: z.strictObject({
    requests: z.array(item).min(1).max(MOST_REQUESTS).describe('Bodies of POST /v1/calculate, at most 1,000'),
  }),
  bodyName: 'BatchRequest',
  bodyLimit: BATCH_BODY_LIMIT,
  ruleNames: { maxItems: 'max_items', minItems: 'min_items' },
  takesBills: 'each',
  response: enveloped(
    z
      .object({ answers: z.array(answered).describe('In the order of the requests') })
      .describe('An answer to each request'),
    z
      .object({
        count: count.describe('Requests'),
        refused: count.describe('How many of them are not of status 200'),
        money_mode: integerPaise,
      })
      .describe('How many there are'),
  ),
  cacheControl: 'private, no-store',
  codes: ['RATE_LIMIT_EXCEEDED'],
  async handle(services, { body: { requests }, key, requestId }) {
    const bills = requests.length
    if (bills > key.billsPerMinute) {
      const message = `requests must not have more items than the key may have bills in a minute: ${key.billsPerMinute}`
      return refuseFields([{ field: '/requests', rule: 'max_items', message }])
    }
    const taken = await takeBills(services, key, bills)
    if (!taken.ok) return taken
    // One snapshot for all: a promotion in the middle of a batch changes none of its answers.
    const snapshot = services.snapshot()
    const fixed = { ...services, snapshot: () => snapshot }
    const asked = { query: null, params: null, key, requestId }
    const parts = batchParts(requests, (one) => answerItem(fixed, asked, one), services.nowMs)
    return { ok: true, parts, headers: taken.headers }
  },
})
