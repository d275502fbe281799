import { type Condition, certainComparisons } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { casesIn, figuresOfValues } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { codesOf, namesIn } from '../record/category-names.ts'
import { inReads } from '../record/reads.ts'
import { proseOf, sentencesBefore, sentencesFrom } from './rule-texts.ts'

/** `Mandatory for consumers of HT-2 and optional for those of HT-1`: each with whom it is for. */
const FOR_WHOM =
  /(?<!\p{L})(?:(?<must>mandatory|compulsory)|optional) (?:for|to|in respect of) (?<whom>.*?)(?=,? (?:and|but|while|whereas) (?:it )?(?:is )?(?:mandatory|compulsory|optional)(?!\p{L})|[.;](?!\d)|$)/giu
/** Words of a condition that asks who has opted, and those who have not. */
const OPTED = /(?<!\p{L})(?:opt(?:s|ed|ion|ional)?|chosen|chooses?|elected|voluntary)(?!\p{L})/u
const DENIED = /(?<!\p{L})(?:not|no|non|false)(?!\p{L})/u

/** Whether conditions ask for those who have opted, for those who have not, or for neither. */
function optedIn(conditions: readonly Condition[]): 'opted' | 'not opted' | null {
  const [asked] = certainComparisons(conditions)
    .map(({ field, value }) => inReads(`${field} ${[value].flat().join(' ')}`))
    .filter((words) => OPTED.test(words))
  if (asked === undefined) return null
  return DENIED.test(asked) ? 'not opted' : 'opted'
}

/**
 * Rules that a sentence of their clause, or one above their table, calls optional for some categories: for these a case asks who has opted. For
 * those for whom it is mandatory no case asks for it.
 */
export function optionFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const textsOf = (figure: Figure): readonly string[] => {
    const prose = proseOf(figure, citedIn)
    if (prose === null) return [citedIn.aboveTable(figure) ?? '']
    return [...sentencesBefore(figure, prose, citedIn), ...sentencesFrom(figure, prose, citedIn)]
  }
  return casesIn(record).flatMap(({ path, rule, own }): Found<F>[] => {
    if (own.effect === 'none') return []
    const texts = figuresOfValues(path, own.values).flatMap(({ figure }) =>
      figure.grade === 'held' ? [] : textsOf(figure),
    )
    const asked = optedIn(own.when)
    return [...new Set(texts)].flatMap((text) =>
      [...text.matchAll(FOR_WHOM)].flatMap(({ 0: words, groups = {} }) => {
        const named = namesIn(record, groups['whom'] ?? '').found.flatMap((name) => [...codesOf(record, name)])
        const own = rule.applies_to.filter((code) => named.includes(code))
        const isMust = groups['must'] !== undefined
        if (own.length === 0 || (isMust ? asked === null : asked === 'opted')) return []
        const expected = isMust
          ? `no condition on an option for ${own.join(', ')}, as in "${words}"`
          : `a condition for ${own.join(', ')} that asks who has opted, as in "${words}"`
        return [
          failing(path, 'condition_unread', expected, asked === null ? 'none' : `one for those who have ${asked}`),
        ]
      }),
    )
  })
}
