import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { escaped, levelsIn } from '../text/reading-words.ts'
import { codesOf, NUMBERED, namesIn } from './category-names.ts'
import { LEAVES_OUT } from './exemptions.ts'
import { proseOf, sentencesFrom } from './rule-texts.ts'

/** `High tension consumers`, `consumers of low tension`, `HT consumers`. */
const OF_LEVEL =
  /(?<!\p{L}|(?:other than|except|excluding) )(?:(?:extra[ -]high|high|low) (?:tension|voltage)|E\.?H\.?T\.?|H\.?T\.?|L\.?T\.?) consumers?(?!\p{L})|(?<!\p{L})consumers? (?:of|at|on|under) (?:extra[ -]high|high|low) (?:tension|voltage)(?!\p{L})/giu

/**
 * Rules for consumers of one level of supply, or `under` classes with a number: the rule applies to no others. One that names only the level is for
 * all of it, but those whom a sentence behind it leaves out.
 */
export function levelFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const { adjustments } = record.rules
  const layers = new Map(record.categories.map(({ subcategory_code: code, layer }) => [code, layer]))
  const stated = adjustments.map((adjustment) => ({
    path: `rules/adjustments/${adjustment.adjustment_id}`,
    codes: adjustment.applies_to,
    sentences: new Map(
      figuresOfAdjustment(adjustment).flatMap(({ figure }) => {
        const sentence = figure.grade === 'held' ? null : proseOf(figure, citedIn)
        return sentence === null ? [] : [[sentence.whole, sentencesFrom(figure, sentence, citedIn)] as const]
      }),
    ),
  }))
  const appliedTo = (whole: string): ReadonlySet<string> =>
    new Set(stated.flatMap(({ codes, sentences }) => (sentences.has(whole) ? codes : [])))
  return stated.flatMap(({ path, codes, sentences }) =>
    [...sentences].flatMap(([whole, behind]): Found<F>[] => {
      const { text, found } = namesIn(record, whole)
      const numbered = found.filter((name) => NUMBERED.test(name))
      const any = numbered.map((name) => escaped(name.trim())).join('|')
      const list = new RegExp(`(?<= under )(?:(?:${any}|and|or)(?: |$))+`, 'u').exec(text)?.[0] ?? ''
      const under = numbered.filter((name) => ` ${list}`.includes(name))
      const own = new Set(under.flatMap((name) => [...codesOf(record, name)]))
      const words = whole.match(OF_LEVEL) ?? []
      const [level, ...others] = new Set(words.flatMap((each) => levelsIn(each)))
      const isOther = (code: string): boolean =>
        level !== undefined && ![level, 'any'].includes(layers.get(code) ?? 'any')
      const isOneLevel = level !== undefined && others.length === 0
      const unsaid = codes.filter((code) => (own.size > 0 && !own.has(code)) || (isOneLevel && isOther(code)))
      const spared = new Set(
        behind
          .filter((each) => LEAVES_OUT.test(each))
          .flatMap((each) => namesIn(record, each).found.flatMap((name) => [...codesOf(record, name)])),
      )
      const applied = appliedTo(whole)
      const left =
        isOneLevel && found.length === 0
          ? [...layers].filter(([code, layer]) => layer === level && !applied.has(code) && !spared.has(code))
          : []
      return [
        ...unsaid.map((code) =>
          failing(path, 'category_not_said', `applies_to only what "${whole}" names`, `applies_to ${code}`),
        ),
        ...left.map(([code]) =>
          failing(path, 'category_left_out', `a rule for ${code} too, as in "${whole}"`, 'none that cites it'),
        ),
      ]
    }),
  )
}
