import type { Cell } from '../../../releases/record/cell.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import type { Failing } from '../gate.ts'
import { componentsIn, hasWord, NO_LONGER, NOT_APPROVED, OTHER_CHARGES } from '../text/reading-words.ts'
import type { FigureContext } from './figure-context.ts'

/** Between the parts of a header or label. */
export const JOINT = ' | '

/** What the header of the labels says is the charge itself, and not an amount beside it or one that is not approved. */
const isOfCharge = (header: string): boolean => !hasWord(header, [...OTHER_CHARGES, ...NO_LONGER, ...NOT_APPROVED])

const wordsOf = (called: string): string[] =>
  called
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 3 && word !== 'charge' && word !== 'charges')

/** Words in the name of a charge that every energy, wheeling or fixed charge may have. */
const OF_ALL =
  /^(?:rates?|tariff|amount|monthly|month|consumers?|connections?|energy|units?|fixed|demand|capacity|wheeling)$/u

/** Whether a text has a word by which the name of a charge tells it from those: `customer`, `green`. */
export const hasOwnName = (called: string, text: string): boolean =>
  hasWord(
    text,
    wordsOf(called).filter((word) => !OF_ALL.test(word)),
  )

/** The component is the first one named by the text nearest to the cell: in it, in its header, in its label, above the labels. */
export function faultOfComponent(
  { component, called }: FigureContext,
  header: string,
  label: string,
  { printed }: Cell,
  labelled: readonly string[],
): Failing<F>[] {
  if (component === null) return []
  const above = labelled.filter(isOfCharge)
  const found =
    [printed, ...header.split(JOINT).reverse(), ...label.split(JOINT).reverse(), ...above]
      .map(componentsIn)
      .find((named) => named.length > 0) ?? []
  if (component === 'other') {
    if (!hasWord(`${header} ${label}`, wordsOf(called)))
      return [['other_charge', `a header that mentions ${called}`, `"${header}"`]]
    return found[0] === undefined || hasOwnName(called, `${header} ${label}`)
      ? []
      : [['other_component', `component ${found[0]}, as in "${header}"`, `${called}, component other`]]
  }
  return found[0] === component
    ? []
    : [
        [
          'other_component',
          `a header or label that names the ${component} charge`,
          found.length === 0 ? `"${header}" names no charge` : `"${header}" names ${found.join(' and ')}`,
        ],
      ]
}
