import type { Cell } from '../../../releases/record/cell.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import type { Failing } from '../gate.ts'
import type { Bound } from '../record/comparisons.ts'
import { withoutFurniture } from '../text/furniture.ts'
import { inFull, printedNumbers, printedText } from '../text/numbers.ts'
import { unitFits, unitsNamed, unitsText } from '../text/printed-units.ts'
import { FIRST, FURTHER, hasWord, levelsIn } from '../text/reading-words.ts'
import { remembering } from '../text/remembering.ts'
import { faultOfComponent, JOINT } from './component-faults.ts'
import { figureOfCell } from './figure-cell.ts'
import { type FigureContext, isOtherLevel } from './figure-context.ts'
import { faultOfYear, headerFaults, type Served } from './header-faults.ts'
import { edgeFaults, listFaults, saidIn, strayNumbers, withLowerEdge } from './label-edges.ts'
import { shareFaults, withoutShares } from './label-shares.ts'
import { inThousands, isEdgeOf, unstated } from './stated-bounds.ts'

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

/** The step of a rule by which all of a quantity is judged is as good as a condition: 2 percent above 55 up to 60. */
const edgesOfStep = ({ whole, from, to }: FigureContext): Bound[] =>
  [
    { op: '>', value: from ?? '0' },
    { op: '<=', value: to ?? '0' },
  ].filter(({ value }) => whole && /^\d/u.test(value) && value !== '0')

/**
 * Faults between a figure of a rule and the label and header of its cell: each edge in them must be a bound of its
 * case or of its step, and each of these must be in them or in a citation from the same note or paragraph.
 */
function ruleCellFaults(
  context: FigureContext,
  label: string,
  header: string,
  section: readonly string[],
): Failing<F>[] {
  const { rule } = context
  if (rule === null) return []
  const texts = [label, header].map(inThousands)
  const said = texts.flatMap(saidIn)
  const asked = [...rule.bounds, ...edgesOfStep(context)]
  const bounds = asked.map(({ op, value }) => `${op} ${value}`).join(', ') || 'no bounds'
  return [
    ...faultOfCase(context, label),
    ...said
      .filter((each) => !asked.some((bound) => isEdgeOf(bound, each)))
      .map(
        ({ kind, value }): Failing<F> => [
          'other_bound',
          `a bound ${kind === 'from' ? 'from' : 'up to'} ${value}, as in the table`,
          bounds,
        ],
      ),
    ...unstated(asked, [...texts, ...section]).map(
      ({ op, value }): Failing<F> => [
        'bound_not_said',
        `${op} ${value} of its conditions in the table, or in its citations in the record`,
        `"${label}" under "${header}"`,
      ],
    ),
  ]
}

/** The corrected path: a heading declared as misprinted is replaced by its correct text. */
export function meant(path: readonly string[], { misprint }: Cell): string {
  const text = path.join(JOINT)
  if (misprint === null) return text
  if (text === misprint.printed) return misprint.meant
  return path.map((part) => (part === misprint.printed ? misprint.meant : part)).join(JOINT)
}

/** What is read in a cell, or in what it is declared to mean. */
export const figureIn = (cell: Cell): ReturnType<typeof figureOfCell> =>
  figureOfCell(cell.misprint?.printed === cell.printed ? cell.misprint.meant : cell.printed)

/** What the sign of a cell says of its amount: `(-) 15%` is deducted. Null: it has none. */
export function signOf(cell: Cell): 'add' | 'subtract' | null {
  const number = figureIn(cell)
  return 'direction' in number ? number.direction : null
}

/** The number of the cell, and its sign: `(-) 100` is deducted by a rule. */
function faultsOfPrinted({ figure, rule }: FigureContext, cell: Cell): Failing<F>[] {
  const number = figureIn(cell)
  if ('why' in number) return [['no_number_in_cell', 'a number in the cell', `"${cell.printed}": ${number.why}`]]
  const printed = printedText(number.number)
  if (printed !== figure.printed)
    return [['other_number_in_cell', `printed ${printed}, as in the cell`, `printed ${figure.printed}`]]
  const { direction } = number
  const effect = rule?.effect ?? 'add'
  return direction === null || direction === effect
    ? []
    : [['other_direction', `effect ${direction}, as in the cell "${cell.printed}"`, `effect ${effect}`]]
}

/**
 * The units beside the number of a cell: `Rs 18 per HP` is `Rs/HP`. A month there is the period, and a part has other words:
 * what the coin is for, the header says.
 */
function unitsOfCell({ printed }: Cell, own: string): string[] {
  const beside = unitsNamed(printed)
  if (own.endsWith('/part') || beside.some((unit) => unit.includes('/'))) return beside
  const named = unitsNamed(printed.replace(/\p{Nd}[\p{Nd}.,]*(?:\s*\/-)?/u, ' '))
  return named.map((unit) => unit.replace(/\/(?:month|day)$/u, ''))
}

function faultOfUnit({ figure }: FigureContext, header: string, label: string, cell: Cell): Failing<F>[] {
  const printed = figure.printed_unit ?? ''
  const inCell = unitsOfCell(cell, printed)
  const named = [inCell, ...[header, label].map(unitsNamed)].find((units) => units.length > 0) ?? []
  if (named.length === 0)
    return [['no_unit', `the unit ${printed} in the header or the label`, `"${header}" names none`]]
  // `Rs` above `first kW`: for a bare currency, the header's words give the unit.
  const counted = named.every((unit) => !unit.includes('/') && unit !== 'percent')
    ? (header.match(/(?<![\p{L}\p{N}])(?:kW|kVA|HP)(?![\p{L}\p{N}])/giu) ?? [])
    : []
  const own = printed.split('/')[1]?.toLowerCase() ?? ''
  if (counted.length > 0 && own !== 'part' && !counted.some((word) => word.toLowerCase() === own))
    return [
      [
        'counted_otherwise',
        `a printed_unit for each ${counted.join(' or ')}, as in "${header}"`,
        `printed_unit ${printed}`,
      ],
    ]
  const where = named === inCell && named.some((unit) => unit.includes('/')) ? cell.printed : header
  return named.some((unit) => unitFits(unit, printed))
    ? []
    : [['other_unit', `a printed_unit as in "${where}": ${unitsText(named)}`, `printed_unit ${printed}`]]
}

function faultOfLevel(context: FigureContext, path: readonly string[]): Failing<F>[] {
  // A title over columns of HT and EHT names both: the text nearest to the cell decides.
  const named = path.map(levelsIn).findLast((found) => found.length > 0) ?? []
  if (!isOtherLevel(context, named)) return []
  const own = context.levels.join(', ')
  return [['other_level', `a category of ${named.join(' or ')}, as in the table`, `a category of ${own}`]]
}

/** Words of a label; `< 110` and `>= 110` count as words, because they distinguish categories. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+|[<>=\u2264\u2265]+/gu) ?? []

/** The words of a label, of plurals the singular. In `50 units a month`, the article is not the letter of a class. */
const namesIn = remembering((text): readonly string[] => {
  const words =
    text
      .replaceAll(/(?<!\S)a(?!\S)/gu, ' ')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  return words.map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/u, '') : word))
})

/**
 * Whether a printed label has every word by which the name of another category differs from the own one, and none by
 * which the own one differs. Numbers are edges and bounds, which are compared on their own.
 */
function tellsOther(label: string, ownName: string, otherName: string): boolean {
  const [printed, own, other] = [namesIn(label), namesIn(ownName), namesIn(otherName)]
  const ownAlone = own.filter((word) => !other.includes(word))
  const otherAlone = other.filter((word) => !own.includes(word))
  if (ownAlone.length === 0 || otherAlone.length === 0) return false
  return otherAlone.every((word) => printed.includes(word)) && !ownAlone.some((word) => printed.includes(word))
}

/** A row with the label of another category and not its own: the line above or below was read. */
function faultOfCategory({ category }: FigureContext, label: string): Failing<F>[] {
  if (category === null) return []
  const printed = new Set(wordsOf(label))
  const stands = (name: string): boolean => wordsOf(name).every((word) => printed.has(word))
  if (stands(category.own)) return []
  // A line for the class applies to each variant: three-phase residential to residential.
  const own = new Set(wordsOf(category.own))
  const other = category.all.find(
    (name) => (stands(name) && !wordsOf(name).every((word) => own.has(word))) || tellsOther(label, category.own, name),
  )
  return other === undefined
    ? []
    : [['other_category', `a row labelled as ${category.own} is`, `"${label}", which is ${other}`]]
}

/** `First kW` and `each additional kW` are steps, distinguished by their words. */
function faultOfOrder({ from, stepped, whole, component }: FigureContext, header: string, label: string): Failing<F>[] {
  // The header decides; without such a word in it, the label does.
  const text = (hasWord(header, [...FIRST, ...FURTHER]) ? header : label).replaceAll(PARTS_OF_A_YEAR, ' ')
  const [first, further] = [hasWord(text, FIRST), hasWord(text, FURTHER)]
  if (first === further) return []
  if (!stepped)
    return component !== null && OF_A_QUANTITY.test(text)
      ? [['not_stepped', `a step of several, as in "${text}"`, 'one rate for all']]
      : []
  if (whole && OF_A_QUANTITY.test(text))
    return [['not_stepped', `a telescopic charge: "${text}" is a rate of a part`, 'method whole']]
  if (first && from !== '0') return [['not_first', 'the first step, as in the header', `a step from ${from}`]]
  return further && from === '0' ? [['not_further', 'a further step, as in the header', 'the first step']] : []
}

/** `First period`: a part of the year. */
const PARTS_OF_A_YEAR =
  /(?<!\p{L})(?:first|initial|next|subsequent|remaining)\s+(?:period|half|quarter|season|months?)(?!\p{L})/giu

/** `First kW`, `next 100 units`: a part of what is charged, not the first of a list. */
const OF_A_QUANTITY =
  /(?<!\p{L})(?:first|initial|additional|further|subsequent|next|balance|remaining)(?:\s+(?:\d[\d.,]*|one))?\s+(?:kW|kVA|B?HP|units?|kWh|kVAh)(?!\p{L})/iu

/**
 * Faults between a figure and the cell that it was read from: number, unit, component, level, year and edges, and
 * unused numbers of the label. `section`: sentences that the record cites from the same note or paragraph; `follows`:
 * whether the row directly above is that of the step before; `labelled`: the headers above the labels.
 */
export function cellFaults(
  context: FigureContext,
  cell: Cell,
  served: Served,
  section: readonly string[],
  { follows, labelled }: { readonly follows: boolean; readonly labelled: readonly string[] },
): Failing<F>[] {
  const header = meant(cell.column, cell)
  const label = meant(cell.row, cell)
  // A cell that is printed once for several rows has the label that they share: their load, and not the units of the first.
  const shared = cell.through === null ? cell.row : cell.row.filter((part) => cell.through?.includes(part))
  const rest = inFull(withoutFurniture(shared.map((part) => withoutFurniture(meant([part], cell))).join(JOINT)))
  const own = withoutShares(withLowerEdge(rest, context, follows), context)
  const headerRest = inFull(withoutFurniture(header))
  const columnRest = withoutShares(headerRest, context)
  const inHeader = context.stepped && hasEdge(columnRest, context)
  // The steps below a heading that says for whom they are: `101-200 units` below `total consumption up to 500 units`.
  const isBound =
    inHeader && saidIn(own).length > 0 && !edgeFaults(own, context).some(([fault]) => fault === 'edge_not_said')
  const ranged = inHeader && !isBound ? columnRest : own
  return [
    ...faultsOfPrinted(context, cell),
    ...faultOfUnit(context, header, label, cell),
    ...faultOfComponent(context, header, label, cell, labelled),
    ...faultOfCategory(context, label),
    ...faultOfLevel(context, cell.row),
    ...faultOfLevel(context, cell.column),
    ...faultOfOrder(context, header, cell.through === null ? label : meant(shared, cell)),
    ...faultOfYear(context, served.year, header, label),
    ...headerFaults(context, header, label, columnRest, served),
    ...ruleCellFaults(context, rest, columnRest, section),
    ...[rest, headerRest].flatMap((text) => shareFaults(text, context)),
    ...edgesOf(ranged, columnRest, context, follows).filter(
      ([fault]) => cell.through === null || fault !== 'edge_not_said' || ranged !== own,
    ),
    ...(isBound ? edgeFaults(columnRest, context).filter(([fault]) => fault === 'other_edge') : []),
    ...[own, columnRest].flatMap((text) => listFaults(text, printedNumbers(text), context)),
    ...strayNumbers(own, printedNumbers(own), context).map(
      (number): Failing<F> => ['stray_number', `${number} of the label as an edge or a bound`, `"${label}"`],
    ),
  ]
}

/** A header may have the edges, such as `first kW`; then the label need not. */
function hasEdge(header: string, { from }: FigureContext): boolean {
  return hasWord(header, FIRST) || (from !== '0' && hasWord(header, FURTHER)) || saidIn(header).length > 0
}

function edgesOf(label: string, header: string, context: FigureContext, follows: boolean): Failing<F>[] {
  // `First kW` and `any additional kW` are edges in words, of 1.
  const inWords =
    /\b(?:first|additional|further|subsequent)\b[^|]{0,20}\b(?:kW|kVA|HP)\b/iu.test(`${header} ${label}`) &&
    (context.to === '1' || context.from === '1')
  if (inWords) return []
  // `Balance units` are those above the step in the row directly above.
  const isRest = follows && context.to === null && (OF_A_QUANTITY.test(label) || REST.test(label))
  return edgeFaults(label, context).filter(([fault]) => !isRest || fault !== 'edge_not_said')
}

const REST = /(?<!\p{L})(?:balance|remaining)\s*$/iu
