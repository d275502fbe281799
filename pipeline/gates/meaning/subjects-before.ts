import type { Adjustment } from '../../../releases/record/adjustment.ts'
import { conditionText, numbersOf } from '../../../releases/record/expression.ts'
import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import { namesOfCase, quantitiesBehind } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { plainEdges } from '../cells/stated-bounds.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { codesOf, namesIn } from '../record/category-names.ts'
import { comparisonsIn } from '../record/comparisons.ts'
import { OF_LEVEL } from '../record/levels-named.ts'
import { AN_AMOUNT } from '../text/named-units.ts'
import { levelsIn } from '../text/reading-words.ts'
import { ITEM } from '../text/sentences.ts'
import { proseOf, sentencesBefore } from './rule-texts.ts'
import { powersUnread } from './unread.ts'

/** Who is meant by a sentence that says nothing of it: those of whom the sentence before in its clause speaks. */
type Subject = {
  readonly text: string
  readonly codes: ReadonlySet<string>
  readonly names: readonly (readonly string[])[]
}

const WHO =
  /(?<!\p{L})(?:consumers?|customers?|installations?|connections?|categor(?:y|ies)|class(?:es)?|schedules?|persons?|users?|bills?|tariffs?)(?!\p{L})/iu
/** Words that sentences about different things share. */
const COMMON = new Set(
  'power supply supplied tariff charge charges charged energy demand month months monthly shall levied leviable payable surcharge rebate rebates penalty units under their other every which where billing amount electricity sanctioned contract connected maximum minimum recorded average above below'.split(
    ' ',
  ),
)
const topicsIn = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{5,}/gu) ?? []).filter((word) => !COMMON.has(word))

function subjectIn(record: ReleaseRecord, text: string): Subject | null {
  const { found } = namesIn(record, text)
  const named = found.map((name) => [...codesOf(record, name)])
  const levels = found.length > 0 ? [] : (text.match(OF_LEVEL) ?? []).flatMap(levelsIn)
  const ofLevel = record.categories.filter(({ layer }) => levels.includes(layer)).map((each) => [each.subcategory_code])
  const names = [...named, ...ofLevel]
  return names.length === 0 ? null : { text, codes: new Set(names.flat()), names }
}

/**
 * Rules of a sentence that names nobody, behind one of the same clause that says who has to do what: `LT-5 consumers of 5 HP and above shall
 * install capacitors. If capacitors are not installed, a surcharge is levied.` They apply to these consumers, and ask for their load.
 */
export function subjectFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const read = record.rules.adjustments.flatMap((rule) =>
    figuresOfAdjustment(rule).flatMap(({ figure }) => {
      const sentence = figure.grade === 'held' ? null : proseOf(figure, citedIn)
      if (sentence === null || WHO.test(sentence.printed) || namesIn(record, sentence.printed).found.length > 0)
        return []
      const topics = topicsIn(sentence.printed)
      const subject = sentencesBefore(figure, sentence, citedIn)
        // A sentence with an amount of its own is another rule.
        .filter((each) => !AN_AMOUNT.test(each) && topicsIn(each).some((word) => topics.includes(word)))
        .map((each) => subjectIn(record, citedIn.declared(each, figure)))
        .findLast((each) => each !== null)
      return subject === undefined ? [] : [{ rule, subject, printed: sentence.printed }]
    }),
  )
  const appliedBy = (printed: string): string[] =>
    read.flatMap((each) => (each.printed === printed ? each.rule.applies_to : []))
  const ofSentences = new Map(read.map((each) => [`${each.rule.adjustment_id} ${each.printed}`, each]))
  return [...ofSentences.values()].flatMap(({ rule, subject, printed }): Found<F>[] => {
    const { text, codes, names } = subject
    const path = `rules/adjustments/${rule.adjustment_id}`
    const applied = appliedBy(printed)
    const left = names.filter((each) => !each.some((code) => applied.includes(code)))
    const known = numbersAsked(record, rule)
    return [
      ...rule.applies_to
        .filter((code) => !codes.has(code))
        .map((code) =>
          failing(path, 'category_not_said', `applies_to only of whom "${text}" speaks`, `applies_to ${code}`),
        ),
      ...left.map((each) =>
        failing(
          path,
          'category_left_out',
          `a rule for ${each.join(' or ')} too, as in "${text}"`,
          'none that cites it',
        ),
      ),
      ...powersUnread(plainEdges(text), (value) => known.has(value)).map((power) =>
        failing(
          path,
          'edge_unread',
          `a condition on ${power}, or words with it declared in readings.yaml (sentences)`,
          `"${text}"`,
        ),
      ),
    ]
  })
}

/** The numbers with which a rule, the quantities that it reads and the bounds of its categories compare something. */
function numbersAsked(record: ReleaseRecord, rule: Adjustment): ReadonlySet<string> {
  const quantities = quantitiesBehind(
    record,
    rule.cases.flatMap((each) => namesOfCase(rule, each)),
  )
  const bounds = record.categories.flatMap((each) =>
    rule.applies_to.includes(each.subcategory_code) ? each.bounds : [],
  )
  const conditions = [...rule.cases, ...quantities.flatMap(({ cases }) => cases)].flatMap(({ when }) => when)
  return new Set([
    ...comparisonsIn([...conditions, ...bounds]).map(({ value }) => value),
    ...quantities.flatMap(({ cases }) => cases.flatMap(({ formula }) => numbersOf(formula).map(({ value }) => value))),
  ])
}

/** `The above consumers shall pay a surcharge of 30 paise`: those of the sentence before. */
const ABOVE = new RegExp(
  `^${ITEM}(?:the )?(?:above|said|aforesaid|such|these) (?:mentioned |said )?(?:consumers|customers)(?!\\p{L})`,
  'iu',
)

/**
 * Rules of `the above consumers` that are not for the same categories as the rules of the sentence directly before, or do not ask for the
 * same.
 */
export function aboveFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const read = record.rules.adjustments.flatMap((rule) =>
    figuresOfAdjustment(rule).flatMap(({ figure }) => {
      const sentence = figure.grade === 'held' ? null : proseOf(figure, citedIn)
      return sentence === null ? [] : [{ rule, printed: sentence.printed, page: citedIn.pageText(figure) }]
    }),
  )
  const appliedBy = (printed: string): ReadonlySet<string> =>
    new Set(read.flatMap((each) => (each.printed === printed ? each.rule.applies_to : [])))
  /** What every case that reads a sentence asks for. */
  const askedBy = (printed: string): string[] => {
    const cases = read.flatMap((each) => (each.printed === printed ? each.rule.cases : []))
    const [first = [], ...more] = cases
      .filter(({ effect }) => effect !== 'none')
      .map(({ when }) => when.map(conditionText))
    // How a bill is paid is not who pays it.
    return first.filter((text) => !text.includes('payment.') && more.every((each) => each.includes(text)))
  }
  const found = read.flatMap(({ rule, printed, page }): Found<F>[] => {
    if (!ABOVE.test(printed)) return []
    const before = page.slice(0, Math.max(0, page.indexOf(printed))).trimEnd()
    const above = read.find((each) => each.printed !== printed && before.endsWith(each.printed))
    if (above === undefined) return []
    const [meant, applied] = [appliedBy(above.printed), appliedBy(printed)]
    const own = read.find((each) => each.printed === printed)
    const path = `rules/adjustments/${rule.adjustment_id}`
    const asked = rule.cases.filter(({ effect }) => effect !== 'none').map(({ when }) => when.map(conditionText))
    return [
      ...askedBy(above.printed)
        .filter((text) => asked.some((each) => !each.includes(text)))
        .map((text) =>
          failing(path, 'condition_unread', `when: ${text}, as the rule of "${above.printed}"`, 'a case without it'),
        ),
      ...rule.applies_to
        .filter((code) => !meant.has(code))
        .map((code) =>
          failing(path, 'category_not_said', `applies_to only of whom "${above.printed}" is`, `applies_to ${code}`),
        ),
      ...[...meant]
        .filter((code) => rule === own?.rule && !applied.has(code))
        .map((code) =>
          failing(path, 'category_left_out', `a rule for ${code} too, as in "${above.printed}"`, 'none that cites it'),
        ),
    ]
  })
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()]
}
