import type { Figure, Quotation } from '../../../releases/record/figure.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Solar } from '../../../releases/record/rules.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { printedNumbers } from '../text/numbers.ts'

type Need = { readonly path: string; readonly evidence: Quotation; readonly does: string; readonly said: RegExp }

const ROUNDED = /(?<!\p{L})(?:whole|complete|full|integer|rounded|round|ignored|fractions?)(?!\p{L})/iu
/** What becomes of a credit; that it is settled in money is blocked everywhere, which promises nothing. */
const CLOSING: Readonly<Partial<Record<Solar['closing'], RegExp>>> = {
  carried: /(?<!\p{L})(?:carried|carry|brought forward|next|credit(?:ed|s)?)(?!\p{L})/iu,
  lapses: /(?<!\p{L})(?:lapses?|lapsed|forfeit(?:s|ed)?|expires?|expired)(?!\p{L})/iu,
}

/** Rules of solar credits, of whole units and of parts of months whose sentence does not say what they do. */
export function inWordsFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return [...needsOf(record), ...needsOfSolar(record)]
    .filter(({ evidence, said }) => ![evidence.quote, ...citedIn.around(evidence)].some((text) => said.test(text)))
    .map(
      ({ path, evidence, does }): Found<F> =>
        failing(path, 'rule_not_said', `${does} in its sentence`, `"${evidence.quote}"`),
    )
    .concat(faultsOfExact(record), faultsOfProration(record), faultsOfSubsidy(record))
}

const SLABS = /(?<!\p{L})(?:slabs?|blocks?|steps?|tiers?)(?!\p{L})/iu
const CHARGES = /(?<!\p{L})(?:fixed|demand|minimum|customer|monthly)(?: \p{L}+){0,2} charges?(?!\p{L})/iu

/** What the sentence of a rule of proration says that it multiplies is what it is for: slabs, charges of a month. */
function faultsOfProration({ rules }: ReleaseRecord): Found<F>[] {
  return (rules.proration ?? []).flatMap(({ rule_id, edges_of, monthly, evidence: { quote } }): Found<F>[] =>
    [
      { words: SLABS.exec(quote)?.[0], of: edges_of, field: 'edges_of' },
      { words: CHARGES.exec(quote)?.[0], of: monthly, field: 'monthly' },
    ].flatMap(({ words, of, field }) =>
      words === undefined || of.length > 0
        ? []
        : failing(`rules/proration/${rule_id}`, 'rule_not_said', `${field}, as in "${words}"`, 'none', quote),
    ),
  )
}

const WHOLE_UNITS = /(?<!\p{L})(?:whole|complete|full)(?: number of)? (?:units?|kWh|kVAh)(?!\p{L})/iu

/** Fractions of a unit are not billed by a rule whose sentence says that whole units are. */
function faultsOfExact({ rules }: ReleaseRecord): Found<F>[] {
  return (rules.unit_rules ?? []).flatMap(({ rule_id, rule, evidence: { quote } }): Found<F>[] => {
    const words = WHOLE_UNITS.exec(quote)?.[0]
    if (rule !== 'exact' || words === undefined) return []
    return [
      failing(`rules/unit_rules/${rule_id}`, 'rule_not_said', `rule whole, as in "${words}"`, 'rule exact', quote),
    ]
  })
}

function needsOf({ rules }: ReleaseRecord): Need[] {
  return [
    ...(rules.unit_rules ?? []).flatMap(({ rule_id, rule, evidence }) =>
      rule === 'exact' ? [] : [{ path: `rules/unit_rules/${rule_id}`, evidence, does: 'whole units', said: ROUNDED }],
    ),
    ...(rules.proration ?? []).map(({ rule_id, method, evidence }) => ({
      path: `rules/proration/${rule_id}`,
      evidence,
      does: method === 'by_days' ? 'days' : 'months',
      said: method === 'by_days' ? /(?<!\p{L})days?(?!\p{L})/iu : /(?<!\p{L})months?(?!\p{L})/iu,
    })),
  ]
}

const needsOfSolar = ({ rules }: ReleaseRecord): Need[] =>
  rules.solar.flatMap(({ arrangement, closing, closing_at_year_end, evidence }, index) =>
    [closing, closing_at_year_end].flatMap((each) => {
      const said = each === null ? undefined : CLOSING[each]
      return said === undefined
        ? []
        : [{ path: `rules/solar/${arrangement}/${index}`, evidence, does: `credits: ${each}`, said }]
    }),
  )

/** The free units of a bill of some days are printed with these days. */
function faultsOfSubsidy({ rules: { subsidy } }: ReleaseRecord): Found<F>[] {
  if (subsidy === null) return []
  const days: readonly (readonly [path: string, figure: Figure, days: number])[] = [
    ['rules/subsidy/monthly_units', subsidy.monthly_units, subsidy.base_days],
    ...subsidy.entitlements.map(
      ({ billing_days, units }) => [`rules/subsidy/entitlements/${billing_days}`, units, billing_days] as const,
    ),
  ]
  return days.flatMap(([path, figure, wanted]): Found<F>[] => {
    const texts = [
      figure.quote,
      ...(figure.cell?.row ?? []),
      ...(figure.derivation?.inputs.map(({ what, value }) => `${what} ${value}`) ?? []),
    ]
    const isPrinted = texts.some((text) => printedNumbers(text).some(({ value }) => value === String(wanted)))
    if (figure.grade === 'held' || isPrinted) return []
    return [failing(path, 'days_not_said', `${wanted} days in its quote`, `"${figure.quote}"`)]
  })
}
