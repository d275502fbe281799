import { canonicalText } from '../../record/canonical.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import { compilePlan, type Hold, type Plan } from '../compile/plan.ts'
import { tableInput } from '../input-names.ts'
import { type Documents, documentsOf, NOT_ATTESTED, TRANSCRIBED } from './documents.ts'
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
  readonly partialReason: string
  readonly rounding: string
  /** First disclosures of every answer, by the state of its documents (documents.ts). */
  readonly always: readonly string[]
  readonly documents: Documents
  readonly disclosure: {
    readonly specimen: string
    readonly componentHeld: string
    readonly subsidyNotEvaluated: string
    readonly subsidyAbove: string
    readonly unitsNotRead: string
    readonly oneMonth: string
    readonly demandOpen: string
    readonly fractionAsGiven: string
  }
}

type Role = NonNullable<ReleaseRecord['blocked_components'][number]['stands_for']>

/** `{reason, status}` of the component for a part of the answer. Every omitted amount has its reason. */
function blockedPart(record: ReleaseRecord, role: Role): string {
  const component = record.blocked_components.find(({ stands_for }) => stands_for === role)
  return canonicalText({ status: 'blocked', reason: component?.reason ?? 'not_in_release' })
}

const disclose = (code: string, message: string): string => canonicalText({ code, message })

/** `ENERGY_BY_ZONE_NOT_GIVEN` and the like: what the base tariff lacks because an input was left out. */
export function omittedText(name: string, without: string): string {
  const input = tableInput(name)
  return disclose(
    `${name.toUpperCase().replace('.', '_')}_NOT_GIVEN`,
    `${name} was not given: this is the base tariff without ${input?.omitted ?? without}.`,
  )
}

/** An input that replaced a quantity's own formula. */
export function statedText(name: string): string {
  return disclose(
    `${name.toUpperCase()}_TAKEN_AS_STATED`,
    `${name} was used as given, instead of the tariff's own rule.`,
  )
}

/** An adjustment beside that is only known for other days than those of the bill. */
export function datedText(id: string): string {
  return disclose(
    'NOT_KNOWN_FOR_THESE_DAYS',
    `${id} is known for other days, or changes within those of the bill: it is not included in any line.`,
  )
}

/** A charge beside the base tariff that is held. */
export function besideHeldText(path: string): string {
  return disclose('COMPONENT_BESIDE_HELD', `${path} is held and not included in the lines beside the base tariff.`)
}

function firstDisclosed(record: ReleaseRecord): string {
  return [
    disclose(
      'NOT_AN_OFFICIAL_BILL',
      `This is ${record.calculation_scope.replaceAll('_', ' ')}, not a reproduction of a utility bill. Blocked components are not included.`,
    ),
    disclose(
      'ROUNDING_IS_OURS',
      `Each line is rounded once, half up, to the paisa (${record.rounding}): this is the method of this service; no order prescribes it.`,
    ),
  ].join(',')
}

/** Each preceded by a comma. */
function lastDisclosed(record: ReleaseRecord): string {
  const lines: string[] = []
  const unknown = record.sources.filter(({ legal_status }) => legal_status === 'unknown')
  if (unknown.length > 0) {
    lines.push(
      disclose(
        'LEGAL_STATUS_UNKNOWN',
        `The legal status of ${unknown.map(({ source_id }) => source_id).join(', ')} is unknown; the release states why it is cited.`,
      ),
    )
  }
  for (const { group, key, text } of record.rules.facts) {
    if (group === 'disclosure' && text !== null)
      lines.push(disclose(key.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_'), text))
  }
  return lines.map((line) => `,${line}`).join('')
}

const TRANSCRIBED_TEXT = disclose(
  'TRANSCRIBED_FIGURES',
  "Figures were read from public transcriptions, not from the regulator's own document. Each line names its grade and citation.",
)

/** Indexed by the disclosure bits for documents: none, one or both. */
function alwaysDisclosed(record: ReleaseRecord): readonly string[] {
  const [first, last] = [firstDisclosed(record), lastDisclosed(record)]
  return [0, NOT_ATTESTED, TRANSCRIBED, NOT_ATTESTED | TRANSCRIBED].map((said) =>
    [
      first,
      (said & TRANSCRIBED) === 0 ? '' : `,${TRANSCRIBED_TEXT}`,
      last,
      (said & NOT_ATTESTED) === 0 ? '' : `,${canonicalText(NOT_ATTESTED_DISCLOSURE)}`,
    ].join(''),
  )
}

/** Also used by a comparison, which has two calculations. */
export const NOT_ATTESTED_DISCLOSURE = {
  code: 'ORIGINAL_NOT_ATTESTED',
  message:
    "A figure used here was read in a document that fewer than two people have attested to be the regulator's own.",
} as const

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
    partialReason: str('base tariff less the verified subsidy core; blocked components are excluded'),
    rounding: canonicalText({ rule: record.rounding }),
    always: alwaysDisclosed(record),
    documents: documentsOf(record, context.unattested ?? []),
    disclosure: {
      specimen: disclose(
        'SPECIMEN_FIGURES',
        'A figure used here is a specimen: a placeholder from no public document. It must never be shown as a tariff.',
      ),
      componentHeld: disclose('COMPONENT_HELD', 'A component of this row is held: its amount and the total are null.'),
      subsidyNotEvaluated: disclose(
        'SUBSIDY_NOT_EVALUATED',
        'billing_days was not given, so the entitlement was not evaluated.',
      ),
      subsidyAbove: disclose(
        'SUBSIDY_ABOVE_ENTITLEMENT_BLOCKED',
        'Units above the entitlement carry no subsidy here: the per-unit amount for this year is not published.',
      ),
      unitsNotRead: disclose(
        'UNITS_NOT_READ',
        'energy_units was not used: supply in this category is not billed by metered units.',
      ),
      oneMonth: disclose(
        'ONE_MONTH_ASSUMED',
        'The days of the bill were not given: one billing month is assumed, for slabs and monthly charges alike. Give bill_period.',
      ),
      demandOpen: disclose(
        'BILLING_DEMAND_NOT_EVALUATED',
        'The demand charge is calculated on the contract demand: no verified rule says how the billed demand follows from the recorded demand. Give billed_demand_kva as printed on the bill.',
      ),
      fractionAsGiven: disclose(
        'UNITS_PRICED_AS_GIVEN',
        'energy_units has a fraction and was priced as given: no verified rule says whether this licensee bills fractions of a unit.',
      ),
    },
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
