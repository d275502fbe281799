import type { Value } from '../../../releases/record/adjustment.ts'
import { figuresOfValues } from '../../../releases/record/figures.ts'
import { wasRead } from '../../../releases/record/grade.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { textOf } from './rule-texts.ts'

/** `For each complete 0.01`: what is left of one does not count. */
export const COMPLETE = /(?<!\p{L})(?:each|every) (?:complete|completed|full|whole) (?:\p{L}+ )?\d[\d.]*/iu
/** `For each 0.01 below 0.85`; `for every 30 days` is a period. */
const FOR_EACH =
  /(?<!\p{L})(?:each|every)(?: \p{L}+){0,3} \d[\d.]*(?!\s*(?:days?|months?|hours?|minutes?|years?|HP|kW|kVA)(?!\p{L}))/iu

/** Faults of the steps of a rule's value. */
export function steppedFaults(path: string, value: Value, citedIn: Cited): Found<F>[] {
  return [...forEachFaults(path, value, citedIn), ...sharedQuoteFaults(path, value)]
}

/** A percentage for each step of something is counted once for each: the one of the step that is reached is not. */
function forEachFaults(path: string, value: Value, citedIn: Cited): Found<F>[] {
  if (value.kind !== 'percent' || value.steps_by === null || value.method !== 'whole') return []
  return figuresOfValues(path, [value]).flatMap(({ figure }) => {
    const words = figure.grade === 'held' ? undefined : FOR_EACH.exec(textOf(figure, citedIn).own)?.[0]
    return words === undefined
      ? []
      : [failing(path, 'operation_left_out', `method telescopic, as in "${words}"`, 'method whole')]
  })
}

/** Steps that all quote the same words: nothing would say which figure is of which step. Steps of equal figures say the same. */
function sharedQuoteFaults(path: string, value: Value): Found<F>[] {
  const figures = figuresOfValues(path, [value]).filter(
    ({ figure: { cell, grade } }) => cell === undefined && wasRead(grade),
  )
  return figures.slice(1).flatMap(({ path: at, figure }, index) => {
    const before = figures[index]?.figure
    if (before === undefined || before.quote !== figure.quote || before.value === figure.value) return []
    const expected = 'a quote for each step: the words that print its figure, without those of the other steps'
    return [failing(at, 'quote_shared', expected, `"${figure.quote}" of this step and the one before it`)]
  })
}
