import * as z from 'zod'
import { refuseFields } from '../../../releases/engine/refuse.ts'
import { takeBills } from '../checks/limits.ts'
import { calculateAnswer, calculateEnvelope, calculationMeta } from '../contract/responses/calculate-answer.ts'
import {
  count,
  message as errorMessage,
  errorStatus,
  integerPaise,
  named,
  okStatus,
} from '../contract/responses/scalars.ts'
import { defineRoute, enveloped } from '../route.ts'
import { batchParts, itemAnswers } from './batch.ts'
import { calculate } from './calculate.ts'

export const MOST_REQUESTS = 1_000
export const BATCH_BODY_LIMIT = 1024 * 1024

/** Not in batches: explaining a bill takes about a hundred calculations, which a batch is not charged for. */
const answerItem = itemAnswers(calculate, ['explain'])

/** Items are checked separately, so that an invalid one fails alone. */
const item = z.unknown().describe('A body of POST /v1/calculate')

const answered = named(
  'BatchAnswer',
  'The answer of POST /v1/calculate to one request',
  z.object({
    status: z.int().min(200).max(599).describe('HTTP status of POST /v1/calculate'),
    body: z
      .discriminatedUnion('status', [
        z.object({ status: okStatus, ...calculateEnvelope, data: calculateAnswer, meta: calculationMeta }),
        z.object({
          status: errorStatus,
          error: z
            .looseObject({ code: z.string().describe('Decide by this'), message: errorMessage })
            .describe('As POST /v1/calculate gives it'),
        }),
      ])
      .describe('Its body without request_id and api_version'),
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
    'Each request is answered as by POST /v1/calculate, in order, all from the same releases. An invalid request fails alone; JSON that cannot be read fails the batch. The batch counts as one request, and as one bill of `bills_per_minute` for each request in it: all are admitted or none.',
  scope: 'calculate:write',
  query: null,
  body: z.strictObject({
    requests: z.array(item).min(1).max(MOST_REQUESTS).describe('Bodies of POST /v1/calculate, at most 1,000'),
  }),
  bodyName: 'BatchRequest',
  bodyLimit: BATCH_BODY_LIMIT,
  takesBills: 'each',
  response: enveloped(
    z
      .object({ answers: z.array(answered).describe('In the order of the requests') })
      .describe('Answers to all requests'),
    z
      .object({
        count: count.describe('Requests'),
        refused: count.describe('Number of answers with another status than 200'),
        money_mode: integerPaise,
      })
      .describe('Counts'),
  ),
  cacheControl: 'private, no-store',
  codes: ['RATE_LIMIT_EXCEEDED'],
  async handle(services, { body: { requests }, key, requestId }) {
    const bills = requests.length
    if (bills > key.billsPerMinute) {
      const message = `requests has more items than the key may send in a minute: ${key.billsPerMinute}`
      return refuseFields([{ field: '/requests', rule: 'max_items', message }])
    }
    const taken = await takeBills(services, key, bills)
    if (!taken.ok) return taken
    // One snapshot for all items: a promotion during a batch changes none of its answers.
    const snapshot = services.snapshot()
    const fixed = { ...services, snapshot: () => snapshot }
    const asked = { query: null, params: null, key, requestId }
    const parts = batchParts(requests, (one) => answerItem(fixed, asked, one), services.nowMs)
    return { ok: true, parts, headers: taken.headers }
  },
})
