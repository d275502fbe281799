import { canonicalText } from '../../record/canonical.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { Calculation } from '../calculation.ts'
import { compilePlan, type Plan } from '../compile/plan.ts'
import type { Inputs } from '../given-inputs.ts'
import type { Hold } from '../language/holds.ts'
import type { NormalisedRequest } from '../request/normalise.ts'
import { alwaysDisclosed, disclosedBy } from './disclosures.ts'
import { type Documents, documentsOf } from './documents.ts'
import { int, members, str } from './json.ts'
import { LineWriter } from './lines.ts'

/** Fields of the release in an answer. Stage and log position are outside `calculation_sha256`. */
export type ReleaseContext = {
  readonly releaseSha256: string
  readonly revision: number
  readonly stage: 'reference' | 'production'
  readonly logPosition: number
  readonly holds: readonly Hold[]
  /** Scope: a licensee of the state; absent for the whole state. */
  readonly scope?: string
  /** sha256 of its documents that fewer than two people have attested, from the signed serving state; absent: none. */
  readonly unattested?: readonly string[]
}

/** A release compiled for answering. */
export type AnswerPlan = {
  readonly plan: Plan
  readonly record: ReleaseRecord
  readonly context: ReleaseContext
  /** The largest quantity that any category accepts, in units. */
  readonly largest: number
  readonly prepared: Prepared
}

/** A calculation with its inputs. */
export type Answered = {
  readonly answer: AnswerPlan
  readonly calculation: Calculation
  readonly request: NormalisedRequest
  /** The inputs that the engine read. */
  readonly inputs: Inputs
  readonly licenseeCode: string | null
  readonly effectiveOn: string
}

/** Every part of an answer that does not depend on the request; most are JSON. */
type Prepared = {
  readonly lines: LineWriter
  readonly release: string
  readonly releaseSha256: string
  readonly state: string
  readonly financialYear: string
  readonly tier: string
  readonly holds: string
  readonly blocked: string
  /** True if no component of a bill is blocked: only then can a total be expected. */
  readonly totalKnown: boolean
  readonly subsidyBlocked: string
  readonly fppasBlocked: string
  readonly electricityDuty: string
  readonly ancillary: string
  readonly finalUnavailable: string
  readonly rounding: string
  /** First disclosures of every answer, by the state of its documents (documents.ts). */
  readonly always: (documents: number) => string
  /** What the answers of a category or row disclose besides, by its code or id. */
  readonly ofCategory: ReadonlyMap<string, string>
  readonly ofRow: ReadonlyMap<string, string>
  readonly documents: Documents
}

type Role = NonNullable<ReleaseRecord['blocked_components'][number]['stands_for']>

/** `{reason, status}` of the component for a part of the answer. Every omitted amount has its reason. */
function blockedPart(record: ReleaseRecord, role: Role): string {
  const component = record.blocked_components.find(({ stands_for }) => stands_for === role)
  return canonicalText({ status: 'blocked', reason: component?.reason ?? 'not_in_release' })
}

/** `final_payable` if it is not calculated; `blocked`: omitted parts, as JSON. */
export function unavailableText(blocked: string): string {
  return members([
    ['amount_paise', int(null)],
    ['excludes', blocked],
    ['includes', '[]'],
    ['reason', str('some components of the bill are blocked, so no payable amount is given')],
    ['status', '"unavailable"'],
  ])
}

/**
 * Compiles a record and prepares its answers. Pure: the same record and context give the same plan. `plan`: the record
 * compiled with the holds of the context, if that is already done.
 */
export function compileAnswerPlan(
  record: ReleaseRecord,
  context: ReleaseContext,
  plan: Plan = compilePlan(record, context.holds),
): AnswerPlan {
  return { plan, record, context, largest: plan.largest, prepared: prepare(record, context) }
}

function prepare(record: ReleaseRecord, context: ReleaseContext): Prepared {
  const blocked = canonicalText(record.blocked_components.map(({ component }) => component))
  return {
    lines: new LineWriter(),
    release: canonicalText({
      release_id: record.release_id,
      revision: context.revision,
      release_sha256: context.releaseSha256,
      release_stage: context.stage,
      log_position: context.logPosition,
      holds: context.holds.map(({ component }) => component),
    }),
    releaseSha256: str(context.releaseSha256),
    state: str(record.state_code),
    financialYear: str(record.financial_year),
    tier: str(record.tier),
    holds: canonicalText(context.holds.map(({ component }) => component)),
    blocked,
    totalKnown: record.blocked_components.length === 0,
    subsidyBlocked: canonicalText(record.rules.subsidy?.blocked ?? []),
    fppasBlocked: blockedPart(record, 'fppas'),
    electricityDuty: blockedPart(record, 'electricity_duty'),
    ancillary: blockedPart(record, 'ancillary_charges'),
    finalUnavailable: unavailableText(blocked),
    rounding: canonicalText({ rule: record.rounding }),
    always: alwaysDisclosed(record),
    ofCategory: disclosedBy(record, 'categories'),
    ofRow: disclosedBy(record, 'rows'),
    documents: documentsOf(record, context.unattested ?? []),
  }
}

/**
 * A plan that is compiled on first use after the release is chosen, because only one of the candidates answers.
 * `largest` is that of the compiled plan, or the ordinary limit if that is larger. `compiled` returns the plan of this
 * record and context.
 */
export function planWhenAsked(
  record: ReleaseRecord,
  context: ReleaseContext,
  largest: number,
  compiled: () => AnswerPlan,
): AnswerPlan {
  return {
    record,
    context,
    largest,
    get plan() {
      return compiled().plan
    },
    get prepared() {
      return compiled().prepared
    },
  }
}
