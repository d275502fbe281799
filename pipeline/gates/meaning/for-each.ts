import type { Value } from '../../../releases/record/adjustment.ts'
import { figuresOfValues } from '../../../releases/record/figures.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { textOf } from './rule-texts.ts'

/** `For each complete 0.01`: what is left of one does not count. */
export const COMPLETE = /(?<!\p{L})(?:each|every) (?:complete|completed|full|whole) (?:\p{L}+ )?\d[\d.]*/iu
/** `For each 0.01 below 0.85`; `for every 30 days` is a period. */
const FOR_EACH =
  /(?<!\p{L})(?:each|every)(?: \p{L}+){0,3} \d[\d.]*(?!\s*(?:days?|months?|hours?|minutes?|years?|HP|kW|kVA)(?!\p{L}))/iu

/** A percentage for each step of something is counted once for each: the one of the step that is reached is not. */
export function forEachFaults(path: string, value: Value, citedIn: Cited): Found<F>[] {
  if (value.kind !== 'percent' || value.steps_by === null || value.method !== 'whole') return []
  return figuresOfValues(path, [value]).flatMap(({ figure }) => {
    const words = figure.grade === 'held' ? undefined : FOR_EACH.exec(textOf(figure, citedIn).own)?.[0]
    return words === undefined
      ? []
      : [failing(path, 'operation_left_out', `method telescopic, as in "${words}"`, 'method whole')]
  })
}
