import { type Adjustment, isRoundingOfBill } from '../../../releases/record/adjustment.ts'
import { conditionText } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { isInCapitals } from '../quotes/paragraphs.ts'
import type { Sentence } from '../quotes/sentence-faults.ts'
import { BEFORE_NAMES } from '../quotes/sentence-limits.ts'
import {
  classesOf,
  classesWithin,
  codesOf,
  isDivided,
  means,
  namesIn,
  saysSort,
  withoutClasses,
} from '../record/category-names.ts'
import { groupBy } from '../record/groups.ts'
import { EXCEPTIONS, levelsBeside } from '../record/levels-named.ts'
import { withoutFurniture } from '../text/furniture.ts'
import { AN_AMOUNT } from '../text/named-units.ts'
import { JOINING } from '../text/numbered-classes.ts'
import { printedNumbers } from '../text/numbers.ts'
import { EXCEPTING, levelsIn } from '../text/reading-words.ts'
import { beforeSemicolon, clausesOf, sentencesIn } from '../text/sentences.ts'
import { LEAVES_OUT, leavesOutOf, NOT_ROUNDED } from './exemptions.ts'
import { sentencesFrom } from './rule-texts.ts'

/** Where it is stated who gets an amount: the sentence, the part of it for this amount, the words beside that, and sentences behind it of bills that are not rounded. */
type Stated = Pick<Sentence, 'whole' | 'printed' | 'piece'> & {
  readonly clause: string
  readonly behind: string
  /** Categories that sentences behind it leave out: `No tax is payable by LT-IV Pumps`. */
  readonly exempt: readonly string[]
  /** The nearest title in capitals above it; empty: there is none. */
  readonly title: string
  /** The row of a table that the sentence introduces, if it names nobody itself: each row is for all that the sentence names. */
  readonly row: string
}

const keyOf = ({ whole, row }: Pick<Stated, 'whole' | 'row'>): string => `${whole} | ${row}`

/**
 * Rules of a sentence that names categories: each category that the rule applies to must be among them, and each of them
 * must get a rule from that sentence. Of `all consumers other than LT-IV`, and of `all other consumers`, those that are
 * named are the ones without it, and each of the others must get a rule.
 */
export function appliedFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const codes = classesOf(record)
  const isOf = (name: string, code: string): boolean => means(record, name, code)
  const inText = (raw: string): readonly string[] => namesIn(record, raw).found
  /** Who pays something else, or nothing, is not among `all other consumers` of the sentence behind. */
  const isOfOthers = (text: string): boolean =>
    (LEAVES_OUT.test(text) || AN_AMOUNT.test(text) || NONE.test(text)) && inText(text).length > 0
  /** What is printed before the semicolon in front of `all other consumers`, and sentences of its paragraph before that: the names there are not among these. */
  const partsBefore = ({ printed }: Sentence, figure: Figure): string => {
    if (!REST.test(printed) || inText(printed).length > 0) return ''
    const before = beforeSemicolon(citedIn.pageText(figure), printed)
    const paragraph = citedIn.paragraphsOf(figure)[0] ?? ''
    const earlier = sentencesIn(paragraph.slice(0, Math.max(0, paragraph.indexOf(before || printed))).trim())
    const parts = [...earlier.slice(earlier.findLastIndex((text) => !isOfOthers(text)) + 1), before]
    return parts.map((part) => (part === '' ? '' : `${part} `)).join('')
  }
  /** The list behind `in respect of the following categories of consumers.`: sentences that name categories, without an amount. */
  const listBehind = (figure: Figure, sentence: Sentence): string => {
    if (!LISTS.test(sentence.printed)) return ''
    const further = sentencesFrom(figure, sentence, citedIn).slice(1)
    const end = further.findIndex((each) => AN_AMOUNT.test(each) || inText(each).length === 0)
    return further
      .slice(0, end < 0 ? further.length : end)
      .map((each) => ` ${each}`)
      .join('')
  }
  /** Who is exempt in a sentence of all others: `LT-V Farms are exempt; all other consumers pay`. */
  const exemptIn = (printed: string): string[] =>
    (REST.test(printed) ? printed.split(PARTS) : [])
      .filter((part) => LEAVES_OUT.test(part) && !REST.test(part) && !AN_AMOUNT.test(part))
      .flatMap(inText)
  const rowOf = ({ cell }: Figure): string => {
    const label = [...(cell?.row ?? []), ...(cell?.column ?? [])].join(' | ')
    return inText(label).length > 0 ? '' : label
  }
  /** Of the paragraph above the table of a cell, who gets `a rebate as below`: without the sentences of who does not. */
  const leadOf = (figure: Figure): Stated[] => {
    const sentences = (citedIn.aboveTable(figure) ?? '').split(/(?<=[.;:])\s+(?=\p{Lu})/u)
    const whole = sentences.filter((text) => !NOT.test(text)).join(' ')
    return LEADS.test(whole) && inText(whole).length > 0
      ? [{ whole, printed: whole, piece: whole, clause: '', behind: '', exempt: [], title: '', row: rowOf(figure) }]
      : []
  }
  /** The words of a text that are in no name: `LT Industrial (S)` says nothing of `LT Industrial (M)`, but `LT industrial consumers` does. */
  const apartFromNames = (raw: string): string => {
    const { text, found } = namesIn(record, raw)
    return found.reduce((rest, name) => (isDivided(record, name) ? rest : rest.replaceAll(name, ' | ')), text)
  }
  const layers = new Map(record.categories.map(({ subcategory_code: code, layer }) => [code, layer]))
  const readers = new Map<string, Adjustment[]>()
  const read = record.rules.adjustments.map((adjustment) => {
    const sentences = figuresOfAdjustment(adjustment).flatMap(({ figure }) => {
      if (figure.grade === 'held') return []
      if (figure.cell !== undefined) return leadOf(figure)
      const sentence = citedIn.sentenceOf(figure)
      const clauseOf = ({ whole }: Sentence): string => clausesOf(whole, figure.printed ?? '').join(' | ')
      if (sentence === null) return []
      const next = sentencesFrom(figure, sentence, citedIn).slice(1)
      const behind = next.filter(
        (each) => NOT_ROUNDED.test(each) && printedNumbers(withoutFurniture(each)).length === 0,
      )
      const exempt = next
        .filter((each) => leavesOutOf(each, sentence.printed))
        .flatMap(inText)
        .flatMap((name) => [...codesOf(record, name)])
      const title = sentence.prose ? citedIn.declared(citedIn.titlesOf(figure).find(isInCapitals) ?? '', figure) : ''
      const before = partsBefore(sentence, figure)
      const list = listBehind(figure, sentence)
      const [whole, printed] = [before + sentence.whole + list, before + sentence.printed + list]
      return {
        ...sentence,
        whole,
        printed,
        clause: clauseOf(sentence),
        behind: behind.join(' | '),
        exempt,
        title,
        row: '',
      }
    })
    for (const key of new Set(sentences.map(keyOf))) readers.set(key, [...(readers.get(key) ?? []), adjustment])
    const pieces = groupBy(sentences, keyOf)
    return {
      adjustment,
      sentences: [...pieces].map(([, each]) => ({
        ...each[0],
        piece: each.map(({ piece }) => piece).join(' | '),
        clause: each.map(({ clause }) => clause).join(' | '),
        behind: each.map(({ behind }) => behind).join(' | '),
        exempt: each.flatMap(({ exempt }) => exempt),
      })),
    }
  })
  return read.flatMap(({ adjustment, sentences }) => {
    const { adjustment_id, applies_to } = adjustment
    // A rounding of the bill that names nobody is that of every bill.
    const rounds = isRoundingOfBill(adjustment)
    return sentences.flatMap(({ whole, printed, piece, clause, behind, exempt, title, row }): Found<F>[] => {
      const { text } = namesIn(record, whole)
      const all = inText(whole)
      const inPrint = inText(printed)
      const isOfEvery = EVERY.test(printed) || rounds
      const path = `rules/adjustments/${adjustment_id}`
      if (inPrint.length === 0 && !isOfEvery) {
        const above = ALL.test(printed) ? [] : inText(title)
        return applies_to
          .filter((code) => above.length > 0 && !above.some((name) => isOf(name, code)))
          .map((code) =>
            failing(path, 'category_not_said', `applies_to what the title "${title}" names`, `applies_to ${code}`),
          )
      }
      const own = inText(piece)
      const isRest = own.length === 0 && REST.test(piece)
      // Whom it leaves out is read as it is printed, also where readings.yaml declares the words.
      const apart = sparedIn(namesIn(record, printed).text, inPrint)
      // A quote of all of it does not tell which part of the sentence is meant.
      const isBoth = own.length > 0 && REST.test(piece)
      const spared = isRest ? all : [...new Set([...sparedIn(text, all), ...apart, ...exemptIn(printed)])]
      const named = (REST.test(whole) && own.length > 0 ? own : all).filter((name) => !spared.includes(name))
      const unrounded = rounds ? inText(behind) : []
      const isSpared = (code: string): boolean => [...spared, ...unrounded].some((name) => isOf(name, code))
      // Beside the amount itself, `6 percent by homes`, a name decides before those beside another: `and 9 percent by shops`.
      const near = REST.test(whole) ? [] : inText(clause).filter((name) => !spared.includes(name))
      const [words, meant] = near.length > 0 ? [clause, near] : [whole, named]
      // Words that readings.yaml declares do not have to be followed, but may name whom a rule is for.
      const declared = inPrint.filter((name) => !all.includes(name) && !apart.includes(name))
      const isOfSchedule = (name: string): boolean => SCHEDULES.test(text.slice(0, text.indexOf(name)))
      // A name, as the code of a schedule, is all its categories, unless the sentence has a range, a level or an area that some of them are.
      const isWhole = (name: string): boolean => isOfSchedule(name) || !OF_SOME.test(`${whole} ${title}`)
      const beside = levelsBeside(record, words)
      const isSaid = (code: string): boolean =>
        beside.some((level) => level === layers.get(code)) ||
        [...meant, ...declared].some((name) => isOf(name, code)) ||
        (!meant.some(isOfSchedule) &&
          [...codes.values()].flat().some((each) => each.code === code && saysSort(apartFromNames(words), each.sort)))
      const unsaid = applies_to.filter((code) => isSpared(code) || (named.length > 0 && !isBoth && !isSaid(code)))
      const rules = readers.get(keyOf({ whole, row }))?.filter((rule) => standsFor(rule, adjustment)) ?? []
      const isApplied = (code: string): boolean => rules.some((rule) => rule.applies_to.includes(code))
      const levels = OF_SOME_LOADS.test(whole) ? [] : levelsIn(whole.replaceAll(EXCEPTIONS, ' '))
      const left = named.flatMap((name) => {
        const meant = [...codesOf(record, name)]
        // `Schedule LIP` is all its categories; a name beside an area or a voltage may be that of one of several.
        if (isWhole(name)) return meant.filter((code) => !isApplied(code))
        // `Pumps connected either to HT or EHT` are those of both levels.
        const atLevel = meant.filter((code) => levels.includes(layers.get(code) ?? 'any'))
        if (new Set(atLevel.map((code) => layers.get(code))).size > 1) return atLevel.filter((code) => !isApplied(code))
        // `LT-2` is each of its classes, unless the sentence is of some consumers of it.
        const classes = OF_SOME.test(withoutClasses(whole)) || WITH.test(whole) ? [] : classesWithin(record, name)
        if (classes.length > 1)
          return classes.flatMap((codes) => (![...codes].some(isApplied) ? [[...codes].join(' or ')] : []))
        return meant.some(isApplied) ? [] : [name.trim()]
      })
      const isAll = ALL.test(whole)
      const isOfAll =
        (all.length === 0 && (isOfEvery || (apart.length > 0 && isAll))) || ((named.length === 0 || isBoth) && isAll)
      const others = record.categories
        .filter(({ layer }) => isOfAll || beside.includes(layer))
        .map(({ subcategory_code: code }) => code)
        .filter((code) => !isSpared(code) && !exempt.includes(code) && !isApplied(code))
      return [
        ...unsaid.map((code) =>
          failing(path, 'category_not_said', `applies_to only what "${words}" names`, `applies_to ${code}`),
        ),
        ...[...new Set([...left, ...others])].map((name) => {
          const expected = `a rule for ${name} too, as in "${whole}"`
          return failing(path, 'category_left_out', expected, 'none that cites it')
        }),
      ]
    })
  })
}

/**
 * Whether a rule that reads the same sentence counts for those whom another one leaves out. It does not if both are for some consumers, and
 * it asks for something else: a further rebate for some of those who get this one, or an alternative to it.
 */
function standsFor(rule: Adjustment, other: Adjustment): boolean {
  if (!rule.applies_to.some((code) => other.applies_to.includes(code))) return true
  const [own = [], others = []] = [rule, other].map(({ cases }) =>
    cases.filter(({ effect }) => effect !== 'none').map(({ when }) => when.map(conditionText)),
  )
  return own.some((when) => others.some((each) => when.every((text) => each.includes(text))))
}

/** `All other consumers` are those that the rest of the sentence does not name. */
const REST =
  /(?<!\p{L})(?:all|any|every) (?:the )?(?:others(?! than)|other (?:\p{L}+ ){0,2}(?:consumers?|categor(?:y|ies)|classes))(?!\p{L})/iu
/** Parts of a sentence that have subjects of their own. */
const PARTS = /;|\.(?= \p{Lu})|,? (?:but|while|whereas)(?!\p{L})|, and(?!\p{L})/u
/** Ends where a list of categories follows. */
const LISTS =
  /(?<!\p{L})following (?:categor(?:y|ies)|class(?:es)?|consumers?)(?: of (?:consumers?|supply))?\s*[:.]?\s*$/iu
/** `LT-3 has no surcharge`. */
const NONE = /(?<!\p{L})no(?!\p{L})/iu
export const ALL = /(?<!\p{L})all (?:the )?(?:other )?(?:consumers|categories|classes|rates|schedules)(?!\p{L})/iu
/** The same in a sentence that names no category; `all consumers with smart meters` are some of them. */
export const EVERY =
  /(?<!\p{L})(?:all (?:the )?(?:categories|classes|schedules)|(?:any|every|each) (?:schedule|category)|(?:of|on|in|to|from) (?:all bills|(?:any|every|each) bill))(?!\p{L})(?! (?:of|under|in|with|having|that|which|above|below|covered)(?!\p{L}))|(?<!\p{L})all (?:the )?consumers(?=\s*(?:[.,;:)]|$)|\s+(?:shall|will|must|pay|get|at|by|on|from|for (?:(?:the|their|all) )*(?:consumption|energy|units|supply|electricity))(?!\p{L}))/iu
/** Before the code of a schedule: `schedules DS and CS up to 20 kVA`, in plain words. */
const SCHEDULES = /(?:schedules?|categor(?:y|ies))(?: (?:and|or|above|below|up|to|kw|kva|hp|[\p{Lu}\p{N}]+))*$/u
const OF_SOME_LOADS = /\d\s*(?:kW|kVA|kV|HP|MVA|MW)(?!\p{L})|(?<!\p{L})(?:urban|rural|phase)(?!\p{L})/iu
const OF_SOME = new RegExp(`${OF_SOME_LOADS.source}|(?<!\\p{L})(?:LT|HT|EHT|LV|HV|EHV|voltage)(?!\\p{L})`, 'iu')
const WITH =
  /(?<!\p{L})(?:who|whose|with|without|having|below|above|(?:un)?metered|temporary|prepaid|if|where)(?!\p{L})/iu
/** Words of a paragraph that a table belongs to. */
const LEADS =
  /(?<!\p{L})(?:below|following|follows|hereunder|according to|rebate|surcharge|penalty|incentive|concession|discount|rent)(?!\p{L})|:\s*$/iu
const NOT = new RegExp(`(?<!\\p{L})(?:not|${EXCEPTING})(?!\\p{L})`, 'iu')

/** The names behind an exception: `other than LT-IV Pumps and LT-V Mills`. */
export function sparedIn(text: string, named: readonly string[]): string[] {
  const list = named.map((name) => name.trim()).join('|')
  const behind = new RegExp(`(?<= )${EXCEPTING}(?: (?:${list}|${JOINING}|${BEFORE_NAMES}))+(?= )`, 'gu')
  const found = (text.match(behind) ?? []).map((each) => `${each} `)
  return named.filter((name) => found.some((each) => each.includes(name)))
}
