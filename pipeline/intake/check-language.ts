import { checkAdjustments } from './language/adjustments.ts'
import { checkCharges } from './language/charges.ts'
import { checkApplicability } from './language/conditions.ts'
import { checkDeclared } from './language/declared.ts'
import type { Language, Problem } from './language/language.ts'
import { Names } from './language/names.ts'
import { checkQuantities } from './language/quantities.ts'

export type { Language, Problem } from './language/language.ts'

/**
 * What a record says in the tariff language and does not mean: names that stand for nothing, circles, orders, and days
 * without a case or with two. Pure, over a record or over a definition as read.
 */
export function checkLanguage(language: Language): Problem[] {
  const names = new Names(language)
  return [checkDeclared, checkQuantities, checkApplicability, checkCharges, checkAdjustments].flatMap((check) =>
    check(language, names),
  )
}
