import type { Charge } from '../../../releases/record/charge.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfCharge } from '../../../releases/record/figures.ts'
import { wasRead } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { meant } from '../cells/cell-faults.ts'
import { hasOwnName, JOINT } from '../cells/component-faults.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Failing, type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { EXCEPTING, hasWord, OTHER_CHARGES } from '../text/reading-words.ts'
import { endsOfToken } from '../text/tokens.ts'
import { partsIn } from './bases.ts'
import { proseOf } from './rule-texts.ts'

/** Charges that a sentence names beside its own: `in addition to the fixed charge`, `inclusive of wheeling`, `no demand charge`. */
const BESIDE = new RegExp(
  `(?<!\\p{L})(?:inclu\\p{L}+|exclu\\p{L}+|${EXCEPTING}|outside|besides|beyond|plus|no|nor|with|without|free of|in addition to|over and above|along with|in lieu of|instead of|subject to|irrespective of)(?!\\p{L})[^.;,]*`,
  'giu',
)
/** `Rs 60 per kW towards the demand charge`; in a list, what stands behind an amount may be the name of the next one. */
const CALLED_BEHIND = /^[^.;]*?(?<!\p{L})(?:as|for|towards?|being|by way of|on account of)(?!\p{L})[^.;,]*/iu

/**
 * Charges of another part of the bill than their text names: a wheeling charge read as energy in a sentence, and an
 * energy, wheeling or fixed charge beside the base tariff.
 */
export function chargeComponentFaults({ rows }: ReleaseRecord, citedIn: Cited): Found<F>[] {
  return rows.flatMap((row) =>
    row.charges.flatMap((charge) =>
      figuresOfCharge(row.row_id, charge).flatMap(({ path, figure }) =>
        faultsOf(charge, figure, citedIn).map((fault) => failing(path, ...fault, figure.quote)),
      ),
    ),
  )
}

function faultsOf(charge: Charge, figure: Figure, citedIn: Cited): Failing<F>[] {
  const { component, side, label: called, minimum_of } = charge
  // The charges that a minimum is of have a check of their own.
  if (!wasRead(figure.grade) || minimum_of !== null) return []
  const texts = textsOf(figure, citedIn)
  const text = texts.find((each) => partsIn(each).length > 0) ?? ''
  const named = partsIn(text)
  if (named.length === 0) return []
  const isCalled = named.includes(component) || (component === 'other' && hasOwnName(called, texts.join(' | ')))
  // Of a cell the component is compared with the other texts of the cell.
  if (!isCalled && figure.cell === undefined)
    return [
      ['other_component', `component ${named.join(' or ')}, as in "${text}"`, `${called}, component ${component}`],
    ]
  return side === 'beside' && component !== 'other' && isCalled && !hasWord(text, OTHER_CHARGES)
    ? [['other_line', `side base, for the ${component} charge in "${text}"`, 'side beside: in no base tariff']]
    : []
}

/** The texts that may name the charge of a figure, the nearest first: of a sentence the part before it, then the words behind. */
function textsOf(figure: Figure, citedIn: Cited): readonly string[] {
  const { cell, printed } = figure
  if (cell !== undefined)
    return [cell.printed, ...[cell.column, cell.row].flatMap((path) => meant(path, cell).split(JOINT).reverse())]
  const piece = proseOf(figure, citedIn)?.piece ?? ''
  const end = printed === null ? undefined : endsOfToken(piece, printed, true)[0]
  if (end === undefined) return []
  return [piece.slice(0, end), CALLED_BEHIND.exec(piece.slice(end))?.[0] ?? ''].map((text) =>
    text.replaceAll(BESIDE, ' ').trim(),
  )
}
