import type { Adjustment } from '../../../releases/record/adjustment.ts'
import type { Category } from '../../../releases/record/category.ts'
import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { codesOf, namesIn } from '../record/category-names.ts'
import { comparisonsIn } from '../record/comparisons.ts'
import { EXCEPTING, levelsIn } from '../text/reading-words.ts'
import { ITEM } from '../text/sentences.ts'
import { ALL, sparedIn } from './applied-categories.ts'
import { canBeOf } from './can-be-of.ts'
import { proseOf } from './rule-texts.ts'

/** Sorts of consumers that texts name without a label of the record, and how labels and codes of categories say the same. */
const SORTS: readonly { readonly said: string; readonly own: RegExp }[] = [
  { said: 'industrial', own: /industr/iu },
  { said: '(?<!non[- ])(?:domestic|residential)', own: /(?<!non[-_ ])(?:domestic|residen)|household|life ?line/iu },
  { said: 'commercial|non[- ]domestic', own: /commerc|non[-_ ](?:domestic|residen)/iu },
  { said: 'agricultur(?:al|e)|irrigation|pumping', own: /agricul|irrigat|pump/iu },
]
const LIST = SORTS.map(({ said }) => `(?:${said})`).join('|')
/** Nobody is named between what begins a clause and the consumers, so that it is all of them: `to the consumers who`. */
export const BEGINS = `(?<=^\\s*${ITEM}|[.;:,]\\s+|(?<!\\p{L})(?:to|for|by|from|of|on|that|when|if|where)\\s+)(?:(?:all|any|every|each|an?|the|of)\\s+){0,3}`
const OF_SORTS = new RegExp(
  `${BEGINS}((?:${LIST})(?:(?:,|,? and|,? or| &) (?:the )?(?:${LIST}))*) (?:consumers?|customers?)(?!\\p{L})(?! (?:other|except))`,
  'iu',
)
const OF_ANY = new RegExp(
  `${BEGINS}(?:consumers?|customers?) (?:with(?! the exception)|without|having|provided with|who|whose|that|opting|paying|using|availing|installing)(?!\\p{L})`,
  'iu',
)
/** Those of a load, a voltage or an area are not all of a sort, nor are those of whom a text spoke before. */
const OF_SOME =
  /\d\s*(?:kW|kVA|kV|B?HP|MVA|MW|units?|kWh)(?!\p{L})|(?<!\p{L})(?:urban|rural|such|these|those|said|above|aforesaid|certain|some|following|below)(?!\p{L})/iu

const MEASURE =
  /(?:(?<!\p{L})(?:above|below|beyond|over|up ?to)\s+)?(\d[\d.]*)\s*(?:kW|kVA|B?HP)(?!\p{L})(?: (?:and|or) (?:above|below)(?!\p{L}))?/giu

/** `Except agricultural consumers`, up to the end of the clause or of its list of sorts. */
const EXCEPTION = new RegExp(`(?<!\\p{L})${EXCEPTING}(?!\\p{L})(?:[^.,;:]|,(?=\\s*(?:and |or )?(?:${LIST})))*`, 'giu')

/** A text without whom it leaves out. */
export const withoutExceptions = (text: string): string => text.replaceAll(EXCEPTION, ' ')

/** Supply for a purpose has rates of its own: whether industrial consumers are those with emergency supply too is for the definition. */
const OF_A_SUPPLY = /(?<!\p{L})(?:emergency|stand-?by|start-?up|back-?up|temporary) (?:power )?supply(?!\p{L})/iu

type Is = (category: Category) => boolean
/** `isNot`: who is not meant. Whether `agricultural consumers` are all whose code says so, a text leaves open. `isMeasured`: those with a load that it prints. */
type Who = { readonly words: string; readonly isOf: Is; readonly isNot: Is; readonly isMeasured: boolean }

export const sortsIn = (text: string): typeof SORTS =>
  SORTS.filter(({ said }) => new RegExp(`(?<!\\p{L})(?:${said})(?!\\p{L})`, 'iu').test(text))

/** The categories of some sorts and of some levels; of none: of any. `byLabel`: a code that says a sort does not count. */
function isOf(sorts: typeof SORTS, levels: readonly string[], byLabel = false): Is {
  return ({ canonical_category_code: code, raw_category_label: label, layer }) =>
    (sorts.length === 0 || sorts.some(({ own }) => own.test(byLabel ? label : `${code} ${label}`))) &&
    (levels.length === 0 || layer === 'any' || levels.includes(layer))
}

/** Whom a text leaves out that does not name them: `other than agricultural consumers`; null: somebody else. */
export function leftOutIn(record: ReleaseRecord, text: string, byLabel = false): Is | null {
  const all = (text.match(EXCEPTION) ?? [])
    .filter((words) => namesIn(record, words).found.length === 0)
    .map((words) => [sortsIn(words), levelsIn(words), /,|(?<!\p{L})(?:and|or)(?!\p{L})/u.test(words)] as const)
  // A list may name sorts of all levels beside a level of all sorts: `domestic and EHT consumers`.
  const isOther = all.some(([sorts, levels, isList]) =>
    sorts.length === 0 ? levels.length === 0 : levels.length > 0 && isList,
  )
  if (isOther) return null
  const are = all.map(([sorts, levels]) => isOf(sorts, levels, byLabel))
  return (category) => are.some((is) => is(category))
}

/** Whom a sentence is for that names no category: all of some sorts, of some levels; null: it does not say. */
function whoIn(record: ReleaseRecord, rule: Adjustment, whole: string, printed: string): Who | null {
  const read = new Set(comparisonsIn(rule.cases.flatMap(({ when }) => when)).map(({ value }) => value))
  // A load that the rule asks for leaves nobody out who has it: `all the consumers having a contract demand above 10 kW`.
  const said = withoutExceptions(whole)
  const text = said.replaceAll(MEASURE, (words, number: string) => (read.has(number) ? ' ' : words))
  const isLeftOut = leftOutIn(record, printed)
  const isLeftOutByLabel = leftOutIn(record, printed, true)
  if (OF_SOME.test(text) || isLeftOut === null) return null
  const listed = OF_SORTS.exec(text)
  const words = listed?.[0] ?? OF_ANY.exec(text)?.[0]
  // `Consumers using agricultural pumps` are of a sort too, but who they are is not said.
  if (words === undefined || (listed === null && sortsIn(text).length > 0)) return null
  const isMeant = isOf(sortsIn(listed?.[1] ?? ''), levelsIn(text))
  return {
    words: words.trim(),
    isOf: (category) => isMeant(category) && !isLeftOut(category),
    isNot: (category) => !isMeant(category) || isLeftOutByLabel?.(category) === true,
    isMeasured: text !== said,
  }
}

/**
 * Rules of a sentence that names no category, but a sort of consumers or none at all: `the industrial consumers at EHT`,
 * `consumers with prepaid meters`. Each of their categories gets a rule from it, and no other does.
 */
export function unnamedFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const read = record.rules.adjustments.flatMap((rule) =>
    [
      ...new Map(
        figuresOfAdjustment(rule).flatMap(({ figure }) => {
          const sentence = figure.grade === 'held' ? null : proseOf(figure, citedIn)
          // A cited sentence beside it may say whom it is for.
          const isNamedBeside = citedIn
            .sectionOf(figure)
            .some((text) => text !== sentence?.whole && namesIn(record, text).found.length > 0)
          return sentence === null || isNamedBeside ? [] : [[sentence.whole, sentence.printed] as const]
        }),
      ),
    ].map(([whole, printed]) => ({ ...rule, whole, printed })),
  )
  const appliedBy = (whole: string): ReadonlySet<string> =>
    new Set(read.flatMap((each) => (each.whole === whole ? each.applies_to : [])))
  return read.flatMap(({ whole, printed, ...rule }): Found<F>[] => {
    const { adjustment_id, applies_to } = rule
    const { text, found } = namesIn(record, printed)
    const spared = sparedIn(text, found)
    // All but those that it names are judged where names are.
    const isJudged = found.length > spared.length || (spared.length > 0 && ALL.test(whole))
    const who = isJudged ? null : whoIn(record, rule, whole, printed)
    if (who === null) return []
    const path = `rules/adjustments/${adjustment_id}`
    const isSpared = (code: string): boolean => spared.some((name) => codesOf(record, name).has(code))
    const applied = appliedBy(whole)
    const others = record.categories.filter((each) => applies_to.includes(each.subcategory_code) && who.isNot(each))
    const left = record.categories.filter(
      (each) =>
        who.isOf(each) &&
        !OF_A_SUPPLY.test(each.raw_category_label) &&
        !applied.has(each.subcategory_code) &&
        !isSpared(each.subcategory_code) &&
        (!who.isMeasured || canBeOf(record, rule, each)),
    )
    const codes = (categories: readonly Category[]): string[] => [
      ...new Set(categories.map(({ subcategory_code: code }) => code)),
    ]
    return [
      ...codes(others).map((code) =>
        failing(path, 'category_not_said', `applies_to only "${who.words}", as in "${whole}"`, `applies_to ${code}`),
      ),
      ...codes(left).map((code) => {
        const expected = `a rule for ${code} too, as in "${whole}", or "${who.words}" declared in readings.yaml (sentences)`
        return failing(path, 'category_left_out', expected, 'none that cites it')
      }),
    ]
  })
}
