import { namesOfConditions } from '../../../releases/record/expression.ts'
import { figuresOf } from '../../../releases/record/figures.ts'
import { namesOfCase, namesOfCharge, quantitiesBehind } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { quotationsOf } from '../quotes/quotations.ts'
import { fold } from '../text/fold.ts'
import { comparable } from '../text/tokens.ts'

/** What is charged, taken off or counted: an amount, a percentage, a rounding, a part that counts as a whole. */
const AMOUNT =
  /(?:\u20b9|(?<!\p{L})(?:Rs|Re|INR|rupees?)\.?)\s*\d(?:[\d.,]*\d)?|(?<![\p{L}\d.,])\d+(?:\.\d+)?\s*(?:\/-\s*)?(?:paise|paisa|P\/|%|per ?cent|rupees|times)(?!\p{L})|(?<!\p{L})(?:twice|double|thrice|nearest (?:rupee|ten|multiple)|(?:part|fraction)s? (?:thereof|of an? (?:kW|kVA|HP|kilowatt|horse|unit))|no (?:fixed|demand|energy|minimum) charges?)(?!\p{L})/giu
/** Before or behind an amount that something is compared with, or that is a share of what is measured. */
const COMPARED =
  /(?:above|beyond|over|exceed\p{L}{0,9}|excess of|than|up ?to|within|between|at (?:least|most)|below|factor(?: of)?)\s*(?:the )?$/iu
const OF_MEASURED =
  /^\s*(?:of (?:the |its |their )?(?:total|entire|contract|sanctioned|maximum|recorded|connected|power|CD|MD)|(?:load|power) factor|CD|contract demand)(?!\p{L})/iu
const EITHER = /(?<!\p{L})whichever(?!\p{L})/iu
/** That it is due. */
const DUE =
  /(?<!\p{L})(?:rebates?|surcharges?|discounts?|penalt(?:y|ies)|incentives?|concessions?|waivers?|exempt\p{L}*|minimum (?:energy |demand |fixed |monthly )?charges?|charges? of|(?:is|are|be) (?:also )?(?:\d|twice|double|charged|levied|payable|paid|billed|rounded|allowed|given|added|treated as|counted as|taken as|reckoned as|ignored|disregarded|the (?:higher|highest|larger|greater))|(?:not|no case) (?:be )?less than|pays?|gets?|whichever|plus)(?!\p{L})/iu

/** Groups of facts that say again, or otherwise, what figures of the record print. */
const REPEATS: ReadonlySet<string> = new Set(['repeated', 'conflict'])

/** The number of a cell is no quote of a sentence that has the same number. */
const WORDS = /\p{L}{3}/u

const numberIn = (text: string): bigint | null => comparable(/\d+(?:\.\d+)?/u.exec(text.replaceAll(',', ''))?.[0] ?? '')

/** `Shall be not less than Rs 140`: a least amount is due, and nothing is compared with it. */
const AT_LEAST = /(?<!\p{L})(?:not|no case)(?: be)? less than (?:the )?$/iu

/** `Or 4 kW, whichever is higher`: a demand or load that is billed. */
const MEASURED = /(?<![\p{L}\d.,])\d+(?:\.\d+)?\s*(?:kVA|kW|B?HP)(?!\p{L})/giu

/** The amounts of a text that are due, and not those with which something is compared. */
const amountsIn = (text: string): string[] =>
  [...text.matchAll(AMOUNT), ...(EITHER.test(text) ? text.matchAll(MEASURED) : [])].flatMap(({ 0: amount, index }) => {
    const before = text.slice(0, index)
    const isCompared =
      (COMPARED.test(before) && !AT_LEAST.test(before)) || OF_MEASURED.test(text.slice(index + amount.length))
    return isCompared && !EITHER.test(text) ? [] : [amount]
  })

/** The amounts of a sentence that says that they are due. */
export const dueAmountsIn = (sentence: string): string[] => (DUE.test(sentence) ? amountsIn(sentence) : [])

/** Quantities that no charge, rule, bound or other quantity reads: what their sentence says is in no bill. */
export function unreadQuantities(record: ReleaseRecord): Found<F>[] {
  const conditions = [
    ...record.rows.flatMap((row) => row.conditions),
    ...record.categories.flatMap(({ bounds }) => bounds),
  ]
  const names = [
    ...namesOfConditions(conditions),
    ...record.rows.flatMap(({ charges }) => charges.flatMap((charge) => namesOfCharge(record, charge))),
    ...record.rules.adjustments.flatMap((rule) => rule.cases.flatMap((each) => namesOfCase(rule, each))),
  ]
  const read = new Set(quantitiesBehind(record, names))
  return record.quantities
    .filter((quantity) => quantity.evidence !== null && !read.has(quantity))
    .map(({ quantity_id: id, evidence }) =>
      failing(
        `quantities/${id}`,
        'rule_not_applied',
        'a charge, a rule or a quantity that reads it, or a blocked component that quotes its sentence',
        `read by nothing: "${evidence?.quote}"`,
        evidence?.quote,
      ),
    )
}

/**
 * Facts that state a rule of the tariff which nothing of the record applies or blocks: a rebate that is only recorded is in
 * no bill, and no answer says so. Words that are no rule of this release, since they repeat another or are for other
 * supply, are declared in readings.yaml.
 */
export function rulesAsFacts(record: ReleaseRecord, { undeclared }: Cited): Found<F>[] {
  const others = quotationsOf(record).filter(({ path }) => !path.startsWith('rules/facts/'))
  const printed = new Set(figuresOf(record).map(({ figure }) => numberIn(figure.printed ?? '')))
  return record.rules.facts.flatMap(({ fact_id, group, evidence }): Found<F>[] => {
    const quote = undeclared(evidence)
    if (quote === null || !DUE.test(quote)) return []
    const quotes = others.flatMap(({ quotation }) =>
      quotation.source_id === evidence.source_id && quotation.locator.page === evidence.locator.page
        ? [fold(quotation.quote)].filter((each) => WORDS.test(each))
        : [],
    )
    if (quotes.some((each) => each.includes(fold(evidence.quote)))) return []
    const amounts = amountsIn(quotes.reduce((text, each) => text.replaceAll(each, ' '), quote))
    const [amount] = REPEATS.has(group) ? amounts.filter((each) => !printed.has(numberIn(each))) : amounts
    if (amount === undefined) return []
    const expected =
      'a charge, a rule or a blocked component that quotes the sentence of this fact, or in `sentences` of readings.yaml its words and why they are no rule of the release'
    return [
      failing(`rules/facts/${fact_id}`, 'rule_not_applied', expected, `"${amount}" in a fact only`, evidence.quote),
    ]
  })
}
