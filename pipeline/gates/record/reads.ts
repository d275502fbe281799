import { type Adjustment, type AdjustmentCase, appliesTo, runsBefore } from '../../../releases/record/adjustment.ts'
import type { Category } from '../../../releases/record/category.ts'
import type { Charge } from '../../../releases/record/charge.ts'
import { allComparisonsOf, type Condition } from '../../../releases/record/expression.ts'
import { namesBehind, namesOfCharge } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { areasIn } from '../text/area-words.ts'

/**
 * What a figure depends on, in the names and words of the record, with spaces: `payment by due date true`. Restrictions
 * in its sentence are looked for here. Descriptions are not part of it: they change no amount.
 */
export type Reads = {
  ofCharge(row: Row, charge: Charge): string
  /** `own` undefined: a cap or floor, of whatever its rule's cases give. */
  ofCase(rule: Adjustment, own: AdjustmentCase | undefined): string
  /** The same without its categories: what the case itself asks for, and not what it may ask for the lines it is taken of. */
  askedBy(rule: Adjustment, own: AdjustmentCase | undefined): string
}

export function readsOf(record: ReleaseRecord): Reads {
  const text = (names: readonly string[], conditions: readonly Condition[], categories: readonly Category[]): string =>
    [
      ...namesBehind(record, names),
      ...conditions.flatMap((condition) => readIn(condition)),
      ...categories.flatMap((each) => [each.raw_category_label, ...ofFacts(each)]),
    ]
      .map(inReads)
      .join(' ')
  const lines = new Set(record.rules.adjustments.map(({ adjustment_id }) => adjustment_id))
  return {
    ofCharge(row, charge) {
      const categories = record.categories.filter(({ subcategory_code }) => subcategory_code === row.subcategory_code)
      const names = [row.raw_category_label, row.area_type, ...namesOfCharge(record, charge)]
      const conditions = [...row.conditions, ...charge.when, ...categories.flatMap(({ bounds }) => bounds)]
      return text(names, conditions, categories)
    },
    ofCase(rule, own) {
      const categories = record.categories.filter(({ subcategory_code }) => rule.applies_to.includes(subcategory_code))
      return text(namesRead(rule, own), own?.when ?? rule.cases.flatMap(({ when }) => when), categories)
    },
    askedBy(rule, own) {
      // A condition may be there for an earlier line of the bill that the rule is taken of.
      const isOfLines = rule.of.some((name) => WHOLE.has(name) || lines.has(name))
      // Who pays nothing is left out of what the others pay.
      const exempt = rule.cases.flatMap(({ effect, when }) => (effect === 'none' ? when : []))
      const earlier = isOfLines ? askedBefore(record, rule) : new Set<string>()
      const conditions = [...(own?.when ?? []), ...exempt].filter(
        (each) => !allComparisonsOf([each]).some(({ field }) => earlier.has(field)),
      )
      const asked = text(namesRead(rule, own), conditions, [])
      // `Rural consumers of DS`: of whom a fact says something else, the others are without them.
      const others = record.rules.facts.some(
        ({ applies_to: whom }) =>
          areasIn(whom).join() === 'rural' && whom.split(/[\s,;]+/u).some((code) => rule.applies_to.includes(code)),
      )
      return others ? asked.replaceAll('area type urban', '') : asked
    },
  }
}

/** What the lines of a bill before a rule read and ask for. */
function askedBefore(record: ReleaseRecord, rule: Adjustment): ReadonlySet<string> {
  const rows = record.rows.filter((row) => appliesTo(rule, row))
  const charges = rows.flatMap((row) => row.charges)
  const earlier = record.rules.adjustments.filter((each) => runsBefore(each, rule))
  const when = [...rows.flatMap(({ conditions }) => conditions), ...charges, ...earlier.flatMap(({ cases }) => cases)]
  const read = [
    ...charges.flatMap((charge) => namesOfCharge(record, charge)),
    ...earlier.flatMap((each) => each.cases.flatMap((own) => namesRead(each, own))),
  ]
  const asked = allComparisonsOf(when.flatMap((each) => ('when' in each ? each.when : [each])))
  return new Set([...namesBehind(record, read), ...asked.map(({ field }) => field)])
}

/** A name or label in the form that it has there. */
export const inReads = (text: string): string => text.replaceAll(/[_.-]/gu, ' ').toLowerCase()

const WHOLE: ReadonlySet<string> = new Set(['bill', 'base_tariff'])

/** The inputs and quantities that the values of a case of a rule read, and its part. */
export function namesRead({ part }: Adjustment, own: AdjustmentCase | undefined): string[] {
  const names = (own?.values ?? []).flatMap(({ per, steps_by }) => [per, steps_by])
  return [...names, part?.quantity ?? null].filter((name) => name !== null)
}

const OPPOSITE: Readonly<Record<string, string>> = { true: 'false', false: 'true' }

/** Names and words of a condition: a flag that must not be true is read as false, another word as `not` the word. */
function readIn(condition: Condition, isDenied = false): string[] {
  if ('not' in condition) return readIn(condition.not, !isDenied)
  if ('all' in condition) return condition.all.flatMap((part) => readIn(part, isDenied))
  if ('any' in condition) return condition.any.flatMap((part) => readIn(part, isDenied))
  if (condition.describes === true) return []
  const words = [condition.value].flat()
  return [condition.field, ...words.map((word) => (isDenied ? (OPPOSITE[word] ?? `not ${word}`) : word))]
}

/** Facts by which callers find the category: it is asked for what they say. */
const ofFacts = ({ facts, area_type }: Category): string[] => [
  ...(area_type === 'urban' || area_type === 'rural' ? [area_type] : []),
  ...Object.entries(facts).flatMap(([name, words]) => (name === 'purpose' || isDenied(words) ? [] : [name, ...words])),
]
/** It says of its category that this is not so: `below_poverty_line: ["false"]`. */
const isDenied = (words: readonly string[]): boolean => words.length > 0 && words.every((word) => word === 'false')
