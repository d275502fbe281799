import type { Failing } from '../gate.ts'
import { hasWord } from '../text/reading-words.ts'
import type { FigureContext } from './figure-context.ts'
import { saidIn } from './label-edges.ts'
import { inThousands, isEdgeOf, unstated } from './stated-bounds.ts'

/** Possible faults between a figure of a rule and its cell. */
export const RULE_CELL_FAULTS = ['other_case', 'other_bound', 'bound_not_said'] as const
type F = (typeof RULE_CELL_FAULTS)[number]

/** Whether a label contains all words of a condition, in any order. */
const stands = (words: readonly string[], label: string): boolean =>
  words.flatMap((each) => each.split(' ')).every((word) => hasWord(label, [word]))

/** A row with the label of another case of the rule and not its own: the line above or below was read. */
function faultOfCase({ rule }: FigureContext, label: string): Failing<F>[] {
  if (rule === null || stands(rule.words, label)) return []
  const other = rule.others.find((words) => words.length > 0 && stands(words, label))
  return other === undefined
    ? []
    : [['other_case', `a row labelled ${rule.words.join(' ')}`, `"${label}", which is ${other.join(' ')}`]]
}

/**
 * Faults between a figure of a rule and the label and header of its cell: each edge in them must be a bound of its
 * case, and each bound of the case must be in them or in a citation from the same note or paragraph.
 */
export function ruleCellFaults(
  context: FigureContext,
  label: string,
  header: string,
  section: readonly string[],
): Failing<F>[] {
  const { rule } = context
  if (rule === null) return []
  const texts = [label, header].map(inThousands)
  const said = texts.flatMap(saidIn)
  const bounds = rule.bounds.map(({ op, value }) => `${op} ${value}`).join(', ') || 'no bounds'
  return [
    ...faultOfCase(context, label),
    ...said
      .filter((each) => !rule.bounds.some((bound) => isEdgeOf(bound, each)))
      .map(
        ({ kind, value }): Failing<F> => [
          'other_bound',
          `a bound ${kind === 'from' ? 'from' : 'up to'} ${value}, as in the table`,
          bounds,
        ],
      ),
    ...unstated(rule.bounds, [...texts, ...section]).map(
      ({ op, value }): Failing<F> => [
        'bound_not_said',
        `${op} ${value} of its conditions in the table, or in its citations in the record`,
        `"${label}" under "${header}"`,
      ],
    ),
  ]
}
