import { z } from 'zod'
import { named } from './registry.ts'
import { count, date, financialYear, hash, never, stage, stateCode, tier, word } from './scalars.ts'

/** GET /health (spec: Health record; contract 2.6). */

const releaseView = named(
  'ServingRelease',
  'A release in service that the key may see',
  z.object({
    state_code: stateCode,
    release_id: word,
    release_sha256: hash,
    release_status: z.literal('released'),
    release_stage: stage,
    verification_tier: tier,
    calculable: z.boolean().describe('POST /calculate answers for it'),
    production_payable: never('No amount of it may be presented as payable'),
    mode: word.optional(),
    note: word.optional().describe('What a reader must know of its composition'),
  }),
)

export const healthData = named(
  'Health',
  'What serves, what it rests on, and whether all of it is in order',
  z.object({
    service_status: z.enum(['healthy', 'degraded']),
    release_status: z.literal('released'),
    production_serving_enabled: z.boolean().describe('True only at stage production'),
    release_stage: stage,
    release_id: word,
    state_code: stateCode,
    financial_year: financialYear,
    effective_from: date,
    verification_tier: tier,
    schedule_rows: count,
    supported_subcategories: count,
    regression_cases: count,
    runtime_gate_checks: z.object({ passed: count, total: count }).describe('Of the signed statement of the release'),
    release_sha256: hash,
    evidence: z
      .object({ order: count, transcription: count, carried: count, derived: count, specimen: count, held: count })
      .describe('How many figures of each grade the release has'),
    code_version: word,
    problems: z.array(word).optional().describe('Why the service is degraded'),
    releases: z.array(releaseView).optional().describe('Without state_code: every serving release the key may see'),
  }),
)

export const healthMeta = named(
  'HealthMeta',
  'What the figures of this release amount to',
  z.object({ calculation_scope: word, exact_current_net_bill: never('No exact utility bill is claimed') }),
)
