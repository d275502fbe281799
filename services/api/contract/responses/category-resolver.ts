import { z } from 'zod'
import { contextSchema } from '../../../../releases/engine/resolver/body.ts'
import { named } from './registry.ts'
import { financialYear, hash, licenseeCode, stateCode, tier, word } from './scalars.ts'

/** POST /category-resolver (contract 2.9). */

const missing = z.object({
  fact: word,
  askable: z.boolean().describe('False: no public source states the distinction, so nobody can be asked for it'),
})
const candidate = named(
  'CategoryCandidate',
  'A category the declared context does not exclude',
  z.object({ subcategory_code: word, satisfied: z.array(word), missing: z.array(missing) }),
)
const rejected = named(
  'CategoryRejection',
  'A category the declared context excludes, and by what',
  z.object({ subcategory_code: word, because: z.array(word).min(1) }),
)

export const resolverData = named(
  'CategoryResolution',
  'The category a declared context belongs to: resolved only where exactly one fits and nothing is missing',
  z.object({
    state_code: stateCode,
    licensee_code: licenseeCode.nullable(),
    financial_year: financialYear,
    verification_tier: tier,
    context: z.object(contextSchema.shape).describe('As declared'),
    resolution: z.enum(['resolved', 'ambiguous', 'unresolved']),
    subcategory_code: word.nullable(),
    candidates: z.array(candidate),
    rejected: z.array(rejected),
    needs: z.array(word).describe('Facts to give for a resolution'),
    release: z.object({ release_id: word, release_sha256: hash }),
  }),
)

export const resolverMeta = named(
  'CategoryResolverMeta',
  'What a resolution rests on',
  z.object({ rule: z.literal('declared_context_only') }),
)
