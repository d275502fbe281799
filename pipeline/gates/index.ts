import { sourceBytesMatch } from './01-source-bytes-match.ts'
import { sourceIdentityComplete } from './02-source-identity-complete.ts'
import { sourceTextReproducible } from './03-source-text-reproducible.ts'
import { sourceInForce } from './04-source-in-force.ts'
import { sourceCited } from './05-source-cited.ts'
import { evidenceFiguresCited } from './06-evidence-figures-cited.ts'
import { evidenceQuoteFound } from './07-evidence-quote-found.ts'
import { evidenceFigureInQuote } from './08-evidence-figure-in-quote.ts'
import { evidenceGradeSupported } from './09-evidence-grade-supported.ts'
import { schemaRecordValid } from './10-schema-record-valid.ts'
import { schemaCodesUnique } from './11-schema-codes-unique.ts'
import { schemaMoneyExact } from './12-schema-money-exact.ts'
import { schemaPeriodsServed } from './13-schema-periods-served.ts'
import { structureCountsDeclared } from './14-structure-counts-declared.ts'
import { structureSlabsContiguous } from './15-structure-slabs-contiguous.ts'
import { structureRowsAndCategories } from './16-structure-rows-and-categories.ts'
import { structureInputsSufficient } from './17-structure-inputs-sufficient.ts'
import { structureApplicabilityDisjoint } from './18-structure-applicability-disjoint.ts'
import { structureRoutingClosed } from './19-structure-routing-closed.ts'
import { calculationRegressionCases } from './20-calculation-regression-cases.ts'
import { calculationBoundaries } from './21-calculation-boundaries.ts'
import { calculationMonotonic } from './22-calculation-monotonic.ts'
import { calculationLinesSum } from './23-calculation-lines-sum.ts'
import { calculationReferenceAgrees } from './24-calculation-reference-agrees.ts'
import { calculationDeterministic } from './25-calculation-deterministic.ts'
import { closedBlockedAbsent } from './26-closed-blocked-absent.ts'
import { closedUnknownRefused } from './27-closed-unknown-refused.ts'
import { recordCanonicalStable } from './28-record-canonical-stable.ts'
import { recordRebuildIdentical } from './29-record-rebuild-identical.ts'
import type { Gate, GateName } from './gate.ts'

const IN_ORDER: readonly Gate[] = [
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
  calculationRegressionCases,
  calculationBoundaries,
  calculationMonotonic,
  calculationLinesSum,
  calculationReferenceAgrees,
  calculationDeterministic,
  closedBlockedAbsent,
  closedUnknownRefused,
  recordCanonicalStable,
  recordRebuildIdentical,
]

/** All 29 gates by name, in the order of docs/design/release.md#gates. */
export const GATES: ReadonlyMap<GateName, Gate> = new Map(IN_ORDER.map((gate) => [gate.name, gate]))
