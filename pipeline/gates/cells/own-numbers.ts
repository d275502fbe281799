import { tableInput } from '../../../releases/engine/input-names.ts'
import { normaliseDecimal } from '../../../releases/record/decimal.ts'
import { allComparisonsOf, type Condition } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfAdjustment } from '../../../releases/record/figures.ts'
import { namesOfCase, quantitiesBehind } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { comparisonsIn, isNumber } from '../record/comparisons.ts'
import { numberWords } from '../text/numbers.ts'

/** The numbers of the formulas of each quantity. */
export type NumbersOf = ReadonlyMap<string, readonly string[]>

/** Numbers in the words of conditions: `ht_ct_11_kv`, `three_phase`. */
export function wordNumbers(conditions: readonly Condition[]): string[] {
  return allComparisonsOf(conditions).flatMap(({ field, value }) => {
    const words = [field, ...[value].flat().filter((each) => !isNumber(each))].join(' ').replaceAll('_', ' ')
    return [...numberWords(words), ...(words.match(/\d+(?:\.\d+)?/gu) ?? [])]
  })
}

/** Inputs of a derivation, and the decimal places to which its formula rounds. */
export function ownNumbers({ derivation }: Figure): string[] {
  if (derivation === null) return []
  const literals = derivation.formula.match(/\d+(?:\.\d+)?/gu) ?? []
  return [...literals, ...derivation.inputs.map(({ value }) => value)].map((value) => normaliseDecimal(value) ?? value)
}

/** The share that an input is of itself: `above 100 % of the contract demand`. */
export const WHOLE = '100%'
export const IS_WHOLE = /(?<![\d.,])100(?:\.0+)?\s*(?:%|per ?cent(?!\p{L}))/giu

/**
 * Numbers of what conditions compare an input with: of a quantity those of its formula, the 105 of 105 percent of the
 * contract demand; an input is the whole of it.
 */
export function comparedNumbers(conditions: readonly Condition[], formulas: NumbersOf): string[] {
  return allComparisonsOf(conditions).flatMap(({ value }) =>
    [value].flat().flatMap((each) => formulas.get(each) ?? (tableInput(each)?.kind === 'quantity' ? [WHOLE] : [])),
  )
}

/**
 * Numbers of the rules that read a quantity and have a figure from the page of one of its own: both may be read from one
 * sentence, `Rs 3 per kW on 80 percent of the load`.
 */
export function numbersOfReaders(record: ReleaseRecord, quantity: string, { source_id, locator }: Figure): string[] {
  return record.rules.adjustments.flatMap((adjustment) => {
    const figures = figuresOfAdjustment(adjustment).map(({ figure }) => figure)
    const isBeside = figures.some((each) => each.source_id === source_id && each.locator.page === locator.page)
    const read = adjustment.cases.flatMap((each) => namesOfCase(adjustment, each))
    if (!isBeside || !quantitiesBehind(record, read).some((each) => each.quantity_id === quantity)) return []
    return [
      ...figures.flatMap(({ printed, value }) => [printed ?? [], value ?? []].flat()),
      ...comparisonsIn(adjustment.cases.flatMap(({ when }) => when)).map(({ value }) => value),
    ]
  })
}
