import * as z from 'zod'
import { checkLicensee } from '../../../releases/engine/request/routing.ts'
import { valueInUnit } from '../../../releases/engine/rules/fppas.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { FppasPeriod } from '../../../releases/record/rules.ts'
import { errorMessage } from '../../platform/errors.ts'
import { DEFAULT_STATE, licensee, stateOrDefault } from '../contract/parameters.ts'
import { refuse } from '../contract/responses/error-details.ts'
import { evidenceOf, figureEvidence, held } from '../contract/responses/evidence.ts'
import { count, decimal, licenseeOrNull, month, named, never, stateCode, word } from '../contract/responses/scalars.ts'
import type { SentBy } from '../reply/json-text.ts'
import { defineRoute, enveloped } from '../route.ts'
import { heldRecord, holdOf } from '../snapshot/held-record.ts'
import { everyOf, notServed } from '../snapshot/release-selection.ts'
import { identityOfRelease, type ServingRelease } from '../snapshot/serving-release.ts'

const FROM_AFTER_TO = `${errorMessage('INVALID_QUERY_PARAMETER')} from may not be later than to.`

const fppasPeriod = named(
  'FppasPeriod',
  "Evidence of one month's fuel and power-purchase adjustment. A past value is never the current rate.",
  z.object({
    period: month,
    recovery_month: month.describe('The month whose bills recover it'),
    licensee_code: licenseeOrNull,
    value: decimal.nullable().describe('In value_unit'),
    value_unit: z.enum(['percent', 'paise_per_unit']).describe('Unit of the value'),
    basis: z.array(word).describe('Line components to which the percentage applies'),
    status: z
      .enum(['historical_evidence', 'approved_exact_month', 'specimen'])
      .describe('Only approved_exact_month is used in amounts, and only in its own recovery month'),
    evidence: figureEvidence,
    held: held.optional(),
  }),
)
const meta = named(
  'FppasPeriodsMeta',
  'Number of records, with specimens counted separately',
  z.object({
    state_code: stateCode,
    count: count.describe('Items in `data`'),
    historical_period_records: count.describe('Those with evidence'),
    specimen_period_records: count.describe('Placeholders among them'),
    current_rate_released: never('There is no current rate in this release'),
  }),
)

function periodOf(record: ReleaseRecord, recorded: FppasPeriod): SentBy<typeof fppasPeriod> {
  const { period_id, period, recovery_month, licensee_code, figure, value_unit, basis, status } = recorded
  const hold = figure.held ?? holdOf(record, `rules/fppas_periods/${period_id}`)
  return {
    period,
    recovery_month,
    licensee_code,
    value: figure.value === null ? null : valueInUnit(value_unit, figure.value),
    value_unit,
    basis,
    status,
    evidence: evidenceOf(figure),
    ...(hold === null ? {} : { held: hold }),
  }
}

/** The periods of all these releases in the order of their months; of one that several have, as the newest has it. */
function periodsOf(releases: readonly ServingRelease[]): SentBy<typeof fppasPeriod>[] {
  const found = new Map<string, SentBy<typeof fppasPeriod>>()
  for (const { record, pointer } of releases) {
    const served = heldRecord(record, pointer.holds)
    for (const each of served.rules.fppas_periods)
      found.set(`${each.licensee_code}/${each.period_id}`, periodOf(served, each))
  }
  return [...found.values()].sort((a, b) => a.period.localeCompare(b.period))
}

/**
 * GET /fppas-periods: evidence of past periods. A past percentage is never the current rate (spec: GET /fppas-periods;
 * docs/design/contract.md#fppas-periods).
 */
export const fppasPeriods = defineRoute({
  method: 'GET',
  path: '/v1/fppas-periods',
  operationId: 'listFppasPeriods',
  tag: 'Evidence',
  summary: 'Past fuel and power-purchase adjustments',
  description:
    'Historical evidence. A past percentage is never the current rate and must not be shown as one. Those of one category: `adjustments` of a row.',
  scope: 'tariffs:read',
  query: z.strictObject({
    state_code: stateOrDefault,
    licensee_code: licensee.describe('Periods of this licensee or of all').optional(),
    from: month.describe('First month, YYYY-MM').optional(),
    to: month.describe('Last month, YYYY-MM').optional(),
  }),
  defaultState: DEFAULT_STATE,
  response: enveloped(z.array(fppasPeriod).describe('In the order of their months'), meta),
  codes: ['STATE_NOT_RELEASED', 'LICENSEE_NOT_SUPPORTED'],
  conditional: true,
  handle({ snapshot }, { query: { state_code: state = DEFAULT_STATE, licensee_code: asked, from, to } }) {
    const current = snapshot()
    if (from !== undefined && to !== undefined && from > to)
      return refuse('INVALID_QUERY_PARAMETER', { parameter: 'from', rule: 'after_to' }, FROM_AFTER_TO)
    const releases = everyOf(current, state, asked)
    if (releases === null) return refuse('VERIFIED_RUNTIME_UNAVAILABLE', { component: 'release', state_code: state })
    const newest = releases.at(-1)
    if (newest === undefined) return notServed(current, state, { licensee: asked })
    // Of licensees that are not served any more, the periods are history.
    const isKnown =
      asked === undefined || releases.some(({ record }) => record.licensees.some(({ code }) => code === asked))
    const refused = isKnown ? null : checkLicensee(newest.record, asked)
    if (refused !== null) return { ...refused, code: 'LICENSEE_NOT_SUPPORTED' }
    return {
      ok: true,
      of: releases.map(identityOfRelease),
      members: () => {
        const shown = periodsOf(releases).filter(
          ({ period, licensee_code: own }) =>
            (asked === undefined || own === null || own === asked) &&
            (from === undefined || period >= from) &&
            (to === undefined || period <= to),
        )
        const specimens = shown.filter(({ status }) => status === 'specimen').length
        return {
          data: shown,
          meta: {
            state_code: state,
            count: shown.length,
            historical_period_records: shown.length - specimens,
            specimen_period_records: specimens,
            current_rate_released: false,
          },
        }
      },
    }
  },
})
