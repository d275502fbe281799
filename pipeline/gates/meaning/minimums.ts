import type { Cell } from '../../../releases/record/cell.ts'
import type { Charge } from '../../../releases/record/charge.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { meant } from '../cells/cell-faults.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { COMPONENT_WORDS, componentsIn, hasWord } from '../text/reading-words.ts'
import { endsOfToken } from '../text/tokens.ts'
import { partsIn, WHOLE } from './bases.ts'
import { textOf } from './rule-texts.ts'

/** Words before an amount that make it a minimum, with no other charge between: `monthly minimum charge of LT-I is Rs`. */
const LEAST =
  /(?<!\p{L})(?:minimum(?: \p{L}+){0,2} charges?|monthly minimum)(?!\p{L})(?![^;]*(?<!\p{L})charges?(?!\p{L}))[^;]*$|(?<!\p{L})minimum (?:of )?(?:Rs\.? ?|\u20b9 ?)?$/iu
/** Charges that a text says are not in it: `exclusive of wheeling`. */
const LEFT_OUT =
  /(?<!\p{L})(?:exclu\p{L}+|other than|outside|besides|in addition to|except|apart from)(?!\p{L})[^.;,]*/giu

/**
 * A minimum that a sentence prints is a minimum of the charges that it names: of each of them, and of no other. A
 * sentence that names none leaves it to the definition.
 */
export function minimumFaults({ rows }: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return rows.flatMap((row) => row.charges.flatMap((charge) => faultsOfCharge(row, charge, citedIn)))
}

function faultsOfCharge(row: Row, charge: Charge, citedIn: Cited): Found<F>[] {
  return charge.steps.flatMap(({ figure }, index): Found<F>[] => {
    const path = `rows/${row.row_id}/${charge.charge_id}/${index}`
    const { printed, grade, cell } = figure
    if (grade === 'held' || grade === 'specimen' || printed === null) return []
    if (cell !== undefined) return faultsOfCell(path, charge, cell)
    const { own } = textOf(figure, citedIn)
    const { minimum_of: of } = charge
    if (of === null) {
      const isLeast = endsOfToken(own, printed, true).some((end) => LEAST.test(own.slice(0, end - printed.length)))
      return isLeast ? [failing(path, 'only_a_limit', `minimum_of, as in "${own}"`, 'a charge of its own')] : []
    }
    const text = own.replaceAll(LEFT_OUT, ' ')
    const named = partsIn(text)
    if (named.length === 0 || WHOLE.test(text)) return []
    const found = `minimum_of: ${of.join('|')}`
    const base = row.charges.filter(({ charge_id }) => of.includes(charge_id)).map(({ component }): string => component)
    const left = named.find((part) => !base.includes(part) && row.charges.some(({ component }) => component === part))
    const unsaid = base.find((part) => part !== 'other' && !named.includes(part))
    return [
      ...(left === undefined
        ? []
        : [failing(path, 'other_base', `minimum_of the ${left} charge too, as in "${own}"`, found)]),
      ...(unsaid === undefined
        ? []
        : [failing(path, 'base_not_said', `the ${unsaid} charge in "${own}", or not in minimum_of`, found)]),
    ]
  })
}

/** A column that names only a minimum is one of the charges beside it, and no fixed charge of its own. */
function faultsOfCell(path: string, { component, minimum_of }: Charge, cell: Cell): Found<F>[] {
  if (component !== 'fixed' || minimum_of !== null) return []
  const texts = [
    cell.printed,
    ...[meant(cell.column, cell), meant(cell.row, cell)].flatMap((text) => text.split(' | ').reverse()),
  ]
  const text = texts.find((each) => componentsIn(each).length > 0) ?? ''
  const named = COMPONENT_WORDS.fixed.filter((word) => hasWord(text, [word]))
  if (named.join() !== 'minimum') return []
  return [failing(path, 'only_a_limit', `minimum_of, as in "${text}"`, 'a charge of its own')]
}
