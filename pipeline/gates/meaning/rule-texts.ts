import type { Figure } from '../../../releases/record/figure.ts'
import type { Cited } from '../quotes/cited-sentences.ts'

/** Where a figure of a rule is read: in its own cell or sentence, and in what the record cites beside it. */
export type RuleText = {
  /** Its cell with label and header, or the part of its sentence that no other figure quotes. */
  readonly own: string
  /** Every sentence of the same note, paragraph or section. */
  readonly near: string
}

export function textOf(figure: Figure, citedIn: Cited): RuleText {
  const { cell } = figure
  const own =
    cell === undefined
      ? (citedIn.sentenceOf(figure)?.piece ?? figure.quote)
      : [...cell.row, ...cell.column, cell.printed].join(' | ')
  return { own, near: [...citedIn.around(figure), ...citedIn.sectionOf(figure)].join(' | ') }
}

/** Both of its texts. */
export const textsOf = (figure: Figure, citedIn: Cited): string[] => Object.values(textOf(figure, citedIn))
