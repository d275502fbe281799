import { type Formula, formulaText, isLiteral, namesOf } from '../../../releases/record/expression.ts'
import { namesBehind } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'

/** What says that something is added to an amount that it is a part of. */
const ADDED = /(?<!\p{L})(?:plus|add(?:ed|ing|ition(?:al)?)?|increased?|raised?|gross(?:ed)?|loss(?:es)?)(?!\p{L})/iu
/** What says that two amounts are taken together. */
const TOTAL = /(?<!\p{L})(?:sum|total|aggregate|together|combined|\+)(?!\p{L})/iu
/** So do these of units, but not of two classes (`HT-1 and HT-2`). */
const AND = /(?<!\p{L})(?:and(?! (?:E?HT|L[TV]|HV)[-\s]?[\dIVX])|as well|with|besides|further|inclu\p{L}+)(?!\p{L})/iu
const MEASURED = '(?<!\\p{L})(?:demands?|loads?|kVA|kW|HP)(?!\\p{L})'
/** What says that one amount is taken off another. */
const LESS =
  /(?<!\p{L})(?:exce(?:ss|ed)\p{L}*|above|over|beyond|more than|less|minus|deduct\p{L}*|subtract\p{L}*|net|reduc\p{L}*|balance|remain\p{L}*|rest|others?|differ\p{L}*|after|without|exclud\p{L}*|except\p{L}*|short\p{L}*|below|set[- ]?off|adjust\p{L}*|first|up ?to)(?!\p{L})/iu
/** Of demands only where they stand on both sides: `the contract demand, besides 5 kVA`. */
const AND_OF_DEMANDS = new RegExp(`${MEASURED}[^.;]{0,60}${AND.source}[^.;]{0,60}${MEASURED}`, 'iu')
/** A demand or a load, as an input. */
const DEMAND = /_(?:kva|kw|hp)$|^connected_load$/u

const isNothing = (part: Formula): boolean => isLiteral(part) && Number(part.value) <= 0

/**
 * Operations of which no text speaks: a choice that is none, a sum, and a difference. What is left of an amount without a part of it
 * needs no words.
 */
export function oddFaults(record: ReleaseRecord, path: string, formula: Formula, texts: readonly string[]): Found<F>[] {
  if (typeof formula === 'string' || 'value' in formula) return []
  if ('step' in formula) return oddFaults(record, path, formula.of, texts)
  const { op, of } = formula
  const parts = of.map(formulaText)
  const inputs = of.map((part) => new Set(namesBehind(record, namesOf(part))))
  const isTwice = inputs.some((own, index) =>
    inputs.slice(index + 1).some((other) => [...own].some((name) => other.has(name))),
  )
  const isOfDemands = inputs.some((names) => [...names].some((name) => DEMAND.test(name)))
  const unsaid = (words: string): Found<F> =>
    failing(
      path,
      op === '+' ? 'sum_not_said' : 'operation_not_said',
      `a word such as "${words}" in its citations, for ${formulaText(formula)}`,
      `"${texts[0] ?? ''}"`,
    )
  const isSum = (text: string): boolean =>
    ADDED.test(text) || (!isTwice && (TOTAL.test(text) || (isOfDemands ? AND_OF_DEMANDS : AND).test(text)))
  const found: Found<F>[] = of.flatMap((part) => oddFaults(record, path, part, texts))
  if ((op === 'min' && of.some(isNothing)) || ((op === 'min' || op === 'max') && new Set(parts).size < parts.length))
    found.push(failing(path, 'choice_of_one', 'a choice between amounts', formulaText(formula)))
  if (op === '+' && !texts.some(isSum)) found.push(unsaid('plus'))
  if (op === '-' && !isTwice && !texts.some((text) => LESS.test(text))) found.push(unsaid('above'))
  return found
}
