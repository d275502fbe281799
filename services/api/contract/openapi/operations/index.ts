import type { OperationDoc } from '../types.ts'
import { CALCULATION_OPERATIONS } from './calculation.ts'
import { CATALOGUE_OPERATIONS } from './catalogue.ts'
import { EVIDENCE_OPERATIONS } from './evidence.ts'
import { RELEASE_OPERATIONS } from './release.ts'
import { SERVICE_OPERATIONS } from './service.ts'

/** What the document says of each route, by `METHOD path` as in routes/index.ts. */
export const OPERATIONS: ReadonlyMap<string, OperationDoc> = new Map(
  Object.entries({
    ...RELEASE_OPERATIONS,
    ...CATALOGUE_OPERATIONS,
    ...EVIDENCE_OPERATIONS,
    ...CALCULATION_OPERATIONS,
    ...SERVICE_OPERATIONS,
  }),
)
