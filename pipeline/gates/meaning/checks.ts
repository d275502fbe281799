import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import type { Found } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { appliedFaults } from './applied-categories.ts'
import { baseFaults } from './bases.ts'
import { boundFaults } from './bound-faults.ts'
import { limitPlaceFaults } from './caps.ts'
import { chargeComponentFaults } from './charge-components.ts'
import { conditionWordsUnread } from './condition-words.ts'
import { levelFaults } from './consumers-of-level.ts'
import { earlierFaults } from './earlier-rules.ts'
import { excessMultipleFaults } from './excess-multiples.ts'
import { exemptionFaults } from './exemptions.ts'
import { formulaUnitFaults } from './formula-units.ts'
import { headerWordFaults } from './header-words.ts'
import { labelWordFaults } from './label-words.ts'
import { leftOutFaults } from './left-out-charges.ts'
import { listedWordFaults } from './listed-words.ts'
import { measuredFaults } from './measured-categories.ts'
import { misprintFaults } from './misprints.ts'
import { monthInWordsFaults } from './months-in-words.ts'
import { multipleFaults, rateMultipleFaults } from './multiples.ts'
import { namedInputFaults } from './named-inputs.ts'
import { operatorFaults } from './operators.ts'
import { oppositeFaults } from './opposite-words.ts'
import { optionFaults } from './options.ts'
import { printedPartFaults } from './printed-parts.ts'
import { roundingFaults } from './roundings.ts'
import { rowCategoryFaults, sharedLineFaults } from './row-categories.ts'
import { rowEdgeFaults } from './row-edges.ts'
import { rulesAsFacts, unreadQuantities } from './rules-as-facts.ts'
import { inWordsFaults } from './rules-in-words.ts'
import { rowFaults } from './said-of-rows.ts'
import { dayFaults } from './served-days.ts'
import { silentFaults } from './silent-sentences.ts'
import { stepFaults } from './steps.ts'
import { aboveFaults, subjectFaults } from './subjects-before.ts'
import { unnamedFaults } from './unnamed-consumers.ts'
import { unreadFaults } from './unread.ts'

/** What the words around a rule or row say of all of it: its bounds, its base, its operations, its days, its categories. */
export const MEANING_CHECKS: readonly ((record: ReleaseRecord, citedIn: Cited) => readonly Found<F>[])[] = [
  boundFaults,
  rowFaults,
  baseFaults,
  operatorFaults,
  stepFaults,
  dayFaults,
  monthInWordsFaults,
  appliedFaults,
  unnamedFaults,
  silentFaults,
  subjectFaults,
  aboveFaults,
  measuredFaults,
  rowCategoryFaults,
  sharedLineFaults,
  rowEdgeFaults,
  chargeComponentFaults,
  multipleFaults,
  rateMultipleFaults,
  excessMultipleFaults,
  oppositeFaults,
  optionFaults,
  misprintFaults,
  inWordsFaults,
  unreadFaults,
  namedInputFaults,
  leftOutFaults,
  rulesAsFacts,
  unreadQuantities,
  conditionWordsUnread,
  exemptionFaults,
  earlierFaults,
  levelFaults,
  listedWordFaults,
  roundingFaults,
  formulaUnitFaults,
  limitPlaceFaults,
  headerWordFaults,
  labelWordFaults,
  printedPartFaults,
]
