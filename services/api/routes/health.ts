import * as z from 'zod'
import { mayUseState } from '../../keys/key.ts'
import { DEFAULT_STATE, state as stateParameter } from '../contract/parameters.ts'
import { refuse, refuseState } from '../contract/responses/error-details.ts'
import {
  count,
  date,
  financialYear,
  hash,
  named,
  never,
  released,
  releaseId,
  scope,
  stage,
  stateCode,
  tier,
  word,
} from '../contract/responses/scalars.ts'
import type { SentBy } from '../reply/json-text.ts'
import { defineRoute, enveloped } from '../route.ts'
import { listedOf, notServed, problemsOf } from '../snapshot/release-selection.ts'
import type { Problem, ServingRelease, Snapshot } from '../snapshot/serving-release.ts'

const fourEyes = z.boolean().describe('Opened and approved by two different people, each with their own key')

const figures = count.describe('Figures of this grade')

const servingRelease = named(
  'ServingRelease',
  'A release in service that the key may see',
  z.object({
    state_code: stateCode,
    release_id: releaseId,
    release_sha256: hash,
    release_status: released,
    release_stage: stage,
    four_eyes: fourEyes,
    verification_tier: tier,
    calculable: z.boolean().describe('POST /v1/calculate supports it'),
    production_payable: never('No amount of it may be presented as payable'),
    mode: word.describe('A special mode of the release, if it has one').optional(),
    note: word.optional().describe('Notes on its composition'),
  }),
)
const healthRecord = named(
  'Health',
  'Releases in service, their evidence, and the state of the service',
  z.object({
    service_status: z.enum(['healthy', 'degraded']).describe('degraded: see problems'),
    release_status: released,
    production_serving_enabled: z.boolean().describe('True only at stage production'),
    release_stage: stage,
    four_eyes: fourEyes,
    release_id: releaseId,
    state_code: stateCode,
    financial_year: financialYear,
    effective_from: date,
    verification_tier: tier,
    schedule_rows: count.describe('Schedule rows'),
    supported_subcategories: count.describe('Categories that can be calculated'),
    regression_cases: count.describe('Number of hand-calculated cases that the release passed'),
    runtime_gate_checks: z
      .object({ passed: count.describe('Gates passed'), total: count.describe('Gates') })
      .describe('Of the signed statement of the release'),
    release_sha256: hash,
    evidence: z
      .object({
        order: figures,
        transcription: figures,
        carried: figures,
        derived: figures,
        specimen: figures,
        held: figures,
      })
      .describe('How many figures of each grade the release has'),
    code_version: word.describe('Version of the software'),
    problems: z.array(word).optional().describe('Why the service is degraded'),
    releases: z
      .array(servingRelease)
      .optional()
      .describe('Without state_code: every release in service that the key may see'),
  }),
)
const meta = named(
  'HealthMeta',
  'Summary of the evidence of this release',
  z.object({
    calculation_scope: scope,
    exact_current_net_bill: never('It does not claim to be an exact utility bill'),
  }),
)

function servingReleaseOf({ record, scheduleRows, pointer }: ServingRelease): SentBy<typeof servingRelease> {
  return {
    state_code: record.state_code,
    release_id: record.release_id,
    release_sha256: pointer.release_sha256,
    release_status: 'released',
    release_stage: pointer.stage,
    four_eyes: pointer.four_eyes,
    verification_tier: record.tier,
    calculable: scheduleRows > 0,
    production_payable: false,
    ...(record.mode === null ? {} : { mode: record.mode }),
    ...(record.note === null ? {} : { note: record.note }),
  }
}

/** The log's key signs every minute that the log is intact; after this time the signer has a problem. */
const SIGNED_WITHIN_MS = 5 * 60_000

/** State of the log, without its releases. */
type Standing = { readonly doubt: Snapshot['doubt']; readonly sinceSignedMs: number }

/** Whether all is in order, and if not, the problems by scope. */
function statusOf(
  problems: readonly Problem[],
  { doubt, sinceSignedMs }: Standing,
): Pick<SentBy<typeof healthRecord>, 'service_status' | 'problems'> {
  const found = [
    ...(doubt === null ? [] : [`${doubt.kind}: ${doubt.reason}`]),
    ...(sinceSignedMs <= SIGNED_WITHIN_MS
      ? []
      : [`not_signed: no worker has confirmed the log for ${Math.floor(sinceSignedMs / 60_000)} minutes`]),
    ...problems.map(({ scope, reason }) => `${scope}: ${reason}`),
  ]
  return found.length === 0 ? { service_status: 'healthy' } : { service_status: 'degraded', problems: found }
}

/** The Health record of a release, with these problems. */
function healthOf(
  release: ServingRelease,
  problems: readonly Problem[],
  standing: Standing,
  codeVersion: string,
): SentBy<typeof healthRecord> {
  const { record, regressionCases, scheduleRows, pointer, catalogue, gates } = release
  return {
    ...statusOf(problems, standing),
    release_status: 'released',
    production_serving_enabled: pointer.stage === 'production',
    release_stage: pointer.stage,
    four_eyes: pointer.four_eyes,
    release_id: record.release_id,
    state_code: record.state_code,
    financial_year: record.financial_year,
    effective_from: record.effective_from,
    verification_tier: record.tier,
    schedule_rows: scheduleRows,
    supported_subcategories: catalogue.supportedSubcategories,
    regression_cases: regressionCases,
    runtime_gate_checks: gates,
    release_sha256: pointer.release_sha256,
    evidence: catalogue.evidence,
    code_version: codeVersion,
  }
}

/** GET /health: service-level, or of one state. Never cached (spec: Health record; docs/design/contract.md#health). */
export const health = defineRoute({
  method: 'GET',
  path: '/v1/health',
  operationId: 'getHealth',
  tag: 'Release',
  summary: 'Release and service health',
  description:
    'Identity, evidence and gate results of the release in service. Without `state_code`: of the service, with every release that the key may see. Never cached.',
  scope: 'health:read',
  query: z.strictObject({ state_code: stateParameter.optional() }),
  response: enveloped(healthRecord, meta),
  codes: ['STATE_NOT_RELEASED'],
  tool: {
    name: 'health',
    title: 'Releases in service',
    gives:
      'Identity, tier, stage, evidence counts and gate results of the release in service; without state_code also every release this key may see.',
    cautions: [
      'calculable true: calculate supports that state. It never means that an amount is payable or complete.',
      'Figures counted as specimen are placeholders, figures counted as held are refused.',
    ],
  },
  handle({ snapshot, codeVersion, sinceSignedMs }, { query: { state_code: state }, key }) {
    const current = snapshot()
    const standing = { doubt: current.doubt, sinceSignedMs: sinceSignedMs() }
    const visible = [...current.byState.values()].flat().filter(({ record }) => mayUseState(key, record.state_code))
    const shown =
      state ??
      [DEFAULT_STATE, ...visible.map(({ record }) => record.state_code).sort()].find(
        (each) => mayUseState(key, each) && listedOf(current, each) !== null,
      )
    if (shown === undefined)
      return mayUseState(key, DEFAULT_STATE)
        ? refuse('VERIFIED_RUNTIME_UNAVAILABLE', { component: 'release', state_code: DEFAULT_STATE })
        : refuseState(DEFAULT_STATE)
    const release = listedOf(current, shown)
    if (release === null) return notServed(current, shown)
    const meta = { calculation_scope: release.record.calculation_scope, exact_current_net_bill: false } as const
    if (state !== undefined)
      return { ok: true, data: healthOf(release, problemsOf(current, state), standing, codeVersion), meta }
    const problems = current.problems.filter(({ scope }) => mayUseState(key, scope.slice(0, 2)))
    const data = { ...healthOf(release, problems, standing, codeVersion), releases: visible.map(servingReleaseOf) }
    return { ok: true, data, meta }
  },
})
