import { success } from '../../responses/envelope.ts'
import { fppasPeriodsData, fppasPeriodsMeta } from '../../responses/fppas-periods.ts'
import { pageMeta, sourcesData } from '../../responses/sources.ts'
import { entitlementData, entitlementMeta } from '../../responses/subsidy-entitlement.ts'
import { operation } from './operation.ts'

/** What figures rest on. */
export const EVIDENCE_OPERATIONS = {
  'GET /v1/subsidy-entitlement': operation({
    operationId: 'getSubsidyEntitlement',
    tag: 'Evidence',
    summary: 'Units-only subsidy entitlement',
    description: 'Free units by billing days. Units only: money is applied in POST /v1/calculate alone.',
    schema: success(entitlementData, entitlementMeta),
    codes: ['STATE_NOT_RELEASED', 'UNSUPPORTED_BILLING_DAYS'],
    conditional: true,
  }),
  'GET /v1/fppas-periods': operation({
    operationId: 'listFppasPeriods',
    tag: 'Evidence',
    summary: 'Past fuel and power-purchase adjustments',
    description: 'Historical evidence. A past percentage is never the current rate and must not be shown as one.',
    schema: success(fppasPeriodsData, fppasPeriodsMeta),
    codes: ['STATE_NOT_RELEASED', 'LICENSEE_NOT_SUPPORTED'],
    conditional: true,
  }),
  'GET /v1/sources': operation({
    operationId: 'listSources',
    tag: 'Evidence',
    summary: 'Documents, or the whole chain of a row',
    description:
      'The documents that releases rest on, by hash. With `row_sha256`: that row with every figure, quote, place, document, release and log position.',
    schema: success(sourcesData, pageMeta),
    codes: ['STATE_NOT_RELEASED', 'SOURCE_NOT_FOUND', 'RELEASE_NOT_FOUND'],
    conditional: true,
  }),
} as const
