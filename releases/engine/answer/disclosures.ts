import { canonicalText } from '../../record/canonical.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import { tableInput } from '../input-names.ts'
import type { OtherPeriod } from '../request/bill-period.ts'
import { NOT_ATTESTED, TRANSCRIBED } from './documents.ts'

/** What an answer discloses, as JSON (docs/design/contract.md#answer-fields). */

const disclose = (code: string, message: string): string => canonicalText({ code, message })

/** `ENERGY_BY_ZONE_NOT_GIVEN` and the like: what the answer lacks because an input was left out. */
export function omittedText(name: string, without: string): string {
  const input = tableInput(name)
  return disclose(
    `${name.toUpperCase().replace('.', '_')}_NOT_GIVEN`,
    `${name} was not given. Not included: ${input?.omitted ?? without}.`,
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
export function datedText(what: string): string {
  return disclose(
    'NOT_KNOWN_FOR_THESE_DAYS',
    `${what} is known for other days, or changes within those of the bill: it is not included in any line.`,
  )
}

/** The bill is assumed to be as long as that for which a release has slabs, if this is no month. */
export function periodAssumedText({ has, period }: OtherPeriod): string {
  return disclose(
    'ONE_MONTH_ASSUMED',
    `The days of the bill were not given: ${period} are assumed, for which the release has the ${has} that its rule prorates. Give bill_period.`,
  )
}

/** A charge beside the base tariff that is held. */
export function besideHeldText(what: string): string {
  return disclose('COMPONENT_BESIDE_HELD', `${what} is held and not included in the lines beside the base tariff.`)
}

function firstDisclosed(record: ReleaseRecord): string {
  return [
    disclose(
      'NOT_AN_OFFICIAL_BILL',
      `This is ${record.calculation_scope.replaceAll('_', ' ')}, not a reproduction of a utility bill. Blocked components are not included.`,
    ),
    disclose(
      'ROUNDING_IS_OURS',
      `Each line is rounded once, ${record.rounding === 'half_away_from_zero_per_line_to_paise' ? 'half away from zero' : 'half up'}, to the paisa (${record.rounding}): this is the method of this service; no order prescribes it.`,
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
  for (const fact of record.rules.facts)
    if (fact.categories === undefined && fact.rows === undefined) lines.push(...factDisclosed(fact))
  return lines.map((line) => `,${line}`).join('')
}

function factDisclosed({ group, key, text }: ReleaseRecord['rules']['facts'][number]): string[] {
  return group === 'disclosure' && text !== null
    ? [disclose(key.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_'), text)]
    : []
}

/** What only the answers of some categories or rows disclose, by their codes or ids; each preceded by a comma. */
export function disclosedBy({ rules }: ReleaseRecord, part: 'categories' | 'rows'): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const fact of rules.facts) {
    for (const name of fact[part] ?? [])
      texts.set(name, [texts.get(name) ?? '', ...factDisclosed(fact).map((text) => `,${text}`)].join(''))
  }
  return texts
}

const TRANSCRIBED_TEXT = disclose(
  'TRANSCRIBED_FIGURES',
  "Figures were read from public transcriptions, not from the regulator's own document. Each line names its grade and citation.",
)

export const NOT_ATTESTED_DISCLOSURE = {
  code: 'ORIGINAL_NOT_ATTESTED',
  message:
    "A figure used here was read in a document that fewer than two people have attested to be the regulator's own.",
} as const
const NOT_ATTESTED_TEXT = canonicalText(NOT_ATTESTED_DISCLOSURE)

/** The first disclosures of every answer of a release, by the bits of the documents that the answer uses. */
export function alwaysDisclosed(record: ReleaseRecord): (documents: number) => string {
  const [first, last] = [firstDisclosed(record), lastDisclosed(record)]
  return (documents) => {
    const transcribed = (documents & TRANSCRIBED) === 0 ? '' : `,${TRANSCRIBED_TEXT}`
    const unattested = (documents & NOT_ATTESTED) === 0 ? '' : `,${NOT_ATTESTED_TEXT}`
    return `${first}${transcribed}${last}${unattested}`
  }
}

const ON_CONTRACT =
  'The demand charge is calculated on the contract demand: which demand is billed for a recorded demand is not calculated here.'

/** Disclosures whose text is always the same. */
export const DISCLOSED = {
  specimen: disclose(
    'SPECIMEN_FIGURES',
    'A figure used here is a specimen: a placeholder from no public document. It must never be shown as a tariff.',
  ),
  componentHeld: disclose('COMPONENT_HELD', 'A component of this row is held: its amount and the total are null.'),
  subsidyNotEvaluated: disclose(
    'SUBSIDY_NOT_EVALUATED',
    'billing_days was not given, so the entitlement was not evaluated.',
  ),
  subsidyHeld: disclose(
    'SUBSIDY_HELD',
    'The entitlement, or a charge that it waives, is held: no subsidy was calculated, which does not mean that there is none.',
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
  oneMonthForDays: disclose(
    'ONE_MONTH_ASSUMED',
    'billing_days only chooses the subsidy: slabs and monthly charges are those of one billing month, since no rule divides them by days.',
  ),
  demandOpen: disclose('BILLING_DEMAND_NOT_EVALUATED', `${ON_CONTRACT} Give billed_demand_kva as printed on the bill.`),
  demandOpenAlways: disclose(
    'BILLING_DEMAND_NOT_EVALUATED',
    `${ON_CONTRACT} A bill with another billed demand has another demand charge.`,
  ),
  fractionInStep: disclose(
    'UNITS_PRICED_AS_GIVEN',
    'energy_units has a fraction, and chose the step of a charge as given: no verified rule says whether this licensee bills fractions of a unit.',
  ),
  fractionInZone: disclose(
    'UNITS_PRICED_AS_GIVEN',
    'A zone of energy_by_zone has a fraction of a unit and was taken as given: no verified rule says whether this licensee bills fractions of a unit.',
  ),
  fractionAsGiven: disclose(
    'UNITS_PRICED_AS_GIVEN',
    'energy_units has a fraction and was priced as given: no verified rule says whether this licensee bills fractions of a unit.',
  ),
} as const
