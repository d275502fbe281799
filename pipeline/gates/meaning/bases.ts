import type { Adjustment, AdjustmentCase } from '../../../releases/record/adjustment.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfAdjustment, figuresOfValues } from '../../../releases/record/figures.ts'
import { namesBehind, namesOfCase } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { signOf } from '../cells/cell-faults.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Failing, type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { wordsIn } from '../record/comparisons.ts'
import { isTakenOff, LAID_ON } from '../text/effect-words.ts'
import { numberWords } from '../text/numbers.ts'
import { hasWord } from '../text/reading-words.ts'
import { endsOfToken } from '../text/tokens.ts'
import { faultOfExcluded, faultOfLines, faultsOfLine, WHOLE_BASES, wordsOfLabel } from './lines-of-bill.ts'
import { textOf, textsOf } from './rule-texts.ts'
import { faultOfHours, faultOfShare, faultsOfUnits, hasWholeIn, isHours } from './shares.ts'

/** How orders name the parts of a bill; a demand is only meant as a charge where it is not a quantity. */
const PARTS: Readonly<Record<string, RegExp>> = {
  energy: /(?<!\p{L})energy(?! (?:consumption|drawal|meters?|units?|sold)(?!\p{L}))|(?<!\p{L})unit charges?(?!\p{L})/iu,
  fixed:
    /(?<!\p{L})rates? per (?:kVA|kW|HP)(?!\p{L})|(?<!\p{L})(?:fixed|capacity)(?: (?:and|or|plus) (?:the )?energy)? charges?(?!\p{L})|(?<!(?:contract|maximum|recorded|billing|billed|excess|peak) )(?<!\p{L})demand(?! (?:recorded|drawn|of|in|is|exceeds?|exceeding|above|over)(?!\p{L}))/iu,
  wheeling: /(?<!\p{L})wheeling(?!\p{L})/iu,
}
/** A minimum charge is only in a base that names it; a text may name one that is not. */
const IN_BASE: Readonly<Record<string, RegExp>> = {
  ...PARTS,
  minimum: /(?<!\p{L})monthly minimum(?!\p{L})|(?<!\p{L})minimum(?: \p{L}+){0,2} charges?(?!\p{L})/iu,
}
/** The parts of a bill that a text names. */
export const partsIn = (text: string): string[] => Object.keys(PARTS).filter((part) => PARTS[part]?.test(text))
/** What is the whole bill or tariff, and not `Tariff III-B`. */
export const WHOLE =
  /(?<!\p{L})(?:bills?|billed amount|total|tariff(?![\s-](?-i:[IVX]+(?!\p{L})|\d))|all charges|amount)(?!\p{L})/iu

/** The components that an adjustment is taken of, as its base names them: charges by their component. */
export function componentsOf({ rows }: ReleaseRecord, { of, applies_to }: Adjustment): string[] {
  const charges = rows.filter((row) => applies_to.includes(row.subcategory_code)).flatMap((row) => row.charges)
  return [...new Set(of.map((name) => charges.find(({ charge_id }) => charge_id === name)?.component ?? name))]
}

/**
 * Percentages whose base is not the one in their sentence: what the sentence names must be in the base, and what is in
 * the base must be named there or beside it.
 */
export function baseFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return record.rules.adjustments.flatMap((adjustment) => [
    ...adjustment.cases.flatMap((each) => faultsOfCase(record, adjustment, each, citedIn)),
    ...faultsOfLine(record, adjustment),
    ...faultsOfPart(adjustment, citedIn),
    ...faultsOfUnits(adjustment, citedIn),
  ])
}

function faultsOfCase(record: ReleaseRecord, adjustment: Adjustment, each: AdjustmentCase, citedIn: Cited): Found<F>[] {
  const path = `rules/adjustments/${adjustment.adjustment_id}/${each.case_id}`
  const base = componentsOf(record, adjustment)
  const figures = figuresOfValues(path, each.values).map(({ figure }) => figure)
  const texts = figures.flatMap((figure) => (figure.grade === 'held' ? [] : textsOf(figure, citedIn)))
  const isUnsaid =
    each.effect === 'subtract' &&
    texts.length > 0 &&
    !figures.every(({ cell }) => cell !== undefined && signOf(cell) === 'subtract') &&
    !isTakenOff(texts.join(' | ')) &&
    !hasWord(texts.join(' | '), OTHERS)
  const deducted: Found<F>[] = isUnsaid
    ? [failing(path, 'deduction_not_said', 'a rebate in its sentence', `effect subtract, "${texts[0]}"`)]
    : []
  const isOfHours = namesBehind(record, namesOfCase(adjustment, each)).some(isHours)
  const ofValues = each.values.flatMap((value): Found<F>[] => {
    if (value.kind.startsWith('round_')) {
      const wrong = faultOfRounding(adjustment, texts[0] ?? '')
      return wrong === null ? [] : [failing(path, ...wrong)]
    }
    if (value.kind !== 'percent' && value.kind !== 'factor') return []
    return figuresOfValues(path, [value]).flatMap(({ figure }) => {
      // A percentage in another unit is refused where the record is compiled.
      if (figure.grade === 'held' || (figure.unit !== 'percent' && figure.unit !== 'times')) return []
      const { own, near } = textOf(figure, citedIn)
      const wrong =
        faultOfPercent(adjustment, base, figure, citedIn) ??
        faultOfExcluded(record, adjustment, figure.quote) ??
        faultOfMonths(own, figure.printed, each) ??
        faultOfLines(record, adjustment, own) ??
        faultOfChanged(record, adjustment, base, citedIn) ??
        faultOfOther(record, adjustment, base, own) ??
        faultOfDays(record, adjustment, each) ??
        faultOfHours(adjustment, each, own) ??
        faultOfShare(
          value.kind === 'factor',
          own,
          near,
          figure.grade !== 'derived',
          isOfHours && hasWholeIn(record, figure),
        ) ??
        faultOfSigned(value.kind, figure)
      return wrong === null ? [] : [failing(path, ...wrong)]
    })
  })
  return [...deducted, ...ofValues]
}
/** A percentage is of what its sentence says. */
export function faultOfPercent(
  adjustment: Adjustment,
  base: readonly string[],
  figure: Figure,
  citedIn: Cited,
): Failing<F> | null {
  const { own, near } = textOf(figure, citedIn)
  return (
    faultOfBase(base, own, near, behindOf(own, figure.printed)) ??
    faultOfBill(adjustment, billIn(own, figure.printed), `${own} ${figure.quote}`)
  )
}
/** `1.25% per month or part` of a bill that is paid late is due once only for a delay of one month, which a condition asks for. */
function faultOfMonths(own: string, printed: string | null, { effect, when }: AdjustmentCase): Failing<F> | null {
  const words = EACH_MONTH.exec(behindOf(own, printed))?.[0]
  const asked = wordsIn(when).filter((word) => /(?<!\p{L})months?(?!\p{L})/iu.test(word))
  const isOne = asked.length > 0 && asked.every((word) => numberWords(word).length === 0 && !/[02-9]/u.test(word))
  if (effect !== 'add' || words === undefined || !PAID_LATE.test(own) || isOne) return null
  const expected = `a condition for a delay of one month, such as a word one_month of a selector, as in "${words}"`
  return ['condition_unread', expected, asked.length === 0 ? `none, "${own}"` : asked.join(', ')]
}
const EACH_MONTH =
  /^\s*(?:%|per ?cent)\s*(?:(?:per|a|\/) ?month|[^.;]{0,60}?(?<!\p{L})for (?:each|every) (?:\p{L}+ )?month)(?!\p{L})/iu
const PAID_LATE = /(?<!\p{L})(?:late|belated|delay(?:s|ed)?|due date|overdue|unpaid|outstanding)(?!\p{L})/iu

/** `(+) 15%` is added to a charge: it is no share that the charge is of itself. */
function faultOfSigned(kind: string, { cell }: Figure): Failing<F> | null {
  if (kind !== 'factor' || cell === undefined || signOf(cell) === null) return null
  return ['other_share', `kind percent, as in the cell "${cell.printed}"`, 'kind factor']
}
/** A surcharge that is taken off is another fault. */
const OTHERS = [...LAID_ON, 'credited', 'free', 'subsidy', 'subsidised', 'subsidized', 'waived', 'waives']

/** What stands behind a percentage, without days on which a bill is paid: `within 7 days of the date of the bill`. */
function behindOf(own: string, printed: string | null): string {
  const [end = 0] = printed === null ? [] : endsOfToken(own, printed, true)
  return own.slice(end).replaceAll(DAY_OF_BILL, ' ')
}
/** `5% of the bill`, or in a sentence that names no charge `levied on the amount of the bill at 5%`. */
function billIn(own: string, printed: string | null): string | undefined {
  const behind = OF_BILL.exec(behindOf(own, printed))?.[0]
  return behind ?? (partsIn(own).length > 0 ? undefined : LEVIED_ON_BILL.exec(own)?.[0])
}
const LEVIED_ON_BILL =
  /(?<=(?:levied|charged|calculated|payable|given|allowed|computed) )on (?:the )?(?:(?:unpaid|outstanding|total|whole|net) )?(?:amount of (?:the |his |each )?)?bills?(?!\p{L})/iu
const DAY_OF_BILL =
  /(?<!\p{L})(?:dates?|payment|receipt|issue|presentation|delivery|service) of (?:\p{L}+ ){0,2}bills?(?!\p{L})/giu
const OF_WHOLE =
  /(?<!\p{L})(?:of|on) (?:(?!(?:and|or|if|the date|charges?)(?!\p{L}))\p{L}+ ){0,3}?(?:bills?|billed amount|total(?! (?:of|energy|fixed|demand)(?!\p{L}))|tariff|all charges|amount(?! of (?:the )?(?:energy|fixed|demand)(?!\p{L})))(?!\p{L})/iu
const OF_BILL = /(?<!\p{L})(?:of|on) (?:(?!(?:and|or|if)(?!\p{L}))\p{L}+ ){0,4}?bills?(?!\p{L})/iu

/** `The rate means the fixed charge and the energy charge`: what a term of a text is, where a text near it says so. */
function definitionOf(text: string, near: string): string | null {
  const found = [...near.matchAll(DEFINES)].find(
    ([, term = '', meaning = '']) => hasWord(text, [term]) && partsIn(meaning).length > 0,
  )
  return found?.[0] ?? null
}
const DEFINES =
  /(?<!\p{L})["'\u2018\u201c]?(\p{L}+(?: charges?| of charge)?)["'\u2019\u201d]? (?:means|shall mean|comprises|consists? of|is the sum of) ([^|.;]+)/giu

/** Of the whole, where the sentence names parts too: it names the whole first behind the percentage. */
function isOfWhole(behind: string, own: string): boolean {
  const whole = OF_WHOLE.exec(behind)?.index
  const parts = Object.values(PARTS).flatMap((part) => part.exec(behind)?.index ?? [])
  // In `on the energy bill` the whole begins before its part.
  return whole === undefined ? parts.length === 0 && WHOLE.test(own) : parts.every((part) => whole < part)
}

/** A percentage or rounding `of the bill` beside the tariff is of all lines so far, and not only of the base tariff. */
function faultOfBill({ side, of }: Adjustment, words: string | undefined, own: string): Failing<F> | null {
  if (side !== 'beside' || words === undefined || !of.includes('base_tariff') || NOT_ALL.test(own)) return null
  return ['other_base', `of: bill, as in "${words}"`, `of: [${of.join(', ')}], "${own}"`]
}
const NOT_ALL =
  /(?<!\p{L})(?:exclu\p{L}+|except|without|before|net of|other than|tariff|(?:each|every)(?! (?:(?:\p{L}+ )?bills?|consumers?|customers?)(?!\p{L})))(?!\p{L})/iu

/** What is rounded is the bill where its sentence names it and no charge: `the total of every bill is rounded`. */
function faultOfRounding(rule: Adjustment, own: string): Failing<F> | null {
  const words = /(?<!\p{L})bills?(?!\p{L})/iu.exec(own)?.[0]
  const isCharge = rule.of.every((name) => name in PARTS)
  if (!isCharge || words === undefined || partsIn(own).length > 0 || NOT_ALL.test(own))
    return faultOfBill(rule, words, own)
  return ['other_base', `of: bill, as in "${words}"`, `of: [${rule.of.join(', ')}], "${own}"`]
}

/** What is due in full beside a share of another charge: `75% of the fixed charge and the full energy charge`. */
const IN_FULL =
  /(?:,|(?<!\p{L})(?:and|plus|with|but))\s+(?:the )?(?:full|entire) (?:energy|fixed|demand|wheeling) charges?(?!\p{L})/giu

function faultOfBase(base: readonly string[], said: string, near: string, behind: string): Failing<F> | null {
  const text = said.replaceAll(IN_FULL, ' ')
  const isWhole = base.some((name) => WHOLE_BASES.has(name))
  const own = partsIn(text).length > 0 ? text : (definitionOf(text, near) ?? text)
  const named = partsIn(own)
  const found = `of: [${base.join(', ')}]`
  if (isWhole)
    return (named.length === 0 ? WHOLE.test(own) || WHOLE.test(near) : isOfWhole(behind, own))
      ? null
      : [
          'base_not_said',
          'a sentence that names the bill, the tariff or all charges, or the charges of which it is',
          `"${own}", ${found}`,
        ]
  const left = named.find((part) => !base.includes(part))
  if (left !== undefined) return ['other_base', `of: the ${left} charge too, as in "${own}"`, found]
  const unsaid = base.find((part) => IN_BASE[part]?.test(named.length > 0 ? own : near) === false)
  return unsaid === undefined
    ? null
    : ['base_not_said', `the ${unsaid} charge in its sentence, or not in of`, `"${own}", ${found}`]
}

/** `Energy Charges shall be 10% higher`: the charge itself is another one, of which later percentages are taken. */
const CHANGED =
  /(?<!\p{L})charges? (?:shall|will|is|are)(?: be)? \d[\d.]*\s*(?:%|per ?cent)\s*(?:higher|lower|more|less)(?!\p{L})/iu

/** `It shall form part of the energy charge`: the charge that an amount belongs to. Null: the text does not say, or denies it. */
export function partOf(text: string): string | null {
  const found = PART_OF.exec(text)
  return found === null || hasWord(text, ['not', 'no']) ? null : (partsIn(found[0])[0] ?? null)
}
const PART_OF = /(?<!\p{L})(?:part of|included in|counted as) (?:the )?(?:energy|fixed|demand) charges?(?!\p{L})/iu

/** What is part of a charge is part of the base tariff, as the charge is. */
function faultsOfPart(rule: Adjustment, citedIn: Cited): Found<F>[] {
  if (rule.side !== 'beside') return []
  const texts = figuresOfAdjustment(rule).map(({ figure }) => textOf(figure, citedIn).own)
  const words = texts.find((text) => partOf(text) !== null)
  if (words === undefined) return []
  return [failing(`rules/adjustments/${rule.adjustment_id}`, 'other_line', `side: base, as "${words}"`, 'side: beside')]
}

/** An earlier line that changes the charge itself, and that is left out of a percentage of that charge. */
function faultOfChanged(
  record: ReleaseRecord,
  adjustment: Adjustment,
  base: readonly string[],
  citedIn: Cited,
): Failing<F> | null {
  const { order, of, applies_to, part } = adjustment
  if (part !== null || of.some((name) => WHOLE_BASES.has(name))) return null
  for (const each of record.rules.adjustments) {
    const isShared = each.applies_to.some((code) => applies_to.includes(code))
    const isOfThese = each.of.length > 0 && each.of.every((name) => of.includes(name))
    if (each.order >= order || each.side !== 'base' || !isShared || of.includes(each.adjustment_id)) continue
    const words = figuresOfAdjustment(each)
      .map(({ figure }) => textOf(figure, citedIn).own)
      .find((text) => (isOfThese && CHANGED.test(text)) || base.includes(partOf(text) ?? ''))
    if (words !== undefined)
      return ['other_base', `of: ${each.adjustment_id} too, as "${words}"`, `of: [${of.join(', ')}]`]
  }
  return null
}

type Dated = Pick<AdjustmentCase, 'effective_from' | 'effective_to'>

/** A case without a first or last day is of all days of the release. */
function covers({ effective_from: from, effective_to: to }: Dated, inner: Dated, release: ReleaseRecord): boolean {
  const begins = from === null || from <= (inner.effective_from ?? release.effective_from)
  return begins && (to === null || (inner.effective_to ?? release.effective_to) <= to)
}

/**
 * A line that depends on the days of a bill is left out if no case has all of them. A percentage of it must then be left
 * out too, or it would be of a smaller base: duty on a bill of two months whose fuel adjustment is by month.
 */
function faultOfDays(record: ReleaseRecord, { of }: Adjustment, each: Dated): Failing<F> | null {
  const left = record.rules.adjustments.find(
    ({ adjustment_id: id, side, stands_for: line, cases }) =>
      of.includes(id) && side === 'beside' && line !== undefined && !cases.some((one) => covers(one, each, record)),
  )
  const days = `${each.effective_from ?? 'the beginning'} to ${each.effective_to ?? 'the end'}`
  return left === undefined
    ? null
    : ['other_base', `dates that lie in those of one case of ${left.adjustment_id}, which is in its base`, days]
}

/** A charge of another kind is called by its own name. */
function faultOfOther(
  { rows }: ReleaseRecord,
  { of, applies_to }: Adjustment,
  base: readonly string[],
  own: string,
): Failing<F> | null {
  if (!base.includes('other')) return null
  const labels = rows
    .filter((row) => applies_to.includes(row.subcategory_code))
    .flatMap(({ charges }) => charges.flatMap(({ component, label }) => (component === 'other' ? [label] : [])))
  if (hasWord(own, labels.flatMap(wordsOfLabel))) return null
  return [
    'base_not_said',
    `${[...new Set(labels)].join(' or ') || 'the charge'} in its sentence, or not in of`,
    `"${own}", of: [${of.join(', ')}]`,
  ]
}
