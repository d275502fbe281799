import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { fold } from '../text/fold.ts'
import { escaped, levelsIn } from '../text/reading-words.ts'
import { codesOf, namesIn } from './category-names.ts'
import { LEAVES_OUT, sentencesFrom } from './exemptions.ts'

/** `High tension consumers`, `consumers of low tension`, `HT consumers`. */
const OF_LEVEL =
  /(?<!\p{L}|(?:other than|except|excluding) )(?:(?:extra[ -]high|high|low) (?:tension|voltage)|E\.?H\.?T\.?|H\.?T\.?|L\.?T\.?) consumers?(?!\p{L})|(?<!\p{L})consumers? (?:of|at|on|under) (?:extra[ -]high|high|low) (?:tension|voltage)(?!\p{L})/giu

/** The code of a class: `LT-IV`, in plain words. */
const NUMBERED = /^ \p{L}+(?: \p{L}+)* (?:\d+|[ivx]+)(?: \p{L})? $/iu

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
    sentences: [
      ...new Map(
        figuresOfAdjustment(adjustment).flatMap(({ figure }) => {
          const sentence = figure.cell === undefined && figure.grade !== 'held' ? citedIn.sentenceOf(figure) : null
          if (sentence?.prose !== true) return []
          const printed = fold(sentence.printed)
          return [
            [printed, { ...sentence, printed, behind: sentencesFrom(citedIn.pageText(figure), printed) }] as const,
          ]
        }),
      ).values(),
    ],
  }))
  const appliedTo = (whole: string): ReadonlySet<string> =>
    new Set(stated.flatMap(({ codes, sentences }) => (sentences.some((each) => each.whole === whole) ? codes : [])))
  return stated.flatMap(({ path, codes, sentences }) =>
    sentences.flatMap(({ whole, behind }): Found<F>[] => {
      const { text, found } = namesIn(record, whole)
      const numbered = found.filter((name) => NUMBERED.test(name)).map((name) => escaped(name.trim()))
      const list = new RegExp(`(?<= under )(?:(?:${numbered.join('|')}|and|or)(?: |$))+`, 'u').exec(text)?.[0] ?? ''
      const under = found.filter((name) => NUMBERED.test(name) && ` ${list}`.includes(name))
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
