import * as z from 'zod'
import { OPERATORS } from '../../../../releases/record/expression.ts'
import type { SentBy } from '../../reply/json-text.ts'
import {
  count,
  date,
  financialYear,
  grade,
  hash,
  instant,
  licenseeCode,
  named,
  reason,
  releaseId,
  stage,
  stateCode,
  subcategoryCode,
  tier,
  unavailableStates,
  word,
} from './scalars.ts'

const said = word.describe('Description')
const unit = word.nullable().describe('Its unit, or its format (YYYY-MM-DD); null: neither')
const words = z
  .array(word)
  .min(1)
  .nullable()
  .describe('The only accepted values, as text; null: any value of this kind')

const inputPart = named(
  'CoverageInputPart',
  'A part of an input that is an object',
  z.object({
    name: word.describe('Its key in the object'),
    kind: z.enum(['quantity', 'word', 'date', 'flag', 'count']).describe('Same values as `kind` of an input'),
    unit,
    words,
    required: z.boolean().describe('Required in the object'),
    description: said,
  }),
)

const input = named(
  'CoverageInput',
  'A field of POST /v1/calculate that a category reads',
  z.object({
    name: word.describe('Name in the request'),
    kind: z
      .enum(['quantity', 'word', 'date', 'flag', 'count', 'object'])
      .describe(
        'Quantity: a JSON number or decimal text, at most 3 decimals. Word: text. Date: text as `unit` says. Flag: true or false. Count: a whole number. Object: its `parts`',
      ),
    unit,
    words,
    parts: z.array(inputPart).min(1).nullable().describe('Parts of an object; null: not an object'),
    required: z
      .boolean()
      .describe('Required for this category. If only some requests need it, the description says which'),
    only_with: word.nullable().describe('The input without which this one is refused; null: it may be given alone'),
    evidence_grade: grade
      .nullable()
      .describe('Grade of the weakest figure that this input adds to the answer; null: it adds none'),
    description: said,
  }),
)

const bound = named(
  'CoverageBound',
  'A condition that a request must meet, otherwise CATEGORY_NOT_APPLICABLE',
  z.object({
    text: word.describe('The condition in one line'),
    field: word.nullable().describe('The input or quantity that is compared; null: more than one comparison'),
    op: z.enum(OPERATORS).nullable().describe('Comparison; null if `field` is null'),
    value: z
      .union([word, z.array(word).min(1)])
      .nullable()
      .describe('Value compared with; null if `field` is null'),
    reads: z.array(word).describe('Inputs that decide it'),
  }),
)

const covered = named(
  'CoverageCategory',
  'A category of a release, with its licensees',
  z.object({
    subcategory_code: subcategoryCode,
    category_id: word.nullable().describe('Id in the schedule; null: it has none'),
    label: word.describe('The name in the schedule'),
    release_id: releaseId,
    revision: count.describe('Of that release'),
    licensees: z
      .array(licenseeCode)
      .describe('Licensees for which it can be requested; empty: no licensee is required'),
    supported: z.boolean().describe('Every figure needed is present'),
    reason: word.nullable().describe('Why it is not fully supported; null: it is supported'),
    evidence_grade: grade.describe('Grade of its weakest figure. A key with a higher floor gets EVIDENCE_BELOW_FLOOR'),
    bounds: z.array(bound).describe('Conditions that a request must meet'),
    inputs: z.array(input).describe('All request fields besides state_code and subcategory_code'),
  }),
)

const release = named(
  'CoverageRelease',
  'A release in service',
  z.object({
    release_id: releaseId,
    revision: count.describe('Revision of the release, from 1'),
    release_sha256: hash,
    scope: word.describe('The state or licensee that it serves'),
    financial_year: financialYear,
    stage,
    tier,
    mode: word.nullable().describe('A special mode of the release; null: none'),
    effective_from: date,
    effective_to: date,
    catalogue: z.boolean().describe('Whether /categories, /tariffs and /capabilities also serve it'),
    holds: z
      .array(
        z.object({
          component: word.describe('Path of the held component'),
          reason,
          since: instant.nullable().describe('Start of the hold; null: since the release was sealed'),
        }),
      )
      .describe('Components on hold'),
    checked_on: date.nullable().describe('When a person last compared a component with its sources; null: never'),
    check_by: date.nullable().describe('When the next comparison of a component is due, else it is held; null: never'),
  }),
)

const licensee = named(
  'CoverageLicensee',
  'A licensee of a state, from the newest release that names it',
  z.object({
    licensee_code: licenseeCode,
    name: word.describe('Name of the licensee'),
    status: z.enum(['active', 'held', 'excluded']).describe('Only active licensees can be requested'),
    reason: word.nullable().describe('Why it is held or excluded; null: it is active'),
    districts: z.array(word).describe('Districts that it may supply, if the release routes by district'),
  }),
)

const stateCoverage = named(
  'StateCoverage',
  'Possible requests for a state: releases in service, licensees, categories and their inputs',
  z.object({
    state_code: stateCode,
    name: word.describe('Name of the state'),
    releases: z.array(release).min(1).describe('Releases in service, all years'),
    licensees: z.array(licensee).describe('Licensees named in any release'),
    categories: z.array(covered).describe('Categories of all these releases'),
  }),
)

export const coverageSchema = named(
  'Coverage',
  'Possible requests by state',
  z.object({ states: z.array(stateCoverage).describe('In the order of their codes') }),
)

export const coverageMeta = z
  .object({
    count: count.describe('States in `data`'),
    unavailable_states: unavailableStates.optional(),
  })
  .describe('Number of states in `data`, and unavailable states')

export type StateCoverage = SentBy<typeof stateCoverage>
export type CoverageInput = SentBy<typeof input>
export type CoveredCategory = SentBy<typeof covered>
