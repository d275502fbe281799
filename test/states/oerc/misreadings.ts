import type { Misreading } from './misread.ts'
import { MISREAD_FACTS } from './misread-facts.ts'
import { MISREAD_LINES } from './misread-lines.ts'
import { MISREAD_RULES } from './misread-rules.ts'
import { MISREAD_UNITS } from './misread-units.ts'

/**
 * Ways to misread the OERC order for FY 2025-26: each quotes words of the order, and causes a wrong amount, refusal or
 * period. They test the gates: a definition with one of them must not pass.
 */
export const MISREADINGS: readonly Misreading[] = [
  ...MISREAD_LINES,
  ...MISREAD_UNITS,
  ...MISREAD_RULES,
  ...MISREAD_FACTS,
]
