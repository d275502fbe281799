import * as z from 'zod'
import { rowChanges } from '../../../releases/record/row-changes.ts'
import { ALL_STATES, type ApiKey, mayUseState } from '../../keys/key.ts'
import { errorMessage } from '../../platform/errors.ts'
import { limit as limitParameter, sha256, state } from '../contract/parameters.ts'
import { changesMeta, changesSchema } from '../contract/responses/changes.ts'
import { refuse, refuseState } from '../contract/responses/error-details.ts'
import { readEvidence } from '../evidence/read-evidence.ts'
import { readSealedRecord } from '../evidence/sealed-releases.ts'
import { readChanges } from '../log-changes.ts'
import { defineRoute, enveloped } from '../route.ts'
import type { Services } from '../services.ts'

const PAGE = 50
const BOTH_NEEDED = `${errorMessage('INVALID_QUERY_PARAMETER')} Send before and after together, or neither.`

const query = z.strictObject({
  state_code: state.describe('Only releases of this state, and checkpoints').optional(),
  since: z
    .string()
    .regex(/^(0|[1-9]\d{0,14})$/)
    .describe('Log position: only later items. Those of one position come together, also beyond `limit`')
    .meta({ default: '0' })
    .optional(),
  limit: limitParameter,
  before: sha256.describe('With `after`: the earlier of two releases to compare, by its hash').optional(),
  after: sha256.describe('With `before`: the later one').optional(),
})

/**
 * GET /changes: events of releases in the log, and the differences between two releases
 * (docs/design/contract.md#changes).
 */
export const changes = defineRoute({
  method: 'GET',
  path: '/v1/changes',
  operationId: 'listChanges',
  tag: 'Release',
  summary: 'Events of releases, and the differences of two releases row by row',
  description:
    'Seals, approvals, promotions, holds, withdrawals and checkpoints in the order of the log, up to its newest checkpoint. With `before` and `after` also the differences between two releases, in service or not.',
  scope: 'states:read',
  query,
  response: enveloped(changesSchema, changesMeta),
  codes: ['RELEASE_NOT_FOUND'],
  async handle(services, { query: asked, key, requestId }) {
    const { state_code, since = '0', limit = PAGE, before, after } = asked
    if ((before === undefined) !== (after === undefined))
      return refuse(
        'INVALID_QUERY_PARAMETER',
        { parameter: before === undefined ? 'before' : 'after', rule: 'required_together' },
        BOTH_NEEDED,
      )
    const { newest, trust } = services.signed
    if (newest === null) return refuse('VERIFIED_RUNTIME_UNAVAILABLE', { component: 'log' })
    const { size, logHead } = newest.checkpoint
    const difference =
      before === undefined || after === undefined ? null : await compare(services, { key, requestId }, before, after)
    if (difference !== null && !difference.ok) return difference
    const read = await readEvidence(services, requestId, (pool) =>
      readChanges(
        pool,
        {
          since: Number(since),
          limit: Number(limit),
          states: state_code === undefined ? statesOf(key) : [state_code],
          signed: { size, position: logHead.position },
        },
        trust,
      ),
    )
    if (!read.ok) return read
    const { changes, next_since, more } = read.value
    return {
      ok: true,
      data: { changes, difference: difference?.value ?? null },
      meta: { count: changes.length, next_since, more },
    }
  },
})

/** The states of a key; null: all. */
const statesOf = ({ states }: ApiKey): string[] | null => (states.has(ALL_STATES) ? null : [...states])

/** Two sealed releases, compared; refused if one does not exist or belongs to a state that the key may not use. */
async function compare(services: Services, { key, requestId }: Asking, before: string, after: string) {
  const read = await readEvidence(services, requestId, async (pool) => ({
    was: await readSealedRecord(pool, before),
    is: await readSealedRecord(pool, after),
  }))
  if (!read.ok) return read
  const { was, is } = read.value
  if (was === null || is === null) return refuse('RELEASE_NOT_FOUND', { release_sha256: was === null ? before : after })
  const denied = [was, is].map(({ record }) => record.state_code).find((state) => !mayUseState(key, state))
  if (denied !== undefined) return refuseState(denied)
  const named = ({ record, revision }: typeof was, release_sha256: string) => {
    return { release_id: record.release_id, revision, release_sha256 }
  }
  const value = { before: named(was, before), after: named(is, after), rows: rowChanges(was.record, is.record) }
  return { ok: true as const, value }
}
type Asking = { readonly key: ApiKey; readonly requestId: string }
