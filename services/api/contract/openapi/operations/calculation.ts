import { calculateData, calculateEnvelope, calculationMeta } from '../../responses/answer.ts'
import { resolverData, resolverMeta } from '../../responses/category-resolver.ts'
import { success } from '../../responses/envelope.ts'
import { solarData } from '../../responses/solar-savings.ts'
import { operation } from './operation.ts'

/** What is computed from a body. */
export const CALCULATION_OPERATIONS = {
  'POST /v1/calculate': operation({
    operationId: 'calculate',
    tag: 'Calculation',
    summary: 'Base tariff of a bill, and bill verification',
    description:
      'Energy, wheeling and fixed charges line by line, each with its evidence. Which fields a state and a category read is in GET /v1/categories or in the 404 help of that state; a field that is not read is refused, not ignored.',
    schema: success(calculateData, calculationMeta, calculateEnvelope),
    codes: [
      'STATE_NOT_RELEASED',
      'UNSUPPORTED_OPERATION',
      'LICENSEE_REQUIRED',
      'LICENSEE_NOT_SUPPORTED',
      'DISTRICT_LICENSEE_MISMATCH',
      'INVALID_EFFECTIVE_DATE',
      'SUBCATEGORY_NOT_FOUND',
      'UNSUPPORTED_BILLING_DAYS',
      'CATEGORY_NOT_APPLICABLE',
      'EVIDENCE_BELOW_FLOOR',
      'RATE_NOT_VERIFIED',
    ],
  }),
  'POST /v1/solar-savings': operation({
    operationId: 'compareSolar',
    tag: 'Calculation',
    summary: 'Base tariff without and with rooftop solar',
    description:
      'Up to twelve consecutive months. Credits are units and stay units: no settlement in money is verified anywhere, and fixed charges are never offset.',
    schema: success(solarData, calculationMeta),
    codes: [
      'STATE_NOT_RELEASED',
      'UNSUPPORTED_OPERATION',
      'LICENSEE_REQUIRED',
      'LICENSEE_NOT_SUPPORTED',
      'INVALID_EFFECTIVE_DATE',
      'SUBCATEGORY_NOT_FOUND',
      'CATEGORY_NOT_APPLICABLE',
      'EVIDENCE_BELOW_FLOOR',
      'RATE_NOT_VERIFIED',
    ],
  }),
  'POST /v1/category-resolver': operation({
    operationId: 'resolveCategory',
    tag: 'Calculation',
    summary: 'The category a declared context belongs to',
    description:
      'Resolves only where exactly one category fits and nothing is missing; otherwise it says which facts to give. It never guesses.',
    schema: success(resolverData, resolverMeta),
    codes: ['STATE_NOT_RELEASED', 'LICENSEE_NOT_SUPPORTED'],
  }),
} as const
