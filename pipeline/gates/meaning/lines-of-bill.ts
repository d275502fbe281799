import type { Adjustment } from '../../../releases/record/adjustment.ts'
import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import { wasRead } from '../../../releases/record/grade.ts'
import { namesBehind } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Failing, type Found, failing } from '../gate.ts'
import { ZONES } from '../record/choices.ts'
import { namesRead } from '../record/reads.ts'
import { hasWord } from '../text/reading-words.ts'

export const EXCESS_DEMAND = /(?<!\p{L})(?:excess demand|demand in excess)(?!\p{L})/iu
/** Other lines of a bill that a percentage may be taken of too. */
export const LINES: Readonly<Record<NonNullable<Adjustment['stands_for']>, RegExp>> = {
  time_of_day: /(?<!\p{L})(?:time[\s-]of[\s-]day|ToD)(?!\p{L})/iu,
  fuel_adjustment:
    /(?<!\p{L})(?:fuel (?:adjustment|cost|surcharge)|(?:fuel and )?power purchase (?:cost )?adjustment|FAC|FCA|FPPAS|FPPCA|FPPPA|PPAC|PPCA)(?!\p{L})/iu,
  excess_demand: EXCESS_DEMAND,
  electricity_duty: /(?<!\p{L})electricity (?:duty|tax) on(?!\p{L})/iu,
}

export const WHOLE_BASES: ReadonlySet<string> = new Set(['bill', 'base_tariff'])

type Line = NonNullable<Adjustment['stands_for']>

/** The line of a bill that a rule is, by what it is multiplied by or else by the first one that its quotes name. */
function lineOf(record: ReleaseRecord, rule: Adjustment): { readonly line: Line; readonly by: string } | null {
  const read = namesBehind(
    record,
    rule.cases.flatMap((each) => namesRead(rule, each)),
  )
  const zone = read.find((name) => name.startsWith(`${ZONES}.`))
  if (zone !== undefined) return { line: 'time_of_day', by: zone }
  const excess = read.find((name) => name === 'excess_demand_kva')
  if (excess !== undefined) return { line: 'excess_demand', by: excess }
  for (const { figure } of figuresOfAdjustment(rule)) {
    if (!wasRead(figure.grade)) continue
    const named = [...figure.quote.matchAll(OWN_LINE)][0]?.groups ?? {}
    if (named['duty'] !== undefined) return { line: 'electricity_duty', by: figure.quote }
    // A rebate or surcharge of a charge may name a line that it is also taken of.
    if (named['fuel'] !== undefined && (rule.of.length === 0 || FUEL_FIRST.test(figure.quote)))
      return { line: 'fuel_adjustment', by: figure.quote }
  }
  return null
}
/** `Power purchase adjustment charges (PPAC) of 5%`: the percentage is that line itself. */
const FUEL_FIRST = new RegExp(
  `^(?:an? |the )?(?:\\p{L}+ ){0,2}?${LINES.fuel_adjustment.source}[^.;\\d]{0,40}(?<!\\p{L})(?:of|at|is|be)(?: the rate of)? \\d`,
  'iu',
)
const OWN_LINE = new RegExp(
  `(?<duty>(?<!\\p{L})(?:electricity (?:duty|tax)|tax on (?:(?:the )?(?:sale|consumption|supply) of )?electricity)(?!\\p{L}))|(?<fuel>${LINES.fuel_adjustment.source})|${LINES.time_of_day.source}|${LINES.excess_demand.source}`,
  'giu',
)

/**
 * A rule beside the base tariff is no other line of a bill than it says; one with dates says it, or it is not dated by the
 * days of the bill. Duty and the fuel adjustment are no part of the base tariff.
 */
export function faultsOfLine(record: ReleaseRecord, rule: Adjustment): Found<F>[] {
  const { adjustment_id, side, cases, stands_for: own } = rule
  const isNoTariff = own === 'electricity_duty' || own === 'fuel_adjustment'
  const found = (side === 'base' && isNoTariff ? { line: own, by: `stands_for: ${own}` } : null) ?? lineOf(record, rule)
  if (found === null) return []
  const isDated = cases.some(({ effective_from: from, effective_to: to }) => from !== null || to !== null)
  const isRight =
    side === 'beside'
      ? own === found.line || (own === undefined && !isDated)
      : found.line !== 'electricity_duty' && found.line !== 'fuel_adjustment'
  const expected = `side: beside and stands_for: ${found.line}, as "${found.by}"`
  const has = `side: ${side}, stands_for: ${own ?? 'none'}`
  return isRight ? [] : [failing(`rules/adjustments/${adjustment_id}`, 'other_line', expected, has)]
}

/** Whether two rules are on bills of one category of one licensee. */
const areBilledTogether = (one: Adjustment, other: Adjustment): boolean =>
  one.applies_to.some((code) => other.applies_to.includes(code)) &&
  (one.licensees.length === 0 ||
    other.licensees.length === 0 ||
    one.licensees.some((each) => other.licensees.includes(each)))

/** An earlier line of the bill that the sentence names beside the charges: `on energy and time of day`. */
export function faultOfLines({ rules }: ReleaseRecord, rule: Adjustment, own: string): Failing<F> | null {
  const { order, of } = rule
  if (of.some((name) => WHOLE_BASES.has(name))) return null
  const left = rules.adjustments.find(
    (each) =>
      each.order < order &&
      each.stands_for !== undefined &&
      // What a sentence calls its own amount is no base of it.
      each.stands_for !== rule.stands_for &&
      LINES[each.stands_for].test(own) &&
      !of.includes(each.adjustment_id) &&
      areBilledTogether(each, rule),
  )
  return left === undefined
    ? null
    : ['other_base', `of: ${left.adjustment_id} too, as in "${own}"`, `of: [${of.join(', ')}]`]
}

/** The words by which a text names a charge of its own: `customer` of `Customer charges`. */
export const wordsOfLabel = (label: string): string[] =>
  (label.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !/^charges?$/u.test(word))

/** `The amount of the bill excluding meter rent` is of no bill that has one. */
export function faultOfExcluded(
  { rows, rules }: ReleaseRecord,
  { of, applies_to, order }: Adjustment,
  quote: string,
): Failing<F> | null {
  const words = of.includes('bill') ? BILL_WITHOUT.exec(quote)?.[0] : undefined
  if (words === undefined) return null
  const charges = rows.flatMap((row) =>
    applies_to.includes(row.subcategory_code) ? row.charges.filter(({ side }) => side === 'beside') : [],
  )
  const earlier = rules.adjustments.filter((each) => each.side === 'beside' && each.order < order)
  const left = charges.some(({ label }) => hasWord(words, wordsOfLabel(label)))
  const line = earlier.some((each) => each.stands_for !== undefined && LINES[each.stands_for].test(words))
  return left || line ? ['other_base', `of: the lines of the bill without those of "${words}"`, 'of: [bill]'] : null
}
const BILL_WITHOUT =
  /(?<!\p{L})(?:bills?|billed amount|amount)(?!\p{L})[^.;]{0,20}?(?<!\p{L})(?:exclu(?:ding|sive of)|without|net of|other than|except)(?!\p{L})[^.;]{1,120}?(?=\s(?:shall|will|is|are|if|when|where)(?!\p{L})|[.;]|$)/iu
