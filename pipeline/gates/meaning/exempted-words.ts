import { type Condition, comparisonsOf } from '../../../releases/record/expression.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { restrictionsUnread } from '../quotes/restrictions.ts'
import { wordsNamedIn } from '../record/choices.ts'
import { inReads } from '../record/reads.ts'
import { daysNamed, withoutFurniture } from '../text/furniture.ts'
import { numberWords, printedNumbers } from '../text/numbers.ts'
import { EXCEPTING } from '../text/reading-words.ts'

/** The words leave out everybody else, or only for some time. */
const OTHERS = new RegExp(`(?<!\\p{L})(?:${EXCEPTING}|but|unless|until|till|without|only)(?!\\p{L})`, 'iu')
/** Those words are left out under a further condition. */
const FURTHER = /(?<!\p{L})(?:if|where|when|after|before|during|provided)(?!\p{L})/iu

/**
 * A word of an input that a sentence leaves out of a charge and that its conditions take all the same: `shall not be levied
 * on new plants` of a case for `plant=new`, or for `plant in {new,established}`. Null: there is none. `whom`: the sentence
 * without what it says something of; `said`: with what stands behind that.
 */
export function wordTaken(
  record: ReleaseRecord,
  conditions: readonly Condition[],
  { whom, said }: { readonly whom: string; readonly said: string },
): string | null {
  if (OTHERS.test(said) || daysNamed(said).length > 0) return null
  const compared = comparisonsOf(conditions)
  const named = [...new Set(compared.map(({ field }) => field))].flatMap((field) => {
    const words = wordsNamedIn(record, field, whom)
    return words.length === 0 ? [] : [{ field, words }]
  })
  const taken = named.find(({ field, words }) =>
    words.some((word) => {
      const others = named.filter((each) => each.field !== field)
      return conditions.every((each) => isMet(each, [{ field, words: [word] }, ...others]) !== false)
    }),
  )
  if (taken === undefined) return null
  // `New plants of 100 kW or less`: those above may pay.
  const reads = named.map(({ field, words }) => inReads(`${field} ${words.join(' ')}`)).join(' ')
  const isOfSome =
    printedNumbers(withoutFurniture(said)).length + numberWords(said).length > 0 ||
    FURTHER.test(said) ||
    restrictionsUnread(said, reads).length > 0
  const isFurther = compared.some(({ field }) => !named.some((each) => each.field === field))
  return isOfSome && isFurther ? null : `${taken.field}=${taken.words.join(',')}`
}

/** Words that an input has. */
export type Given = { readonly field: string; readonly words: readonly string[] }

/** Whether a condition is met by one of the words that are given; null: they do not tell. */
export function isMet(condition: Condition, given: readonly Given[]): boolean | null {
  if ('not' in condition) {
    const met = isMet(condition.not, given)
    return met === null ? null : !met
  }
  if ('all' in condition) return allMet(condition.all.map((each) => isMet(each, given)))
  if ('any' in condition) {
    const none = allMet(condition.any.map((each) => isMet({ not: each }, given)))
    return none === null ? null : !none
  }
  const words = given.find(({ field }) => field === condition.field)?.words
  return words === undefined ? null : words.some((word) => [condition.value].flat().includes(word))
}

const allMet = (parts: readonly (boolean | null)[]): boolean | null =>
  parts.includes(false) ? false : parts.includes(null) ? null : true
