import { sha256 } from '#digest'
import { canonicalText } from '../../record/canonical.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { CalculateBody } from '../request/body.ts'
import type { NormalisedRequest } from '../request/normalise.ts'
import { ENGINE_VERSION } from '../version.ts'
import type { Answered, AnswerPlan } from './answer-plan.ts'
import { blockedOf } from './blocked.ts'
import { members, str } from './json.ts'
import {
  besideText,
  calculationText,
  disclosuresText,
  dutyText,
  fppasText,
  prorationText,
  subsidyText,
} from './parts.ts'
import { payableOf } from './payable.ts'
import { compareBill, type Explained, verificationText } from './verification.ts'

/**
 * `inputs` of an answer: the given values, normalised, members in canonical order. Values are short text, integers,
 * booleans.
 */
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
 * Units that a rooftop plant exports under gross metering. Units only, since no settlement rule is verified
 * (docs/design/contract.md#answer-fields).
 */
function grossMeteringText(shown: NormalisedRequest['shown']): string | null {
  if (shown['metering'] !== 'gross') return null
  const generation = shown['generation_units']
  return canonicalText({
    generation_units: typeof generation === 'string' ? generation : null,
    settlement: { status: 'blocked', reason: 'settlement_not_verified' },
  })
}

/**
 * Members that Gujarat's contract repeats at the top level of the envelope, as text to which other members are
 * appended.
 */
function envelopeText({ record }: AnswerPlan, values: Readonly<Record<string, string>>): string {
  return record.envelope_fields.map((name) => `"${name}":${values[name] ?? 'null'},`).join('')
}

/** `meta` of every answer of a release. */
export const metaOf = ({ calculation_scope }: ReleaseRecord) =>
  ({ money_mode: 'integer_paise', calculation_scope, exact_utility_bill: false }) as const

const ENGINE = str(ENGINE_VERSION)

/**
 * Writes the `data` of POST /calculate as canonical JSON text (docs/design/contract.md#calculation-hash). `explained`:
 * explanations of a bill's differences, if requested. `calculation_sha256` is the hash of the canonical object the
 * contract lists, so the same request to the same release, holds and engine gives the same bytes.
 */
export function writeAnswer(
  answered: Answered,
  { actual_bill: bill, profile }: CalculateBody,
  explained: Explained | null = null,
): { dataText: string; envelopeText: string } {
  const { answer, calculation, request, inputs, licenseeCode, effectiveOn } = answered
  const { state, tier } = answer.prepared
  const { shown } = request
  const calculated = calculationText(answer, calculation)
  const fppas = fppasText(answer, calculation, inputs)
  const subsidy = subsidyText(answer, calculation)
  const blocked = blockedOf(answer, calculation, inputs)
  const payable = payableOf(answer, calculation, profile, blocked)
  const given = inputsText(shown)
  const beside = besideText(answer, calculation)
  const proration = prorationText(calculation, inputs)
  const licensee = licenseeCode === null ? 'null' : str(licenseeCode)
  const grade = str(calculation.grade)
  const code = str(calculation.category.code)
  const effective = str(effectiveOn)
  const hashed = members([
    ['beside', beside],
    ['blocked_components', blocked.text],
    ['calculation', calculated],
    ['effective_on', effective],
    ['engine_version', ENGINE],
    ['evidence_grade', grade],
    ['final_payable', payable.text],
    ['fppas', fppas],
    ['holds', answer.prepared.holds],
    ['inputs', given],
    ['licensee_code', licensee],
    ['proration', proration],
    ['release_sha256', answer.prepared.releaseSha256],
    ['state_code', state],
    ['subcategory_code', code],
    ['subsidy', subsidy],
  ])
  const dataText = members([
    ['ancillary_charges', answer.prepared.ancillary],
    ['beside', beside],
    ['blocked_components', blocked.text],
    ['calculation', calculated],
    ['calculation_sha256', str(sha256(hashed))],
    ['disclosures', disclosuresText(answer, calculation, request, inputs, blocked.isDemandOpen)],
    ['effective_on', effective],
    ['electricity_duty', dutyText(answer, calculation)],
    ['engine_version', ENGINE],
    ['evidence_grade', grade],
    ['final_payable', payable.text],
    ['financial_year', answer.prepared.financialYear],
    ['fppas', fppas],
    ['gross_metering', grossMeteringText(shown)],
    ['inputs', given],
    ['licensee_code', licensee],
    ['payable_complete', String(payable.complete)],
    ['production_payable', String(payable.production)],
    ['proration', proration],
    ['release', answer.prepared.release],
    ['rounding', answer.prepared.rounding],
    ['specimen', String(calculation.grade === 'specimen')],
    ['state_code', state],
    ['subcategory_code', code],
    ['subsidy', subsidy],
    ['verification', bill === undefined ? null : verificationText(compareBill(answered, bill, blocked), explained)],
    ['verification_tier', tier],
  ])
  const values = {
    state_code: state,
    licensee_code: licensee,
    subcategory_code: code,
    verification_tier: tier,
    payable_complete: String(payable.complete),
  }
  return { dataText, envelopeText: envelopeText(answer, values) }
}
