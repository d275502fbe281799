import type { FigureContext } from '../cells/figure-context.ts'
import { namesOnlyOwn } from '../record/choices.ts'
import { groupBy } from '../record/groups.ts'
import { clausesOf } from '../text/sentences.ts'
import { plainNumbers } from './numbers-of-sentence.ts'

/**
 * Figures that quote the same words, `Rs 100 per kW for single phase and Rs 150 per kW for three phase`: the numbers of one are in the quote
 * of the other. Only where the part of the sentence with each amount names the word of an input that its figure is for, and no
 * other: then they cannot be exchanged.
 */
export function numbersBeside(all: readonly FigureContext[]) {
  const keyOf = ({ figure: { source_id, locator, quote } }: FigureContext): string =>
    `${source_id} ${locator.page} ${quote}`
  const groups = groupBy(
    all.filter(({ figure }) => figure.cell === undefined),
    keyOf,
  )
  return (context: FigureContext, whole: string): FigureContext => {
    const beside = (groups.get(keyOf(context)) ?? []).filter((other) => areToldApart(context, other, whole))
    const siblings = new Set([...context.siblings, ...beside.flatMap(plainNumbers)])
    return beside.length === 0 ? context : { ...context, siblings }
  }
}

function areToldApart(one: FigureContext, other: FigureContext, whole: string): boolean {
  const isSaid = (choice: FigureContext['choices'][number], { figure }: FigureContext): boolean => {
    const [clause, ...more] = clausesOf(whole, figure.printed ?? '')
    return clause !== undefined && more.length === 0 && namesOnlyOwn(choice, clause)
  }
  return one.choices.some((choice) =>
    other.choices.some(
      (each) =>
        each.of === choice.of &&
        !each.own.some(({ word }) => choice.own.some((own) => own.word === word)) &&
        isSaid(choice, one) &&
        isSaid(each, other),
    ),
  )
}
