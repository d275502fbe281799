import { canonicalText, sha256 } from '../../record/canonical.ts'
import type { Calculation } from '../calculate.ts'
import { ENGINE_VERSION } from '../version.ts'
import type { AnswerPlan } from './answer-plan.ts'
import { members, str } from './json.ts'
import { calculationText, disclosuresText, finalPayableText, fppasText, subsidyText } from './parts.ts'

/** `inputs` of an answer: what was given, normalised, members in canonical order. Values are short text, ints, booleans. */
function inputsText(shown: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(shown).sort()
  let text = '{'
  for (const name of names) {
    const value = shown[name]
    if (value === undefined) continue
    text += `${text.length === 1 ? '' : ','}"${name}":${typeof value === 'object' ? canonicalText(value) : JSON.stringify(value)}`
  }
  return `${text}}`
}

/**
 * Writes the `data` of POST /calculate as canonical JSON text (contract 2.7). `calculation_sha256` is the hash of the
 * canonical object the contract lists, so the same question to the same release, holds and engine gives the same bytes.
 */
export function writeAnswer(
  answer: AnswerPlan,
  calculation: Calculation,
  shown: Readonly<Record<string, unknown>>,
  effectiveOn: string,
): string {
  const { record, context } = answer
  const calculated = calculationText(answer, calculation)
  const fppas = fppasText(answer, calculation)
  const subsidy = subsidyText(answer, calculation)
  const finalPayable = finalPayableText(answer, calculation)
  const inputs = inputsText(shown)
  const licensee = typeof shown['licensee_code'] === 'string' ? str(shown['licensee_code']) : 'null'
  const grade = str(calculation.grade)
  const hashed = members([
    ['blocked_components', answer.blocked],
    ['calculation', calculated],
    ['effective_on', str(effectiveOn)],
    ['engine_version', str(ENGINE_VERSION)],
    ['evidence_grade', grade],
    ['final_payable', finalPayable],
    ['fppas', fppas],
    ['holds', answer.holds],
    ['inputs', inputs],
    ['licensee_code', licensee],
    ['release_sha256', str(context.releaseSha256)],
    ['state_code', str(record.state_code)],
    ['subcategory_code', str(calculation.category.code)],
    ['subsidy', subsidy],
  ])
  return members([
    ['ancillary_charges', answer.ancillary],
    ['blocked_components', answer.blocked],
    ['calculation', calculated],
    ['calculation_sha256', str(sha256(hashed))],
    ['disclosures', disclosuresText(answer, calculation, shown)],
    ['effective_on', str(effectiveOn)],
    ['electricity_duty', answer.electricityDuty],
    ['engine_version', str(ENGINE_VERSION)],
    ['evidence_grade', grade],
    ['final_payable', finalPayable],
    ['financial_year', str(record.financial_year)],
    ['fppas', fppas],
    ['inputs', inputs],
    ['licensee_code', licensee],
    ['payable_complete', 'false'],
    ['production_payable', 'false'],
    ['release', answer.release],
    ['rounding', answer.rounding],
    ['specimen', String(calculation.grade === 'specimen')],
    ['state_code', str(record.state_code)],
    ['subcategory_code', str(calculation.category.code)],
    ['subsidy', subsidy],
    ['verification_tier', str(record.tier)],
  ])
}
