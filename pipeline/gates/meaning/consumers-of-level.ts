import type { Adjustment } from '../../../releases/record/adjustment.ts'
import type { Category } from '../../../releases/record/category.ts'
import { type Condition, comparisonsOf } from '../../../releases/record/expression.ts'
import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { codesOf, NUMBERED, namesIn } from '../record/category-names.ts'
import { IN_WORDS, levelsBeside, OF_LEVEL } from '../record/levels-named.ts'
import { escaped, levelsIn } from '../text/reading-words.ts'
import { LEAVES_OUT } from './exemptions.ts'
import { proseOf, sentencesFrom } from './rule-texts.ts'
import { leftOutIn, withoutExceptions } from './unnamed-consumers.ts'

/** A level, as in the label of a row, also with what they are between: `LT Single Phase Domestic Consumers`. */
const LABELLED = new RegExp(
  `(?<!\\p{L})(?:${IN_WORDS}|E\\.?H\\.?[TV]\\.?|H\\.?[TV]\\.?|L\\.?[TV]\\.?)(?: [\\p{L}\\p{N}-]+){0,4}? consumers?(?!\\p{L})`,
  'giu',
)

/** Whether conditions ask for a level or a voltage of supply, also by a word of a selector. */
const readsLevel = (conditions: readonly Condition[]): boolean =>
  comparisonsOf(conditions).some(
    ({ field, value }) => LEVEL_INPUT.test(field) || levelsIn([value].flat().join(' ').replaceAll('_', ' ')).length > 0,
  )
const LEVEL_INPUT = /^supply_|voltage/u

/** Whether a category of any level is of one of them by its facts, or is asked for it by its bounds or by each of its rows. */
const statesLevel = (
  { rows }: ReleaseRecord,
  { subcategory_code: code, bounds, facts }: Category,
  level: string,
): boolean =>
  readsLevel(bounds) ||
  Object.entries(facts).some(([name, words]) => LEVEL_INPUT.test(name) && levelsIn(words.join(' ')).join() === level) ||
  rows.filter(({ subcategory_code: own }) => own === code).every(({ conditions }) => readsLevel(conditions))

/** Whether requests for a category say at which level it is supplied. */
const takesLevel = ({ required_inputs: required, optional_inputs: optional }: Category): boolean =>
  [...required, ...optional.map(({ field }) => field)].some((field) => LEVEL_INPUT.test(field))

/** A rule that is read from rows for consumers of some levels, `All EHT Consumers`, is for no category of another one. */
function faultsOfLabels(adjustment: Adjustment, layers: ReadonlyMap<string, string>): Found<F>[] {
  const { adjustment_id, applies_to, cases } = adjustment
  const figures = figuresOfAdjustment(adjustment).map(({ figure }) => figure)
  const labels = figures.flatMap(({ cell }) => (cell === undefined ? [] : cell.row.join(' | ')))
  const named = labels.map((label) => (label.match(LABELLED) ?? []).flatMap((words) => levelsIn(words)))
  const asksLevel = cases.some(({ when }) => readsLevel(when))
  if (labels.length === 0 || labels.length < figures.length || named.some((levels) => levels.length === 0) || asksLevel)
    return []
  return applies_to
    .filter((code) => !['any', ...named.flat()].includes(layers.get(code) ?? 'any'))
    .map((code) => {
      const expected = `applies_to only categories of ${[...new Set(named.flat())].join(' or ')}, as in "${labels[0]}"`
      return failing(`rules/adjustments/${adjustment_id}`, 'category_not_said', expected, `applies_to ${code}`)
    })
}

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
    // A case without an amount leaves out the others.
    asksLevel: adjustment.cases.every(({ when, effect }) => effect === 'none' || readsLevel(when)),
    sentences: new Map(
      figuresOfAdjustment(adjustment).flatMap(({ figure }) => {
        const sentence = figure.grade === 'held' ? null : proseOf(figure, citedIn)
        if (sentence === null) return []
        const behind = sentencesFrom(figure, sentence, citedIn)
        return [[sentence.whole, { printed: sentence.printed, behind }] as const]
      }),
    ),
  }))
  const appliedTo = (whole: string): ReadonlySet<string> =>
    new Set(stated.flatMap(({ codes, sentences }) => (sentences.has(whole) ? codes : [])))
  const ofLabels = adjustments.flatMap((adjustment) => faultsOfLabels(adjustment, layers))
  const ofSentences = stated.flatMap(({ path, codes, asksLevel, sentences }) =>
    [...sentences].flatMap(([whole, { printed, behind }]): Found<F>[] => {
      const { found } = namesIn(record, whole)
      const kept = withoutExceptions(whole)
      const { text, found: meant } = namesIn(record, kept)
      const numbered = meant.filter((name) => NUMBERED.test(name))
      const any = numbered.map((name) => escaped(name.trim())).join('|')
      const list = new RegExp(`(?<= under )(?:(?:${any}|and|or)(?: |$))+`, 'u').exec(text)?.[0] ?? ''
      const under = numbered.filter((name) => ` ${list}`.includes(name))
      const own = new Set(under.flatMap((name) => [...codesOf(record, name)]))
      const words = kept.match(OF_LEVEL) ?? []
      const [level, ...others] = new Set(words.flatMap((each) => levelsIn(each)))
      const isOther = (code: string): boolean =>
        level !== undefined && ![level, 'any'].includes(layers.get(code) ?? 'any')
      // Beside classes of another level it is one of those who are named.
      const isAlone = levelsBeside(record, kept).length === 0
      const isOneLevel = level !== undefined && others.length === 0 && isAlone
      const [said, ...more] = new Set([...words, ...(kept.match(LABELLED) ?? [])].flatMap((each) => levelsIn(each)))
      const unasked = record.categories.filter(
        (each) =>
          said !== undefined &&
          more.length === 0 &&
          isAlone &&
          !asksLevel &&
          each.layer === 'any' &&
          codes.includes(each.subcategory_code) &&
          !statesLevel(record, each, said),
      )
      const unsaid = codes.filter((code) => (own.size > 0 && !own.has(code)) || (isOneLevel && isOther(code)))
      const spared = new Set(
        behind
          .filter((each) => LEAVES_OUT.test(each))
          .flatMap((each) => namesIn(record, each).found.flatMap((name) => [...codesOf(record, name)])),
      )
      const applied = appliedTo(whole)
      const isLeftOut = leftOutIn(record, printed)
      const isLeft = (each: Category): boolean =>
        (each.layer === level || (each.layer === 'any' && takesLevel(each))) &&
        !applied.has(each.subcategory_code) &&
        !spared.has(each.subcategory_code)
      const left =
        isOneLevel && found.length === 0 && isLeftOut !== null
          ? record.categories.filter((each) => isLeft(each) && !isLeftOut(each))
          : []
      return [
        ...unasked.map(({ subcategory_code: code }) =>
          failing(
            path,
            'category_not_said',
            `a condition on supply_level for ${code}, which is of any level: "${whole}"`,
            'no condition on a level',
          ),
        ),
        ...unsaid.map((code) =>
          failing(path, 'category_not_said', `applies_to only what "${whole}" names`, `applies_to ${code}`),
        ),
        ...[...new Set(left.map(({ subcategory_code: code }) => code))].map((code) =>
          failing(path, 'category_left_out', `a rule for ${code} too, as in "${whole}"`, 'none that cites it'),
        ),
      ]
    }),
  )
  return [...ofLabels, ...ofSentences]
}
