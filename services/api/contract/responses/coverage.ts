import { z } from 'zod'
import { OPERATORS } from '../../../../releases/record/expression.ts'
import type { SentBy } from '../../json-text.ts'
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

const said = word.describe('What it is, in words')
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
    name: word.describe('Its key inside the object'),
    kind: z.enum(['quantity', 'word', 'date', 'flag', 'count']).describe('As `kind` of an input'),
    unit,
    words,
    required: z.boolean().describe('Needed wherever the object is given'),
    description: said,
  }),
)

const input = named(
  'CoverageInput',
  'A field of POST /v1/calculate that a category reads',
  z.object({
    name: word.describe('Its name in the request'),
    kind: z
      .enum(['quantity', 'word', 'date', 'flag', 'count', 'object'])
      .describe(
        'Quantity: a JSON number or decimal text, at most 3 decimals. Word: text. Date: text as `unit` says. Flag: true or false. Count: a whole number. Object: its `parts`',
      ),
    unit,
    words,
    parts: z.array(inputPart).min(1).nullable().describe('Of an object; null: it is none'),
    required: z
      .boolean()
      .describe(
        'Requests of the category need it; where only some do, the description says which, and all may give it',
      ),
    evidence_grade: grade
      .nullable()
      .describe('Grade of the weakest figure that this input adds to the answer; null: it adds none'),
    description: said,
  }),
)

const bound = named(
  'CoverageBound',
  'What must hold of a request, or it is refused as CATEGORY_NOT_APPLICABLE',
  z.object({
    text: word.describe('The whole bound, in one line'),
    field: word.nullable().describe('The input or quantity that is compared; null: the bound is not one comparison'),
    op: z.enum(OPERATORS).nullable().describe('How it is compared; null: as `field`'),
    value: z
      .union([word, z.array(word).min(1)])
      .nullable()
      .describe('What it is compared with; null: as `field`'),
    reads: z.array(word).describe('The inputs that it is judged by'),
  }),
)

const covered = named(
  'CoverageCategory',
  'A category of a release, for the licensees that it is of',
  z.object({
    subcategory_code: subcategoryCode,
    category_id: word.nullable().describe('Id in the schedule; null: it has none'),
    label: word.describe('The name in the schedule'),
    release_id: releaseId,
    revision: count.describe('Of that release'),
    licensees: z
      .array(licenseeCode)
      .describe('Licensees for which it can be requested; empty: no licensee need be named'),
    supported: z.boolean().describe('Every figure needed is present'),
    reason: word.nullable().describe('Why it is not, or not fully, supported; null: it is supported'),
    evidence_grade: grade.describe('Grade of its weakest figure. A key with a higher floor gets EVIDENCE_BELOW_FLOOR'),
    bounds: z.array(bound).describe('What must hold of a request'),
    inputs: z.array(input).describe('Every field that a request may have besides state_code and subcategory_code'),
  }),
)

const release = named(
  'CoverageRelease',
  'A release in service',
  z.object({
    release_id: releaseId,
    revision: count.describe('Revision of the release, from 1'),
    release_sha256: hash,
    scope: word.describe('The state, or the licensee, that it serves'),
    financial_year: financialYear,
    stage,
    tier,
    mode: word.nullable().describe('A special mode of the release; null: none'),
    effective_from: date,
    effective_to: date,
    catalogue: z.boolean().describe('Whether /categories, /tariffs and /capabilities serve it too'),
    holds: z
      .array(
        z.object({
          component: word.describe('Path of what is not used'),
          reason,
          since: instant.nullable().describe('Null: since the release was sealed'),
        }),
      )
      .describe('What of it is not used'),
    checked_on: date.nullable().describe('When a person last compared it with its sources; null: not recorded'),
    check_by: date.nullable().describe('When the next comparison is due; null: not recorded'),
  }),
)

const licensee = named(
  'CoverageLicensee',
  'A licensee of a state, by the newest release that names it',
  z.object({
    licensee_code: licenseeCode,
    name: word.describe('Name of the licensee'),
    status: z.enum(['active', 'held', 'excluded']).describe('Only active licensees are answered'),
    reason: word.nullable().describe('Why it is held or excluded; null: it is active'),
    districts: z.array(word).describe('Districts that it may supply, if the release routes by district'),
  }),
)

export const stateCoverage = named(
  'StateCoverage',
  'What of a state can be asked: releases in service, licensees, categories and their inputs',
  z.object({
    state_code: stateCode,
    name: word.describe('Name of the state'),
    releases: z.array(release).min(1).describe('In service, every year'),
    licensees: z.array(licensee).describe('All that a release names'),
    categories: z.array(covered).describe('Of all these releases'),
  }),
)

export const coverageSchema = named(
  'Coverage',
  'What can be asked',
  z.object({ states: z.array(stateCoverage).describe('In the order of their codes') }),
)

export const coverageMeta = z
  .object({
    count: count.describe('States in `data`'),
    unavailable_states: unavailableStates.optional(),
  })
  .describe('How many states `data` has, and which it lacks')

export type StateCoverage = SentBy<typeof stateCoverage>
export type CoverageInput = SentBy<typeof input>
export type CoveredCategory = SentBy<typeof covered>
