import { checkAdjustments } from './language/adjustments.ts'
import { checkCharges } from './language/charges.ts'
import { checkApplicability } from './language/conditions.ts'
import { checkDeclared } from './language/declared.ts'
import type { Language, Problem } from './language/language.ts'
import { Names } from './language/names.ts'
import { checkQuantities } from './language/quantities.ts'

/**
 * Faults of a record in the tariff language: unknown names, cycles, wrong order, and days with no case or two cases.
 * Pure; works on a record or on a definition.
 */
export function checkLanguage(language: Language): Problem[] {
  const names = new Names(language)
  return [checkDeclared, checkQuantities, checkApplicability, checkCharges, checkAdjustments].flatMap((check) =>
    check(language, names),
  )
}
