import { isRoundingOfBill } from '../../../releases/record/adjustment.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { isInCapitals } from '../quotes/paragraphs.ts'
import { namesIn } from '../record/category-names.ts'
import { groupBy } from '../record/groups.ts'
import { hasWord, levelsIn } from '../text/reading-words.ts'
import { EVERY } from './applied-categories.ts'
import { canBeOf } from './can-be-of.ts'
import { wordsOfLabel } from './lines-of-bill.ts'
import { proseOf, sentencesFrom } from './rule-texts.ts'
import { sortsIn } from './unnamed-consumers.ts'

/** Whom a text may be about, in whatever words. */
const ABOUT =
  /(?<!\p{L})(?:consumers?|customers?|categor(?:y|ies)|class(?:es)?|schedules?|connections?|services?|installations?|premises|households?|users?|plants?|units? of|such|these|those|above|following|below|under|said)(?!\p{L})/iu

/**
 * Rules of sentences that name nobody: `A rebate of 2% shall be allowed on the energy charge.` Where no title, no sentence
 * around it and none that is cited beside it says whose it is, it is that of every category whose requests and charges it can be of.
 */
export function silentFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const read = record.rules.adjustments.flatMap((rule) =>
    figuresOfAdjustment(rule).flatMap(({ figure }) => {
      const sentence = figure.grade === 'held' ? null : proseOf(figure, citedIn)
      // Of `every bill`, and of bills that are rounded, names are judged where they are.
      if (sentence === null || EVERY.test(sentence.printed) || isRoundingOfBill(rule)) return []
      const isSilent = ![sentence.printed, ...contextOf(figure, sentence.printed, citedIn)].some((text) =>
        speaks(record, text),
      )
      return isSilent ? [{ rule, whole: sentence.whole }] : []
    }),
  )
  return [...groupBy(read, ({ whole }) => whole)].flatMap(([whole, each]) => {
    const applied = new Set(each.flatMap(({ rule }) => rule.applies_to))
    return [...new Set(each.map(({ rule }) => rule))].flatMap((rule) => {
      const left = record.categories.filter(
        (category) => !applied.has(category.subcategory_code) && canBeOf(record, rule, category),
      )
      const path = `rules/adjustments/${rule.adjustment_id}`
      return [...new Set(left.map(({ subcategory_code: code }) => code))].map((code) => {
        const expected = `a rule for ${code} too, or a sentence or title that says whose it is, cited from its note or paragraph: "${whole}"`
        return failing(path, 'category_left_out', expected, 'none that cites it')
      })
    })
  })
}

/** What may say whose a sentence is: the titles above it, its paragraph and clause, and sentences cited beside it. */
function contextOf(figure: Figure, printed: string, citedIn: Cited): string[] {
  const titles = citedIn.titlesOf(figure)
  const at = titles.findIndex(isInCapitals)
  return [
    ...titles.slice(0, at < 0 ? titles.length : at + 1),
    ...citedIn.paragraphsOf(figure),
    ...sentencesFrom(figure, { printed }, citedIn),
    ...citedIn.sectionOf(figure),
    ...citedIn.besideOf(figure),
  ]
}

function speaks(record: ReleaseRecord, text: string): boolean {
  if (ABOUT.test(text) || levelsIn(text).length + sortsIn(text).length + namesIn(record, text).found.length > 0)
    return true
  const words = record.categories.flatMap((each) => wordsOfLabel(each.raw_category_label))
  return hasWord(
    text,
    words.filter((word) => !COMMON.has(word)),
  )
}
const COMMON: ReadonlySet<string> = new Set([
  'supply',
  'tariff',
  'general',
  'other',
  'others',
  'units',
  'above',
  'with',
])
