import { type Condition, certainComparisons, comparisonsOf, wordsOf } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { casesIn, chargesIn, figuresOfCharge, figuresOfValues } from '../../../releases/record/figures.ts'
import { wasRead } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import { type Cited, labelsOf } from '../quotes/cited-sentences.ts'
import { wordsListedIn, wordsNamedIn } from '../record/choices.ts'
import { withoutFurniture } from '../text/furniture.ts'
import { printedNumbers } from '../text/numbers.ts'
import { isMet } from './exempted-words.ts'
import { aroundOf, proseOf, sentencesFrom } from './rule-texts.ts'

/** A case of a rule, or a charge of a row: what it asks for, and what it reads. */
type Asking = {
  readonly path: string
  /** The rule, or the category and the sort of charge: another of its parts may have the amount for the rest of a list. */
  readonly of: string
  readonly conditions: readonly Condition[]
  readonly figures: readonly Figure[]
}

const asksFor = ({ conditions }: Asking, field: string): boolean =>
  comparisonsOf(conditions).some((each) => each.field === field)

/** Whether a figure has the amount of another one, or is another one of its sentence: `5 and 6 percent respectively`. */
const isSameAmount = (a: Figure, b: Figure, citedIn: Cited): boolean =>
  (a.value === b.value && a.unit === b.unit) ||
  (proseOf(a, citedIn) !== null && proseOf(a, citedIn)?.whole === proseOf(b, citedIn)?.whole)

/**
 * Words that stand in one list with those that a rule or charge asks for, `for hospitals and schools`, and for which
 * there is no such rule or charge. The nearest text that names a word of the input decides: its label or sentence, what the
 * record cites from its note, the sentences behind it.
 */
export function listedWordFaults(record: ReleaseRecord, citedIn: Cited): Found<F>[] {
  const asking: Asking[] = [
    ...casesIn(record).flatMap(({ path, rule, own }): Asking[] => {
      const figures = figuresOfValues(path, own.values).map(({ figure }) => figure)
      return own.effect === 'none' ? [] : [{ path, of: rule.adjustment_id, conditions: own.when, figures }]
    }),
    ...chargesIn(record).map(({ path, row, charge }): Asking => {
      const figures = figuresOfCharge(row.row_id, charge).map(({ figure }) => figure)
      const conditions = [...row.conditions, ...charge.when]
      return { path, of: `${row.subcategory_code} ${charge.component}`, conditions, figures }
    }),
  ]
  const textsOf = (figure: Figure): string[] => {
    const prose = proseOf(figure, citedIn)
    const behind = prose === null ? [] : sentencesFrom(figure, prose, citedIn).slice(1)
    return [
      ...(figure.cell === undefined ? [] : labelsOf(figure.cell)),
      ...citedIn.markedNotes(figure).texts,
      ...aroundOf(figure, citedIn),
      ...citedIn.sectionOf(figure),
      ...behind.filter((text) => printedNumbers(withoutFurniture(text)).length === 0),
    ].map((text) => citedIn.declared(text, figure))
  }
  return asking.flatMap(({ path, of, conditions, figures }): Found<F>[] => {
    const asked = wordsOf(certainComparisons(conditions))
    if (asked.length === 0) return []
    return figures.flatMap((figure): Found<F>[] => {
      if (!wasRead(figure.grade)) return []
      const texts = textsOf(figure)
      return asked.flatMap(([field, own]): Found<F>[] => {
        const text = texts.find((each) => wordsNamedIn(record, field, each).length > 0) ?? ''
        const listed = wordsListedIn(record, field, text).filter((list) => own.some((word) => list.includes(word)))
        const isTaken = (word: string): boolean =>
          asking.some(
            (each) =>
              (each.of === of || asksFor(each, field)) &&
              each.figures.some((other) => isSameAmount(other, figure, citedIn)) &&
              each.conditions.every((condition) => isMet(condition, [{ field, words: [word] }]) !== false),
          )
        const left = [...new Set(listed.flat())].filter((word) => !isTaken(word))
        if (left.length === 0) return []
        const expected = `${field} of ${left.join(' and ')} too, or words declared in readings.yaml (sentences)`
        return [failing(path, 'words_left_out', expected, `"${text}"`, figure.quote)]
      })
    })
  })
}
