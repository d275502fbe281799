import type { Misreading } from './misread.ts'
import { MISREAD_FACTS } from './misread-facts.ts'
import { MISREAD_LINES } from './misread-lines.ts'
import { MISREAD_RULES } from './misread-rules.ts'
import { MISREAD_UNITS } from './misread-units.ts'

/**
 * Ways to read the OERC order for FY 2025-26 wrongly: each quotes words that stand in the order, and each makes a wrong
 * amount, a wrong refusal or a wrong period. They are for judging the gates: a definition with one of them in it must not
 * pass.
 */
export const MISREADINGS: readonly Misreading[] = [
  ...MISREAD_LINES,
  ...MISREAD_UNITS,
  ...MISREAD_RULES,
  ...MISREAD_FACTS,
]
