import { sourceBytesMatch } from '../../../../pipeline/gates/01-source-bytes-match.ts'
import { sourceIdentityComplete } from '../../../../pipeline/gates/02-source-identity-complete.ts'
import { sourceTextReproducible } from '../../../../pipeline/gates/03-source-text-reproducible.ts'
import { sourceInForce } from '../../../../pipeline/gates/04-source-in-force.ts'
import { sourceCited } from '../../../../pipeline/gates/05-source-cited.ts'
import { evidenceFiguresCited } from '../../../../pipeline/gates/06-evidence-figures-cited.ts'
import { evidenceQuoteFound } from '../../../../pipeline/gates/07-evidence-quote-found.ts'
import { evidenceFigureInQuote } from '../../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import { evidenceGradeSupported } from '../../../../pipeline/gates/09-evidence-grade-supported.ts'
import { schemaRecordValid } from '../../../../pipeline/gates/10-schema-record-valid.ts'
import { schemaCodesUnique } from '../../../../pipeline/gates/11-schema-codes-unique.ts'
import { schemaMoneyExact } from '../../../../pipeline/gates/12-schema-money-exact.ts'
import { schemaPeriodsServed } from '../../../../pipeline/gates/13-schema-periods-served.ts'
import { structureCountsDeclared } from '../../../../pipeline/gates/14-structure-counts-declared.ts'
import { structureSlabsContiguous } from '../../../../pipeline/gates/15-structure-slabs-contiguous.ts'
import { structureRowsAndCategories } from '../../../../pipeline/gates/16-structure-rows-and-categories.ts'
import { structureInputsSufficient } from '../../../../pipeline/gates/17-structure-inputs-sufficient.ts'
import { structureApplicabilityDisjoint } from '../../../../pipeline/gates/18-structure-applicability-disjoint.ts'
import { structureRoutingClosed } from '../../../../pipeline/gates/19-structure-routing-closed.ts'
import { recordCanonicalStable } from '../../../../pipeline/gates/28-record-canonical-stable.ts'
import { recordRebuildIdentical } from '../../../../pipeline/gates/29-record-rebuild-identical.ts'
import type { Gate } from '../../../../pipeline/gates/gate.ts'

/** The gates that look at a record and its sources: 1 to 19, 28 and 29. */
export const RECORD_GATES: readonly Gate[] = [
  sourceBytesMatch,
  sourceIdentityComplete,
  sourceTextReproducible,
  sourceInForce,
  sourceCited,
  evidenceFiguresCited,
  evidenceQuoteFound,
  evidenceFigureInQuote,
  evidenceGradeSupported,
  schemaRecordValid,
  schemaCodesUnique,
  schemaMoneyExact,
  schemaPeriodsServed,
  structureCountsDeclared,
  structureSlabsContiguous,
  structureRowsAndCategories,
  structureInputsSufficient,
  structureApplicabilityDisjoint,
  structureRoutingClosed,
  recordCanonicalStable,
  recordRebuildIdentical,
]
