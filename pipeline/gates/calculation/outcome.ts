import type { AnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import { type Answer, answerRequest, type Resolved, resolveRequest } from '../../../releases/engine/answer-request.ts'
import type { Calculation } from '../../../releases/engine/calculation.ts'
import { inputOf } from '../../../releases/engine/input-names.ts'
import { INPUT_LIST } from '../../../releases/engine/inputs.ts'
import { CompileError } from '../../../releases/engine/language/compile-error.ts'
import type { Hold } from '../../../releases/engine/language/holds.ts'
import { fppasSum } from '../../../releases/engine/price-row.ts'
import { referenceEvaluate } from '../../../releases/engine/reference/evaluate.ts'
import type { ReferenceAnswer } from '../../../releases/engine/reference/result.ts'
import type { CalculateBody } from '../../../releases/engine/request/body.ts'
import type { Refusal } from '../../../releases/engine/types.ts'
import type { Grade } from '../../../releases/record/grade.ts'
import type { RegressionCase, ReleaseRecord } from '../../../releases/record/record.ts'
import {
  type Candidate,
  type Check,
  type Checked,
  type Gate,
  type GateName,
  GENERATED,
  gate,
  type Means,
} from '../gate.ts'
import { compileUnsealed } from './compiled.ts'
import { bodyOf, type Draft, dayOf } from './draft.ts'
import { lineOf, linesText, sameLines } from './lines.ts'

/**
 * What the gates test: the path of POST /calculate from a validated body, with the release under test as the only one
 * in service. It is a parameter, so that tests can show that each gate catches a faulty path.
 */
export type Engine = {
  compile(record: ReleaseRecord, holds?: readonly Hold[]): AnswerPlan
  /** The whole path up to writing the answer. */
  resolve(release: AnswerPlan, body: CalculateBody, floor: Grade): Resolved | Refusal<string>
  /** The path up to the served text. */
  answer(release: AnswerPlan, body: CalculateBody, floor: Grade): Answer | Refusal<string>
}

export const ENGINE: Engine = {
  compile: compileUnsealed,
  resolve: (release, body, floor) => resolveRequest([release], body, floor),
  answer: (release, body, floor) => answerRequest([release], body, floor),
}

/** A release under test, and the engine that compiled it. */
export type Tested = { readonly engine: Engine; readonly release: AnswerPlan }

/** The amounts that a regression case expects. */
type ExpectedAmounts = Exclude<RegressionCase['expected'], { refusal: string }>

/** Outcome of a request in the form shared by engine and reference: a bill in paise, or a refusal. */
export type Outcome =
  | ReferenceAnswer
  | { readonly ok: false; readonly code: string; readonly details: Readonly<Record<string, unknown>> }

/** The engine's answer to a body as an outcome. An exception becomes one too, with a code that is in no catalogue. */
export function bodyOutcome({ engine, release }: Tested, body: CalculateBody, floor: Grade = 'specimen'): Outcome {
  try {
    const result = engine.resolve(release, body, floor)
    return result.ok ? outcomeOf(result.calculation) : result
  } catch (error) {
    return thrown(error)
  }
}

/** The same for a draft whose body is known to be valid by the schema. */
export function engineOutcome(tested: Tested, draft: Draft, floor: Grade = 'specimen'): Outcome {
  return bodyOutcome(tested, bodyFor(tested.release.record, draft), floor)
}

/**
 * Amounts of a draft according to the engine, in paise: the sum of its lines, which is the base tariff or its part that
 * is not held, and the payable if there is one.
 */
export type Sums = { readonly linesPaise: number; readonly finalPaise: number | null }

/** Only the sums, for callers that do not need the lines; null if the draft is refused or the engine throws. */
export function engineSums({ engine, release }: Tested, draft: Draft): Sums | null {
  try {
    const result = engine.resolve(release, bodyFor(release.record, draft), 'specimen')
    if (!result.ok) return null
    const { lines, finalPaise } = result.calculation
    return { linesPaise: lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0), finalPaise }
  } catch {
    return null
  }
}

const bodyFor = ({ state_code: stateCode }: ReleaseRecord, draft: Draft): CalculateBody =>
  bodyOf(stateCode, draft) as CalculateBody

/**
 * The reference evaluator's answer to a draft with the body `body`, as an outcome; throws for a record whose charges
 * are malformed.
 */
export function referenceOutcome(
  record: ReleaseRecord,
  draft: Draft,
  floor: Grade = 'specimen',
  holds: readonly string[] = [],
  body = bodyFor(record, draft),
): Outcome {
  try {
    const request = { body, licenseeCode: licenseeOf(record, draft), date: dayOf(draft) }
    return referenceEvaluate(record, request, { floor, holds })
  } catch (error) {
    return thrown(error)
  }
}

/** The licensee that a request names, or the only one of its district. */
function licenseeOf({ routing, request }: ReleaseRecord, draft: Draft): string | null {
  const { licensee_code: named, district } = draft
  if (typeof named === 'string') return named
  const takesDistrict = [...request.required, ...request.optional].includes('district')
  const route = takesDistrict
    ? routing.find(({ key_type, key }) => key_type === 'district' && key === district)
    : undefined
  return route?.licensees.length === 1 ? (route.licensees[0] ?? null) : null
}

function thrown(error: unknown): Outcome {
  return { ok: false, code: `exception: ${error instanceof Error ? error.message : String(error)}`, details: {} }
}

const INPUT_NAMES = INPUT_LIST.map(([name]) => name)

/** A calculation in the reference's form. */
export function outcomeOf(result: Calculation): ReferenceAnswer {
  const { subsidy, beside } = result
  const left = new Set(result.notGiven.map(({ name }) => inputOf(name)))
  return {
    ok: true,
    rowId: result.row.rowId,
    lines: result.lines.map(lineOf),
    beside: beside === null ? [] : beside.lines.map(lineOf),
    energyChargePaise: result.energyPaise,
    fixedChargePaise: result.fixedPaise,
    wheelingChargePaise: result.wheelingPaise,
    otherChargesPaise: result.otherPaise,
    minimumPaise: result.minimumPaise,
    adjustmentsPaise: result.adjustmentsPaise,
    baseTariffPaise: result.basePaise,
    besidePaise: beside?.totalPaise ?? null,
    subsidyPaise: subsidy.status === 'applied' ? subsidy.amountPaise : null,
    fppasPaise: result.fppas === null ? null : fppasSum(result.fppas),
    finalPayablePaise: result.finalPaise,
    grade: result.grade,
    notGiven: left.size === 0 ? [] : INPUT_NAMES.filter((name) => left.has(name)),
  }
}

/** Refusal details that both evaluators give; the rest is text for people. */
const SHARED_DETAILS: Readonly<Record<string, readonly string[]>> = {
  SUBCATEGORY_NOT_FOUND: ['subcategory_code', 'available'],
  UNSUPPORTED_BILLING_PERIOD: ['reason'],
  UNSUPPORTED_BILLING_DAYS: ['billing_days', 'supported'],
  CATEGORY_NOT_APPLICABLE: ['subcategory_code', 'bound', 'covering_category'],
  EVIDENCE_BELOW_FLOOR: ['grade', 'floor', 'figures'],
  RATE_NOT_VERIFIED: ['component'],
}

type Amount = Exclude<keyof ReferenceAnswer, 'ok' | 'rowId' | 'lines' | 'beside' | 'grade' | 'notGiven'>

/** The amounts of an answer, by the names in regression cases and in messages. One that is left out does not compile. */
const NAMES: Readonly<Record<Amount, readonly [name: keyof ExpectedAmounts, called: string]>> = {
  energyChargePaise: ['energy_charge_paise', 'energy'],
  fixedChargePaise: ['fixed_charge_paise', 'fixed'],
  wheelingChargePaise: ['wheeling_charge_paise', 'wheeling'],
  otherChargesPaise: ['other_charges_paise', 'other'],
  minimumPaise: ['minimum_paise', 'minimum'],
  adjustmentsPaise: ['adjustments_paise', 'adjustments'],
  baseTariffPaise: ['base_tariff_paise', 'base'],
  besidePaise: ['beside_paise', 'beside'],
  subsidyPaise: ['subsidy_paise', 'subsidy'],
  fppasPaise: ['fppas_paise', 'FPPAS'],
  finalPayablePaise: ['final_payable_paise', 'payable'],
}
export const AMOUNTS = (Object.keys(NAMES) as Amount[]).map((member) => {
  const [name, called] = NAMES[member]
  return { member, name, called }
})

/** The fields that a refusal names, as `/energy_units required`; none if it names no field. */
export function fieldsOf({ details }: Pick<Extract<Outcome, { ok: false }>, 'details'>): string[] {
  const fields = details['fields']
  return Array.isArray(fields)
    ? fields.map(({ field, rule }: { field: string; rule: string }) => `${field} ${rule}`)
    : []
}

/** The same with what the refusal says of each, such as the words that it takes. */
export function messagesOf(refusal: Pick<Extract<Outcome, { ok: false }>, 'details'>): string[] {
  const fields = refusal.details['fields']
  return fieldsOf(refusal).map((field, at) => `${field}: ${Array.isArray(fields) ? fields[at].message : ''}`)
}

function refusalText(outcome: Extract<Outcome, { ok: false }>): string {
  const { code, details } = outcome
  if (code === 'INVALID_REQUEST_FIELD') return `refused ${code}: ${fieldsOf(outcome).join(', ')}`
  const shared = SHARED_DETAILS[code] ?? []
  if (shared.length === 0) return `refused ${code}`
  return `refused ${code}: ${shared.map((name) => `${name} ${JSON.stringify(details[name])}`).join(', ')}`
}

/** An outcome as text; two outcomes are equal exactly if their texts are. */
export function outcomeText(outcome: Outcome): string {
  if (!outcome.ok) return refusalText(outcome)
  const totals = AMOUNTS.map(({ member, called }) => `${called} ${outcome[member]}`)
  const without = outcome.notGiven.length === 0 ? '' : `; without ${outcome.notGiven.join(', ')}`
  const beside = outcome.beside.length === 0 ? '' : ` beside ${linesText(outcome.beside)};`
  return `${outcome.rowId}: ${linesText(outcome.lines)};${beside} ${totals.join(', ')}; grade ${outcome.grade}${without}`
}

/** Members of an answer that are a single word or amount. */
const SINGLES = ['rowId', 'grade', ...AMOUNTS.map(({ member }) => member)] as const

/** Whether two outcomes are equal, as their texts would be. */
export function sameOutcome(one: Outcome, other: Outcome): boolean {
  if (!one.ok || !other.ok) return one.ok === other.ok && outcomeText(one) === outcomeText(other)
  return (
    SINGLES.every((name) => one[name] === other[name]) &&
    sameLines(one.lines, other.lines) &&
    sameLines(one.beside, other.beside) &&
    one.notGiven.length === other.notGiven.length &&
    one.notGiven.every((name, index) => name === other.notGiven[index])
  )
}

/** `with`: the same gate of a faulty engine, which it must catch, on fewer generated requests. */
type PlanGate<F extends string> = Gate<F> & { with(engine: Engine, least?: number): Gate<F> }

/**
 * The gate of a check of the compiled release. One that the engine cannot compile fails with the reason. Never fewer
 * requests are generated than GENERATED says.
 */
export function gateOfPlan<F extends string>(
  name: GateName,
  faults: readonly (F | 'not_compiled')[],
  check: (tested: Tested, candidate: Candidate, means: Means) => ReturnType<Check<F | 'not_compiled'>>,
  load?: { readonly heavy: boolean },
): PlanGate<F | 'not_compiled'> {
  const gateWith: PlanGate<F | 'not_compiled'>['with'] = (engine, least = GENERATED.generatedInputs) =>
    gate(
      name,
      faults,
      (candidate, means) => {
        const notCompiled = (error: unknown): Checked<'not_compiled'> => {
          if (!(error instanceof CompileError)) throw error
          const { path, message: found } = error
          const expected = 'a release that the engine can compile'
          const where = candidate.where(path)
          return { checked: 1, findings: [{ fault: 'not_compiled', where, expected, found, evidence: null }] }
        }
        try {
          const release = engine.compile(candidate.record)
          const generatedInputs = Math.max(least, means.generatedInputs)
          const checked = check({ engine, release }, candidate, { ...means, generatedInputs })
          return checked instanceof Promise ? checked.catch(notCompiled) : checked
        } catch (error) {
          return notCompiled(error)
        }
      },
      load,
    )
  return { ...gateWith(ENGINE), with: gateWith }
}
